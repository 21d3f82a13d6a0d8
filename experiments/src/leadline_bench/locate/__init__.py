"""`leadline bench locate`: strategies over the same worlds from the same seeds, beside the oracle and chance.

- `laboratory`  one world, opened: its pages, its answer key, the seeds of a domain
- `facts`, `truth`  what is true about the forms of a page; critics that know it
- `cache`, `visitor`  pages read once, for every strategy and every later run
- `oracle`, `ways`  the strategy that knows where all forms are; how it knows
- `variants`    strategies with something changed about them; learning scaled to the budget
- `lessons`     what strategies are taught before they begin
- `trial`, `witness`, `counting`  one strategy on one domain of one world: how many forms after how many pages
- `experiment`  many trials on several processes; finished ones are never run again
- `provenance`  which code made a file
- `summary`, `plot`  figures, tables, and curves as SVG
"""
