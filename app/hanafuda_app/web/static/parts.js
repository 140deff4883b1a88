// Parts of a table: cards, zones, seats, chips, grids, the score sheet.

import { html, useEffect, useState } from "./vendor/htm-preact.js";
import { say, settings } from "./settings.js";
import { W } from "./words.js";

const CHIP_COLOURS = 8;

export function Card({ item, move, pressed, onPlay, index }) {
  const source = item.card === null ? "back" : item.card;
  const label = settings.labels && item.card !== null ? "?label=1" : "";
  const name = say(item.name);
  const picture = html`<img src=${`/cards/${source}.svg${label}`} alt="" draggable=${false} />`;
  const look = `card ${item.lit ? "lit" : ""} ${item.card === null ? "back" : ""}`;
  const mark = item.card === null ? {} : { "data-card": item.card };
  if (!onPlay) {
    return html`<span class=${look} role="img" aria-label=${name} title=${name} ...${mark}
      >${picture}</span>`;
  }
  const effect = move?.effect ? `. ${say(move.effect)}` : "";
  const aria = pressed === undefined ? {} : { "aria-pressed": pressed };
  return html`<button
    type="button"
    class=${`${look} playable ${pressed ? "pressed" : ""}`}
    aria-label=${name + effect}
    title=${name + effect}
    ...${mark}
    ...${aria}
    data-action=${move?.action}
    onClick=${onPlay}
    onMouseEnter=${() => point(move?.takes)}
    onMouseLeave=${() => point([])}
    onFocus=${() => point(move?.takes)}
    onBlur=${() => point([])}
    >${picture}</button
  >`;
}

// Cards that a move would take are shown while one considers it.
function point(cards = []) {
  for (const element of document.querySelectorAll("[data-zone=field] [data-card]")) {
    element.classList.toggle("taken", cards.includes(Number(element.dataset.card)));
  }
}

function Month({ number, item, children }) {
  return html`<span class="month">${children}<span aria-hidden="true">${number} <span class="flower">${say(item.name)}</span></span></span>`;
}

function Cards({ zone, moves, act }) {
  const byCard = new Map(moves.filter((m) => m.card !== null).map((m) => [m.card, m]));
  const draw = (item, at) => {
    const move = byCard.get(item.card);
    const key = item.card === null ? `back${at}` : `card${item.card}-${at}`;
    const card = html`<${Card} key=${key} item=${item} move=${move} onPlay=${move && (() => act(move))} />`;
    return zone.kind === "months" ? html`<${Month} key=${key} number=${at + 1} item=${item}>${card}<//>` : card;
  };
  if (zone.kind !== "captured") return html`<div class="cards">${zone.items.map(draw)}</div>`;
  return html`<div class="cards kinds">
    ${byKind(zone.items).map(
      ([kind, items]) => html`<div class=${kind === 0 ? "kind chaff" : "kind"} key=${kind}>
        <div class="fan">${items.map(draw)}</div>
        <span class="count">${say(W.kinds[kind])} ${items.length}</span>
      </div>`,
    )}
  </div>`;
}

function byKind(items) {
  const groups = new Map();
  for (const item of items) {
    const kind = item.kind;
    groups.set(kind, [...(groups.get(kind) ?? []), item]);
  }
  return [...groups].sort(([a], [b]) => b - a);
}

