"""What may go into each field of a source, and how far it is trusted: HiWE's table of labels and values.

It is what the planner chooses from: the choices of the form, a user's file, what earlier sources taught, built-in
kinds of values, and what the records that came say under a field's label.
"""

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice

from leadline.app.curves import MOST_ANSWERS, recalled_job
from leadline.errors import FormRefused
from leadline.harvest.human import with_decisions
from leadline.harvest.prepare import supplies
from leadline.harvest.values.supply import Supplies, fuzzy_set, learn_form, learn_results
from leadline.harvest.values.table import LvsTable
from leadline.model.field import Field
from leadline.store.folder import CrawlFolder
from leadline.store.protocols import Store

KnownValues = Mapping[str, tuple[tuple[str, float], ...]]
"""By a field's name; each value with its weight, the most trusted first."""


def known_values(folder: CrawlFolder, store: Store) -> KnownValues:
    """Of a harvest. Values that a person gave for a field are its only ones."""
    job, source = recalled_job(folder, store)
    values = supplies(job, source)
    table = values.table.copy()
    try:
        fields, given = with_decisions(folder.path, source.fields, {})
    except FormRefused:  # nothing is asked there; what is known is known
        fields, given = source.fields, {}
    learn_form(table, fields)
    for _, answer in islice(store.queries.answers(), MOST_ANSWERS):
        learn_results(table, answer, job.harvest.hiwe.seen_weight)
    told = replace(values, given=given)
    return {field.name: _of(field, table, told) for field in fields}


def _of(field: Field, table: LvsTable, values: Supplies) -> tuple[tuple[str, float], ...]:
    if field.finite:
        return tuple((choice.value, 1.0) for choice in field.choices if choice.value)
    return tuple(sorted(fuzzy_set(field, table, values), key=lambda known: -known[1]))
