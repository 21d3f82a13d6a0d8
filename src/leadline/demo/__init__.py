"""A small web of our own, built in: `pages/` are plain HTML files anyone can read, `site` says which host shows
which of them and with what manners, `server` has that web on a loopback port under all its names, `stock` is its
one database, `tour` what `leadline demo` visits. Only the command line uses it: nothing that crawls may."""
