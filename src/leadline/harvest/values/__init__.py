"""Values for text fields: HiWE's label-value-set table and what feeds it (HiWE sections 3.2, 5.5; SPEC section 4).

- `block_distance`  how far two labels are apart: typing errors and moved words
- `table`           `LvsTable`: rows of (labels, fuzzy set of values), matching, the three cases of integration
- `exchange`        the table as TOML, CSV and JSON
- `sources`         data sources by query type 1 and 2: CSV, results, other forms
- `categories`      built-in categories: dates, months, countries, languages, regions …
- `fit`, `supply`   what can stand in a field, and all that is known for it
- `supplies`        everything a planner may take values from, in one value

No module here reads a file, a clock or the network: texts and dates are handed in.
"""
