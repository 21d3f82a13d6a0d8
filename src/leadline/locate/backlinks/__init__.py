"""Who links to a site: the real providers behind `leadline.protocols.BacklinkSource`.

The `link:` operator of the papers is gone from every search engine, so there are two substitutes:

1. A **host graph** in Common Crawl's text format (`hostgraph`): exact, off-line, no limits on questions; knows
   hosts, not pages, so it answers with home pages. `graph_files` reads the files, `graph_columns` makes an
   index of them once, in bounded memory; opening the index costs nothing.
2. A **search engine** asked for mentions (`search`): `"site" -site:site`, since a page that links to a site
   mostly names it. SearXNG, which anybody can run, and Brave, which wants a key.

`named` turns what `--backlinks` says into one of these. A provider never ends a crawl: what goes wrong is noted
and the answer is empty.
"""
