// The tree of a page as HTML, with the boxes of its controls and texts (geometry.py says what they are).
// Called in a world of its own: (cap, url, given) → [HTML of at most `cap` letters, whether it is longer].
(cap, url, given) => {
  // `measure(roots)` numbers what has a box in the living tree, `noted(copy, boxes)` writes boxes into a copy of it
  // and takes the numbers out.
  const CONTROLS = 'input,select,textarea,button', BOXES = 'data-leadline-box';
  const UNREAD = new Set(given.unread), said = text => /[^ \t\n\f\r]/.test(text);
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
      if (boxes.length > given.most) return null;
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
    note.type = 'application/json'; note.id = given.mark;
    note.textContent = JSON.stringify({controls, texts});
    copy.querySelector(`#${given.mark}`)?.remove();
    copy.body.append(note);
  };
  const roots = [];
  const walk = under => { for (const e of under.querySelectorAll('*')) if (e.shadowRoot) {
    roots.push(e.shadowRoot); walk(e.shadowRoot); } };
  walk(document);
  const measured = measure([document, ...roots]);
  let html = document.documentElement ? document.documentElement.getHTML({shadowRoots: roots}) : '';
  measured?.unmark();
  const moved = location.href.split('#')[0] !== url && !document.querySelector('base[href]');
  if (roots.length || measured || moved || document.querySelector('noscript')) {
    const copy = new DOMParser().parseFromString('<!doctype html><html>' + html, 'text/html');
    for (const e of copy.querySelectorAll('noscript')) e.remove();
    for (let t; t = copy.querySelector('template[shadowrootmode]');) {
      const host = t.parentElement, tree = t.content;
      t.remove();
      for (const slot of tree.querySelectorAll('slot')) {
        const slotted = [...host.childNodes].filter(n => (n.slot || '') === slot.name
          && (n.nodeType === 1 || !slot.name));
        if (slotted.length) slot.replaceChildren(...slotted);
      }
      host.replaceChildren(tree);
    }
    if (moved) { const base = copy.createElement('base'); base.href = location.href; copy.head.prepend(base); }
    if (measured) noted(copy, measured.boxes);
    html = copy.documentElement.innerHTML;
  }
  const attributes = document.documentElement ? [...document.documentElement.attributes] : [];
  const open = document.createElement('html');
  for (const a of attributes) try { open.setAttribute(a.name, a.value); } catch {}
  const shell = open.outerHTML.replace('</html>', '');
  const all = (document.compatMode === 'CSS1Compat' ? '<!doctype html>' : '') + shell + html + '</html>';
  return [all.slice(0, cap), all.length > cap];
}
