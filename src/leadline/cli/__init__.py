"""The command line: words in, a document or a table out, and an exit code that means something.

- `app`      the commands and their help; each only unpacks its words and calls a room
- `network`  the options every command shares that touches the web, in one place
- `shown`    what people read: tables, sentences; hostile text made harmless for a terminal
- `ending`   how a run ends: one sentence on standard error and the exit code

Exit codes: 0 done · 2 usage · 3 bad input or configuration, nothing was started · 4 stopped by a limit,
resumable · 5 network or site failed, partial results kept · 130 interrupted.
Standard output carries the result and nothing else; everything said about it goes to standard error.
"""


def main() -> None:
    """Entry point of the `leadline` script and of `python -m leadline`."""
    try:
        from leadline.cli.app import app
        from leadline.cli.ending import run
    except KeyboardInterrupt:  # an impatient Ctrl-C, before there is anybody to say so
        raise SystemExit(130) from None
    raise SystemExit(run(app))
