"""Every kind of side door by its name, the best first: what tells whole records in bulk comes before what only
names them, and what is known to be a part of everything comes last."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from leadline.doors.adapters import data_lists, xml_lists
from leadline.doors.addresses import fits
from leadline.model.door import Door, DoorPage
from leadline.model.page import Response, Truncation

Adapter = Callable[[Response], DoorPage | None]
"""What one answer has; None where it is none of this kind. All that it takes to go on stands in the address, so
that a door is gone through again, by `resume` or from the archive, without anything being remembered."""

KINDS: Mapping[str, Adapter] = MappingProxyType(
    {
        "ckan": data_lists.ckan,
        "socrata": data_lists.socrata,
        "odata": data_lists.odata,
        "wfs": data_lists.wfs,
        "oai-pmh": xml_lists.oai,
        "blog": data_lists.blog,
        "table": data_lists.table,
        "csv": data_lists.separated,
        "opensearch": xml_lists.opensearch,
        "sitemap": xml_lists.sitemap,
        "feed": xml_lists.feed,
    }
)
SPOKEN = {
    "ckan": "CKAN catalogue",
    "socrata": "Socrata data set",
    "odata": "OData service",
    "wfs": "WFS service",
    "oai-pmh": "OAI-PMH repository",
    "blog": "JSON of the blog",
    "table": "table as JSON",
    "csv": "CSV file",
    "opensearch": "OpenSearch list",
    "sitemap": "sitemap",
    "feed": "feed",
}


def read_door(door: Door, response: Response) -> DoorPage | None:
    """One answer of a door, without what is none of its records; None where it is no answer of that kind."""
    if not response.ok:
        return None
    page = KINDS[door.kind](response)
    if page is None:
        return None
    if door.shapes:
        page = replace(page, listed=tuple(one for one in page.listed if fits(one.url, door.shapes)))
    return replace(page, is_cut=page.is_cut or response.truncated in tuple(Truncation))
