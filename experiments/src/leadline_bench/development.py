"""Where the development data lies, and what its archives hold. It is never part of the repository."""

import os
import tarfile
from collections.abc import Iterator
from pathlib import Path

from leadline.errors import BadConfiguration

FOUND = Path("../shared/data")
"""Where development data lies beside a checkout."""
VARIABLE = "LEADLINE_DATA"
"""Names another place."""


def data_folder() -> Path:
    folder = Path(os.environ.get(VARIABLE) or FOUND)
    if not folder.is_dir():
        raise BadConfiguration(f"{folder} is no folder; {VARIABLE} names the one with the development data")
    return folder


def development_data() -> Path | None:
    """The same, or None where there is none: for figures that are told only if they can be."""
    folder = Path(os.environ.get(VARIABLE) or FOUND)
    return folder if folder.is_dir() else None


def members(archive: Path, every: int = 1) -> Iterator[tuple[str, bytes]]:
    """Names and bytes of an archive's files, or of each n-th."""
    with tarfile.open(archive) as tar:
        for number, member in enumerate(m for m in tar if m.isfile()):
            stream = tar.extractfile(member) if number % every == 0 else None
            if stream is not None:
                yield member.name, stream.read()
