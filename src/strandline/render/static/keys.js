// One key presses what carries it (data-key). Switched off for good by a button (WCAG 2.1.4).
(() => {
  "use strict";
  const STORE = "strandline-keys";
  const isOff = () => {
    try { return localStorage.getItem(STORE) === "off"; } catch { return false; }
  };
  const note = document.querySelector("[data-keys-note]");
  const flip = document.querySelector("[data-keys-switch]");
  const show = () => {
    document.documentElement.toggleAttribute("data-keys-off", isOff());
    if (flip) flip.textContent = isOff() ? flip.dataset.on : flip.dataset.off;
  };
  if (note) note.hidden = false;
  if (flip) flip.addEventListener("click", () => {
    try { localStorage.setItem(STORE, isOff() ? "on" : "off"); } catch { /* kept nowhere */ }
    show();
  });
  show();
  document.addEventListener("keydown", (event) => {
    if (isOff() || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.target.closest("input, textarea, select, [contenteditable]")) return;
    const wanted = document.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
    if (!wanted) return;
    event.preventDefault();
    wanted.click();
  });
})();
