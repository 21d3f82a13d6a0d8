"""What the made-up sites for the verdicts are made of: words of no language, boxes, rows, forms, a frame."""

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from leadline.gate.targets import TARGET
from leadline.model.page import Request, Response
from leadline.model.query import Choice
from leadline_bench.training.verdict_parts import BOXES, ROWS, SIGNS, SOUNDS, TAGS, WRONG_BOXES
from leadline_lab.randomness import Dice, dice
from leadline_lab.sources.wording import phrases_of
from leadline_lab.spec import Role

SLOTS: dict[str, tuple[dict[str, float], tuple[str, ...]]] = {
    "none": ({"{q}": 0.2, "{n}": 0.05}, ("none",)),
    "required": ({"{field}": 0.75, "{n}": 0.02}, ("required",)),
    "blank": ({"{n}": 0.02}, ("keyword", "criterion")),
    "invalid": ({"{field}": 0.85, "{n}": 0.04}, ("number",)),
    "short": ({"{n}": 0.85}, ("short",)),
    "failure": ({"{n}": 0.1}, ("error", "token")),
    "too_many": ({"{n}": 0.85}, ("too_many",)),
}
"""Kind → how often a message holds what, and the lab's names for such messages."""
_SAID = re.compile("\ue000(.*?)\ue001", re.DOTALL)
"""What a page says about the question, wherever it stands."""
_PLACES = ("", "", "", "", "top", "bottom", "list", "row", "alone")
_MORE = {
    "too_many": (
        "Please refine your search.",
        "Bitte die Suche eingrenzen.",
        "Too many matches.",
        "Be more specific.",
    ),
    "failure": (
        "An internal error has occurred.",
        "Das System ist in Wartung.",
        "ORA-01034: ORACLE not available",
    ),
    "blank": ("Please refine your search.", "Narrow your search with the fields above."),
}
"""What tuning worlds have too few of, so that what the lexicon makes of it is weighed."""


