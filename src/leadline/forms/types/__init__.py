"""What a field takes: keywords, a name, a date, a price … and which end of a range it is (ALGORITHMS: B3).

- `words`     what a label or an internal name speaks of
- `options`   what a list of options is a list of
- `single`    one field by itself: markup, then options, then words; what the markup demands of a value
- `together`  the fields of one form: split dates, ends of ranges, the one field that takes keywords

A type never rests on a guess alone: where nothing speaks, it is `other`.

>>> from leadline.model.field import Field
>>> from leadline.parse.document import parse_html
>>> html = "<form>Preis von <input name=p1> bis <input name=p2> <input name=plz></form>"
>>> labels = ["Preis von", "bis", ""]
>>> controls = parse_html(html, "http://example.org/").forms[0].fields
>>> found = types_of([Field((control,), label) for control, label in zip(controls, labels, strict=True)])
>>> [(str(field.type), field.end) for field in found.fields], found.composites
([('price', 'low'), ('price', 'high'), ('zip', '')], (Composite(kind='range', members=(0, 1)),))
"""

from leadline.forms.types.together import Composite, Typed, types_of

__all__ = ["Composite", "Typed", "types_of"]
