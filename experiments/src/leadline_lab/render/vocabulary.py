"""Class names and ids of a site: drawn from one pool for all sites, whatever they hold.

A template names *slots* (`menu-item`); a site has a word for each, in one of five styles: words, blocks and
elements, hashes of a build tool, abbreviations, none at all. What a page or a site is about has no part in it.
"""

from collections.abc import Mapping
from typing import Literal

from leadline_lab.randomness import Dice
from leadline_lab.render.writing import Hand

Style = Literal["words", "blocks", "hashes", "short", "none"]
STYLES: tuple[Style, ...] = ("words", "blocks", "hashes", "short", "none")

ZONES = ("page", "header", "nav", "main", "aside", "footer", "columns")
"""Slots that are ids at some sites."""

POOL: Mapping[str, str] = {
    "body": "site body default layout page-body home-layout wide fixed theme-light js-off",
    "page": "page wrapper container wrap outer site-wrap canvas shell main-wrapper frame",
    "header": "header top masthead site-header banner page-head topbar head branding hd",
    "nav": "nav navigation menu main-nav sidebar left leftcol site-nav navbar menubar primary-nav",
    "main": "main content middle center primary page-content maincol article-area body-text bd",
    "aside": "aside right rightcol secondary sidebar2 extra teaser-col widgets related-col side",
    "footer": "footer bottom foot site-footer page-foot colophon baseline ft credits",
    "columns": "columns row two-col inner grid flex middle-row content-wrap cols main-row",
    "box": "box block module widget panel section part card region inner unit",
    "list-head": "title box-title widget-title heading block-head caption subhead list-title",
    "heading": "title headline heading page-title h entry-title section-title",
    "prose": "text copy para body-copy intro rte entry lead",
    "menu": "menu nav-list links menu-list navlist list-unstyled items topmenu",
    "menu-item": "menu-item nav-item item li entry link-item",
    "menu-link": "nav-link menu-link link lnk a1",
    "teasers": "teasers news stories list posts articles items overview stream",
    "teasers-item": "teaser story post item article-item card entry media",
    "teasers-link": "teaser-link more title-link read-more permalink",
    "teaser-title": "teaser-title item-title post-title headline name",
    "teaser-text": "teaser-text summary excerpt abstract desc snippet",
    "directory": "directory entries linklist sites list catalogue index-list all",
    "directory-item": "directory-item entry site item listing row",
    "directory-link": "external ext site-link out url",
    "related": "related see-also more-links side-list box-list recommended",
    "related-item": "related-item also entry item",
    "related-link": "rel-link side-link also-link",
    "archive": "archive by-date months history older list-archive",
    "archive-item": "archive-item month entry item",
    "archive-link": "archive-link date-link arc",
    "tags": "tags keywords topics labels tag-list categories",
    "tags-item": "tag keyword topic badge chip",
    "tags-link": "tag-link tag-a label-link",
    "crumbs": "breadcrumb breadcrumbs crumbs path trail you-are-here pathway",
    "crumbs-item": "crumb breadcrumb-item step node",
    "crumbs-link": "crumb-link path-link",
    "legal": "legal footer-links bottom-nav small-print meta-nav imprint-links",
    "legal-item": "legal-item foot-item meta-item",
    "legal-link": "foot-link legal-link small-link",
    "form": "form frm std-form form-horizontal data-form box-form fields input-form user-form",
    "form-head": "form-title form-head legend-title box-head caption",
    "line": "line form-row side-by-side h-row inline-group pair flex-row hgroup",
    "row": "row form-group field form-row control-group line input-row fld formline",
    "label-cell": "label-cell col-label l form-label col-sm-3 lbl-col",
    "field-cell": "field-cell col-field r controls col-sm-9 input-col",
    "label": "label lbl control-label field-label caption-text form-label",
    "input": "input form-control text-field inp textbox txt field-input",
    "choice": "choice radio checkbox option check opt form-check",
    "group": "group fieldset section field-group form-section set",
    "legend": "legend group-title set-title subhead section-head",
    "actions": "actions buttons form-actions submit-row btn-row controls-row",
    "button": "button btn submit btn-primary but go action-button cta",
    "required": "required req mandatory star must",
    "results": "results list table items listing data-list view-content grid-list",
    "record": "record item row listing entry result product hit card-item",
    "record-other": "alt odd even stripe row2",
    "record-head": "record-head th col-head column-title",
    "record-title": "record-title name title item-name headline",
    "cell": "cell col value info attr data meta",
    "cell-head": "cell-head key term attr-name data-label k",
    "details": "details facts properties spec data-sheet info-table attributes",
    "details-head": "detail-head key prop name-col dt",
    "details-value": "detail-value val prop-value dd",
    "pager": "pager pagination pages page-nav paging nav-links page-links",
    "page-step": "page-step page-item page pg page-number",
    "page-here": "current active here selected on this-page",
    "more": "load-more more-button show-more btn-more next-items",
    "trap": "extra-field fld2 more-info hpf optional-info aux field-b ohnohoney",
    "icon": "icon ico img-link arrow",
    "spare-a": "inner2 holder clear group1 area slot zone-a",
    "spare-b": "bx outer2 hold pane well cell-b tile",
    "spare-c": "stack layer level cluster band strip segment",
}
"""Slot → words, drawn from by every site."""

