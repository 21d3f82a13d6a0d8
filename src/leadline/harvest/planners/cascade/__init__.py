"""`cascade`: everything behind a form, by the query that promises most new records a request (ALGORITHMS: C8).

| file | does |
|---|---|
| `planner.py` | the fold: first queries, then always the best proposal of all ways of asking; how it ends |
| `survey.py` | what is known: records, caps, page sizes, which queries came whole, how many there may be |
| `known.py` | what the records say, by column, value and word |
| `cells.py` | queries that were cut, how they are split, what is whole by its parts, what cannot be split |
| `dimensions.py` | a field as a way to split, with the test whether it tells anything (ISIT) |
| `choices.py` · `ranges.py`, `intervals.py` · `prefixes.py` | the parts: values of a list, intervals, beginnings |
| `orders.py` | other orders of one answer |
| `checks.py` | queries that check a root that came whole |
| `texts.py` · `arms.py` · `given.py` · `second_words.py` | what is written into a text field |
| `left.py` | answers that were left after pages of known records, gone on with at the end |
| `reach.py` | which column a text field searches and how it matches, learned from answers |
| `audits.py` | the pool that audits are drawn from |
| `resorts.py` | fields without an "any" together; what is said at the end |
| `scale.py` | numbers and dates as something to compare |
"""

from leadline.harvest.planners.cascade.planner import CascadePlanner

__all__ = ["CascadePlanner"]
