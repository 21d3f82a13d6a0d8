"""A simulated hidden web with the answer key: seed and spec → sites, graph, forms, databases, pages.

Nothing that crawls may import this room (a contract in pyproject.toml says so): it is handed in from outside,
as a `Fetcher`, a `BacklinkSource`, or an HTTP server like any other.

1. `spec` says which world; `world` makes its sites and the explicit graph between them (arrays).
2. `words/` holds the vocabularies, split between tuning and reporting worlds.
3. `sources/` are the databases; `forms/` the forms of a site, on and off topic.
4. `plan/` says which pages a site has and where its forms stand; `pages/` writes a page as a `Sheet`.
5. `render/` turns a sheet into HTML, in the layout family and class names of its site.
6. `web` answers a request: the pure function (world, request) → reply that everything is served from.
7. `serve/` puts it on a socket or behind a `Fetcher`, with faults; `truth` is the answer key.
"""
