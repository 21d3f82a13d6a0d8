"""Labels of form fields: what a reader calls them (HiWE section 5.1, OPAL, LabelEx; SPEC section 4).

- `rules`         `labels_of(form, source, rule)`: ours, HiWE's, the naive one; parts of a form that open
- `names`         the accessible name; what stands in an empty field
- `claims`        who wants a text: fields, values, groups, ranges, dates
- `surroundings`, `features`  the texts near a claim, and what speaks for each
- `matching`, `weights.json`, `labels.md`  the learned weights and their card; all claims of a form solved together
- `reading`       labels and groups put together
- `hiwe`          the two rules ours is measured against
"""
