"""Processes to be killed: a kill costs a fork, and not the start of an interpreter.

One list for all tests: what is to be loaded beforehand is a setting of the whole process, and the last one to say
it wins. Two files said it once, and the crawls of one of them took seven times as long.
"""

import multiprocessing

PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(
    [
        "numpy", "leadline.app.locate", "leadline.web.http", "leadline.parse.document",
        "leadline.store.archive", "leadline.store.sqlite.store",
    ]
)  # fmt: skip
