"""What people decided about a source: one line a decision in `decisions.jsonl` of its folder, never rewritten.

It stands beside what the program found out and over it: what was corrected stays corrected whenever the source is
harvested on or again. The last word about a thing counts. A decision makes a harvest narrower or says what
something is; none of them lets a form be sent that the gate refuses, since a folder may come from anybody.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from leadline.answers.records.identity import TEXT, URL
from leadline.errors import BadConfiguration, BadTarget, FormRefused
from leadline.forms.kinds.model import KINDS
from leadline.harvest.profile import SourceProfile
from leadline.harvest.settings import HarvestSettings
from leadline.harvest.source import planned
from leadline.model.field import Field, FieldType

DECISIONS = "decisions.jsonl"
_SEARCH = "search"
T = TypeVar("T")
_WORDS = ("at", "field", "label", "type", "kind", "domain", "region", "key", "form")
_MOST = 10_000  # values of one field


@dataclass(frozen=True, slots=True)
class Decision:
    """About a field (its label, its type, whether it is filled, the values that are tried in it) or, without one,
    about the form: whether it may be asked at all, what it is, what its records are. None is what was not said."""

    at: str
    field: str | None = None
    label: str | None = None
    type: str | None = None
    use: bool | None = None
    values: tuple[str, ...] | None = None
    forbidden: bool | None = None
    approved: bool | None = None  # it is a search, however sure the classifier is; the gate is asked as ever
    kind: str | None = None  # what it is for (`KINDS`)
    domain: str | None = None  # of which topic its records are
    region: str | None = (
        None  # which rows of answers are records: a shape, as `/regions` lists them; "" takes back
    )
    key: str | None = None  # what records go by: a field, `url`, `text`; "" takes back
    form: str | None = None  # in the folder of a crawl: which of the forms it found

    @property
    def is_search(self) -> bool:
        """Whether nobody said that it is something else."""
        return self.kind in (None, _SEARCH)

    def check(self, names: Sequence[str]) -> None:
        if self.field is not None and self.field not in names:
            raise BadTarget(f"the form has no field {self.field[:80]!r}; it has {', '.join(names)}")
        if self.type is not None and self.type not in set(FieldType):
            raise BadTarget(f"{self.type[:80]!r} is no type of a field; they are {', '.join(FieldType)}")
        if self.kind is not None and self.kind not in KINDS:
            raise BadTarget(f"{self.kind[:80]!r} is no kind of a form; they are {', '.join(KINDS)}")
        if self.region and self.region.count("|") < 2:
            raise BadTarget(f"{self.region[:80]!r} is no region; /regions of the folder lists them")
        if self.values is not None and len(self.values) > _MOST:
            raise BadTarget(f"{len(self.values):,} values are more than {_MOST:,}; give them with --values FILE")


def decided(folder: Path) -> list[Decision]:
    """In the order they were made. Raises `BadConfiguration` where the file is not as we write it."""
    file = folder / DECISIONS
    if not file.is_file():
        return []
    try:
        return [_read(json.loads(line)) for line in file.read_text("utf-8").splitlines() if line.strip()]
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise BadConfiguration(f"{file} cannot be read: {error}; correct it, or delete it") from error


def _read(said: dict[str, Any]) -> Decision:
    values = said.pop("values", None)
    if not (values is None or (isinstance(values, list) and all(isinstance(one, str) for one in values))):
        raise ValueError("values are a list of texts")
    if not all(isinstance(said.get(name, ""), str) for name in _WORDS):
        raise ValueError("names, labels and types are texts")
    return Decision(**said, values=tuple(values) if values is not None else None)


def decide(folder: Path, decision: Decision) -> None:
    """One line more, with the system when this returns."""
    with (folder / DECISIONS).open("a", encoding="utf-8") as out:
        out.write(json.dumps({name: said for name, said in asdict(decision).items() if said is not None}) + "\n")


def together(decisions: Sequence[Decision]) -> Mapping[str | None, Decision]:
    """The last word about each field, and about the form, under None."""
    return _last_words([one for one in decisions if one.form is None], lambda one: one.field)


def about_forms(decisions: Sequence[Decision]) -> Mapping[str, Decision]:
    """The last word about each form that a crawl found, by its identity."""
    return _last_words([one for one in decisions if one.form is not None], lambda one: str(one.form))


def _last_words(decisions: Sequence[Decision], about: Callable[[Decision], T]) -> dict[T, Decision]:
    found: dict[T, Decision] = {}
    for one in decisions:
        before = found.get(about(one), Decision(one.at, one.field, form=one.form))
        said = {name: value for name, value in asdict(one).items() if value is not None}
        found[about(one)] = replace(before, **said)
    return found


def with_decisions(
    folder: Path, fields: Sequence[Field], given: Mapping[str, Sequence[str]]
) -> tuple[Sequence[Field], Mapping[str, Sequence[str]]]:
    """The fields and values as people have them. Raises `FormRefused` where they forbade the form."""
    known = together(decided(folder))
    form = known.get(None)
    if form is not None and form.forbidden:
        raise FormRefused(
            f"{folder / DECISIONS} says that somebody forbade this form on {form.at}; nothing is sent"
        )
    if form is not None and not form.is_search:
        raise FormRefused(
            f"{folder / DECISIONS} says that somebody called this form {form.kind!r} on {form.at}, which is no "
            "search; nothing is sent"
        )
    kept: list[Field] = []
    values = dict(given)
    for field in fields:
        one = known.get(field.name)
        if one is None:
            kept.append(field)
            continue
        if one.use is False:
            continue
        only = frozenset(one.values) if one.values and field.finite else field.only
        if one.values and not field.finite:
            values[field.name] = list(one.values)
        kind = FieldType(one.type) if one.type is not None and one.type in set(FieldType) else field.type
        label = one.label if one.label is not None else field.label
        kept.append(planned(replace(field, label=label, type=kind, only=only)))
    return kept, values


def approved(folder: Path, settings: HarvestSettings) -> HarvestSettings:
    """The settings for a form of which a person said that it is a search: how sure the classifier is does not
    matter then. The gate is asked as ever."""
    form = together(decided(folder)).get(None)
    said = form is not None and (form.approved or form.kind == _SEARCH)
    return replace(settings, searchable=0.0) if said else settings


def cut_as_decided(folder: Path, profile: SourceProfile) -> SourceProfile:
    """What is known about a source, with what a person said about its records."""
    form = together(decided(folder)).get(None)
    if form is None:
        return profile
    if form.key:
        by = form.key if form.key in (URL, TEXT) else f"={form.key}"
        profile = replace(profile, identity=profile.identity.fixed(by))
    return replace(profile, region=form.region or None)
