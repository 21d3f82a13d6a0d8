"""Processes for experiments: spawned, quiet at Ctrl-C, and gone when the one that started them is gone.

Forked processes would share SQLite connections and locks. Left alone, workers of a killed experiment go on with
what is queued, for hours and unseen; each watches its parent.
"""

import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor


def workers(processes: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), initializer=_begin)


def _begin() -> None:
    # Ctrl-C reaches all processes of a terminal; the first of them says what is to be said.
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:  # in the background nobody is to hear it
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