function MonthSet({ zone, moves, act }) {
  const [chosen, setChosen] = useState([]);
  const key = moves.map((m) => m.action).join();
  useEffect(() => setChosen([]), [key]);
  const find = (months) => moves.find((m) => String(m.months) === String(months));
  const toggled = (month) =>
    (chosen.includes(month) ? chosen.filter((m) => m !== month) : [...chosen, month]).sort(
      (a, b) => a - b,
    );
  const current = find(chosen);
  return html`<div class="cards">
      ${zone.items.map((item, month) => {
        const possible = find(toggled(month));
        return html`<${Month} key=${month} number=${month + 1} item=${item}>
          <${Card}
            item=${item}
            pressed=${chosen.includes(month)}
            onPlay=${() => possible && setChosen(toggled(month))}
          />
        <//>`;
      })}
    </div>
    <button type="button" class="primary" data-action=${current?.action} onClick=${() => act(current)}>
      ${say(current?.words)}
    </button>`;
}

function Stepper({ moves, act }) {
  const least = moves[0].chips;
  const [at, setAt] = useState(0);
  const key = moves.map((m) => m.action).join();
  useEffect(() => setAt(0), [key]);
  const place = Math.min(at, moves.length - 1);
  const move = moves[place];
  return html`<div class="stepper">
    <div class="steps" role="group" aria-label=${say(W.chips)}>
      <button type="button" aria-label=${say(W.less)} disabled=${place === 0}
        onClick=${() => setAt(place - 1)}>−</button>
      <output aria-live="polite">${move?.chips ?? least}</output>
      <button type="button" aria-label=${say(W.more)} disabled=${place === moves.length - 1}
        onClick=${() => setAt(place + 1)}>+</button>
    </div>
    <button type="button" class="primary" data-action=${move?.action} onClick=${() => act(move)}>
      ${say(move?.words)}
    </button>
  </div>`;
}

export function Zone({ zone, moves, act, places }) {
  const here = moves.filter((m) => m.zone === zone.id);
  const sets = here.some((m) => m.months);
  const chips = here.filter((m) => m.chips !== null);
  const asked = here.length > 0;
  return html`<section
    class=${`zone ${zone.kind} ${zone.outcome ?? ""} ${asked ? "asked" : ""}`}
    data-zone=${zone.id}
    aria-label=${say(zone.title)}
  >
    <h3>
      <span>${say(zone.title)}</span>
      ${zone.note && html`<span class="note">${say(zone.note)}</span>`}
    </h3>
    ${sets
      ? html`<${MonthSet} zone=${zone} moves=${here} act=${act} />`
      : html`<${Cards} zone=${zone} moves=${here} act=${act} />`}
    ${zone.stakes.length > 0 &&
    html`<ul class="stakes">
      ${zone.stakes.map(
        ({ seat, chips: number }) => html`<li key=${seat}>
          <span class=${`chip seat-${seat % CHIP_COLOURS}`}>${number}</span>
          <span>${say(places[seat].name)}</span>
        </li>`,
      )}
    </ul>`}
    ${chips.length > 0 && html`<${Stepper} moves=${chips} act=${act} />`}
  </section>`;
}

export function Seats({ places, seats }) {
  return html`<ul class="seats">
    ${places.map(
      (place, seat) => html`<li
        key=${place.agent}
        class=${`${place.you ? "you" : ""} ${place.acts ? "acts" : ""}`}
        aria-current=${place.acts ? "true" : undefined}
      >
        <span class=${`chip seat-${seat % CHIP_COLOURS}`} aria-hidden="true"></span>
        <span class="who">
          <b>${say(place.name)}</b>
          ${!place.you && html`<small>${place.player}</small>`}
        </span>
        <span class="score">${say(seats[seat].score)}</span>
        <span class="notes">
          ${place.acts && html`<em>${say(place.you ? W.yourTurn : W.thinks)}</em>`}
          ${seats[seat].notes.map((note) => html`<i>${say(note)}</i>`)}
        </span>
      </li>`,
    )}
  </ul>`;
}

export function Grid({ grid }) {
  const named = grid.head.length > 0 && grid.head[0][0] === "";
  return html`<div class="grid" tabindex="0" role="region" aria-label=${say(grid.title)}>
    <table>
      <caption>${say(grid.title)}</caption>
      <thead><tr>${grid.head.map((cell) => html`<th scope="col">${say(cell)}</th>`)}</tr></thead>
      <tbody>
        ${grid.rows.map(
          (row) => html`<tr>
            ${row.map((cell, at) =>
              named && at === 0
                ? html`<th scope="row">${say(cell)}</th>`
                : html`<td class=${say(cell).includes("*") ? "right" : ""}>${say(cell)}</td>`,
            )}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

const number = (value) => String(Math.round(value * 100) / 100).replace("-", "−");

export function Sheet({ view }) {
  const { rows, totals } = view.sheet;
  return html`<div class="grid sheet" tabindex="0" role="region" aria-label=${say(W.sheet)}>
    <table>
      <caption>${say(W.sheet)}</caption>
      <thead>
        <tr>
          <th scope="col">${say(W.round)}</th>
          ${view.places.map((p) => html`<th scope="col" class=${p.you ? "you" : ""}>${say(p.name)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row, at) => html`<tr>
            <th scope="row">${at + 1}</th>
            ${row.map((value) => html`<td>${number(value)}</td>`)}
          </tr>`,
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">${say(W.total)}</th>
          ${totals.map((value) => html`<td>${number(value)}</td>`)}
        </tr>
      </tfoot>
    </table>
  </div>`;
}

export function Log({ view, entries, first }) {
  const named = (who, words) => (who === null ? say(words) : `${say(view.places[who].name)}: ${say(words)}`);
  return html`<section class="log" aria-label=${say(W.log)}>
    <h2>${say(W.log)}</h2>
    <ol aria-live="polite" aria-relevant="additions" tabindex="0">
      ${entries.map(
        ([who, words], at) => html`<li key=${first + at} class=${who === null ? "said" : who === view.seat ? "you" : ""}>
          ${named(who, words)}
        </li>`,
      )}
    </ol>
  </section>`;
}
