"""`bench safety`: whether anything but looking things up was asked of a site, as the site's own server saw it.

1. `patterns` says which requests are meant; `cases` reads the case files, one a language (`cases/*.toml`).
2. `answers` is what each case's site shows; `server` puts all of them on one port and writes down what was asked.
3. `run` harvests and locates over it as the commands do; `report` makes figures and tables of what was seen.
"""
