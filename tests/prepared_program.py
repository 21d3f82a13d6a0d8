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
import resource
import select
import signal
import socket
import sys

_OF_THE_INTERPRETER = ("PYTHON", "LC_", "LANG")
"""Variables that an interpreter reads when it starts, so that a forked one would not see them."""


def can_run(variables: dict[str, str]) -> bool:
    """Whether a program with these variables besides may be forked."""
    return not any(name.startswith(_OF_THE_INTERPRETER) and name != "PYTHONIOENCODING" for name in variables)


def prepared() -> str:
    """Address of the interpreter that has imported the program and forks it."""
    import time

    if not _addresses:
        _addresses.append(os.environ.get(_SHARED) or _begun())
        until = time.monotonic() + 120
        while not os.path.exists(_addresses[0]):  # noqa: PTH110  # as below
            assert time.monotonic() < until, "the prepared program did not start"
            time.sleep(0.01)
    return _addresses[0]


_addresses: list[str] = []
_SHARED = "PREPARED_PROGRAM"


def share(*, begin: bool) -> None:
    """One for this process and those it starts; where it is not begun here, whoever needs one begins its own, also
    where this process was started by tests: what it tests may be another program."""
    os.environ.pop(_SHARED, None)
    if begin:
        os.environ[_SHARED] = _begun()


def _begun() -> str:
    import atexit
    import shutil
    import subprocess
    import tempfile

    folder = tempfile.mkdtemp(prefix="leadline-tests-")
    address = f"{folder}/door"
    server = subprocess.Popen([sys.executable, __file__, address])
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    atexit.register(server.wait)
    atexit.register(server.kill)  # where a process ends without this, the server notices
    return address


def prepared_command() -> list[str]:
    """The program as the first words of a command, where `subprocess` would have `python -m leadline`.

    Whoever runs it waits for the program and has its streams, its ending and its limit on the size of files; a
    signal does not reach the program."""
    return [sys.executable, "-IS", __file__, prepared()]


def started(*words: str) -> "Started":
    """`leadline WORD…` under way here, without a word of what it says."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    try:
        return Started(prepared(), list(words), os.getcwd(), dict(os.environ), [nowhere] * 3)  # noqa: PTH109
    finally:
        os.close(nowhere)


class Started:
    """A program under way, as `subprocess.Popen` shows one; a negative code is the signal that ended it."""

    def __init__(
        self, address: str, words: list[str], folder: str, variables: dict[str, str], streams: list[int]
    ) -> None:
        self._line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._line.connect(address)
        largest = resource.getrlimit(resource.RLIMIT_FSIZE)[0]
        wanted = json.dumps(
            {"words": words, "folder": folder, "variables": variables, "largest_file": largest}
        ).encode()
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", streams))]
        self._line.sendmsg([len(wanted).to_bytes(4, "big")], rights)
        self._line.sendall(wanted)
        self.pid = int.from_bytes(self._line.recv(4, socket.MSG_WAITALL), "big")
        self._ended: int | None = None

    def wait(self, seconds: float | None = None) -> int:
        if self._ended is None:
            self._line.settimeout(seconds)
            self._ended = int(b"".join(iter(lambda: self._line.recv(64), b"")))
            self._line.close()
        return self._ended

    def poll(self) -> int | None:
        if self._ended is None and not select.select([self._line], [], [], 0)[0]:
            return None
        return self.wait()

    def kill(self) -> None:
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)


def _serve(address: str) -> None:
    parent = os.getppid()  # asked before the seconds of importing, in which it may be killed
    import_everything()
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as door:
        door.bind(f"{address}.new")
        door.listen()
        os.rename(f"{address}.new", address)  # noqa: PTH104  # whoever sees it may knock: it listens already
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those that wait for programs
        while os.getppid() == parent:  # tests that were killed could not end it
            if not select.select([door], [], [], 5)[0]:
                continue
            line, _ = door.accept()
            if os.fork() == 0:
                door.close()
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                _attend(line)
                os._exit(0)
            line.close()
    os.unlink(address)  # noqa: PTH108
    os.rmdir(os.path.dirname(address))  # noqa: PTH106, PTH120


def import_everything() -> None:
    """The whole program and what it loads when it is first used, so that what is forked from here has it."""
    import gc
    import pkgutil
    from importlib import import_module

    import leadline
    import leadline_lab

    for package in (leadline, leadline_lab):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                import_module(module.name)
    from leadline.lexicon.languages import speaking
    from leadline.model.url import site_of

    speaking("find")
    site_of("http://www.example.com/")
    _run_once()
    gc.freeze()


def _run_once() -> None:
    """The tour through everything, and some commands: libraries of the command line, models and words are read by
    the first that needs them, which took most of the time of small commands."""
    import tempfile
    import threading
    from contextlib import redirect_stderr, redirect_stdout

    from leadline.cli.app import app
    from leadline.cli.running import run

    nowhere = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    with tempfile.TemporaryDirectory() as folder, nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        for words in (["demo", "--out", f"{folder}/demo"], ["inspect", "--help"], ["status", folder]):
            run(app, words)
    tempfile.tempdir = None  # each has a TMPDIR of its own
    assert threading.active_count() == 1  # a thread would be missing in what is forked


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
    line.sendall(program.to_bytes(4, "big"))
    _, status = os.waitpid(program, 0)
    line.sendall(str(os.waitstatus_to_exitcode(status)).encode())


def _become(wanted: dict[str, object], streams: list[int]) -> None:
    import atexit

    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    os.chdir(str(wanted["folder"]))
    largest: int = wanted["largest_file"]  # type: ignore[assignment]
    if largest != resource.RLIM_INFINITY:
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))
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
        code = Started(sys.argv[1], sys.argv[2:], os.getcwd(), dict(os.environ), [0, 1, 2]).wait()  # noqa: PTH109  # pathlib costs a client more than all it does
        if code < 0:
            os.kill(os.getpid(), -code)
        sys.exit(code)
