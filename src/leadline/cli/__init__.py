"""The command line: words in, a document or a table out, and an exit code that means something.

- `app`        the commands and their help; `locate`, `harvest`, `folders` and `topic` hold those with many words
- `network`    the options every command shares that touches the web, in one place
- `running`    a command from its start to its exit code: progress and sentences on standard error
- `terminal`   the one place through which words reach a terminal; `shown` is what `inspect` shows

Each command turns its words into a call of `leadline.app` and what that tells into text, and does nothing else.

Exit codes: 0 done · 2 usage · 3 bad input or configuration, nothing was started · 4 stopped by a limit,
resumable · 5 network or site failed, partial results kept · 130 interrupted.
Standard output carries the result and nothing else; everything said about it goes to standard error.
"""

from leadline.cli.running import main

__all__ = ["main"]
