"""Content encodings undone in pieces, whatever the pieces."""

import gzip
import zlib

import brotli  # type: ignore[import-untyped]  # the package ships no types
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.web.decode import CapReached, Decoder, EncodingError, looks_packed

BODY = b"".join(b"record %d, " % (n * 7919 % 10_007) for n in range(800))


def raw_deflate(data: bytes) -> bytes:
    machine = zlib.compressobj(6, zlib.DEFLATED, -15)
    return machine.compress(data) + machine.flush()


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
    decoder = Decoder(encoding, limit=2**20)
    pieces = [packed[a:b] for a, b in zip([0, *cuts], [*cuts, len(packed)], strict=True)]
    assert b"".join(decoder.feed(piece) for piece in pieces) + decoder.finish() == BODY


@pytest.mark.parametrize("encoding", [e for e in PACKED if e not in ("", "identity")])
def test_cut_short(encoding: str) -> None:
    """A stream that ends in the middle is told, after what could be read of it."""
    decoder = Decoder(encoding, limit=2**20)
    assert BODY.startswith(decoder.feed(PACKED[encoding][: len(PACKED[encoding]) // 2]))
    with pytest.raises(EncodingError):
        decoder.finish()


@pytest.mark.parametrize("encoding", PACKED)
def test_the_cap(encoding: str) -> None:
    """Exactly `limit` bytes come out before the cap is reached, and an honest page is no bomb."""
    decoder, out = Decoder(encoding, limit=5_000), bytearray()

    def feed_all() -> None:
        for n in range(0, len(PACKED[encoding]), 100):
            out.extend(decoder.feed(PACKED[encoding][n : n + 100]))

    with pytest.raises(CapReached) as reached:
        feed_all()
    assert bytes(out + reached.value.tail) == BODY[:5_000]
    assert not reached.value.bomb


@given(st.binary(max_size=600), st.sampled_from(["gzip", "deflate", "br", "gzip, br", "deflate, gzip"]))
def test_garbage(data: bytes, encoding: str) -> None:
    """Arbitrary bytes unpack to something or raise EncodingError; nothing else."""
    decoder = Decoder(encoding, limit=2**16)
    try:
        decoder.feed(data)
        decoder.finish()
    except (EncodingError, CapReached):
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
    decoder = Decoder("gzip", limit=10**7)
    pieces = [decoder.feed(packed[at : at + step]) for at in range(0, len(packed), step)]
    assert b"".join(pieces) + decoder.finish() == b"".join(members)
