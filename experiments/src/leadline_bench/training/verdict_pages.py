"""Small sites made up for the verdicts: their form's page, answers to nonsense, and answers of every kind, in the
structures that programs use and in words of no language, so that only structure is left to learn from.

A site draws once how it shows rows, where and in what kind of box it says something, whether it shows the form
again and keeps what was asked, and speaks in one made-up tongue. Part of the sites speak with the words of the
lab's tuning worlds instead.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from leadline.model.page import Response
from leadline.model.query import Choice, Reply
from leadline_bench.harvest.rewording import filled
from leadline_bench.training.verdict_frames import SLOTS, MadeFrame
from leadline_bench.training.verdict_parts import BOXES
from leadline_lab.randomness import dice

_DETAILS = "<h1>{title}</h1><dl><dt>{la}</dt><dd>{a}</dd><dt>{lb}</dt><dd>{b}</dd></dl><p>{text}</p>"
_HEADS = ("", "<h1>{w}</h1>", "<h2>{s}</h2>", "<b>{w}</b>: ", "<title>{w}</title>", "<h1>made.test</h1>")
_SIGNS_OF_BLOCKS = (
    "<script>var a=1</script>", "<script src=/a.js></script>", '<meta http-equiv="refresh" content="5">',
    "<p>Ref {h}, {ip}</p>", "<p>{w}: {ip}</p>", "<td>{h}</td>", "<p>{w} {h}</p>", "<small>{ip} · {h}</small>",
    "<script>setInterval(f,{n}0)</script>", "<div class={w}></div><script>f({n})</script>", "<object></object>",
    "<noscript>{w}</noscript><script src=/{w}.js></script>", "<form method=post><p>{w}<input name={w}></p></form>",
    "<form action=/c><img src=/c.png><input name=c><button>{w}</button></form>", "<iframe src=/w></iframe>",
    "<form method=post><input type=checkbox name=h> {w} <input type=submit></form>", "<canvas></canvas>",
    "<svg><path d='M0'/></svg><script>x()</script>", "<div id=box></div><script src=/x.js></script>",
)  # fmt: skip
_BESIDE_BLOCKS = (
    "", "", "<p>{s}</p>", "<a href=mailto:a@made.test>{w}</a>", "<hr>", "<p>{s} {s}</p>", "<a href=/h>{w}</a>",
)  # fmt: skip
_SIGNS_OF_FAILURES = (
    " in <b>/srv/www/search.php</b> on line <b>{n}</b><br />", "<pre>at {w}.{w}({w}:{n})\n at {w}.{w}</pre>",
    "<a href=/>{w}</a>", "<a href='javascript:history.back()'>{w}</a>", "<hr><address>{w}/2.{n} {w} 80</address>",
    "<p>{w} 0x80040e{n}</p>", "<a href=mailto:webmaster@made.test>{w}</a>", "<p>{w}-0{n}: {s}</p>", "",
)  # fmt: skip
"""What blockers and broken programs put on a page with nothing of the site, one or two of them each."""


@dataclass(frozen=True)
class MadeAnswer:
    choice: Choice
    response: Response
    truth: Reply


class MadeSite(MadeFrame):
    """What a site answers."""

    def empty(self, choice: Choice) -> MadeAnswer:
        if self.silent:
            return MadeAnswer(choice, self.page("", self.form(choice), self.silent), Reply.EMPTY)
        main = self.head(choice) + self.told("none", choice)
        if self.suggests == "rows":
            main += f"<h3>{self.labels[0]} {self.echo}</h3>{self.listed(self.roll.between(2, 5))}"
        elif self.suggests == "spelling":
            title = self.sentence(1, 4).rstrip(".!?")
            main += f"<p>{self.echo} {self.roll.pick((title, f'<a href=/s?q=7>{title}</a>'))}</p>"
        elif self.suggests == "tips":
            main += f"<ul><li>{self.foot[0]}x</li><li>{self.echo}y</li></ul>"
        return MadeAnswer(choice, self.page(main, self.again_with(choice)), Reply.EMPTY)

    def again_with(self, choice: Choice) -> str | None:
        return self.form(choice) if self.again else None

    def results(self, choice: Choice) -> MadeAnswer:
        roll = self.roll
        kind = roll.pick(("rows", "rows", "rows", "few", "one", "detail", "fragment", "unread"))
        if kind == "unread":
            return self.unread(choice)
        n = {
            "rows": roll.between(5, 30),
            "few": roll.between(2, 4),
            "one": 1,
            "fragment": roll.between(2, 10),
        }.get(kind, 1)
        asked = choice[0][1] if choice and roll.chance(0.4) else ""
        main = _DETAILS.format(**self.record()) if kind == "detail" else self.listed(n, asked)
        if kind == "fragment":
            return MadeAnswer(choice, self.page(main, None, bare=True), Reply.RESULTS)
        counted = (
            f"<p>{self.counts.format(n=n if n < 10 else n * roll.between(1, 40))}</p>" if kind != "detail" else ""
        )
        if roll.chance(0.2):
            main += roll.pick(BOXES).format(self.sentence(2, 6))
        if self.words and roll.chance(0.2):  # a box of something else has nothing
            main += roll.pick(BOXES).format(filled(roll.pick(self.phrases["none"]), {}))
        return MadeAnswer(
            choice, self.page(self.head(choice) + counted + main, self.again_with(choice)), Reply.RESULTS
        )

    def unread(self, choice: Choice) -> MadeAnswer:
        """It counts some and shows them in a way that nobody cuts: their words on one line, or hardly any."""
        n = self.roll.pick((1, 2, 3, self.roll.between(8, 16), self.roll.between(8, 16)))
        counted = self.roll.pick(("{n} results", "Treffer: {n}", "{n} records found")).format(n=n)
        if self.roll.chance(0.4):
            counted = f"Results 1 to 10 of {self.roll.between(20, 3000)}"
        shown = ", ".join(self.word() for _ in range(n if self.roll.chance(0.4) else self.roll.between(8, 8 + n)))
        if n < 4 and self.roll.chance(0.3):  # a record whose words stand elsewhere
            shown = self.roll.pick(self.nav)
        elif self.roll.chance(0.3):  # one record and no count
            title = self.sentence(1, 5).rstrip(".!?")
            counted, shown = "", f"<a href=/r/7>{title}</a>"
        page = self.page(f"{self.head(choice)}<p>{counted}</p><p>{shown}</p>", self.again_with(choice))
        return MadeAnswer(choice, page, Reply.RESULTS)

    @cached_property
    def everything(self) -> str:
        n = self.roll.between(8, 30)
        return f"<p>1–{n} of {n * 12} results</p>{self.listed(n)}"

    def all_of_it(self, choice: Choice) -> MadeAnswer:
        return MadeAnswer(choice, self.page(self.everything, self.again_with(choice)), Reply.RESULTS)

    def probe(self, choice: Choice) -> MadeAnswer:
        if self.strict:
            return self.insists(choice)
        return self.all_of_it(choice) if self.ignores else self.empty(choice)

    def insists(self, choice: Choice) -> MadeAnswer:
        """Whatever is asked, one field is missing."""
        told = self.told("required", choice, wrong=True, of=self.labels[-1])
        form = self.form(choice, [self.strict], told)
        return MadeAnswer(choice, self.page("" if self.inline else told, form, self.status), Reply.REQUIRED)

    def refused(self, *, blank: bool = False) -> MadeAnswer:
        """A field is left out that the site insists on, or everything is."""
        roll = self.roll
        if not blank and self.words and roll.chance(0.3):  # something that no field of the form's page asks for
            choice = self.asked()
            told = self.told("required", choice, wrong=True, of=self.word())
            return MadeAnswer(choice, self.page(told, self.again_with(choice), self.status), Reply.REQUIRED)
        if self.required and not blank and roll.chance(0.7):
            left = roll.pick(self.required)
            choice = self.asked(without=[left])
            told = self.told("required", choice, wrong=True, of=self.labels[self.names.index(left)])
            wrong = [left]
        else:
            choice, wrong = (), self.names[:1]
            told = self.told("blank", (), wrong=True)
        form = self.form(choice, wrong, told)
        return MadeAnswer(choice, self.page("" if self.inline else told, form, self.status), Reply.REQUIRED)

    def invalid(self) -> MadeAnswer:
        choice = self.asked()
        numbers = [name for name, _ in choice if name in self.numeric]
        at = self.roll.pick(numbers or [name for name, _ in choice])
        if numbers and self.roll.chance(0.8):
            choice = tuple((name, self.word() if name == at else value) for name, value in choice)
        kind = "short" if not numbers and self.roll.chance(0.5) else "invalid"
        told = self.told(kind, choice, wrong=True, of=self.labels[self.names.index(at)], n=self.roll.between(2, 5))
        if kind == "short":
            choice = tuple((name, value[:1] if name == at else value) for name, value in choice)
        form = self.form(choice, [at], told)
        return MadeAnswer(choice, self.page("" if self.inline else told, form, self.status), Reply.ERROR)

    def alone(self, signs: Sequence[str], beside: Sequence[str]) -> str:
        """A page with nothing of the site: a sentence or two, and what is typical of whoever speaks."""
        roll = self.roll
        parts = [f"<p>{self.sentence(2, 16)}</p>" for _ in range(roll.pick((1, 1, 2)))]
        if self.words and roll.chance(0.4):  # "too many requests" is not about the question
            parts[0] = f"<p>{filled(roll.pick(self.phrases[roll.pick(('too_many', 'required', 'none'))]), {})}</p>"
        parts += roll.sample(signs, roll.pick((1, 1, 2)))
        parts = [roll.pick(_HEADS), *roll.sample(parts, len(parts)), roll.pick(beside)]
        if signs is _SIGNS_OF_BLOCKS and roll.chance(0.35):  # who is to prove something sends a form
            proof = roll.pick(
                ("<input name={w}>", "<input type=checkbox name=h> {w}", "<img src=/{h}.png><input name=c>")
            )
            parts = [parts[0], "<form method=post action=/{w}>", *parts[1:], proof, "<button>{w}</button></form>"]
        slots = {"w": self.word(), "s": self.sentence(2, 12), "n": roll.between(10, 99)}
        case = f"{roll.below(16**7):x}{roll.pick(('', '-'))}{roll.below(16**7):x}"
        case += f"{roll.pick('abcdef')}{roll.below(10)}"
        ours = ".".join(str(roll.between(1, 254)) for _ in range(4))
        return f"<html><body>{''.join(parts).format(**slots, h=case, ip=ours)}</body></html>"

    def failed(self) -> MadeAnswer:
        choice, roll = self.asked(), self.roll
        if not self.words and roll.chance(0.5):
            page = self.alone(_SIGNS_OF_FAILURES, ("",) * 5 + ("<script src=/log.js></script>",))
            return MadeAnswer(choice, self.page(page, None, roll.pick((200, 500)), bare=True), Reply.ERROR)
        form = self.form(choice) if roll.chance(0.6) else None
        said = self.told("failure", choice, wrong=roll.chance(0.5))
        return MadeAnswer(choice, self.page(said, form), Reply.ERROR)

    def too_many(self, choice: Choice) -> MadeAnswer:
        n = self.roll.pick((self.roll.between(21, 900), self.roll.between(101, 90_000)))
        said = self.told("too_many", choice, wrong=self.roll.chance(0.3), n=n)
        if "{n}" in self.counts and self.roll.chance(0.3):  # only the count, above nothing
            said = f"<p>{self.counts.format(n=n)}</p>{self.roll.pick(('', self.box)).format(self.sentence(2, 9))}"
        return MadeAnswer(choice, self.page(self.head(choice) + said, self.form(choice)), Reply.TOO_MANY)

    def next_step(self) -> MadeAnswer:
        """Another form, and nothing that answers."""
        choice, name = self.asked(), self.word()
        options = "".join(f"<option>{self.word()}</option>" for _ in range(self.roll.between(2, 9)))
        step = f"<form action=/t>{name} <select name=m>{options}</select><button>{name}</button></form>"
        said = self.box.format(self.sentence(2, 4)) if self.roll.chance(0.5) else ""
        return MadeAnswer(choice, self.page(said + step, None), Reply.EMPTY)

    def front_again(self) -> MadeAnswer:
        """What the form's page lists, but for a row or two."""
        around, one = self.row
        choice, rows = (), "".join(one.format(**self.record()) for _ in range(self.roll.between(1, 2)))
        head, _, tail = around.partition("{}")
        main = self.front.removesuffix(tail) + rows + tail if self.front else head + rows + tail
        return MadeAnswer(choice, self.page(main, self.form()), Reply.RESULTS)

    def blocked(self) -> MadeAnswer:
        page = self.alone(_SIGNS_OF_BLOCKS, _BESIDE_BLOCKS)
        return MadeAnswer(self.asked(), self.page(page, None, bare=True), Reply.BLOCKED)

    def nothing_asked(self) -> MadeAnswer:
        """The answer to the form as it stands."""
        if self.strict:
            return self.insists(())
        if self.ignores:
            return self.all_of_it(())
        if self.required and self.starred and dice("wanted", self.number).chance(0.8):
            return self.refused(blank=True)
        if self.refuses and self.blank == "all":
            return self.too_many(())
        if self.blank == "all":  # of a database that may be small
            roll = dice("all of it", self.number)
            n = roll.pick((2, 3, 4, roll.between(5, 30)))
            main = (f"<p>1–{n} of {n} results</p>" if roll.chance(0.4) else "") + self.listed(n)
            return MadeAnswer((), self.page(main, self.again_with(())), Reply.RESULTS)
        if self.blank == "nothing":
            return MadeAnswer((), self.page(self.front, self.form()), Reply.EMPTY)
        return self.empty(()) if self.blank == "none" else self.refused(blank=True)

    def answers(self) -> Iterator[MadeAnswer]:
        """In any order, but that a question is mostly asked before a narrower one."""
        if self.strict:
            answers = [self.insists(self.asked()) for _ in range(8)] + [self.blocked(), self.failed()]
        elif self.ignores:
            answers = [self.all_of_it(self.asked()) for _ in range(6)]
        else:
            parts = [*self.found(), *self.complaints()]
            return (one for part in self.roll.sample(parts, len(parts)) for one in part)
        return iter(self.roll.sample(answers, len(answers)))

    def found(self) -> Iterator[list[MadeAnswer]]:
        """Results and nothing, to questions that are narrowed."""
        for _ in range(3):
            asked = self.asked()
            yield [self.results(asked)]
            yield [self.results(asked), self.results(self.narrower(asked))] if self.roll.chance(0.3) else []
            asked = self.asked()
            again = self.roll.chance(0.3)
            yield [self.empty(asked), self.empty(self.narrower(asked))] if again else [self.empty(asked)]
        if self.front:
            yield [self.front_again() for _ in range(4)]
        same = self.asked()
        yield [MadeAnswer(same, self.page(self.front, self.form(same)), Reply.EMPTY)]

    def complaints(self) -> Iterator[list[MadeAnswer]]:
        yield [self.refused()]
        yield [self.refused()]
        for _ in range(3):
            yield [self.invalid()]
        yield [self.failed()]
        yield [self.failed()] if self.words else []
        yield [self.blocked()]
        yield [self.blocked()]
        yield [self.next_step()] if self.roll.chance(0.3) else []
        for _ in range(4 if self.refuses else 1):
            broad = self.asked()
            narrow = self.narrower(broad)
            part = [self.too_many(broad), self.too_many(narrow) if self.roll.chance(0.3) else self.results(narrow)]
            yield part if self.roll.chance(0.8) else part[::-1]


def no_language(kind: str, site: str) -> str | None:
    """A wording of no language for a kind of message, the same whenever this site says it; at times the lab's."""
    if dice("drop-out", site).chance(0.4):
        return None
    made = MadeSite(int(dice("drop-out", site, kind).below(10**9)), words=False)
    return made.message(kind) if kind in SLOTS else made.sentence(3, 12)
