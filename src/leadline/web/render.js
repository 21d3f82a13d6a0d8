// The tree of a page as HTML, with the boxes of its controls and texts (geometry.py says what they are).
// Called in a world of its own: (cap, url, given) → [HTML of at most `cap` letters, whether it is longer].
(cap, url, given) => {
  // `measure(roots)` numbers what has a box in the living tree, `noted(copy, boxes)` writes boxes into a copy of it
  // and takes the numbers out.
  const CONTROLS = 'input,select,textarea,button', BOXES = 'data-leadline-box';
  const UNREAD = new Set(given.unread), said = text => /[^ \t\n\f\r]/.test(text);
  // Frames of a page are written where they stand, as far as they can be read and seen.
  const FRAMED = 'data-leadline-frame', frames = [];
  const framed = e => e.matches('iframe,frame') && e.checkVisibility({visibilityProperty: true})
    && e.getBoundingClientRect().width ? e.contentDocument?.body : null;
  const rounded = (r, e) => {
    if (!r.width || !r.height) return null;
    let left = r.left + scrollX, top = r.top + scrollY;
    for (let w = e.ownerDocument.defaultView; w && w !== window; w = w.parent) {
      const frame = w.frameElement.getBoundingClientRect();
      left += frame.left; top += frame.top;
    }
    return [left, top, r.width, r.height].map(Math.round);
  };
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
    const boxes = [], marked = [];
    if (!document.body || !roots.some(r => r.querySelector(CONTROLS))) return null;
    for (const root of roots) for (const e of root.querySelectorAll('*')) {
      const control = e.matches(CONTROLS), texts = UNREAD.has(e.localName) ? [] : runs(e);
      if (!control && !texts.length) continue;
      const range = e.ownerDocument.createRange();
      const seen = e.checkVisibility({visibilityProperty: true, opacityProperty: true});
      boxes.push({
        own: control && e.checkVisibility() ? rounded(e.getBoundingClientRect(), e) : null,
        texts: texts.map(run => {
          range.setStartBefore(run[0]); range.setEndAfter(run.at(-1));
          return seen ? rounded(range.getBoundingClientRect(), e) : null;
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
  const walk = under => { for (const e of under.querySelectorAll('*')) {
    if (e.shadowRoot) { roots.push(e.shadowRoot); walk(e.shadowRoot); }
    const inner = framed(e);
    if (inner) { e.setAttribute(FRAMED, frames.length); frames.push([e, inner]); walk(inner); }
  } };
  walk(document);
  const measured = measure([document, ...roots, ...frames.map(([, inner]) => inner)]);
  let html = document.documentElement ? document.documentElement.getHTML({shadowRoots: roots}) : '';
  const insides = frames.map(([, inner]) => inner.getHTML({shadowRoots: roots}));
  measured?.unmark();
  for (const [e] of frames) e.removeAttribute(FRAMED);
  // What a frame holds, its addresses as they are meant there.
  const written = n => {
    const inner = new DOMParser().parseFromString('<!doctype html><body>' + insides[n], 'text/html');
    const base = inner.createElement('base'); base.href = frames[n][1].baseURI; inner.head.prepend(base);
    for (const e of inner.querySelectorAll('a[href],area[href]')) e.setAttribute('href', e.href);
    for (const e of inner.querySelectorAll('form[action]')) {
      const at = URL.parse(e.getAttribute('action'), frames[n][1].baseURI);
      if (at) e.setAttribute('action', at.href);
    }
    const place = inner.createElement('div'); place.append(...inner.body.childNodes);
    return place;
  };
  const moved = location.href.split('#')[0] !== url && !document.querySelector('base[href]');
  if (given.bare || roots.length || frames.length || measured || moved || document.querySelector('noscript')) {
    const copy = new DOMParser().parseFromString('<!doctype html><html>' + html, 'text/html');
    for (const e of copy.querySelectorAll('noscript')) e.remove();
    if (given.bare) for (const e of copy.querySelectorAll('script')) e.remove();
    for (let f; f = copy.querySelector(`[${FRAMED}]`);) f.replaceWith(written(f.getAttribute(FRAMED)));
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
