"""What is harvested: a form on its page, which of its fields may be filled, and how a choice becomes a request."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from leadline.harvest.fields import fillable_fields
from leadline.harvest.page_size import longest_pages
from leadline.model.field import Field, FieldType, UnderstoodForm
from leadline.model.form import Form
from leadline.model.page import Page, Request
from leadline.model.permit import Permit
from leadline.model.query import Choice, Query
from leadline.parse.document import Document
from leadline.store.batch import SourcePage
from leadline.submit.fill import button_for, default_query
from leadline.submit.submit import request_for

_LETTERS = 1_000_000
"""Of a page's text, kept to tell what is no record of any answer."""
_WORDS = (FieldType.KEYWORD, FieldType.NAME, FieldType.OTHER, FieldType.CATEGORY)
"""Types of fields that take a made-up word, the likeliest first."""


@dataclass(frozen=True, slots=True)
class HarvestSource:
    """One form of one page."""

    document: Document
    """The page the form stands on."""
    form: Form
    permit: Permit
    """The gate's, for every query."""
    fields: tuple[Field, ...]
    """Those a planner may fill; what the user set is not among them."""
    sets: tuple[tuple[str, str], ...] = ()
    """What the user set: part of every query."""
    pages: tuple[tuple[str, str], ...] = ()
    """What makes pages of results long (`leadline.harvest.page_size`): part of every query as well."""
    fetched_at: float = 0.0
    """When the page came."""

    @classmethod
    def of(
        cls,
        document: Document,
        understood: UnderstoodForm,
        permit: Permit,
        sets: Mapping[str, str],
        fetched_at: float = 0.0,
    ) -> Self:
        fields = fillable_fields(understood, tuple(sets), document.page.language)
        pages = longest_pages(understood, tuple(sets))
        return cls(document, understood.form, permit, fields, tuple(sets.items()), pages, fetched_at)

    @property
    def page(self) -> Page:
        return self.document.page

    @property
    def page_url(self) -> str:
        return self.page.url

    @property
    def told(self) -> SourcePage:
        return SourcePage(self.page.url, self.page.text[:_LETTERS])

    @property
    def takes_words(self) -> str | None:
        """A text field that a nonsense word can be put into, None if there is none."""
        free = [field for field in self.fields if not field.finite and field.type in _WORDS]
        return min(free, key=lambda field: _WORDS.index(field.type)).name if free else None

    def filled(self, form: Form, choice: Choice) -> tuple[Query, Request]:
        """The query of a choice, and the request that sends it; `form` has the hidden values of the moment.

        Raises `MissingValue` where the form insists on a field nobody has a value for.
        """
        sets = dict(self.pages) | dict(choice) | dict(self.sets)
        button = button_for(form, sets, self.page.language)
        query = default_query(form, sets, button)
        page = self.page
        request = request_for(form, query, page.charset, button=button, base_url=page.base_url, permit=self.permit)
        return query, request
