// One step of using a page as a reader does; called in a world of its own, where the page's redefinitions do not hold.
// (what, ...given) → whatever the step tells.
(what, ...given) => {
  const CONTROLS = 'input,select,textarea,button', FRAMES = 'iframe,frame', CLICKED = 'button,a,[role=button],[role=link],[onclick],input[type=button]';
  const seen = e => e.checkVisibility({visibilityProperty: true}) && e.getBoundingClientRect().width > 0;
  const framed = e => e.matches?.(FRAMES) && seen(e) ? e.contentDocument?.body : null;
  // Document order as `render.js` writes the page: shadow trees in the place of their hosts, slots filled, frames
  // that can be read where they stand.
  const walk = (node, found) => {
    const inside = node.shadowRoot ? [node.shadowRoot] : framed(node) ? [framed(node)]
      : node.localName === 'slot' && node.assignedNodes().length ? node.assignedNodes() : [...node.childNodes];
    for (const child of inside) {
      if (child.nodeType === 1) found.push(child);
      if (child.nodeType === 1 && child.localName === 'noscript') continue;
      if (child.nodeType === 1 || child.nodeType === 11) walk(child, found);
    }
    return found;
  };
  const all = () => walk(document.body ?? document, []);
  const controls = () => all().filter(e => e.matches(CONTROLS));
  const clickable = () => all().filter(e => e.matches(CLICKED) && seen(e)).slice(0, 2000);
  const says = e => (e.innerText || e.value || e.getAttribute('aria-label') || e.title || '').trim().slice(0, 200);
  const tell = e => { for (const kind of ['input', 'change']) e.dispatchEvent(new Event(kind, {bubbles: true})); };
  const steps = {
    focus(place) {
      const e = controls()[place];
      if (!e || !/^(input|textarea)$/.test(e.localName) || e.disabled || e.readOnly) return false;
      e.scrollIntoView({block: 'center'}); e.focus(); e.select();
      return true;
    },
    choose(place, number) {
      const e = controls()[place];
      if (!e || e.disabled) return false;
      if (e.localName === 'select') { if (!e.options[number]) return false; e.selectedIndex = number; tell(e); }
      else if (/^(checkbox|radio)$/.test(e.type)) e.click();
      else return false;
      return true;
    },
    press(place) {
      const e = controls()[place];
      if (!e || e.disabled || !(e.localName === 'button' || /^(button|submit|image)$/.test(e.type))) return false;
      e.click();
      return true;
    },
    clickable: () => clickable().map(e => [says(e), e.href || '', e.getAttribute('rel') || '', String(e.className || ''),
      !!(e.disabled || e.getAttribute('aria-disabled') === 'true')]),
    click(number, text) {
      const e = clickable()[number];
      if (!e || says(e) !== text) return false;
      e.scrollIntoView({block: 'center'}); e.click();
      return true;
    },
    scroll() {
      const most = document.scrollingElement ?? document.body;
      if (!most) return false;
      scrollTo(0, most.scrollHeight);
      for (const e of all())
        if (e.scrollHeight > e.clientHeight + 20 && /auto|scroll/.test(getComputedStyle(e).overflowY)) e.scrollTop = e.scrollHeight;
      return true;
    },
  };
  return steps[what](...given);
}
