// A table: shows what the server tells, one frame after the other, and sends what is clicked.

import { html, render } from "./vendor/htm-preact.js";
import { arrows, Dialog, Header } from "./chrome.js";
import { Connection } from "./connection.js";
import { fly, measure, pause } from "./motion.js";
import { Grid, Log, Seats, Sheet, Zone } from "./parts.js";
import { change, say, settings } from "./settings.js";
import { W } from "./words.js";

const A_FRAME = 520; // milliseconds that a picture stays before the next
const A_STEP = 260; // between what different seats do
const QUICK = 0.35; // the other pace

export class TablePage {
  constructor(root, token) {
    this.root = root;
    this.token = token;
    this.view = null;
    this.scene = null;
    this.entries = [];
    this.first = 0;
    this.link = "lost";
    this.queue = [];
    this.showing = false;
    this.notice = null;
    this.dialog = null;
    this.act = this.act.bind(this);
    document.addEventListener("keydown", (event) => this.key(event));
    this.connection = new Connection(token, {
      onMessage: (message) => this.receive(message),
      onState: (link) => {
        this.link = link;
        this.draw();
      },
    });
  }

  receive(message) {
    if (message.type !== "view") {
      this.busy = false;
      this.notice = { kind: message.type, words: message.words };
      this.draw();
      return;
    }
    this.queue.push(message);
    if (!this.showing) this.show();
  }

  async show() {
    this.showing = true;
    while (this.queue.length) {
      const { frames, view } = this.queue.shift();
      this.moves = [];
      if (this.view === null || view.decision !== this.view.decision) this.notice = null;
      for (const frame of frames) await this.showFrame(frame, view);
      this.view = view;
      this.scene = view.scene;
      this.entries = view.log;
      this.first = view.said - view.log.length;
      const waits = this.queue.length > 0;
      this.moves = waits ? [] : view.moves;
      this.busy = false;
      if (this.dialog !== "rules") this.dialog = view.stage === "over" ? "result" : null;
      this.draw();
      if (waits && frames.length) await pause(A_STEP);
    }
    this.showing = false;
    this.draw();
    this.focusAgain();
  }

  async showFrame(frame, view) {
    this.view = { ...view, stage: "showing", places: this.view?.places ?? view.places, result: null,
      sheet: this.view?.sheet ?? view.sheet };
    this.scene = frame.scene;
    if (frame.words) this.entries = [...this.entries, [frame.actor, frame.words]];
    this.draw();
    if (!frame.hold) await pause(A_FRAME);
  }

  draw() {
    const family = this.view?.family;
    const before = measure(this.root);
    render(html`<${Page} page=${this} />`, this.root);
    if (this.scene !== this.drawn && family) fly(this.root, before, family);
    this.drawn = this.scene;
    const log = this.root.querySelector(".log ol");
    if (log) log.scrollTop = log.scrollHeight;
  }

  // A card that had the focus is gone after it was played: its neighbours take over.
  focusAgain() {
    if (!this.byKeyboard || document.activeElement !== document.body) return;
    this.root.querySelector("button.playable, .stage button, .stepper button.primary")?.focus();
  }

  act(move) {
    if (!move || this.busy) return;
    this.busy = true;
    this.send("act", { action: move.action });
  }

  send(type, more) {
    this.notice = null;
    if (!this.connection.send(type, this.view.decision, more)) {
      this.busy = false;
      this.notice = { kind: "refused", words: W.lost };
    }
    this.draw();
  }

  async openRules() {
    const answer = await fetch(`/api/help/${this.view.game}`);
    this.rules = await answer.json();
    this.dialog = "rules";
    this.draw();
  }

  closeDialog() {
    this.dialog = null;
    this.draw();
  }

