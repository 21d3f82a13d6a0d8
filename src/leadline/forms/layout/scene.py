"""What a reader sees of a form: texts and widgets with their places, in document order."""

from collections.abc import Iterator
from dataclasses import dataclass

from leadline.forms.layout.arrange import arrange
from leadline.forms.layout.boxes import Box, Placed, Text, Widget
from leadline.forms.layout.shown import put_as_shown
from leadline.forms.layout.source import Source
from leadline.model.form import Form


@dataclass(frozen=True, slots=True)
class Scene:
    """A form laid out. The boxes around a text or widget are reached through `within`."""

    sketch: Box
    texts: tuple[Text, ...]
    widgets: tuple[Widget, ...]
    shown: bool = False
    """Whether places are those of a browser."""


def scene_of(source: Source, form: Form, *, widened: bool = True) -> Scene:
    """Lay out one form of a page, as a browser did if the page was rendered; with what stands around it, or as
    HiWE does, without."""
    sketch = source.sketch(form, widened=widened)
    arrange(sketch)
    shown = source.is_shown(form)
    if shown:
        put_as_shown(sketch)
    texts: list[Text] = []
    widgets: list[Widget] = []
    for item in _leaves(sketch):
        if isinstance(item, Text):
            texts.append(item)
        else:
            widgets.append(item)
    return Scene(sketch, tuple(texts), tuple(widgets), shown)


def boxes_around(item: Placed) -> Iterator[Box]:
    """Innermost first."""
    box = item.within
    while box is not None:
        yield box
        box = box.within


def _leaves(sketch: Box) -> Iterator[Text | Widget]:
    pending: list[Box | Text | Widget] = [sketch]
    while pending:
        item = pending.pop()
        if isinstance(item, Box):
            pending.extend(i for i in reversed(item.items) if isinstance(i, Box | Text | Widget))
        else:
            yield item
