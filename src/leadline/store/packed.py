"""What a page brings as the store keeps it, packed beforehand by somebody who has the time: a worker.

Whoever reads only addresses, as many strategies do, never has the links taken apart; forms are met on every page
of a site and stored once.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from leadline.model.form import Form
from leadline.model.later_links import Links
from leadline.model.page import Link
from leadline.model.url import url_digest
from leadline.protocols import Ranked
from leadline.store.codec import pack_form, pack_links, unpack_links


class PackedLinks(Links):
    """The links of a page as one blob, their addresses and the digests of these beside it."""

    __slots__ = ("blob", "digests")

    def __init__(self, blob: bytes, urls: tuple[str, ...], digests: tuple[int, ...]) -> None:
        super().__init__(partial(unpack_links, blob))
        self.blob, self.urls, self.digests = blob, urls, digests

    @classmethod
    def of(cls, links: Sequence[Link], blob: bytes | None = None) -> "PackedLinks":
        """`blob`: what `pack_links` made of them, where somebody has it."""
        urls = tuple(link.url for link in links)
        packed = cls(pack_links(links) if blob is None else blob, urls, tuple(map(url_digest, urls)))
        packed._links = tuple(links)
        return packed

    def __len__(self) -> int:
        return len(self.urls)

    def __reduce__(self) -> tuple[Any, ...]:
        return PackedLinks, (self.blob, self.urls, self.digests)


def digest_of(link: Ranked, known: PackedLinks | None) -> int:
    """`url_digest` of its address, which `known` links of its page have brought with them."""
    url, nth = link[0], link[4]
    # Looked at, since a strategy may have made another address of a link.
    if known is not None and nth is not None and nth < len(known.urls) and known.urls[nth] == url:
        return known.digests[nth]
    return url_digest(url)


class PackedForm(NamedTuple):
    """A form as the store keeps it, and what it is known by."""

    identity: str
    signature: str
    body: str

    @classmethod
    def of(cls, form: Form) -> "PackedForm":
        return cls(form.identity, form.signature, pack_form(form))
