"""The experiments of FFC, ACHE and SmartCrawler on the lab: each figure and table with plot, numbers and verdict.

- `pool`      one pool of trials that all figures are drawn from
- `verdicts`  what a paper says, and whether it came out so here: decided by intervals over worlds
- `exhibit`   a figure or table, made again
- `orders`, `ffc`, `ache`, `smart`, `features`  which ones there are, and how each is made
- `draw`      bars and grids as SVG
- `files`     what is left in a folder
"""
