"""Broken pages through everything that understands forms: nothing raises, one answer a field, time as the size.

Half of the inputs are pieces of markup in random order, half windows of pages around a form with a few things
broken in them: of real pages where the data is there, else of the lab's. Input n depends on pages, seed and n
alone, so that a failure is found again by its number.

That time does not grow faster than the size is asked of the inputs that took longest for theirs: four copies one
after another may take nine times as long as one (their square would be sixteen).

    leadline bench forms --fuzz 100000
"""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappush, heappushpop

from leadline.errors import WorkNotDone
from leadline.forms.domains.model import domains
from leadline.forms.labels.rules import RULES, labels_of
from leadline.forms.understand import Understandings, understand, understand_loose
from leadline.model.field import fields_of
from leadline.parse.document import Document
from leadline_bench.forms.report_part import Part, Tell
from leadline_bench.report import Table

URL = "http://example.org/a/b.html"
Check = Callable[[str], int]
Clock = Callable[[], float]
PIECES = (
    "<form>", "</form>", "<form role=search action=/s>", "<form method=post action=login>", "<table>", "</table>",
    "<tr>", "<td>", "<td colspan=3>", "<td rowspan=0>", "<th rowspan=9>", "<td colspan=99999 rowspan=99999>",
    "<div>", "</div>", "<p>", "<br>", "<b>", "</b>", "<span>", "</span>", "<label>", "</label>", "<label for=i>",
    "<fieldset>", "<legend>", "</fieldset>", "<dl><dt>", "<dd>", "<ul><li>", "<input>", "<input name=a id=i>",
    "<input type=radio name=r>", "<input type=checkbox name=r value=2>", "<input type=hidden>",
    "<input size=99999999999 name=min>", "<input name=max>", "<input type=password>", "<input type=search name=q>",
    "<input type=email required>", "<input type=file>", "<input type=number min=1e308 max=-1e308 step=x>",
    "<select name=day><option>1<option selected>2</select>", "<select><optgroup label=x>", "<select multiple>",
    "<option>", "<option value=''>Select", "<option>1998", "<option>January", "<option>$1,000",
    "<textarea cols=0>", "</textarea>", "<button>", "<input type=submit value=Search>", "<input type=image>",
    "<div style='display:flex;float:left'>", "<div hidden>", "<div style='display:none'>",
    "<input aria-labelledby='i \" ] x' form=f>", "<input placeholder='dd/mm/yyyy' pattern='('>",
    "<i class=material-icons>", "<caption>", "<template>", "<font size=+7>", "<svg>", "<iframe>", "<noscript>",
    "text", " label: ", " Price from ", " to ", "between", " Check-in ", "Search", "*", ":", "?", "\u00a0", "価格",
    "\x00", "\ud7ff", "\u202e", "İ", "ß", "<a href=x>", "</a>", "<!--", "-->", "<base href='http://[::'>",
    "<script type=application/ld+json>{\"@type\":\"SearchAction\",\"target\":[[{}]]}</script>", "a" * 900,
)  # fmt: skip
_OTHER_RULES = tuple(rule for rule in RULES if rule != "layout")
"""Beside the one that understanding uses."""
_WINDOW = 1_500
_BROKEN = 5
_SLOWEST = 12
_GROWTH = 9.0
_BASE = 0.004
"""Seconds that any input may take before its time says something about its size."""


@dataclass(frozen=True, slots=True, order=True)
class Slow:
    """An input that took long for its size."""

    pace: float
    """Seconds a character."""
    number: int
    html: str


def inputs(count: int, seed: int, pages: Sequence[str]) -> Iterator[str]:
    """The inputs in their order."""
    for number in range(count):
        chance = random.Random(f"{seed}/{number}")  # noqa: S311  # to repeat it, not to keep a secret
        yield _mutated(chance.choice(pages), chance) if pages and number % 2 else _pieced(chance)


def _pieced(chance: random.Random) -> str:
    return ("<form>" if chance.random() < 0.8 else "") + "".join(chance.choices(PIECES, k=chance.randrange(1, 40)))


