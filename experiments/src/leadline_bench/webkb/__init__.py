"""WebKB replayed: real pages and the real links between them, of computer science departments in 1997.

`campus` reads the pages of each university into a closed graph, `trial` lets a strategy crawl one in search of a
class of pages, `report` compares strategies over universities. No university's own pages are in what its crawls
begin with: the topic and the ways that strategies are taught come from the others.
"""
