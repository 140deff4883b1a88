// The frame around a page: heading, switches, dialogs.

import { html, useEffect, useRef } from "./vendor/htm-preact.js";
import { change, say, settings } from "./settings.js";
import { W } from "./words.js";

const THEMES = ["auto", "light", "dark"];

export function Header({ title, children, redraw }) {
  const set = (key, value) => {
    change(key, value);
    redraw();
  };
  const next = THEMES[(THEMES.indexOf(settings.theme) + 1) % THEMES.length];
  return html`<header class="top">
    <a class="home" href="/" aria-label=${say(W.lobby)}><img src="/cards/28.svg" alt="" /></a>
    <h1>${title}</h1>
    <div class="tools">
      ${children}
      <button type="button" aria-label=${`${say(W.theme)}: ${say(W[settings.theme])}`}
        title=${`${say(W.theme)}: ${say(W[settings.theme])}`} onClick=${() => set("theme", next)}>
        ${{ auto: "◐", light: "☀", dark: "☾" }[settings.theme]}
      </button>
      <button type="button" lang=${settings.language === "ja" ? "en" : "ja"}
        onClick=${() => set("language", settings.language === "ja" ? "en" : "ja")}>
        ${settings.language === "ja" ? "English" : "日本語"}
      </button>
    </div>
  </header>`;
}

export function Dialog({ title, onClose, children, name }) {
  const dialog = useRef();
  useEffect(() => {
    if (!dialog.current.open) dialog.current.showModal();
  }, []);
  const close = () => dialog.current.close();
  return html`<dialog ref=${dialog} class=${name} aria-labelledby="dialog-title" onClose=${onClose}
    onClick=${(event) => event.target === dialog.current && close()}>
    <div class="inside">
      <h2 id="dialog-title">${title}</h2>
      ${children}
      <p class="buttons"><button type="button" onClick=${close}>${say(W.close)}</button></p>
    </div>
  </dialog>`;
}

// Arrow keys go from card to card, as one would expect of things that lie in rows.
export function arrows(event) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const here = event.target.closest?.("button.playable");
  if (!step || !here) return;
  const all = [...document.querySelectorAll("button.playable")];
  all[(all.indexOf(here) + step + all.length) % all.length].focus();
  event.preventDefault();
}
