"""Every published claim of ours, re-measured: one file a benchmark, one frame for all of them.

- `report`      what a benchmark says: settings, figures, tables; as JSON or for people
- `statistics`  intervals and paired differences
- `measure`     one program in a process of its own: its CPU time, wall time, memory and answer
- `pages`, `server`  a synthetic site on many loopback addresses, the same for every crawler
- `crawlers/`   the programs that `throughput` compares
- `throughput`, `proof`  CPU time a page beside Scrapy; that the work behind it was done
- `frontier`, `frontier_load`  millions of URLs through the store's frontier

A benchmark asserts that the work was done (`leadline.errors.WorkNotDone`); its figures are ratios within one run.
"""