_WORDS = {slot: tuple(words.split()) for slot, words in POOL.items()}
_OFTEN_UNNAMED = frozenset(
    {"prose", "heading", "label-cell", "field-cell", "cell", "details-value", "body", "icon"}
)
_UNNAMED_LINKS = 0.75
_BLOCKS = ("site", "page", "c", "o", "app", "ui", "l", "m", "main", "block", "t3", "pw", "x", "core")
_CAMEL = ("Page", "Layout", "App", "Main", "View", "Content", "Module", "Base")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_MIXED = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_BASE36 = "abcdefghijklmnopqrstuvwxyz0123456789"

FORM_WORDS: Mapping[str, str] = {
    "search": "search searchform search-form search-box searchbox quick-search",
    "site-search": "search searchform search-form search-box searchbox quick-search",
    "login": "login signin login-form login-box",
    "registration": "register signup registration-form join",
    "mailing-list": "newsletter subscribe newsletter-form mailing",
    "contact": "contact contact-form feedback enquiry",
    "order": "order checkout basket-form order-form",
    "poll": "poll vote survey-box",
    "quote": "quote request-quote offer-form",
    "password-recovery": "forgot reset-password lost-password",
    "navigation": "jump quick-nav go-to chooser",
    "other": "misc tool calc tool-form",
}
"""What a third of all sites call a form after its purpose."""


class Names:
    """A site's names for slots: `attribute` for templates, `selector` for its style sheet."""

    __slots__ = ("_attributes", "_hand", "_selectors", "style")

    def __init__(self, roll: Dice, style: Style, hand: Hand) -> None:
        self.style = style
        self._hand = hand
        self._attributes: dict[str, str] = {}
        self._selectors: dict[str, str] = {}
        maker = _Maker(roll, style)
        with_ids = roll.chance(0.35)
        used: set[str] = set()
        for slot, words in _WORDS.items():
            rolled, named = roll.random(), maker.name(words)
            if style == "none" and not (with_ids and slot in ZONES):
                continue
            if (slot in _OFTEN_UNNAMED and rolled < 0.6) or (slot.endswith("-link") and rolled < _UNNAMED_LINKS):
                continue
            while named in used:
                named = f"{named}{len(used) % 9 + 1}"
            used.add(named)
            self._keep(slot, named, as_id=with_ids and slot in ZONES)

    def _keep(self, slot: str, name: str, *, as_id: bool) -> None:
        kind, mark = ("id", "#") if as_id else ("class", ".")
        self._attributes[slot] = self._hand.attributes(((kind, name),))
        self._selectors[slot] = mark + name.replace(" ", ".")

    def attribute(self, slot: str) -> str:
        """With a space before it; empty where the site has no name for it."""
        return self._attributes.get(slot, "")

    def selector(self, slot: str) -> str:
        return self._selectors.get(slot, "")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Names) and self._attributes == other._attributes

    def __hash__(self) -> int:
        return hash(tuple(self._attributes.items()))


class _Maker:
    """Makes names in one style."""

    __slots__ = ("_block", "_camel", "_joint", "_kind", "_roll", "_style")

    def __init__(self, roll: Dice, style: Style) -> None:
        self._roll = roll
        self._style = style
        self._block = roll.pick(_BLOCKS)
        self._camel = roll.pick(_CAMEL)
        self._joint = roll.pick(("-", "-", "-", "_", "camel"))
        self._kind = roll.below(3)

    def name(self, words: tuple[str, ...]) -> str:
        word = self._roll.pick(words)
        if self._style == "blocks":
            return f"{self._block}__{word}" if self._kind else f"{self._block}-{word}"
        if self._style == "hashes":
            return self._hashed(word)
        if self._style == "short":
            return self._short(word)
        return self._joined(word)

    def _joined(self, word: str) -> str:
        if self._joint == "camel":
            first, *others = word.split("-")
            return first + "".join(part.capitalize() for part in others)
        return word.replace("-", self._joint)

    def _hashed(self, word: str) -> str:
        if self._kind == 0:
            return f"css-{self._drawn(_BASE36, 6)}"
        if self._kind == 1:
            return f"{self._camel}_{self._joined(word)}__{self._drawn(_MIXED, 5)}"
        return f"sc-{self._drawn(_LETTERS, 6)}"

    def _short(self, word: str) -> str:
        kept = word[0] + "".join(c for c in word[1:] if c not in "aeiou-")
        return kept[: 2 + self._kind] + ("" if self._roll.chance(0.7) else str(self._roll.between(1, 9)))

    def _drawn(self, letters: str, length: int) -> str:
        return "".join(self._roll.pick(letters) for _ in range(length))
