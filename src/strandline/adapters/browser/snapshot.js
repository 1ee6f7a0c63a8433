/* A document as it stands in the browser, as HTML that shows the same without its scripts.
 *
 * Called in a world of its own with the most characters, the number of closed shadow roots, these
 * with their hosts, and then frames with the text of their documents. Answers with the text, or
 * with its length where that is over the most. What a script has set and markup does not tell is
 * written down: states of forms, rules put into sheets, shadow roots, pictures that were chosen,
 * drawn or made in memory, values of animations. Nothing of the document is changed.
 */
async function snapshot(most, shut, ...given) {
  // A form's fields hide properties of their names: the prototypes' getters are asked.
  const getter = (kind, name) => {
    const get = Object.getOwnPropertyDescriptor(kind.prototype, name).get;
    return one => get.call(one);
  };
  const attributesOf = getter(Element, 'attributes'), nameOf = getter(Element, 'localName');
  const spaceOf = getter(Element, 'namespaceURI'), openRoot = getter(Element, 'shadowRoot');
  const childrenOf = getter(Node, 'childNodes'), kindOf = getter(Node, 'nodeType');
  const textOf = getter(Node, 'textContent');
  const valueOf = (one, name) => Element.prototype.getAttribute.call(one, name);
  const HTML = 'http://www.w3.org/1999/xhtml', SVG = 'http://www.w3.org/2000/svg';
  const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta',
    'source', 'track', 'wbr', 'basefont', 'bgsound', 'frame', 'keygen', 'param']);
  // What a parser would take out of the element it stands in, where a script has put it there.
  const ENDS_P = new Set(['address', 'article', 'aside', 'blockquote', 'center', 'details', 'dialog',
    'dir', 'div', 'dl', 'fieldset', 'figcaption', 'figure', 'footer', 'form', 'h1', 'h2', 'h3', 'h4',
    'h5', 'h6', 'header', 'hgroup', 'hr', 'li', 'main', 'menu', 'nav', 'ol', 'p', 'pre', 'search',
    'section', 'summary', 'table', 'ul']);
  const SCOPES = new Set(['object', 'table', 'td', 'th', 'caption', 'template', 'foreignObject']);
  const LEFT_OUT = new Set(['script', 'noscript', 'base', 'noembed', 'noframes']);
  const SPRITE_MOST = 2000000;
  let memory = 12000000;  // characters of pictures that are written as data, all together

  const shadows = new WeakMap(), framed = new Map();
  for (let n = 0; n < shut; n++) shadows.set(given[2 * n], given[2 * n + 1]);
  for (let n = 2 * shut; n < given.length; n += 2) framed.set(given[n], given[n + 1]);
  const rootOf = one => openRoot(one) || shadows.get(one) || null;

  function* within(root) {
    for (const one of root.querySelectorAll('*')) {
      yield one;
      const shadow = rootOf(one);
      if (shadow) yield* within(shadow);
    }
  }

  const escaped = text => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
    .replace(/>/g, '&gt;').replace(/\u00a0/g, '&nbsp;');
  const quoted = text => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;')
    .replace(/</g, '&lt;').replace(/>/g, '&gt;');
  const absolute = address => {
    try { return new URL(address, document.baseURI).href; } catch { return address; }
  };

  // What is only in this browser's memory, as data.
  const asData = async (address, kind) => {
    const blob = await (await fetch(address)).blob();
    const long = blob.size * 4 / 3;
    if (long > memory || (kind && !blob.type.startsWith(kind))) return null;
    memory -= long;
    return await new Promise(done => {
      const reader = new FileReader();
      reader.onload = () => done(reader.result);
      reader.onerror = () => done(null);
      reader.readAsDataURL(blob);
    });
  };
  const drawn = (one, width, height) => {
    try {
      const paper = document.createElementNS(HTML, 'canvas');
      paper.width = width;
      paper.height = height;
      paper.getContext('2d').drawImage(one, 0, 0, width, height);
      const data = paper.toDataURL();
      if (data.length > memory) return null;
      memory -= data.length;
      return data;
    } catch { return null; }
  };

  // Values that animations by script have given.
  const animated = new Map();
  for (const animation of document.getAnimations ? document.getAnimations() : []) {
    const effect = animation.effect, one = effect && effect.target;
    if (animation.constructor !== Animation || !one || effect.pseudoElement) continue;
    const computed = getComputedStyle(one), rules = animated.get(one) || {};
    for (const frame of effect.getKeyframes()) {
      for (const name of Object.keys(frame)) {
        if (['offset', 'computedOffset', 'easing', 'composite'].includes(name)) continue;
        const rule = name.replace(/[A-Z]/g, letter => '-' + letter.toLowerCase());
        if (computed.getPropertyValue(rule)) rules[rule] = computed.getPropertyValue(rule);
      }
    }
    animated.set(one, rules);
  }

  // Drawings out of files of their own: a document without an origin may not refer to them.
  const sprites = new Map(), sprited = new WeakMap();
  for (const one of within(document)) {
    if (spaceOf(one) !== SVG || nameOf(one) !== 'use') continue;
    const address = (valueOf(one, 'href') || valueOf(one, 'xlink:href') || '').trim();
    const [file, part] = address.split('#');
    if (!file || !part) continue;
    const url = absolute(file);
    if (!sprites.has(url)) {
      let found = null;
      try {
        const text = await (await fetch(url)).text();
        if (text.length < SPRITE_MOST) {
          found = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
        }
      } catch { /* it stays a reference */ }
      sprites.set(url, found);
    }
    const sprite = sprites.get(url);
    const drawing = sprite && sprite.querySelector('#' + CSS.escape(part));
    if (drawing) sprited.set(one, {part, drawing});
  }

  const pictures = new Map();
  for (const one of within(document)) {
    if (nameOf(one) !== 'img' || !(one.currentSrc || '').startsWith('blob:')) continue;
    let data = null;
    try { data = await asData(one.currentSrc, 'image/'); } catch { /* let go already */ }
    data = data || (one.naturalWidth ? drawn(one, one.naturalWidth, one.naturalHeight) : null);
    if (data) pictures.set(one.currentSrc, data);
  }

  // Of a set of sources: how many times more points a picture has than its size says.
  const times = new Map();
  const measured = async one => {
    const plain = new Image();
    plain.src = one.currentSrc;
    await plain.decode();
    const found = plain.naturalWidth / one.naturalWidth;
    if (Math.abs(found - 1) > 0.01) times.set(one, found);
  };
  const sets = [...within(document)].filter(one => nameOf(one) === 'img' && one.naturalWidth &&
    /^https?:/.test(one.currentSrc) && (valueOf(one, 'srcset') || one.parentNode.localName === 'picture'));
  await Promise.race([
    Promise.allSettled(sets.slice(0, 500).map(measured)),
    new Promise(done => setTimeout(done, 3000)),
  ]);

  // Of sheets with titles those of the first title are in force.
  const titled = [...document.querySelectorAll('link[rel~=stylesheet i][title], style[title]')]
    .filter(one => valueOf(one, 'title') && !/\balternate\b/i.test(valueOf(one, 'rel') || ''));
  const preferred = titled.length ? valueOf(titled[0], 'title') : '';
  const isInForce = one => !/\balternate\b/i.test(valueOf(one, 'rel') || '') &&
    (!valueOf(one, 'title') || valueOf(one, 'title') === preferred);

  const out = [];
  let size = 0;
  const put = text => {
    out.push(text);
    size += text.length;
    if (size > most) throw size;
  };

  const rulesOf = sheet => [...sheet.cssRules].map(rule => rule.cssText);
  const written = (sheet, text) => {
    // The text, unless a script has put in or taken out rules.
    if (!sheet) return text;
    try {
      const rules = rulesOf(sheet).filter(rule => !rule.startsWith('@import'));
      const plain = new CSSStyleSheet();
      plain.replaceSync(text);
      const before = rulesOf(plain);
      const same = rules.length === before.length && rules.every((rule, n) => rule === before[n]);
      return same ? text : rulesOf(sheet).join('\n');
    } catch { return text; }
  };
  const style = (text, media, isOff) => {
    if (!text.trim()) return;
    const on = isOff ? 'not all' : media;
    put(`<style${on ? ` media="${quoted(on)}"` : ''}>${text.replace(/<(?=[a-z/!?])/gi, '\\3c ')}</style>`);
  };
  const adopted = root => {
    for (const sheet of root.adoptedStyleSheets || []) {
      style(rulesOf(sheet).join('\n'), sheet.media.mediaText, sheet.disabled);
    }
  };

  const link = one => {
    const sheet = one.sheet, href = one.href || '';
    if (!sheet || sheet.disabled || !isInForce(one)) return;
    const media = valueOf(one, 'media');
    if (/^https?:/.test(href)) {
      put(`<link rel="stylesheet" href="${quoted(href)}"${media ? ` media="${quoted(media)}"` : ''}>`);
      return;
    }
    try { style(rulesOf(sheet).join('\n'), media); } catch { /* of no address that is kept */ }
  };

  // States of elements of a script's own, by the names that sheets ask for.
  const states = new Set();
  const note = rules => {
    for (const [, state] of rules.join('\n').matchAll(/:state\(\s*([\w-]+)\s*\)/g)) states.add(state);
  };
  for (const root of [document, ...[...within(document)].map(rootOf).filter(Boolean)]) {
    for (const sheet of [...(root.styleSheets || []), ...(root.adoptedStyleSheets || [])]) {
      try { note(rulesOf(sheet)); } catch { /* of another site */ }
    }
  }

  const TOP_LAYER = 'position:fixed;inset:0;margin:auto;z-index:2147483647';
  const isIn = (one, state) => { try { return one.matches(state); } catch { return false; } };
  // What has been scrolled within itself: a part near its corner is where it begins.
  const begun = new Set();
  for (const one of within(document)) {
    if (!(one.scrollLeft || one.scrollTop) || one === document.scrollingElement) continue;
    const {left, top} = one.getBoundingClientRect();
    let best = null, least = 60;
    for (const part of [...one.children].flatMap(child => [child, ...child.children])) {
      const place = part.getBoundingClientRect();
      const far = Math.abs(place.left - left) + Math.abs(place.top - top);
      if (place.width && far < least) [best, least] = [part, far];
    }
    if (best) begun.add(best);
  }
  const added = one => {
    // Style that stands for a state which no markup has.
    const rules = animated.get(one) || {};
    let text = Object.keys(rules).map(name => `${name}:${rules[name]} !important`).join(';');
    if (begun.has(one)) text += ';scroll-initial-target:nearest';
    if (spaceOf(one) !== HTML) return text;
    const name = nameOf(one);
    if (name === 'dialog' && isIn(one, ':modal')) {
      text += `;${TOP_LAYER};overflow:auto;box-shadow:0 0 0 200vmax rgba(0,0,0,.1)`;
    } else if (one.popover && isIn(one, ':popover-open')) {
      text += `;display:${getComputedStyle(one).display} !important;position:fixed;z-index:2147483647`;
    }
    return text;
  };

  // A drawing is a picture: without scripts browsers show what stands in for it.
  const paper = one => {
    const data = one.width && one.height ? drawn(one, one.width, one.height) : null;
    const computed = getComputedStyle(one), own = valueOf(one, 'style');
    const look = ['display', 'position', 'inset', 'float', 'margin', 'border', 'padding', 'width',
      'height', 'box-sizing', 'object-fit', 'vertical-align', 'opacity', 'z-index'];
    const rules = look.map(name => `${name}:${computed.getPropertyValue(name)}`).join(';');
    tag('img', one, {src: data, alt: '', style: `${rules};${own || ''}`});
  };

  // Attributes that replace the element's own; null takes one away.
  const chosen = (one, name) => {
    if (name === 'img') {
      const source = one.currentSrc || '';
      if (!source || !one.naturalWidth) return {};
      const found = {src: pictures.get(source) || source, srcset: null, sizes: null, loading: null};
      if (times.has(one)) {
        // The only candidate: a plain source would be another, of one point to a point.
        found.srcset = `${found.src} ${times.get(one).toFixed(4)}x`;
        found.src = null;
      }
      return found;
    }
    if (name === 'video' || name === 'audio') {
      const found = {autoplay: null, muted: one.muted ? '' : null};
      if (/^https?:/.test(one.currentSrc || '')) found.src = one.currentSrc;
      else if (one.currentSrc) found.src = null;
      if (name === 'video' && !valueOf(one, 'poster') && one.readyState > 1 && one.videoWidth) {
        found.poster = drawn(one, one.videoWidth, one.videoHeight);
      }
      return found;
    }
    if (name === 'input') {
      if (['checkbox', 'radio'].includes(one.type)) return {checked: one.checked ? '' : null};
      const isTyped = !['password', 'file', 'hidden', 'image'].includes(one.type);
      return isTyped && one.value ? {value: one.value} : {};
    }
    if (name === 'option') return {selected: one.selected ? '' : null};
    if (name === 'a' || name === 'area') {
      const address = valueOf(one, 'href');
      return address && !address.startsWith('#') && one.href ? {href: String(one.href)} : {};
    }
    if (name === 'iframe' || name === 'frame') {
      const text = framed.get(one);
      if (text !== undefined && name === 'iframe') return {src: null, srcdoc: text};
      return {srcdoc: null, ...(one.src ? {src: one.src} : {})};
    }
    if (name === 'details') return {open: one.open ? '' : null};
    return {};
  };

  // Parts that a script has put into slots get names for them.
  const slots = new Map();
  for (const one of within(document)) {
    const root = rootOf(one);
    if (!root || root.slotAssignment !== 'manual') continue;
    [...root.querySelectorAll('slot')].forEach((slot, n) => {
      slots.set(slot, {name: `kept-${n}`});
      for (const part of slot.assignedElements()) slots.set(part, {slot: `kept-${n}`});
    });
  }
  const tag = (name, one, values) => {
    const seen = {};
    for (const {name: own, value} of attributesOf(one)) seen[own] = value;
    Object.assign(seen, slots.get(one), values);
    const held = [...states].filter(state => isIn(one, `:state(${state})`));
    if (held.length) seen['data-kept-state'] = held.join(' ');
    const more = added(one);
    if (more) seen.style = `${seen.style ? `${seen.style};` : ''}${more}`;
    let text = `<${name}`;
    for (const own of Object.keys(seen)) {
      if (seen[own] === null || /[\s"'<>/=]/.test(own)) continue;
      text += ` ${own}="${quoted(String(seen[own]))}"`;
    }
    put(`${text}>`);
  };

  const plugin = (one, name) => {
    // A thing of another kind in the page: a frame, a picture, or what stands in for it.
    const address = absolute(valueOf(one, 'data') || valueOf(one, 'src') || '');
    const border = valueOf(one, 'style') || '';
    const kind = (one.type || '').toLowerCase();
    if (framed.has(one)) {
      const values = {data: null, src: null, type: null, srcdoc: framed.get(one)};
      tag('iframe', one, {...values, style: `border:0;${border}`});
      put('</iframe>');
    } else if (kind.startsWith('image/') || /\.(png|jpe?g|gif|webp|avif|svg)$/i.test(address)) {
      tag('img', one, {data: null, type: null, src: address});
    } else if (name === 'object') {
      tag('object', one, {data: null, type: null});
      inside(one);
      put('</object>');
    }
  };

  const open = [];
  const inside = one => {
    open.push(kindOf(one) === Node.ELEMENT_NODE ? nameOf(one) : 'template');
    for (const child of childrenOf(one)) write(child);
    open.pop();
  };
  const isTornOut = name => {
    if (/^h[1-6]$/.test(name) && /^h[1-6]$/.test(open[open.length - 1])) return true;
    for (let n = open.length - 1; n >= 0 && !SCOPES.has(open[n]); n--) {
      if (open[n] === 'p' && ENDS_P.has(name)) return true;
      if (open[n] === name && (name === 'a' || name === 'button')) return true;
    }
    return false;
  };

  const shadow = one => {
    const root = rootOf(one);
    if (!root) return;
    put('<template shadowrootmode="open">');
    inside(root);
    adopted(root);
    put('</template>');
  };

  function write(node) {
    const kind = kindOf(node);
    if (kind === Node.TEXT_NODE || kind === Node.CDATA_SECTION_NODE) put(escaped(node.data));
    if (kind !== Node.ELEMENT_NODE) return;
    const isPlain = spaceOf(node) === HTML;
    let name = nameOf(node);
    if (LEFT_OUT.has(name)) return;
    if (!isPlain) {
      if (name === 'style') {
        style(textOf(node), '');
        return;
      }
      const drawing = sprited.get(node);
      tag(name, node, drawing ? {href: `#${drawing.part}`, 'xlink:href': null} : {});
      inside(node);
      put(`</${name}>`);
      if (drawing) {
        put('<defs>');
        write(drawing.drawing);
        put('</defs>');
      }
      return;
    }
    if (name === 'template') return;
    if (name === 'source' && node.parentNode && node.parentNode.localName === 'picture') return;
    if (name === 'style') {
      const sheet = node.sheet, isOff = (sheet && sheet.disabled) || !isInForce(node);
      style(written(sheet, textOf(node)), valueOf(node, 'media'), isOff);
    } else if (name === 'canvas') {
      paper(node);
    } else if (name === 'link') {
      link(node);
    } else if (name === 'object' || name === 'embed') {
      plugin(node, name);
    } else {
      if (isTornOut(name)) {
        // An element without data shows what is in it, and holds it together.
        put('<object>');
        open.push('object');
        write(node);
        open.pop();
        put('</object>');
        return;
      }
      if (['xmp', 'listing', 'plaintext'].includes(name)) name = 'pre';
      tag(name, node, chosen(node, name));
      if (VOID.has(name)) return;
      if (name === 'head') put(`<base href="${quoted(document.baseURI)}">`);
      shadow(node);
      if (name === 'textarea') {
        put(`\n${escaped(node.value)}`);
      } else if (name !== 'iframe') {
        const first = childrenOf(node)[0];
        if (name === 'pre' && first && first.data && first.data.startsWith('\n')) put('\n');
        inside(node);
      }
      if (name === 'head') {
        for (const sheet of document.styleSheets) {
          // Named by an instruction before the root.
          if (sheet.href && sheet.ownerNode && kindOf(sheet.ownerNode) !== Node.ELEMENT_NODE) {
            put(`<link rel="stylesheet" href="${quoted(sheet.href)}">`);
          }
        }
        adopted(document);
        // Without scripts browsers show controls: a film that was part of the picture has none.
        if ([...document.querySelectorAll('video')].some(film => film.muted && !film.controls)) {
          style('video[muted]:not([controls])::-webkit-media-controls{display:none!important}');
        }
      }
      put(`</${name}>`);
    }
  }

  const top = document.documentElement;
  if (!top) return '';
  try {
    const type = document.doctype;
    if (document.compatMode === 'CSS1Compat' && !(type && type.publicId)) put('<!DOCTYPE html>\n');
    else if (type) put(`${new XMLSerializer().serializeToString(type)}\n`);
    const isDrawing = spaceOf(top) !== HTML;
    if (isDrawing) put(`<html><head><base href="${quoted(document.baseURI)}"></head><body style="margin:0">`);
    write(top);
    if (isDrawing) put('</body></html>');
  } catch (error) {
    if (typeof error === 'number') return error;
    throw error;
  }
  let text = out.join('');
  // Addresses of pictures in memory that styles name.
  for (const address of new Set(text.match(/blob:[a-z]+:\/\/[^\s"'()&<>]+/g) || [])) {
    let data = pictures.get(address) || null;
    try { data = data || await asData(address, 'image/'); } catch { /* let go already */ }
    if (data) text = text.split(address).join(data);
  }
  return text.length > most ? text.length : text;
}
