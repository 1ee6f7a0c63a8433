// Passkeys: shows the forms that need this script, asks the browser for an answer, sends the form.
"use strict";
(() => {
  const Key = window.PublicKeyCredential;
  if (!Key || !Key.parseCreationOptionsFromJSON || !Key.parseRequestOptionsFromJSON) return;
  const ask = {
    create: async (options) =>
      navigator.credentials.create({ publicKey: Key.parseCreationOptionsFromJSON(options) }),
    get: async (options) =>
      navigator.credentials.get({ publicKey: Key.parseRequestOptionsFromJSON(options) }),
  };
  for (const form of document.querySelectorAll("form[data-passkey]")) {
    form.hidden = false;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const refusal = form.querySelector("[data-refusal]");
      refusal.textContent = "";
      try {
        const answer = await fetch(form.dataset.options, { headers: { accept: "application/json" } });
        const made = await ask[form.dataset.passkey](await answer.json());
        form.elements.answer.value = JSON.stringify(made.toJSON());
        form.submit();
      } catch {
        refusal.textContent = refusal.dataset.refusal;
      }
    });
  }
})();
