"""JSON Server with react-admin (npm): cards that come as one scrolls down, asked for by GET; Spanish.

How many there are stands in a header of the answer alone. The same addresses take changes, by other methods.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from urllib.parse import urlencode

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import dated, natural
from app_oracle import Ask
from app_records import Item

PAGE = """<!doctype html><html lang="es"><head><meta charset="utf-8"><title>Archivo</title></head>
<body><div id="root"></div><script src="/archivo.js"></script></body></html>
"""
SCRIPT = """
import React from "react";
import { createRoot } from "react-dom/client";
import { Admin, DateField, InfiniteList, Resource, SearchInput, TextField, WithListContext } from "react-admin";
import jsonServer from "ra-data-json-server";
import { BrowserRouter } from "react-router-dom";

const Hojas = () => (
  <InfiniteList title="Hojas" actions={false} perPage={20} filters={[<SearchInput source="q" alwaysOn />]}>
    <WithListContext render={({ data }) => (data || []).map(hoja => (
      <article key={hoja.id}>
        <h3>{hoja.titulo}</h3>
        <p><em>{[hoja.clase, hoja.autor, hoja.lugar, hoja.fecha].filter(Boolean).join(" · ")}</em></p>
        <p>{hoja.texto}</p>
      </article>
    ))} />
  </InfiniteList>
);
createRoot(document.getElementById("root")).render(
  <BrowserRouter><Admin dataProvider={jsonServer("/api")} disableTelemetry>
    <Resource name="hojas" options={{ label: "Hojas" }} list={Hojas} />
  </Admin></BrowserRouter>
);
"""
SERVER = """
const server = require("json-server");
const app = server.create();
app.use(server.defaults({ static: "site", logger: false }));
app.use("/api", server.router("kept/hojas.json"));
app.get("/hojas", (asked, answer) => answer.sendFile(`${__dirname}/site/index.html`));
app.listen(Number(process.argv[2]), "127.0.0.1");
"""
CALL = "/api/hojas"


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, site, kept = free_port(), workshop.folder / "site", workshop.folder / "kept"
    for folder in (site, kept):
        folder.mkdir()
    (workshop.folder / "node_modules").symlink_to(workshop.npm)
    (workshop.folder / "archivo.jsx").write_text(SCRIPT)
    (workshop.folder / "server.cjs").write_text(SERVER)
    (kept / "hojas.json").write_text(json.dumps({"hojas": [_sheet(item) for item in workshop.items]}))
    (site / "index.html").write_text(PAGE)
    bundle = ("--bundle", "--minify", "--loader:.js=jsx", f"--outfile={site / 'archivo.js'}")
    production = '--define:process.env.NODE_ENV="production"'
    workshop.run("node", workshop.npm / "esbuild/bin/esbuild", "archivo.jsx", *bundle, production)
    with workshop.server(port, "node", "server.cjs", str(port)):
        workshop.front.behind = Upstream(port)
        yield Served(form="/hojas", state=lambda: files_state(kept))


def _sheet(item: Item) -> dict[str, object]:
    return {
        "id": item.number, "titulo": item.title, "clase": item.kind, "autor": item.maker, "lugar": item.place,
        "fecha": dated(item), "texto": item.text,
    }  # fmt: skip


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Everything, in one answer."""
    if items:
        yield Ask(f"{CALL}?{urlencode({'_start': 0, '_end': len(items)})}")


JSONSERVER = Application(
    "jsonserver", "sheets as one scrolls", 330, _serve, programs=("node",),
    packages=("json-server", "ra-data-json-server", "react-admin", "esbuild", "react-router-dom"),
    records=partial(natural, language="es"), scripted=True, oracle=_oracle,
)  # fmt: skip