  key(event) {
    this.byKeyboard = true;
    arrows(event);
    if (!this.view || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, select, dialog")) return;
    if (event.key === "?") this.openRules();
    else if (event.key === "h" && this.view.stage === "turn") this.send("hint");
    else if (event.key === "u" && this.view.can_undo) this.send("undo");
  }
}

function Page({ page }) {
  const { view, link } = page;
  if (link === "gone") {
    return html`<main class="gone"><p>${say(W.gone)}</p><p><a class="primary" href="/">${say(W.lobby)}</a></p></main>`;
  }
  if (!view) return html`<main class="gone"><p role="status">${link === "lost" ? say(W.lost) : "…"}</p></main>`;
  document.title = `${say(view.title)} · Hanafuda`;
  const zones = Object.fromEntries(page.scene.zones.map((zone) => [zone.id, zone]));
  return html`<${Header} title=${say(view.title)} redraw=${() => page.draw()}>
      <${Tools} page=${page} />
    <//>
    <main class=${`table family-${view.family}`} data-decision=${page.showing ? -1 : view.decision}>
      <div class="felt">
        <div class="bar">
          <${Seats} places=${view.places} seats=${page.scene.seats} />
          <${Facts} facts=${page.scene.facts} />
        </div>
        <div class="zones">
          ${Object.values(zones).map(
            (zone) => html`<${Zone} key=${zone.id} zone=${zone} moves=${page.moves ?? []}
              act=${page.act} places=${view.places} />`,
          )}
        </div>
        <${Stage} page=${page} />
      </div>
      <aside>
        ${page.scene.grids.map((grid) => html`<${Grid} key=${grid.title[0].split(":")[0]} grid=${grid} />`)}
        ${view.sheet.rows.length > 0 && html`<${Sheet} view=${view} />`}
        <${Log} view=${view} entries=${page.entries} first=${page.first} />
      </aside>
    </main>
    ${page.dialog === "rules" && html`<${Rules} page=${page} />`}
    ${page.dialog === "result" && view.result && html`<${Result} page=${page} />`}`;
}

function Tools({ page }) {
  const { view } = page;
  const toggle = (key, value) => () => {
    change(key, value);
    page.draw();
  };
  const pace = say(settings.pace < 1 ? W.quick : W.calm);
  return html`<button type="button" onClick=${() => page.openRules()} title="?">${say(W.rules)}</button>
    <button type="button" onClick=${() => page.send("hint")} title="h"
      disabled=${view.stage !== "turn"}>${say(W.hint)}</button>
    ${view.practice &&
    html`<button type="button" onClick=${() => page.send("undo")} title="u" disabled=${!view.can_undo}>
      ${say(W.undo)}</button>`}
    <button type="button" aria-pressed=${settings.labels} onClick=${toggle("labels", !settings.labels)}>
      ${say(W.labels)}</button>
    <button type="button" aria-label=${`${say(W.pace)}: ${pace}`} title=${say(W.pace)}
      onClick=${toggle("pace", settings.pace < 1 ? 1 : QUICK)}>${pace}</button>`;
}

function Facts({ facts }) {
  return html`<dl class="facts">
    ${facts.map((fact) => html`<div key=${fact.label[0]}><dt>${say(fact.label)}</dt><dd>${say(fact.value)}</dd></div>`)}
  </dl>`;
}

// What is asked, and the answers that belong to no place on the table.
function Stage({ page }) {
  const { view, scene, notice, link } = page;
  const plain = (page.moves ?? []).filter((move) => move.zone === null);
  return html`<div class=${`stage ${view.stage}`}>
    <p class="prompt" role="status">${say(view.stage === "over" ? view.result : scene.prompt)}</p>
    ${link === "lost" && html`<p class="notice refused" role="alert">${say(W.lost)}</p>`}
    ${notice && html`<p class=${`notice ${notice.kind}`} role="alert">${say(notice.words)}</p>`}
    <div class="answers">
      ${plain.map(
        (move) => html`<button type="button" key=${move.action} data-action=${move.action}
          onClick=${() => page.act(move)}>${say(move.words)}</button>`,
      )}
      ${view.stage === "showdown" &&
      html`<button type="button" class="primary go-on" onClick=${() => page.send("go_on")}>${say(W.goOn)}</button>`}
      ${view.stage === "over" &&
      html`<button type="button" class="primary" onClick=${() => page.send("again")}>${say(W.again)}</button>`}
    </div>
  </div>`;
}

function Rules({ page }) {
  return html`<${Dialog} name="rules" title=${`${say(page.rules.title)}: ${say(W.rules)}`} onClose=${() => page.closeDialog()}>
    ${page.rules.rules.map((paragraph) => html`<p>${say(paragraph)}</p>`)}
    ${page.view.options.length > 0 &&
    html`<p>${say(W.unusual)} <code>${page.view.options.join(", ")}</code></p>`}
  <//>`;
}

function Result({ page }) {
  const { view, token } = page;
  const again = () => {
    page.dialog = null;
    page.send("again");
  };
  return html`<${Dialog} name="result" title=${say(view.result)} onClose=${() => page.closeDialog()}>
    <${Sheet} view=${view} />
    <p class="seed">${say(W.seed)} <code>${view.seed}</code></p>
    <p class="buttons">
      <button type="button" class="primary again" onClick=${again}>${say(W.again)}</button>
      <a class="button" href=${`/api/tables/${token}/replay`} download>${say(W.replay)}</a>
      <a class="button" href="/">${say(W.lobby)}</a>
    </p>
  <//>`;
}
