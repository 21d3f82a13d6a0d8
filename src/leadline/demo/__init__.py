"""A small web of our own, built in: pages that show what real ones do, and a server for them.

- `pages/`   the pages, plain HTML files anyone can read
- `site`     which host shows which page, and with what manners (redirect, gzip, old charset, robots.txt)
- `server`   that web on a loopback port, under all its host names at once
- `stock`    the one database of it
- `tour`     what `leadline demo` visits, and its crawl

Only the command line uses this room: nothing that crawls may know it.
"""
