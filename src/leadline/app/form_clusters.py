"""Forms of an earlier crawl in groups, each a file of example pages for `leadline topic train`."""

from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path

from leadline.errors import BadTarget
from leadline.store.codec import dumps, unpack_form
from leadline.store.folder import CrawlFolder
from leadline.topics.form_clusters import FormCluster, FoundForm, cluster_forms


@dataclass(frozen=True, slots=True)
class Clustered:
    """The groups, and the file of each."""

    clusters: tuple[FormCluster, ...]
    files: tuple[Path, ...]

    def as_json(self) -> dict[str, object]:
        made = zip(self.clusters, self.files, strict=True)
        return {"clusters": [{**asdict(one), "file": str(file)} for one, file in made]}


def cluster_folder(path: Path, out: Path, most: int) -> Clustered:
    """Cluster the searches that a crawl found, and write their pages, one URL a line."""
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise BadTarget(f"{out}: there is something already; --out is a new folder for the clusters")
    clusters = cluster_forms(_found(path), most)
    if not clusters:
        raise BadTarget(f"{path} holds no searches; crawl with --find searchable, which keeps those of any topic")
    out.mkdir(parents=True, exist_ok=True)
    files = []
    for number, cluster in enumerate(clusters, 1):
        file = out / f"cluster-{number}.txt"
        file.write_text("".join(f"{url}\n" for url in cluster.pages), encoding="utf-8")
        files.append(file)
    return Clustered(tuple(clusters), tuple(files))


def _found(path: Path) -> list[FoundForm]:
    with (
        CrawlFolder.open(path, writing=False) as folder,
        closing(folder.open_store(writing=False)) as store,
    ):
        rows = list(store.pages.rows("forms"))
    return [
        FoundForm(unpack_form(dumps(row["form"])), row["page_url"], row["site"]) for row in rows if row["form"]
    ]
