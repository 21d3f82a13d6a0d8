"""Pages of forms of which people said what they are, as examples for a topic."""

from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from leadline.app.archived import archived_page, form_page
from leadline.app.folders import folders_of
from leadline.errors import BadTarget
from leadline.harvest.human import Decision, about_forms, decided, together
from leadline.parse.document import parse
from leadline.store.folder import CrawlFolder
from leadline.store.protocols import Store
from leadline.topics.examples import ExamplePage, fetched


def decided_examples(path: Path, topic: str) -> list[ExamplePage]:
    """Of one folder, or of all of a project: on the topic where its name was said to be the form's domain, off it
    where another was, or that the form is no search."""
    found = [example for part in folders_of(path) for example in _of(part, topic)]
    if not found:
        raise BadTarget(
            f"{path}: nobody decided what kind or domain a form there is; 'leadline serve' asks for it"
        )
    return found


def _of(path: Path, topic: str) -> Iterator[ExamplePage]:
    said = decided(path)
    with CrawlFolder.open(path, writing=False) as folder, closing(folder.open_store(writing=False)) as store:
        if folder.kind == "harvest":
            verdict = _verdict(together(said).get(None), topic)
            if verdict is not None:
                yield replace(fetched(form_page(folder, store).page), on_topic=verdict)
            return
        yield from _located(folder, store, topic, about_forms(said))


def _located(folder: CrawlFolder, store: Store, topic: str, said: Mapping[str, Decision]) -> Iterator[ExamplePage]:
    for row in store.pages.rows("forms"):
        verdict = _verdict(said.get(row["identity"]), topic)
        page = archived_page(folder, store, row["page_url"]) if verdict is not None else None
        if page is not None and verdict is not None:
            yield replace(fetched(parse(page.response)), on_topic=verdict)


def _verdict(said: Decision | None, topic: str) -> bool | None:
    if said is None or (said.domain is None and said.is_search):
        return None
    return said.is_search and said.domain == topic
