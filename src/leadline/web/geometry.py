"""Where controls and texts of a rendered page stand on the screen, written into the page itself.

What comes out of the browser is a body, and what understands forms reads bodies: from the network, from an
archive, from a file. So boxes travel in the body, as JSON in one `<script>` at its end that no parser takes for
text, and the forms' own markup stays as it was (attributes would change the signatures of forms). A page without a
control gets none, nor does one with more than `MOST` boxes.

    {"controls": [box, …], "texts": [box, …]}      box: [left, top, width, height] in CSS pixels, or null if unseen

Both lists are in document order of the body that is written: controls as `Control.place` counts them, and the
texts that are more than white space, but for those in `UNREAD`. Pictures are not loaded, so what stands beside one
may be off by its size. A control counts as seen wherever it takes room, also if it is transparent: that is how
pages put their own drawing over a checkbox.
"""

MARK = "leadline-boxes"
"""The script's id."""
MOST = 20_000
UNREAD = frozenset({"script", "style", "noscript", "template", "textarea", "option", "title", "iframe", "noembed"})
"""Elements whose own texts are not counted."""

MEASURE = (
    """
const CONTROLS = 'input,select,textarea,button', BOXES = 'data-leadline-box';
const UNREAD = new Set(%UNREAD%), said = text => /[^ \\t\\n\\f\\r]/.test(text);
const rounded = r => r.width && r.height
  ? [r.left + scrollX, r.top + scrollY, r.width, r.height].map(Math.round) : null;
const runs = e => {
  const found = [];
  for (let n = e.firstChild; n; n = n.nextSibling) if (n.nodeType === 3) {
    const run = [n];
    while (n.nextSibling && n.nextSibling.nodeType === 3) run.push(n = n.nextSibling);
    if (run.some(t => said(t.data))) found.push(run);
  }
  return found;
};
const measure = roots => {
  const boxes = [], marked = [], range = document.createRange();
  if (!document.body || !roots.some(r => r.querySelector(CONTROLS))) return null;
  for (const root of roots) for (const e of root.querySelectorAll('*')) {
    const control = e.matches(CONTROLS), texts = UNREAD.has(e.localName) ? [] : runs(e);
    if (!control && !texts.length) continue;
    const seen = e.checkVisibility({visibilityProperty: true, opacityProperty: true});
    boxes.push({
      own: control && e.checkVisibility() ? rounded(e.getBoundingClientRect()) : null,
      texts: texts.map(run => {
        range.setStartBefore(run[0]); range.setEndAfter(run.at(-1));
        return seen ? rounded(range.getBoundingClientRect()) : null;
      }),
    });
    if (boxes.length > %MOST%) return null;
    marked.push(e);
  }
  marked.forEach((e, n) => e.setAttribute(BOXES, n));
  return {boxes, unmark: () => marked.forEach(e => e.removeAttribute(BOXES))};
};
const noted = (copy, boxes) => {
  const of = e => boxes[e.getAttribute(BOXES)] ?? {own: null, texts: []};
  const controls = [...copy.body.querySelectorAll(CONTROLS)].map(e => of(e).own), texts = [];
  const walk = copy.createTreeWalker(copy.body, NodeFilter.SHOW_TEXT), passed = new Map();
  for (let n; n = walk.nextNode();) {
    const e = n.parentElement;
    if (!said(n.data) || UNREAD.has(e.localName)) continue;
    passed.set(e, (passed.get(e) ?? -1) + 1);
    texts.push(of(e).texts[passed.get(e)] ?? null);
  }
  for (const e of copy.querySelectorAll(`[${BOXES}]`)) e.removeAttribute(BOXES);
  const note = copy.createElement('script');
  note.type = 'application/json'; note.id = '%MARK%';
  note.textContent = JSON.stringify({controls, texts});
  copy.querySelector('#%MARK%')?.remove();
  copy.body.append(note);
};
""".replace("%UNREAD%", str(sorted(UNREAD)))
    .replace("%MOST%", str(MOST))
    .replace("%MARK%", MARK)
)
"""JavaScript: `measure(roots)` numbers what has a box in the living tree, `noted(copy, boxes)` writes boxes into a
copy of it and takes the numbers out."""
