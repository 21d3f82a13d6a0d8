"""What `bench throughput` compares: each a program that crawls, prints one JSON document and ends.

All take `SEEDS PAGES CONCURRENCY OUT`: a file with one URL a line, how many pages, how many requests at once, and
a folder of their own. They print at least `pages`, the answers they worked on; and `links` where nothing else
tells how many they found.
"""
