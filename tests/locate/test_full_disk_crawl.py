"""A disk that is full at any moment of a crawl: one sentence, exit 5, and what goes on is the same crawl."""

import os
from pathlib import Path

import pytest

from leadline.store.folder import is_free
from prepared_program import prepared_command
from small_disk import small_disk

MOMENTS = int(os.environ.get("LEADLINE_FULL", "2"))
"""`make kills` does fifty."""
SMALLEST, LARGEST = 32 * 1024, 1200 * 1024
SIZES = [SMALLEST + (LARGEST - SMALLEST) * (2 * n + 1) // (2 * MOMENTS) for n in range(MOMENTS)]


@pytest.mark.parametrize(("number", "size"), list(enumerate(SIZES)))
def test_a_full_disk_changes_nothing(
    crawled: Path, builtin_web: str, tmp_path: Path, number: int, size: int
) -> None:
    """With more room `resume` (or the same command) gives the log of a crawl that had room from the beginning."""
    program = prepared_command()
    (tmp_path / "seeds.txt").write_text("http://motoring.example/\n")
    web = ["--connect-to", builtin_web, "--delay", "0.01"]
    with small_disk(tmp_path / "disk", size, mount=number % 2 == 0) as disk:
        out = disk.folder / "out"
        crawl = ["--topic", "auto", "--seeds", str(tmp_path / "seeds.txt"), "--option", "locate.open_groups=1"]
        begin = [*program, "locate", *crawl, "--out", str(out), *web]
        full = disk.run(begin)
        told = [line for line in full.stderr.splitlines() if line.startswith("leadline: ")]
        assert full.returncode in (0, 5), full.stderr
        assert "Traceback" not in full.stderr
        assert len(told) == (1 if full.returncode else 0), full.stderr
        disk.grow()
        done = disk.run(begin if is_free(out) else [*program, "resume", str(out), *web])
        assert done.returncode == 0, done.stderr
        logs = [disk.run([*program, "export", str(f), "log"]).stdout for f in (out, crawled / "located")]
        assert logs[0] == logs[1]
