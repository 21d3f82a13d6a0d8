"""The command line: words in, a document or a table out, and an exit code that means something.

Each command turns its words into a call of `leadline.app` and what that tells into text, and does nothing else.

Exit codes: 0 done · 2 usage · 3 bad input or configuration, nothing was started · 4 stopped by a limit,
resumable · 5 network or site failed, partial results kept · 130 interrupted.
Standard output carries the result and nothing else; everything said about it goes to standard error.
"""

from leadline.cli.start import main

__all__ = ["main"]
