"""Content encodings undone in pieces, whatever the pieces."""

import gzip
import time
import zlib
from contextlib import suppress

import brotli  # type: ignore[import-untyped]  # the package ships no types
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.errors import BrokenEncoding, TooBig
from leadline.model.page import Truncation
from leadline.web.content_encoding import BodyDecoder, looks_packed

BODY = b"".join(b"record %d, " % (n * 7919 % 10_007) for n in range(800))


def raw_deflate(data: bytes) -> bytes:
    machine = zlib.compressobj(6, zlib.DEFLATED, -15)
    return machine.compress(data) + machine.flush()


def decoder(encoding: str, cap: int) -> BodyDecoder:
    return BodyDecoder("http://a.example/", encoding, cap)


PACKED = {
    "": BODY,
    "identity": BODY,
    "gzip": gzip.compress(BODY),
    "x-gzip": gzip.compress(BODY[:99]) + gzip.compress(b"") + gzip.compress(BODY[99:]),
    "GZIP ": gzip.compress(BODY) + b"\x00" * 40,
    "deflate": zlib.compress(BODY),
    "deflate,": raw_deflate(BODY),
    "br": brotli.compress(BODY),
    "br, gzip": gzip.compress(brotli.compress(BODY)),
    "gzip, deflate, br": brotli.compress(zlib.compress(gzip.compress(BODY))),
}


@pytest.mark.parametrize("encoding", PACKED)
@given(data=st.data())
def test_any_pieces(encoding: str, data: st.DataObject) -> None:
    """The body comes out the same whichever way the packed bytes are cut."""
    packed = PACKED[encoding]
    cuts = sorted(data.draw(st.lists(st.integers(0, len(packed)), max_size=8)))
    body = decoder(encoding, cap=2**20)
    pieces = [packed[a:b] for a, b in zip([0, *cuts], [*cuts, len(packed)], strict=True)]
    assert all(body.feed(piece) for piece in pieces)
    assert body.finish() == (BODY, None)


@pytest.mark.parametrize("encoding", [e for e in PACKED if e not in ("", "identity")])
def test_cut_short(encoding: str) -> None:
    """A stream that ends in the middle is told, after what could be read of it."""
    body = decoder(encoding, cap=2**20)
    assert body.feed(PACKED[encoding][: len(PACKED[encoding]) // 2])
    try:
        content, truncated = body.finish()
    except BrokenEncoding:
        assert not body.content
    else:
        assert content
        assert BODY.startswith(content)
        assert truncated is Truncation.ENCODING


@pytest.mark.parametrize("encoding", PACKED)
def test_the_cap(encoding: str) -> None:
    """Exactly `limit` bytes come out before the cap is reached, and an honest page is no bomb."""
    body, packed = decoder(encoding, cap=5_000), PACKED[encoding]
    assert not all(body.feed(packed[n : n + 100]) for n in range(0, len(packed), 100))
    assert body.finish() == (BODY[:5_000], Truncation.SIZE)


@given(st.binary(max_size=600), st.sampled_from(["gzip", "deflate", "br", "gzip, br", "deflate, gzip"]))
def test_garbage(data: bytes, encoding: str) -> None:
    """Arbitrary bytes unpack to something or raise one of the two errors there are for it; nothing else."""
    body = decoder(encoding, cap=2**16)
    magic = b"\x1f\x8b" if encoding.endswith("gzip") else b""  # without it they are taken as they are
    try:
        body.feed(magic + data)
        body.finish()
    except (BrokenEncoding, TooBig):
        return


@pytest.mark.parametrize("data", [b"\x1f", b"\x1f\x8b", b"\x1f\x8b\x08rest"])
def test_looks_packed(data: bytes) -> None:
    """However short the first piece, gzip is recognised by what there is of its magic."""
    assert looks_packed("gzip", data)


@pytest.mark.parametrize("step", [1_000, 4_096, 10**7])
def test_long_members_in_a_row(step: int) -> None:
    """Members that are longer than what is unpacked at once follow each other without a seam."""
    members = [
        bytes(n % 251 for n in range(start, start + size)) for start, size in ((0, 300_000), (7, 262_144), (9, 5))
    ]
    packed = b"".join(gzip.compress(member) for member in members)
    body = decoder("gzip", cap=10**7)
    assert all(body.feed(packed[at : at + step]) for at in range(0, len(packed), step))
    assert body.finish() == (b"".join(members), None)


@pytest.mark.parametrize("encoding", ["gzip, br", "gzip, gzip", "gzip, deflate, br", "deflate, br", "br, gzip"])
def test_nothing_in_two_coats(encoding: str) -> None:
    """Bytes between two encodings count against the cap: streams of nothing end like streams of something."""
    nothing = {"gzip": gzip.compress(b""), "deflate": b"\x00\x00\x00\xff\xff", "br": b"\x06"}
    inner, *coats = encoding.split(", ")
    packed = nothing[inner] * (40 * 2**20 // len(nothing[inner]))
    for coat in coats:
        packed = {"br": lambda d: brotli.compress(d, quality=5, lgwin=24), "gzip": gzip.compress,
                  "deflate": zlib.compress}[coat](packed)  # fmt: skip
    body, started = decoder(encoding, cap=10 * 2**20), time.process_time()
    with suppress(BrokenEncoding, TooBig):
        body.feed(packed)
        body.finish()
    honest = time.process_time()
    plain = brotli.compress(bytes(range(256)) * 40_000, quality=1)
    decoder("br", cap=10 * 2**20).feed(plain)
    assert honest - started < 0.3 + 10 * (time.process_time() - honest)


def test_blocks_of_gzip() -> None:
    """A long body in the 64 KB members that block compressors write is read whole."""
    block = bytes(65_280)
    body = decoder("gzip", cap=10 * 2**20)
    assert body.feed(gzip.compress(block) * 150 + gzip.compress(b""))
    assert body.finish() == (block * 150, None)