def _mutated(page: str, chance: random.Random) -> str:
    """A window that begins shortly before a tag of a form, if there is one, with a few things broken in it."""
    begin = page.find(
        chance.choice(("<form", "<input", "<select", "<label", "<t")), chance.randrange(len(page) + 1)
    )
    begin = max(0, (begin if begin >= 0 else chance.randrange(len(page) + 1)) - chance.randrange(200))
    text = page[begin : begin + chance.randrange(50, _WINDOW)]
    for _ in range(chance.randrange(1, _BROKEN)):
        text = _broken(text, chance)
    return f"<form>{text}" if chance.random() < 0.3 else text


def _broken(text: str, chance: random.Random) -> str:
    place = chance.randrange(len(text) + 1)
    end = place + chance.randrange(1, 80)
    part = text[place:end]
    new = chance.choice(
        (
            chr(chance.choice((0, 34, 39, 60, 62, 38, 0x130, 0x3042, 0x1F600))),
            "",
            part + part,
            chance.choice(PIECES) + part,
            part[::-1],
            part.upper(),
            part.replace('"', ""),
            part.replace("<", "</"),
        )
    )
    return text[:place] + new + text[end:]


def checked(html: str) -> int:
    """Parse and understand, labels by every rule; the number of answers. Raises on whatever is not as promised."""
    document = Document(html, URL)
    page = document.page.whole()
    cache = Understandings()
    answers = len(understand_loose(document, cache))
    for form in page.forms:
        known = understand(form, document, cache)
        said = [known.judgement.searchable, *(field.label_confidence for field in known.fields)]
        counts = [len(known.fields)]
        for rule in _OTHER_RULES:
            labels = labels_of(form, cache.source(document), rule)
            counts.append(len(labels))
            said += (label.label_confidence for label in labels)
        said += domains(form, page).values()
        if set(counts) != {len(fields_of(form))}:
            raise WorkNotDone(f"{counts} answers for {len(fields_of(form))} fields")
        if not all(0 <= share <= 1 for share in said):
            raise WorkNotDone(f"a share outside of 0 and 1: {said}")
        answers += sum(counts)
    return answers


def growth(
    html: str, check: Check = checked, copies: int = 4, rounds: int = 3, clock: Clock = time.process_time
) -> float:
    """How many times longer several copies take than one: the best of rounds in which both take turns.

    A step from one to four copies may cost more than four times as much for a good reason (a cap that is reached
    only then); a square shows again at the next step.
    """

    def seconds(text: str) -> float:
        start = clock()
        check(text)
        return clock() - start

    def grown(text: str) -> float:
        small = large = float("inf")
        for _ in range(rounds):
            small, large = min(small, seconds(text)), min(large, seconds(text * copies))
        return large / max(small, _BASE)

    first = grown(html)
    return first if first <= _GROWTH else min(first, grown(html * copies))


def fuzz(count: int, seed: int, pages: Sequence[str], tell: Tell, check: Check = checked) -> Part:
    """Raises `WorkNotDone`, naming the input, if one is not answered as it should be."""
    slowest: list[Slow] = []
    answers = size = 0
    began = time.process_time()
    for number, html in enumerate(inputs(count, seed, pages)):
        start = time.process_time()
        try:
            answers += check(html)
        except Exception as error:
            raise WorkNotDone(f"input {number} of seed {seed}: {type(error).__name__}: {error}") from error
        slow = Slow((time.process_time() - start) / (len(html) + 200), number, html)
        heappush(slowest, slow) if len(slowest) < _SLOWEST else heappushpop(slowest, slow)
        size += len(html)
        if number % 5_000 == 4_999:
            tell(f"{number + 1:,} broken pages, {answers:,} answers")
    spent = time.process_time() - began
    worst = max((growth(slow.html, check), slow.number) for slow in slowest)
    if worst[0] > _GROWTH:
        raise WorkNotDone(f"input {worst[1]} of seed {seed}: four copies take {worst[0]:.1f} times as long as one")
    figures = {"fuzz_inputs": float(count), "fuzz_failures": 0.0, "fuzz_growth": worst[0]}
    row = (count, len(pages), size / max(1, count), answers, 1_000 * spent / max(1, count), worst[0])
    columns = ("inputs", "pages broken", "characters", "answers", "ms each", "four copies over one, at most")
    return Part(figures, (Table("Broken pages: none raised, each field was answered for", columns, (row,)),))
