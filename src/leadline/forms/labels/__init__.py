"""Labels of form fields: what a reader calls them (HiWE section 5.1, OPAL, LabelEx; SPEC section 4).

- `rules`         `labels_of(form, source, rule)`: ours, HiWE's, the naive one
- `names`         the accessible name
- `claims`, `composites`  who wants a text: fields, values, groups, ranges, dates
- `surroundings`, `sides`, `adjacent`, `features`  the texts near a claim, and what speaks for each
- `model`, `weights.json`, `labels.md`  the learned weights and their card
- `assignment`, `match`  all claims of a form solved together
- `groups`, `prompts`, `understand`  the answer put together
- `hiwe`          the two rules ours is measured against

>>> from leadline.forms.layout import Source
>>> from leadline.parse.document import Document
>>> html = "<form><table><tr><td>Author:<td><input name=a><tr><td>Title:<td><input name=t></table></form>"
>>> document = Document(html, "http://example.org/")
>>> [(f.label, str(f.label_source)) for f in labels_of(document.page.forms[0], Source(document))]
[('Author', 'text-left'), ('Title', 'text-left')]
"""

from leadline.forms.labels.rules import RULES, labels_of

__all__ = ["RULES", "labels_of"]
