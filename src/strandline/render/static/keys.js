// Keys for who wants them, and a switch for who does not (WCAG 2.1.4). What carries data-key is
// pressed by its key; else j and k walk the items of a page, o opens one, e goes to what can be
// done with it, ? shows what the keys are. Nothing that changes anything is pressed by a walk.
(() => {
  "use strict";
  const STORE = "strandline-keys";
  const ITEMS = "main :is(.entry, .item, .job, .kept, tbody tr)";
  const isOff = () => {
    try { return localStorage.getItem(STORE) === "off"; } catch { return false; }
  };
  const notes = document.querySelectorAll("[data-keys-note]");
  const flip = document.querySelector("[data-keys-switch]");
  const show = () => {
    document.documentElement.toggleAttribute("data-keys-off", isOff());
    if (flip) flip.textContent = isOff() ? flip.dataset.on : flip.dataset.off;
  };
  for (const note of notes) note.hidden = false;
  if (flip) flip.addEventListener("click", () => {
    try { localStorage.setItem(STORE, isOff() ? "on" : "off"); } catch { /* kept nowhere */ }
    show();
  });
  show();
  const link = (item) => item?.querySelector("a[href]");
  const here = () => document.activeElement?.closest(ITEMS);
  const walk = (by) => {
    const all = [...document.querySelectorAll(ITEMS)].filter((e) => link(e)?.checkVisibility());
    const at = all.indexOf(here());
    const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : at + by;
    link(all[Math.max(0, Math.min(all.length - 1, next))])?.focus();
  };
  const moves = {
    j: () => walk(1),
    k: () => walk(-1),
    o: () => link(here())?.click(),
    e: () => here()?.querySelector("button, summary, input")?.focus(),
    "?": () => flip?.focus(),
  };
  document.addEventListener("keydown", (event) => {
    if (isOff() || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]")) return;
    const key = event.key.toLowerCase();
    const wanted = document.querySelector(`[data-key="${CSS.escape(key)}"]`);
    const act = wanted ? () => wanted.click() : moves[key];
    if (!act) return;
    event.preventDefault();
    act();
  });
})();
