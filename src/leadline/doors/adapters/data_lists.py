"""Data services: CKAN, Socrata, OData, WFS, table servers, blogs' JSON, CSV files."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any
from urllib.parse import parse_qsl

from leadline.answers.json_table import stated_count
from leadline.doors.addresses import with_parameters
from leadline.doors.markup import XmlNode, pairs_of, read_xml
from leadline.model.door import DoorPage, Listed
from leadline.model.page import Response, header
from leadline.model.url import join
from leadline.web.charset import decoded

_ROWS = 100  # asked for at once: what the services themselves give at most, or a fraction of it
_DEEPEST = 4
_TITLES = ("title", "name", "label", "headline", "display_name")
_URLS = ("url", "link", "uri", "href", "permalink", "landingpage", "html_url")
_KEYS = ("id", "identifier", "uuid", "guid", "@id", "rowid")


def _data(response: Response) -> Any:
    try:
        return json.loads(decoded(response).text)
    except (ValueError, RecursionError):
        return None


def listed_of(thing: Mapping[str, Any], base: str, url: str = "", key: str = "") -> Listed:
    """A thing of JSON with its values in their order; parts of parts have the names of both."""
    fields = tuple((name, text) for name, text in _cells(thing, "", 0) if text)
    low = {name.lower(): value for name, value in reversed(fields)}
    own = url or next((low[name] for name in _URLS if name in low), "")
    address = join(base, own) if own else None
    title = next((low[name] for name in (*_TITLES, "title rendered") if name in low), "")
    return Listed(address or "", title, fields, key or next((low[name] for name in _KEYS if name in low), ""))


def _cells(value: Any, name: str, depth: int) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict) and depth < _DEEPEST:
        for key, one in value.items():
            yield from _cells(one, f"{name} {key}".strip(), depth + 1)
    elif isinstance(value, list) and depth < _DEEPEST:
        for one in value:
            yield from _cells(one, name, depth + 1)
    elif isinstance(value, dict | list):
        yield name, json.dumps(value, ensure_ascii=False)
    elif value is not None and not isinstance(value, bool):
        yield name, _plain(str(value))


def _plain(text: str) -> str:
    """Text of a value that may be HTML."""
    if "<" not in text or ">" not in text:
        return " ".join(text.split())
    from selectolax.lexbor import LexborHTMLParser

    body = LexborHTMLParser(text).body
    return " ".join(body.text(separator=" ").split()) if body is not None else ""


def _things(found: object, base: str) -> tuple[Listed, ...]:
    rows = found if isinstance(found, list) else []
    return tuple(listed_of(row, base) for row in rows if isinstance(row, dict))


def _after(url: str, name: str, by: int) -> str:
    """The same list, so many records further."""
    before = dict(parse_qsl(url.partition("?")[2])).get(name, "0")
    return with_parameters(url, {name: str((int(before) if before.isdecimal() else 0) + by)})


def _offset(response: Response, name: str, listed: tuple[Listed, ...], total: int | None, full: int) -> str | None:
    """Where a list that is paged by numbers goes on: while pages are full, or fewer came than it counts."""
    begun = dict(parse_qsl(response.url.partition("?")[2])).get(name, "0")
    done = (int(begun) if begun.isdecimal() else 0) + len(listed)
    more = done < total if total is not None else len(listed) >= full
    return _after(response.url, name, len(listed)) if more and listed else None


def ckan(response: Response) -> DoorPage | None:
    """CKAN's `package_search`: data sets with all that is said about them."""
    data = _data(response)
    result = data.get("result") if isinstance(data, dict) else None
    if not isinstance(result, dict) or not isinstance(result.get("results"), list):
        return None
    total = result.get("count") if isinstance(result.get("count"), int) else None
    rows = [row for row in result["results"] if isinstance(row, dict)]
    root = response.url.partition("/api/")[0]
    listed = tuple(
        listed_of(row, response.url, f"{root}/dataset/{row['name']}" if row.get("name") else "") for row in rows
    )
    return DoorPage(listed, following=_offset(response, "start", listed, total, _ROWS), total=total)


def socrata(response: Response) -> DoorPage | None:
    """Socrata's rows of one data set (SODA 2), by `$offset`."""
    data = _data(response)
    if not isinstance(data, list) or not all(isinstance(row, dict) for row in data):
        return None
    listed = _things(data, response.url)
    return DoorPage(listed, following=_offset(response, "$offset", listed, None, 1_000))


def odata(response: Response) -> DoorPage | None:
    """OData 4: a service document names its sets, a set goes on by `@odata.nextLink`."""
    data = _data(response)
    rows = data.get("value") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(rows, list):
        return None
    sets = [
        row for row in rows if isinstance(row, dict) and row.get("kind") in ("EntitySet", None) and "url" in row
    ]
    if str(data.get("@odata.context", "")).endswith("$metadata") and len(sets) == len(rows):
        base = response.url.partition("?")[0].rstrip("/") + "/"
        urls = (join(base, str(row["url"])) for row in sets)
        return DoorPage(parts=tuple(with_parameters(url, {"$count": "true"}) for url in urls if url is not None))
    count, ahead = data.get("@odata.count"), data.get("@odata.nextLink")
    following = join(response.url, ahead) if isinstance(ahead, str) else None
    total = int(count) if isinstance(count, int | str) and str(count).isdecimal() else None
    return DoorPage(_things(rows, response.url), following=following, total=total)


