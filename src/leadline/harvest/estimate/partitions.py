"""Parts of a source: which came whole, by themselves or by parts of their own, and what the others may hold.

A query is *resolved* if its answer is whole, or if for one more field every choice below it is resolved. A field
without an open choice ("any") narrows every query: what is chosen there by default is one part only, unless its
other choices bring what the default brought ("=", "<=" beside an empty box).
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from leadline.harvest.estimate.ledger import MOST, Ledger, Node
from leadline.harvest.estimate.parts import Parts, Rest
from leadline.harvest.evidence import Partition
from leadline.model.field import Field
from leadline.model.query import Choice

_FEWEST = 5  # parts before others are judged by them
_DEEPEST = 6
_AGREEING = 2  # other choices of a list that bring nothing but what its default brought: one may be a double entry


class Partitions:
    """Looks at a ledger through the lists of a form."""

    def __init__(self, fields: Sequence[Field]) -> None:
        self._lists = {field.name: field for field in fields if field.finite and field.narrowing}
        self._defaults: dict[str, str] = {
            name: field.standing for name, field in self._lists.items() if field.standing is not None
        }
        """What is asked for where nothing is said, unless that is "any"."""
        self._opened: set[str] = set()  # of these, the ones whose default has turned out to be an "any"

    def narrowed(self, choice: Choice) -> Choice:
        """A choice without what asks for nothing, and with what a form asks for by itself."""
        said = {**self._defaults, **dict(choice)}
        return tuple(sorted((name, value) for name, value in said.items() if not self._is_open(name, value)))

    def _is_open(self, name: str, value: str) -> bool:
        field = self._lists.get(name)
        if name in self._opened:
            return field is not None and value == field.standing
        return value == (field.anything if field is not None else "")

    def look_again(self, ledger: Ledger) -> None:
        """See which lists without an "any" do not part the source after all, and read the ledger by that: parts
        have no records in common, so a choice with records of the default's and no other is none."""
        standing = tuple(sorted(self._defaults.items()))
        if not any(query.narrowed == standing and query.records for query in ledger.queries):
            return
        parting = (name for name in self._defaults if self._lists[name].anything is None)
        open_now = [name for name in parting if self._is_no_partition(name, ledger)]
        for name in open_now:
            self._opened.add(name)
            del self._defaults[name]
        for query in ledger.queries if open_now else ():
            query.narrowed = self.narrowed(query.asked.choice)

    def close(self, names: Collection[str], ledger: Ledger) -> None:
        """Take lists for such without an "any": what was taken for one is a value (`openness`)."""
        new = [name for name in names if name in self._lists and self._lists[name].anything is not None]
        for name in new:
            field = self._lists[name] = replace(self._lists[name], any_value=None)
            if field.standing is not None:
                self._defaults[name] = field.standing
        for query in ledger.queries if new else ():
            query.narrowed = self.narrowed(query.asked.choice)

    def _is_no_partition(self, name: str, ledger: Ledger) -> bool:
        field, others = self._lists[name], {key: said for key, said in self._defaults.items() if key != name}
        standing = field.selected  # where several are chosen, each of them brings what they bring together
        beside = [dict(query.narrowed) for query in ledger.queries if query.records]
        new = [query.new for query in ledger.queries if query.records]
        alone = [
            more
            for asked, more in zip(beside, new, strict=True)
            if asked.get(name) not in (None, self._defaults[name], *standing)
            and {key: value for key, value in asked.items() if key != name} == others
        ]
        return len(alone) >= min(_AGREEING, len({*field.narrowing} - {*standing})) and not any(alone)

    @property
    def lists(self) -> frozenset[str]:
        return frozenset(self._lists)

    def asked_through(self, ledger: Ledger) -> frozenset[str]:
        """Lists all of whose values were asked for, with whatever words."""
        asked = {pair for query in ledger.queries for pair in query.narrowed}
        return frozenset(
            name for name, field in self._lists.items() if {(name, value) for value in field.narrowing} <= asked
        )

    @property
    def binding(self) -> frozenset[str]:
        """Lists without an "any": whatever is asked for chooses one of their parts."""
        choosing = (name for name in self._defaults if self._lists[name].anything is None)
        return frozenset(name for name in choosing if len(self._lists[name].narrowing) > 1)

    def told(self, partitions: Sequence[Partition], ledger: Ledger) -> Iterator[frozenset[str]]:
        """Templates that have everything as a planner says, who is not believed where the site has counted more,
        nor about what nobody asked for; nor where another list without an "any" chose a part of everything, unless
        each of its parts is there, too."""
        proofs = [one for one in partitions if one.is_proof]
        for told in (one for one in proofs if not one.base):
            parts = [one.base for one in proofs if {name for name, _ in one.base} <= {*told.template}]
            is_contradicted = any(ledger.contradicts(self.narrowed(base)) for base in (told.base, *parts))
            others = self.binding - {*told.template}
            is_of_all = all(self._is_there(name, proofs, ledger) for name in others)
            if is_of_all and not is_contradicted and self._was_asked(told, proofs, ledger):
                yield frozenset(told.template)

    def _was_asked(self, told: Partition, proofs: Sequence[Partition], ledger: Ledger) -> bool:
        """Whether what a planner tells of a list rests on its values: each was asked for, or its own parts were.
        What is taken to be whole because something wider is says nothing by this list."""
        name, *others = told.template
        chosen = [*(query.narrowed for query in ledger.queries), *(self.narrowed(one.base) for one in proofs)]
        if others or name not in self._lists:
            return any(pair[0] in told.template for asked in chosen for pair in asked)
        standing = {pair for pair in self._defaults.items() if pair[0] != name}
        wanted = {frozenset({(name, value)}) for value in self._lists[name].narrowing}
        return wanted <= {frozenset(asked) - standing for asked in chosen}

    def _is_there(self, name: str, proofs: Sequence[Partition], ledger: Ledger) -> bool:
        """Whether every value of a list came whole, at once or by parts of its own."""
        standing = {pair for pair in self._defaults.items() if pair[0] != name}
        at_once = (query.narrowed for query in ledger.queries if ledger.is_whole(query))
        whole = [*at_once, *(self.narrowed(one.base) for one in proofs)]
        wanted = {frozenset({(name, value)}) for value in self._lists[name].narrowing}
        return wanted <= {frozenset(one) - standing for one in whole}

    def resolved(self, ledger: Ledger) -> Iterator[frozenset[str]]:
        """The templates by which the whole source came in parts that are all resolved; a single, empty one where
        one query has everything."""
        answers = {frozenset(query.narrowed): ledger.is_whole(query) for query in ledger.queries}
        children: dict[frozenset[tuple[str, str]], dict[str, set[str]]] = {}
        for asked in answers:
            for name, value in asked:
                if name in self._lists:
                    children.setdefault(asked - {(name, value)}, {}).setdefault(name, set()).add(value)
        whole = _Resolver(answers, children, self._lists)
        root: frozenset[tuple[str, str]] = frozenset()
        if answers.get(root) and self._holds_most(frozenset(), ledger):
            yield frozenset()
            return
        names = (name for name in children.get(root, {}) if whole.by(root, name, 0))
        yield from (frozenset({name}) for name in names if self._holds_most(frozenset({name}), ledger))

    def _holds_most(self, template: frozenset[str], ledger: Ledger) -> bool:
        """Whether the queries of a partition brought most of what is known: "nothing found" for each of its parts
        says that a site wants something else filled in as well."""
        if not template:
            own = max((query.records for query in ledger.queries if not query.narrowed), default=0)
        else:
            within = (q for q in ledger.queries if template <= {name for name, _ in q.narrowed})
            own = sum(query.records for query in within)
        return own > 0 and own >= MOST * ledger.seen

    def rests(self, ledger: Ledger) -> Iterator[Rest]:
        """For each list that was asked for in part: what is missing by its parts."""
        parts = Parts(ledger, self._lists)
        root: Node = frozenset()
        for name in parts.children.get(root, ()):
            found = parts.by(root, name, _FEWEST)
            if found is not None and self._holds_most(frozenset({name}), ledger):
                yield found


@dataclass(slots=True)
class _Resolver:
    answers: Mapping[frozenset[tuple[str, str]], bool]
    children: Mapping[frozenset[tuple[str, str]], Mapping[str, set[str]]]
    lists: Mapping[str, Field]

    def of(self, asked: frozenset[tuple[str, str]], depth: int) -> bool:
        if self.answers.get(asked):
            return True
        return depth < _DEEPEST and any(self.by(asked, name, depth) for name in self.children.get(asked, ()))

    def by(self, asked: frozenset[tuple[str, str]], name: str, depth: int) -> bool:
        wanted = set(self.lists[name].narrowing)
        if not wanted <= self.children.get(asked, {}).get(name, set()):
            return False
        return all(self.of(asked | {(name, value)}, depth + 1) for value in wanted)