@dataclass
class MadeFrame:
    """One site; `roll` decides all about it."""

    number: int
    words: bool  # speaks with known words
    roll: Dice = field(init=False)

    def __post_init__(self) -> None:
        self.roll = dice("made-up verdicts", self.number)
        roll = self.roll
        heads, tails = roll.pick(SOUNDS)
        self.heads, self.tails = heads.split(), [*tails.split(), ""]
        self.nav = [self.word() for _ in range(roll.between(2, 9))]
        self.foot = [self.sentence(2, 8) for _ in range(roll.between(1, 5))]
        # Programs call fields by words of their own, which complaints may have.
        self.slugs = [self.word() for _ in range(roll.between(1, 6))]
        named = roll.chance(0.5)
        self.names = [f"{slug}_{n}" if named else f"f{n}" for n, slug in enumerate(self.slugs)]
        self.numeric = [name for name in self.names[1:] if roll.chance(0.3)]  # fields that take numbers only
        self.labels = [" ".join(self.word() for _ in range(roll.between(1, 2))).capitalize() for _ in self.names]
        if len(self.names) > 2 and roll.chance(0.3):  # a range: two fields of one name
            self.labels[-1] = self.labels[-2]
        self.required = [n for n in self.names[1:] if roll.chance(0.25)] + (
            [self.names[0]] if roll.chance(0.4) else []
        )
        self.apart = roll.chance(0.35)  # complaints call fields otherwise than the form does
        # Records name their fields as the form does, or otherwise.
        self.heads_of_fields = [
            self.word().capitalize() if roll.chance(0.6) else roll.pick(self.labels) for _ in range(2)
        ]
        self.row = roll.pick(ROWS)
        self.box, self.wrong = roll.pick((roll.pick(BOXES), self.nested())), roll.pick(WRONG_BOXES)
        self.again, self.keeps, self.inline = roll.chance(0.8), roll.chance(0.7), roll.chance(0.4)
        self.marks, self.starred = roll.chance(0.6), roll.pick(("", " *", "required"))
        # One field without which nothing is ever answered, nonsense neither.
        insists = len(self.names) > 1 and roll.chance(0.22)
        self.strict = self.names[-1] if insists else ""
        self.below, self.style = roll.chance(0.5), roll.below(3)
        self.front = self.listed(roll.between(4, 24)) if roll.chance(0.25) else ""
        self.heading = roll.chance(0.4)
        self.refuses = roll.chance(0.3)  # broad questions are not answered
        self.confused = roll.chance(0.06)  # its words are those that others have for something else
        self.phrases = phrases_of(roll.pick(("en", "en", "de", "fr", "es", "pt")), Role.TUNING)
        self.said = {kind: self.message(kind) for kind in SLOTS}
        self.groups = roll.pick((",", ".", " ", "'", ""))  # of digits
        if not self.words and roll.chance(0.08):  # programs have names for what they hold, which are known
            self.said["too_many"] += roll.pick((" {n} results", " ({n} Treffer)", ": {n}+ records"))
        self.echo = self.sentence(1, 3)
        self.counts = roll.pick(("", "1–10 of {n} results", "{n} results", "Treffer: {n}", "{n} " + self.word()))
        # The form stands on another kind of page than answers do: a front page.
        self.moved = [self.word() for _ in range(roll.between(2, 12))] if roll.chance(0.1) else []
        self.tiny = roll.chance(0.1)  # no frame at all
        self.silent = roll.pick((200, 404)) if roll.chance(0.12) else 0  # nothing found, and not a word about it
        self.ignores = roll.chance(0.06)  # nonsense brings what everything brings
        self.suggests = roll.pick(("", "", "rows", "tips", "spelling"))
        self.advises = self.sentence(3, 12) if roll.chance(0.2) else ""  # below all it says without results
        self.status = roll.pick((200,) * 8 + (422, 400))
        self.place = roll.pick(_PLACES)
        self.blank = roll.pick(("all", "all", "required", "required", "required", "nothing", "none"))
        """What comes when nothing is asked: everything, a complaint, the form's page, or "nothing found"."""

    def nested(self) -> str:
        """A box that nobody has seen before."""
        box, roll = "{}", self.roll
        for _ in range(roll.between(1, 3)):
            tag, sign = roll.pick(TAGS), roll.pick(SIGNS)
            named = f" class={self.word()}" if roll.chance(0.4) else ""
            box = f"<{tag}{named}>{sign}{box}</{tag}>" if roll.chance(0.8) else f"{sign}<{tag}>{box}</{tag}>"
        return box

    # ── words ─────────────────────────────────────────────────────────────────────────────────────────────

    def word(self) -> str:
        roll = self.roll
        return "".join(roll.pick(self.heads) for _ in range(roll.between(1, 3))) + roll.pick(self.tails)

    def sentence(self, low: int, high: int) -> str:
        said = " ".join(self.word() for _ in range(self.roll.between(low, high)))
        return said.capitalize() + self.roll.pick((".", ".", "!", "", "?"))

    def message(self, kind: str) -> str:
        """What this site says of a kind, with slots."""
        names = SLOTS[kind][1]
        if self.words and self.confused:
            names = self.roll.pick(tuple(SLOTS.values()))[1]
        if self.words and names:
            return self.roll.pick((*self.phrases[self.roll.pick(names)], *_MORE.get(kind, ())))
        said = self.sentence(2, 14)
        for slot, share in SLOTS[kind][0].items():
            if self.roll.chance(share):
                parts = said.split(" ")
                parts.insert(self.roll.below(len(parts)), slot)
                said = " ".join(parts)
        return said

    # ── pieces ────────────────────────────────────────────────────────────────────────────────────────────

    def listed(self, n: int, asked: str = "") -> str:
        around, one = self.row
        return around.format("".join(one.format(**self.record(asked)) for _ in range(n)))

    def record(self, asked: str = "") -> dict[str, str]:
        roll = self.roll
        return {
            "id": str(roll.below(100_000)),
            "title": f"{self.sentence(1, 5).rstrip('.!?')} {asked}".strip(),
            "a": self.sentence(1, 9).rstrip(".!?"),
            "b": str(roll.between(1900, 2026)) if roll.chance(0.5) else self.sentence(1, 14),
            "c": roll.pick((f"{roll.below(90_000):,}", str(roll.below(100)), self.word())),
            "la": self.heads_of_fields[0], "lb": self.heads_of_fields[1], "text": self.sentence(8, 40),
        }  # fmt: skip

    def form(self, choice: Choice = (), wrong: Sequence[str] = (), told: str = "") -> str:
        values, rows = dict(choice) if self.keeps else {}, []
        for name, called in zip(self.names, self.labels, strict=True):
            star = self.starred if name in self.required or name == self.strict else ""
            label = f"{called} *" if star == " *" else called
            mark = (
                ' aria-invalid="true" class="is-invalid"' if name in wrong and self.marks and self.inline else ""
            )
            if star == "required":
                mark += " required"
            box = f'<input name={name} value="{html.escape(values.get(name, ""))}"{mark}>'
            note = told if name in wrong and self.inline else ""
            rows.append(
                f"<label for={name}>{label}</label> {box.replace('<input', f'<input id={name}')}{note}<br>"
                if self.style == 0
                else f"<tr><td>{label}:</td><td>{box}{note}</td></tr>"
                if self.style == 1
                else f"<p>{label} {box}{note}</p>"
            )
        inner = f"<table>{''.join(rows)}</table>" if self.style == 1 else "".join(rows)
        return f"<form action=/s>{inner}<input type=submit value={self.nav[0]}></form>"

    def page(
        self, main: str, form: str | None, status: int = 200, *, bare: bool = False, front: bool = False
    ) -> Response:
        said = "".join(_SAID.findall(main + (form or "")))
        main, form = self.placed(main, said), self.placed(form, "") if form is not None else None
        if bare or (said and self.place == "alone"):
            back = self.roll.pick(("", "<a href=/>{}</a>", "<a href='javascript:history.back()'>{}</a>"))
            body = main if bare else f"<html><body>{said}{back.format(self.word())}</body></html>"
        else:
            words = [] if self.tiny else self.nav if front or not self.moved else self.moved
            nav = " ".join(f"<li><a href=/{n}>{word}</a></li>" for n, word in enumerate(words))
            below = self.foot[:1] if self.tiny else self.foot if front or not self.moved else self.moved[:2]
            foot = "".join(f"<p>{line}</p>" for line in below)
            inside = f"{form or ''}{main}" if self.below else f"{main}{form or ''}"
            top, end = (said if self.place == place else "" for place in ("top", "bottom"))
            body = f"<ul>{nav}</ul><div id=main>{inside}</div><footer>{foot}</footer>"
            body = f"<html><body>{top}{body}{end}</body></html>"
        request = Request(f"http://made{self.number}.test/s", permit=TARGET)
        headers = (("Content-Type", "text/html; charset=utf-8"),)
        return Response(request, request.url, status, headers, body.encode(), 0.0)

    def placed(self, source: str, said: str) -> str:
        """Without what is said, or with it in the site's own kind of list."""
        if not self.place:
            return _SAID.sub(lambda found: found[1], source)
        rest = _SAID.sub("", source)
        if self.place == "list" and said:
            return f"<dl><dt>{self.echo}</dt><dd>{said}</dd></dl>{rest}"
        return f"<table><tr><td></td><td>{said}</td></tr></table>{rest}" if self.place == "row" and said else rest

    @cached_property
    def form_page(self) -> Response:
        return self.page(self.front, self.form(), front=True)

    # ── answers ───────────────────────────────────────────────────────────────────────────────────────────

    def told(self, kind: str, choice: Choice, *, wrong: bool = False, of: str = "", n: int = 0) -> str:
        number = n or self.roll.pick((self.roll.between(1, 30), self.roll.between(100, 99_999)))
        amount = f"{number:,}".replace(",", self.groups) if kind in ("too_many", "none") else str(number)
        said = (
            self.said[kind]
            .replace("{field}", self.other_name(of) if self.apart and of else of)
            .replace("{n}", amount)
            .replace("{q}", "".join(v for _, v in choice[:1]))
        )
        box = self.wrong if wrong and self.marks else self.box
        advice = f"<p>{self.advises}</p>" if self.advises else ""
        return f"\ue000{box.format(said)}\ue001{advice}"

    def other_name(self, label: str) -> str:
        """What the program calls a field in its complaints, at times with a word of the label."""
        slug = self.slugs[self.labels.index(label)] if label in self.labels else self.word()
        others = (f"{label.split(maxsplit=1)[0]} {self.word()}", slug.capitalize(), self.word().capitalize())
        return self.roll.pick(others)

    def asked(self, *, without: Sequence[str] = (), nonsense: str = "") -> Choice:
        names = [n for n in self.names if n in self.required or self.roll.chance(0.4)] or self.names[:1]
        chosen = {n: self.value(n) for n in names if n not in without and n != self.strict}
        if nonsense:
            chosen[self.names[0]] = nonsense
        return tuple(chosen.items())

    def value(self, name: str) -> str:
        number = name in self.numeric or (not self.numeric and self.roll.chance(0.3))
        return str(self.roll.below(3_000)) if number else self.word()

    def narrower(self, choice: Choice) -> Choice:
        """The same question with one field more, where there is one."""
        left = [name for name in self.names if name not in dict(choice) and name != self.strict]
        return (*choice, (name, self.value(name))) if left and (name := self.roll.pick(left)) else choice

    def head(self, choice: Choice) -> str:
        return f"<h2>{self.echo} {html.escape(', '.join(v for _, v in choice))}</h2>" if self.heading else ""