def wfs(response: Response) -> DoorPage | None:
    """WFS 2.0: capabilities name the types of features, which come as GeoJSON, or as GML where that is refused."""
    data = _data(response)
    if isinstance(data, dict) and isinstance(data.get("features"), list):
        rows = [row for row in data["features"] if isinstance(row, dict)]
        listed = tuple(
            listed_of(row.get("properties") or {}, response.url, key=str(row.get("id", ""))) for row in rows
        )
        total = data.get("numberMatched")
        counted = total if isinstance(total, int) else None
        return DoorPage(listed, following=_offset(response, "startIndex", listed, counted, _ROWS), total=counted)
    root = read_xml(response.body)
    if root is None:
        return None
    if root.name == "WFS_Capabilities":
        base = response.url.partition("?")[0]
        names = (node.said("Name") for node in root.all("FeatureType"))
        return DoorPage(parts=tuple(_features(base, name) for name in dict.fromkeys(names) if name))
    if root.name != "FeatureCollection":
        return None
    listed = tuple(_gml(root))
    matched = root.get("numberMatched")
    counted = int(matched) if matched.isdecimal() else None
    return DoorPage(listed, following=_offset(response, "startIndex", listed, counted, _ROWS), total=counted)


def _features(base: str, name: str) -> str:
    asked = {"service": "WFS", "version": "2.0.0", "request": "GetFeature", "typeNames": name, "count": str(_ROWS)}
    return with_parameters(base, {**asked, "startIndex": "0", "outputFormat": "application/json"})


def _gml(root: XmlNode) -> Iterator[Listed]:
    for member in root.children:
        for feature in member.children if member.name in ("member", "featureMember", "featureMembers") else ():
            fields = tuple(pairs_of(feature))
            low = {name.lower(): value for name, value in reversed(fields)}
            title = next((low[name] for name in _TITLES if name in low), "")
            yield Listed("", title, fields, feature.get("id"))


def table(response: Response) -> DoorPage | None:
    """A table as JSON: rows as things, or as lists beside the names of their columns; it goes on by its own
    `next_url` or `next`."""
    data = _data(response)
    if isinstance(data, list):
        return (
            DoorPage(_things(data, response.url)) if data and all(isinstance(row, dict) for row in data) else None
        )
    if not isinstance(data, dict):
        return None
    rows = next(
        (data[name] for name in ("rows", "data", "items", "results", "records") if _is_list(data, name)), None
    )
    if rows is None:
        return None
    columns = data.get("columns")
    if isinstance(columns, list) and all(isinstance(row, list) for row in rows):
        rows = [dict(zip(map(str, columns), row, strict=False)) for row in rows]
    ahead = data.get("next_url") or data.get("next")
    following = join(response.url, ahead) if isinstance(ahead, str) and "/" in ahead else None
    counted = data.get("filtered_table_rows_count")
    total = counted if isinstance(counted, int) else stated_count(data, len(rows))
    return DoorPage(_things(rows, response.url), following=following, total=total)


def _is_list(data: Mapping[str, Any], name: str) -> bool:
    return isinstance(data.get(name), list)


def blog(response: Response) -> DoorPage | None:
    """A blog's JSON (the REST interface of WordPress): posts and pages, with their numbers in headers."""
    data = _data(response)
    if isinstance(data, dict) and isinstance(data.get("routes"), dict):
        root = response.url.partition("?")[0].rstrip("/")
        kinds = [kind for kind in ("posts", "pages") if f"/wp/v2/{kind}" in data["routes"]]
        return DoorPage(parts=tuple(f"{root}/wp/v2/{kind}?per_page={_ROWS}&page=1" for kind in kinds))
    if not isinstance(data, list):
        return None
    stated, pages = (header(response.headers, name) or "" for name in ("x-wp-total", "x-wp-totalpages"))
    page = dict(parse_qsl(response.url.partition("?")[2])).get("page", "1")
    more = pages.isdecimal() and page.isdecimal() and int(page) < int(pages)
    following = with_parameters(response.url, {"page": str(int(page) + 1)}) if more else None
    total = int(stated) if stated.isdecimal() else None
    return DoorPage(_things(data, response.url), following=following, total=total)


_MOST_ROWS = 500_000


def separated(response: Response) -> DoorPage | None:
    """A CSV file: names in its first line, a record in each other."""
    text = decoded(response).text.removeprefix("\ufeff")
    start = text[:64].lstrip()
    if not start or start.startswith(("<", "{", "[")):
        return None
    first = text.partition("\n")[0]
    mark = max(",;\t|", key=first.count)
    if not first.count(mark):
        return None
    try:
        rows = list(islice(csv.reader(io.StringIO(text), delimiter=mark), _MOST_ROWS + 1))
    except csv.Error:
        return None
    names, rows = rows[0], [row for row in rows[1:] if any(row)]
    fit = sum(len(row) == len(names) for row in rows)
    if not rows or len({*names}) < 2 or fit * 10 < len(rows) * 9:
        return None  # prose with commas
    things = (dict(zip(names, row, strict=False)) for row in rows[:_MOST_ROWS])
    cut = response.truncated is not None or len(rows) > _MOST_ROWS
    return DoorPage(tuple(_cells_of(things, response.url)), is_cut=cut)


def _cells_of(things: Iterable[dict[str, str]], base: str) -> Iterator[Listed]:
    for thing in things:
        yield listed_of({name or "column": value for name, value in thing.items()}, base)
