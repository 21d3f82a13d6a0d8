"""The visible strings of forms: what stands before and after a control, its labels and legends, button texts.

All are slices of the page's list of words, or of those that are not seen, for a form that is hidden as a whole. A
control's neighbours are those seen with it: a hidden input between a label and its field separates nothing for a
reader.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence

from selectolax.lexbor import LexborNode

from leadline.model.form import BUTTONS, Invisible, Option
from leadline.parse.controls import LONGEST_LEGENDS, LONGEST_TEXT, MOST_REPEATED, options_of
from leadline.parse.marked import MarkedTree
from leadline.parse.owners import Draft

_MOST_WORDS = 100  # words kept before or after a control; a label is shorter, a page is not
_MOST_OUTSIDE = 20
"""Words kept after a control that stands outside of its form in the tree, so that no end is known."""
_MOST_IN_FORM = 5_000  # words of a form's text; some pages are one form
_PICTURES, _LONGEST_NAME = 4, 400  # icons of one button, and letters of a name, that are looked at
_AROUND_BUTTONS = 3  # boxes around a button in which a group of buttons is looked for: one and its wrappers
_FIELDS = "select,textarea,input:not([type=submit]):not([type=button]):not([type=image]):not([type=reset])"
_LONGEST_WORD = 40  # letters of a word on the average, in a text that is cut after so many words
_EACH = 40  # characters an option takes besides what it says
Span = tuple[int, int]


class Captions:
    """Strings around the controls of one page."""

    def __init__(self, page: MarkedTree, drafts: Sequence[Draft]) -> None:
        self._page = page
        self._flow = page.flow
        self._before: dict[int, int] = {}
        self._after: dict[int, int] = {}
        self._neighbours(drafts)
        self._contents = self._content_spans(drafts)
        self._withheld = self._withheld_spans()
        self._form_ends = self._ends(drafts)
        self._labels = self._labelled(drafts)
        self._texts: dict[int, str] = {}
        self._lists: dict[str, tuple[Option, ...]] | None = None
        self._handed_out: dict[str, int] = {}
        self._repeated = 0

    def before(self, draft: Draft) -> str:
        """Back to the previous control, or to the beginning of the form."""
        flow, end = self._flow, self._flow.start[draft.number]
        start = self._before[draft.number]
        if self._in_form(draft) and start < flow.start[draft.form] <= end:
            start = flow.start[draft.form]
        return " ".join(self._between(draft, max(start, end - _MOST_WORDS), end))[-LONGEST_TEXT:]

    def after(self, draft: Draft) -> str:
        """On to the next control, or to the end of the form."""
        flow, start = self._flow, self._flow.end[draft.number]
        end = self._after[draft.number]
        if self._in_form(draft) and not draft.pointed and start <= flow.end[draft.form] < end:
            end = flow.end[draft.form]
        most = _MOST_OUTSIDE if draft.pointed or draft.form < 0 else _MOST_WORDS
        return " ".join(self._between(draft, start, min(end, start + most)))[:LONGEST_TEXT]

    def _between(self, draft: Draft, start: int, end: int) -> list[str]:
        """Of the words that the control's place counts in; of hidden ones those that are seen once it is."""
        if self._flow.seen[draft.number]:
            return self._flow.words[start:end]
        first, last = (bisect_left(self._withheld, (place, 0)) for place in (start, end))
        return _without(self._withheld[max(0, first - 1) : last], self._flow.unseen, start, end, _MOST_WORDS)

    def _in_form(self, draft: Draft) -> bool:
        """Whether the place of its form counts in the same words."""
        return draft.form >= 0 and self._flow.seen[draft.form] == self._flow.seen[draft.number]

    def labels(self, draft: Draft) -> tuple[str, ...]:
        numbers = self._labels.get(draft.number)
        return tuple(text for number in numbers if (text := self._text(number))) if numbers else ()

    def legends(self, fieldsets: Sequence[int]) -> tuple[str, ...]:
        if not fieldsets:
            return ()
        kept: list[str] = []
        room = LONGEST_LEGENDS
        for fieldset in reversed(fieldsets):
            legend = self._page.around.legends.get(fieldset)
            if legend is not None and room > 0 and (text := self._text(legend)):
                kept.append(text[:room])
                room -= len(kept[-1])
        return tuple(reversed(kept))

    def group(self, draft: Draft) -> tuple[str, ...]:
        """The name of the group that a button stands in with other buttons and no field (WAI-ARIA 1.2, 5.3)."""
        box = draft.node.parent if draft.kind in BUTTONS else None
        for _ in range(_AROUND_BUTTONS):
            if box is None or box.tag == "form":
                break
            if (box.attributes.get("role") or "") in ("group", "toolbar"):
                name = " ".join((box.attributes.get("aria-label") or "").split())
                return (name[:LONGEST_TEXT],) if name and box.css_first(_FIELDS) is None else ()
            box = box.parent
        return ()

    def button(self, draft: Draft) -> str:
        """What stands on a button: its text, the value of an input, or the words that stand for an image."""
        if draft.kind not in BUTTONS:
            return ""
        attributes = draft.attributes
        if draft.tag == "button":
            within = self._flow.within(draft.number, LONGEST_TEXT)
            image = None if within else draft.node.css_first("img[alt]")
            texts = [within, image.attributes.get("alt") if image is not None else ""]
        else:
            texts = [attributes.get(name) for name in (("alt", "value") if draft.kind == "image" else ("value",))]
        text = next(filter(None, (*texts, attributes.get("aria-label"), attributes.get("title"))), "")
        return " ".join(text[: 2 * LONGEST_TEXT].split())[:LONGEST_TEXT]

    def pictures(self, draft: Draft) -> tuple[str, ...]:
        """Names of the images and icons in a `<button>` that has no words: `trash.png`, `fa-search`."""
        if draft.tag != "button" or self._flow.within(draft.number, 1):
            return ()
        inner = draft.node.css("img,i,span,svg,use")[:_PICTURES]
        return tuple(name for node in inner for name in _names(node))

    def form(self, number: int) -> str:
        return self._outside(number, self._flow.start[number], self._form_ends[number], _MOST_IN_FORM)

    def datalist(self, name: str) -> tuple[Option, ...]:
        """Options of the `<datalist>` of that id, each list read once however many inputs share it, and handed out
        again as long as that does not make a small page a large one."""
        if self._lists is None:
            self._lists = {}
            by_id = self._page.by_id
            for node in self._page.tree.document.css("datalist[id]"):
                if node.id and by_id.get(node.id) == node.mem_id:
                    self._lists[node.id] = options_of(node)
        options = self._lists.get(name, ())
        if name in self._handed_out:
            self._repeated += self._handed_out[name]
            return options if self._repeated <= MOST_REPEATED else ()
        self._handed_out[name] = sum(len(option.value) + len(option.label) + _EACH for option in options)
        return options

    def _neighbours(self, drafts: Sequence[Draft]) -> None:
        flow = self._flow
        for words, seen in ((flow.words, True), (flow.unseen, False)):
            numbers = [d.number for d in drafts if not d.withheld and flow.seen[d.number] == seen]
            reached = 0
            for number in numbers:
                self._before[number] = min(reached, flow.start[number])
                reached = max(reached, flow.end[number])
            following = len(words)
            for number in reversed(numbers):
                self._after[number] = max(following, flow.end[number])
                following = flow.start[number]

    def _content_spans(self, drafts: Sequence[Draft]) -> dict[bool, list[Span]]:
        """Words that are values of selects and text areas, and no text about them."""
        spans: dict[bool, list[Span]] = {True: [], False: []}
        flow = self._flow
        for draft in drafts:
            if draft.tag in ("select", "textarea") and flow.end[draft.number] > flow.start[draft.number]:
                spans[flow.seen[draft.number]].append((flow.start[draft.number], flow.end[draft.number]))
        return spans

    def _withheld_spans(self) -> list[Span]:
        """Words hidden within forms that are hidden themselves: they stay so when the form is opened."""
        flow, around, found = self._flow, self._page.around, list[Span]()
        for number in around.groups:
            hides = self._page.elements.groups[number].invisible not in (None, Invisible.ARIA)
            if hides and not flow.seen[number] and around[number].form >= 0:
                reached = found[-1][1] if found else 0
                if flow.end[number] > max(reached, flow.start[number]):
                    found.append((max(reached, flow.start[number]), flow.end[number]))
        return found

    def _ends(self, drafts: Sequence[Draft]) -> dict[int, int]:
        """A form that was split ends with its last control, not where the tree says."""
        ends = {number: self._flow.end[number] for number in self._page.forms}
        for draft in drafts:
            if draft.pointed and self._flow.seen[draft.number] == self._flow.seen[draft.form]:
                ends[draft.form] = max(ends[draft.form], self._flow.end[draft.number])
        return ends

    def _labelled(self, drafts: Sequence[Draft]) -> dict[int, list[int]]:
        """Control → its labels, in document order: named by `for`, or the first control within (HTML 4.10.4)."""
        groups, found = self._page.elements.groups, dict[int, list[int]]()
        by_node = {d.node.mem_id: d.number for d in drafts if d.kind != "hidden"}
        labels = [number for number in self._page.around.groups if groups[number].tag == "label"]
        for number in labels:
            if "for" in groups[number].attributes:
                target = self._page.by_id.get(groups[number].attributes["for"] or "", 0)
                if (control := by_node.get(target)) is not None:
                    found.setdefault(control, []).append(number)
        taken: set[int] = set()
        for draft in drafts:
            for number in () if draft.kind == "hidden" else self._page.around[draft.number].labels:
                if number not in taken and "for" not in groups[number].attributes:
                    taken.add(number)
                    found.setdefault(draft.number, []).append(number)
        for numbers in found.values():
            numbers.sort()
        return found

    def _text(self, number: int) -> str:
        if number not in self._texts:
            start, end = self._flow.start[number], self._flow.end[number]
            self._texts[number] = self._outside(number, start, end, _MOST_WORDS)[:LONGEST_TEXT]
        return self._texts[number]

    def _outside(self, number: int, start: int, end: int, most: int) -> str:
        """The words from `start` to `end` without the contents of selects and text areas among them."""
        seen = self._flow.seen[number]
        words = self._flow.words if seen else self._flow.unseen
        spans = self._contents[seen]
        between = spans[bisect_left(spans, (start, 0)) : bisect_left(spans, (end, 0))]
        return " ".join(_without(between, words, start, end, most))[: most * _LONGEST_WORD]


def _without(spans: Iterable[Span], words: Sequence[str], start: int, end: int, most: int) -> list[str]:
    """The first words from `start` to `end` that stand in none of the spans."""
    kept: list[str] = []
    for begin, stop in spans:
        if len(kept) >= most:
            break
        kept += words[start : min(begin, start + most)]
        start = max(start, stop)
    return [*kept, *words[start : min(end, start + most)]][:most]


def _names(node: LexborNode) -> list[str]:
    attributes = node.attributes
    source = attributes.get("src") or attributes.get("href") or attributes.get("xlink:href") or ""
    last = source[:_LONGEST_NAME].rpartition("#")[2].partition("?")[0].rpartition("/")[2].partition(".")[0]
    classes = (attributes.get("class") or "")[:_LONGEST_NAME].split()
    return [name for name in (last, *classes[:6]) if name]
