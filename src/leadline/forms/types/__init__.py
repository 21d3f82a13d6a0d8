"""What a field takes: keywords, a name, a date, a price … and which end of a range it is (ALGORITHMS: B3).

- `words`     what a label or an internal name speaks of
- `options`   what a list of options is a list of
- `single`    one field by itself: markup, then options, then words; what the markup demands of a value
- `together`  the fields of one form: split dates, ends of ranges, the one field that takes keywords

A type never rests on a guess alone: where nothing speaks, it is `other`.
"""
