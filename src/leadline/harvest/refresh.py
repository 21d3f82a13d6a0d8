"""A known source harvested again: what is asked, in which order, and what is alarming about the answers.

**The plan.** What each query brought is known, so the records of a source are a set and its queries subsets of it:
the fewest pages that bring all known records again are a set cover, which the greedy rule solves within a factor
of ln n (the most records not met yet for a page comes next). A query that is asked anew brings what is new as
well. Records that did not come are asked for by every other query that had brought them; only then are they gone.

>>> from leadline.model.query import Reply
>>> plenty, few = KnownChoice((("q", "a"),), pages=2, records=20), KnownChoice((("q", "b"),), pages=2, records=8)
>>> left = {plenty.choice: 20, few.choice: 8}
>>> plan = KnownQueries([few, plenty], left.__getitem__)
>>> plan.choose()
(('q', 'a'),)
>>> left[few.choice] = 0  # the answer has brought those of the other, too
>>> plan.observe(Answer(plan.choose(), Reply.RESULTS)), plan.choose()
(None, None)
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heapreplace

from leadline.harvest.settings import RefreshSettings
from leadline.model.form import Form
from leadline.model.page import Page
from leadline.model.query import Answer, Choice, Estimate
from leadline.protocols import QueryPlanner
from leadline.store.rounds import AskedAgain, KnownChoice, Sightings

_SHOWN = 5  # names that a sentence lists
_HIDDEN = 0.01  # share of what a site counts from which on more of it is worth a word: some counts are rounded


class KnownQueries:
    """`QueryPlanner`: the choices that brought known records, the one with most of them for a page first."""

    name = "refresh"
    why: str | None = None

    def __init__(
        self,
        known: Sequence[KnownChoice],
        unmet: Callable[[Choice], int],
        when_through: Callable[[], None] = lambda: None,
    ) -> None:
        """`unmet` tells how many records of a choice have not come yet; `when_through` is called before None is
        chosen."""
        # By how much it promised when somebody looked last: that only falls, so the top needs no other look.
        self._waiting = [(-one.records / one.pages, number, one) for number, one in enumerate(known)]
        heapify(self._waiting)
        self._unmet = unmet
        self._when_through = when_through
        self._asked: set[Choice] = set()

    def choose(self) -> Choice | None:
        while self._waiting:
            promised, number, best = self._waiting[0]
            left = self._unmet(best.choice) if best.choice not in self._asked else 0
            if not left:
                heappop(self._waiting)
            elif -left / best.pages > promised:
                heapreplace(self._waiting, (-left / best.pages, number, best))
            else:
                return best.choice
        self._when_through()
        return None

    def observe(self, answer: Answer) -> None:
        self._asked.add(answer.choice)

    def estimate(self) -> Estimate | None:
        return None


class OneAfterTheOther:
    """`QueryPlanner`: one planner to its end, then what of the known is left."""

    name = "refresh"

    def __init__(self, first: QueryPlanner, then: KnownQueries) -> None:
        self._first = first
        self._then = then
        self._is_through = False

    @property
    def why(self) -> str | None:
        return self._first.why

    def choose(self) -> Choice | None:
        if not self._is_through and (choice := self._first.choose()) is not None:
            return choice
        self._is_through = True
        return self._then.choose()

    def observe(self, answer: Answer) -> None:
        if not self._is_through:
            self._first.observe(answer)
        self._then.observe(answer)

    def estimate(self) -> Estimate | None:
        return self._first.estimate()


# ── alarms ────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Alarm:
    """The source is not what it was: somebody should look."""

    kind: str  # `form`, `layout` or `yield`
    why: str  # a sentence


Choices = Mapping[str, Collection[str]]


def form_alarm(before: Choices, page: Page, now: Form | None) -> Alarm | None:
    """What is different about the form on its page, which had these choices before; `now` is None where it is not
    there any more."""
    if now is None:
        return Alarm("form", f"{page.url} has the form no more that was harvested: harvest it anew, or elsewhere")
    told = list(_differences({name: set(values) for name, values in before.items()}, choices_of(now)))
    if not told:
        return None
    return Alarm("form", f"the form of {page.url} has changed: {'; '.join(told[:_SHOWN])}")


def _differences(old: Mapping[str, set[str]], new: Mapping[str, set[str]]) -> Iterator[str]:
    for word, names in (("new field", sorted(new.keys() - old.keys())), ("lost field", sorted(old.keys() - new))):
        if names:
            yield f"{word} {', '.join(names[:_SHOWN])}"
    for name in old.keys() & new.keys():
        more, fewer = new[name] - old[name], old[name] - new[name]
        shown = ", ".join(sorted(more | fewer)[:_SHOWN])
        if more or fewer:
            yield f"{name} has {len(more):,} choices more and {len(fewer):,} fewer ({shown})"


def with_former_choices(now: Form, before: Form) -> Form:
    """The form as it is now, whose lists take what they took before as well: what a site stopped to offer may be
    asked for once more, to see what became of it."""
    old = {control.name: control.options for control in before.controls if control.options}
    controls = []
    for control in now.controls:
        known = {option.value for option in control.options}
        more = tuple(option for option in old.get(control.name, ()) if option.value not in known)
        controls.append(replace(control, options=control.options + more) if known and more else control)
    return replace(now, controls=tuple(controls))


def choices_of(form: Form) -> dict[str, set[str]]:
    """What can be chosen in each field; nothing where any text can be put in."""
    found: dict[str, set[str]] = {}
    for control in form.fields:
        values = found.setdefault(control.name, set())
        values |= {option.value for option in control.options}
        if control.kind in ("radio", "checkbox"):
            values.add(control.value)
    return found


def alarms(
    met: Sightings, again: AskedAgain, settings: RefreshSettings, *, volatile: Sequence[str], believed: bool
) -> Iterator[Alarm]:
    """What is alarming about a round that was asked to its end. `volatile` are fields that differ in most records;
    `believed`: what the site counts is true."""
    asked = again.same + again.otherwise + again.empty
    # In another shape that reads the same there is nothing to look at: a newer Leadline may name it otherwise.
    if again.otherwise * 2 > asked and (volatile or met.missing):
        yield Alarm(
            "layout",
            f"{again.otherwise:,} of {asked:,} answers keep their records in another shape than before, and do "
            "not say the same: look at some of them, and harvest anew if they are read wrongly",
        )
    share = settings.believed
    if met.missing > share * met.known:
        yield Alarm(
            "yield",
            f"{met.missing:,} of {met.known:,} known records did not come: more than is believed to be gone at "
            f"once (harvest.refresh.believed = {share:g}), so none of them is called gone",
        )
    if met.new > share * met.known:
        yield Alarm("yield", f"{met.new:,} new records came beside {met.known:,} known ones")
    hidden = again.stated - again.stated_before - (met.new + met.returned)
    if believed and again.stated_before and hidden > _HIDDEN * again.stated:
        yield Alarm(
            "yield",
            f"the site counts {again.stated:,} records where it counted {again.stated_before:,}, and what is "
            f"known to ask brought {met.new:,} new ones: --full asks for the others",
        )
