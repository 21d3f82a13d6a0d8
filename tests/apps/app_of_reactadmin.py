"""react-admin (npm): an administration made of its list, over a GraphQL server of the same makers; Russian.

Every question is a POST to one address, and changes would go there, too: boxes beside the rows choose some,
and a button that comes up then deletes them. Its addresses stand behind `#`, and pages have numbers.
"""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from urllib.request import Request, urlopen

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port
from app_natural import dated, natural
from app_oracle import Ask
from app_records import Item

PAGE = """<!doctype html><html lang="ru"><head><meta charset="utf-8"><title>Архив</title></head>
<body><div id="root"></div><script src="/archive.js"></script></body></html>
"""
SCRIPT = """
import React from "react";
import { createRoot } from "react-dom/client";
import { Admin, Datagrid, DateField, List, Resource, SearchInput, SelectInput, TextField } from "react-admin";
import buildGraphQLProvider from "ra-data-graphql-simple";

const kinds = KINDS.map(name => ({ id: name, name }));
const filters = [<SearchInput source="q" alwaysOn />, <SelectInput source="kind" choices={kinds} alwaysOn />];
const Sheets = () => (
  <List filters={filters} sort={{ field: "title", order: "ASC" }}>
    <Datagrid>
      <TextField source="title" /><TextField source="kind" /><TextField source="maker" />
      <TextField source="place" /><DateField source="day" /><TextField source="text" sortable={false} />
    </Datagrid>
  </List>
);
const provider = buildGraphQLProvider({ clientOptions: { uri: "/graphql" } });
const Archive = () => (
  <Admin dataProvider={provider} disableTelemetry><Resource name="Sheet" list={Sheets} /></Admin>
);
createRoot(document.getElementById("root")).render(<Archive />);
"""
SERVER = """
const express = require("express");
const answers = require("json-graphql-server").default;
const app = express();
app.use("/graphql", answers({ sheets: require("./sheets.json") }));
app.use(express.static("site"));
app.listen(Number(process.argv[2]), "127.0.0.1");
"""
PATH, SHEETS = "/graphql", "{ allSheets(page: 0, perPage: 1000) { id title kind maker place day text } }"


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, site = free_port(), workshop.folder / "site"
    site.mkdir()
    (workshop.folder / "node_modules").symlink_to(workshop.npm)
    kinds = json.dumps(sorted({item.kind for item in workshop.items}))
    (workshop.folder / "archive.jsx").write_text(SCRIPT.replace("KINDS", kinds))
    (workshop.folder / "server.cjs").write_text(SERVER)
    (workshop.folder / "sheets.json").write_text(json.dumps([_sheet(item) for item in workshop.items]))
    (site / "index.html").write_text(PAGE)
    bundle = ("--bundle", "--minify", "--loader:.js=jsx", f"--outfile={site / 'archive.js'}")
    production = '--define:process.env.NODE_ENV="production"'
    workshop.run("node", workshop.npm / "esbuild/bin/esbuild", "archive.jsx", *bundle, production)
    with workshop.server(port, "node", "server.cjs", str(port)):
        workshop.front.behind = Upstream(port)
        yield Served(form="/#/Sheet", state=lambda: _state(port), search_posts=(PATH,))


def _sheet(item: Item) -> dict[str, object]:
    return {
        "id": item.number, "title": item.title, "kind": item.kind, "maker": item.maker, "place": item.place,
        "day": dated(item), "text": item.text,
    }  # fmt: skip


def _state(port: int) -> str:
    """All sheets, as the server keeps them."""
    asked = json.dumps({"query": SHEETS}).encode()
    request = Request(f"http://127.0.0.1:{port}{PATH}", asked, {"Content-Type": "application/json"})
    with urlopen(request, timeout=60) as answer:
        return hashlib.sha256(answer.read()).hexdigest()


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Everything, in one answer."""
    if items:
        yield Ask(PATH, document=json.dumps({"query": SHEETS}))


REACTADMIN = Application(
    "reactadmin", "administration", 330, _serve, programs=("node",),
    packages=("react-admin", "ra-data-graphql-simple", "json-graphql-server", "esbuild", "express"),
    records=partial(natural, language="ru"), scripted=True, oracle=_oracle,
)  # fmt: skip
