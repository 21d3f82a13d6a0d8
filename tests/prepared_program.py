"""`leadline` in a process of its own, without paying for its start each time.

Importing the program takes most of a second, and the suite runs it some hundred times. So one interpreter a test
process imports all of it once and then forks: what runs is a fresh process with the given words, folder, variables
and streams, ended by its own exit code or signal. What is about starting itself (imports, `--help` in a hurry, the
interpreter's own variables, kills from outside) is tested with `python -m leadline`.

    python tests/prepared_program.py SOCKET              serve: import, then fork for everybody who connects
    python -IS tests/prepared_program.py SOCKET WORD…    ask: run `leadline WORD…` here, with these streams
"""

import array
import json
import os
import signal
import socket
import sys

_OF_THE_INTERPRETER = ("PYTHON", "LC_", "LANG")
"""Variables that an interpreter reads when it starts, so that a forked one would not see them."""


def can_run(variables: dict[str, str]) -> bool:
    """Whether a program with these variables besides may be forked."""
    return not any(name.startswith(_OF_THE_INTERPRETER) and name != "PYTHONIOENCODING" for name in variables)


def ask(address: str, words: list[str], folder: str, variables: dict[str, str], streams: list[int]) -> int:
    """Run the program to its exit code; a negative one is the signal that ended it, as in `subprocess`."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.connect(address)
        wanted = json.dumps({"words": words, "folder": folder, "variables": variables}).encode()
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", streams))]
        line.sendmsg([len(wanted).to_bytes(4, "big")], rights)
        line.sendall(wanted)
        ended = b"".join(iter(lambda: line.recv(64), b""))
    return int(ended)


def _serve(address: str) -> None:
    _import_everything()
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as door:
        door.bind(address)
        door.listen()
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those that wait for programs
        while True:
            line, _ = door.accept()
            if os.fork() == 0:
                door.close()
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                _attend(line)
                os._exit(0)
            line.close()


def _import_everything() -> None:
    import gc
    import pkgutil
    from importlib import import_module

    import leadline

    for module in pkgutil.walk_packages(leadline.__path__, "leadline."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    from leadline.lexicon.languages import speaking
    from leadline.model.url import site_of

    speaking("find")
    site_of("http://www.example.com/")
    gc.freeze()


def _attend(line: socket.socket) -> None:
    """One program from its start to its end, which is told to whoever asked."""
    length, rights, _, _ = line.recvmsg(4, socket.CMSG_SPACE(3 * array.array("i").itemsize))
    streams = array.array("i")
    for _, _, data in rights:
        streams.frombytes(data)
    wanted = b""
    while len(wanted) < int.from_bytes(length, "big"):
        wanted += line.recv(65_536)
    program = os.fork()
    if program == 0:
        line.close()
        _become(json.loads(wanted), list(streams))
    _, status = os.waitpid(program, 0)
    line.sendall(str(os.waitstatus_to_exitcode(status)).encode())


def _become(wanted: dict[str, object], streams: list[int]) -> None:
    import atexit

    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    os.chdir(str(wanted["folder"]))
    os.environ.clear()
    os.environ.update(wanted["variables"])  # type: ignore[call-overload]
    encoding, _, errors = os.environ.get("PYTHONIOENCODING", "utf-8").partition(":")
    sys.stdin = open(0, encoding=encoding, errors=errors or "strict", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding=encoding, errors=errors or "strict", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding=encoding, errors="backslashreplace", closefd=False, buffering=1)  # noqa: SIM115
    sys.argv = ["leadline", *wanted["words"]]  # type: ignore[misc]
    code = 1
    try:
        from leadline.cli import main

        main()
    except SystemExit as ending:
        code = ending.code if isinstance(ending.code, int) else 0 if ending.code is None else 1
    except BaseException:
        sys.excepthook(*sys.exc_info())
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
    except OSError:
        code = 120  # as the interpreter itself ends where it cannot write what is left
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    if len(sys.argv) == 2:
        _serve(sys.argv[1])
    else:
        code = ask(sys.argv[1], sys.argv[2:], os.getcwd(), dict(os.environ), [0, 1, 2])  # noqa: PTH109  # pathlib costs a client more than all it does
        if code < 0:
            os.kill(os.getpid(), -code)
        sys.exit(code)
