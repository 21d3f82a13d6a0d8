"""One crawl = one folder: the database that is the truth, the archive, and files derived from them."""
