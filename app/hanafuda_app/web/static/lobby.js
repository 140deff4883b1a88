// The lobby: choose a game, a seat, who plays, the options and the seed.

import { html, render, useEffect, useState } from "./vendor/htm-preact.js";
import { Header } from "./chrome.js";
import { say } from "./settings.js";
import { W } from "./words.js";

const COVERS = {
  ju_mai: [0, 28, 44], batta_maki: [4, 20, 36], mutsu_wari: [8, 12, 32], atosaki: [16, 24, 1],
  shoniban: [40, 0, 41], hankan: [29, 5, 37], sanmai_kabu: [3, 15, 32], yatchaba: [9, 21, 46],
  echobo: [3, 11, 23],
};

async function post(path, body) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.error ?? answer.statusText);
  return told;
}

export class LobbyPage {
  constructor(root) {
    this.root = root;
    this.games = [];
    this.draw();
    fetch("/api/games").then(async (answer) => {
      this.games = await answer.json();
      this.draw();
    });
  }

  draw() {
    document.title = `${say(W.lobby)} · Hanafuda`;
    render(html`<${Lobby} games=${this.games} redraw=${() => this.draw()} />`, this.root);
  }
}

function Lobby({ games, redraw }) {
  const [name, choose] = useState("ju_mai");
  const game = games.find((one) => one.name === name);
  return html`<${Header} title="Hanafuda 花札" redraw=${redraw} />
    <main class="lobby">
      <h2>${say(W.chooseGame)}</h2>
      <div class="games" role="radiogroup" aria-label=${say(W.chooseGame)}>
        ${games.map(
          (one) => html`<label key=${one.name} class=${one.name === name ? "chosen" : ""}>
            <input type="radio" name="game" value=${one.name} checked=${one.name === name}
              onChange=${() => choose(one.name)} />
            <span class="cover" aria-hidden="true">
              ${COVERS[one.name].map((card) => html`<img src=${`/cards/${card}.svg`} alt="" />`)}
            </span>
            <span><b>${say(one.title)}</b><small>${say(one.about)}</small></span>
          </label>`,
        )}
      </div>
      ${game && html`<${Setup} key=${name} game=${game} />`}
    </main>`;
}

function Setup({ game }) {
  const [options, setOptions] = useState({});
  const [seats, setSeats] = useState([]);
  const [seat, setSeat] = useState(null);
  const [players, setPlayers] = useState({});
  const [error, setError] = useState(null);
  const [seed, setSeed] = useState("");
  const [practice, setPractice] = useState(false);
  const [waiting, setWaiting] = useState(false);
  useEffect(() => {
    let current = true;
    post("/api/seats", { game: game.name, options })
      .then((found) => current && (setSeats(found), setError(null)))
      .catch((mistake) => current && setError(mistake.message));
    return () => (current = false);
  }, [game.name, JSON.stringify(options)]);
  const usual = seats[0]?.agent === "dealer" && seats.length > 1 ? seats[1].agent : seats[0]?.agent;
  const mine = seats.some((one) => one.agent === seat) ? seat : usual;
  const sit = async (event) => {
    event.preventDefault();
    const others = seats.filter((one) => one.agent !== mine);
    const opponents = others.map((one) => `${one.agent}=${players[one.agent] ?? one.strongest}`);
    setWaiting(true);
    try {
      const deal = seed.trim() || null;
      const body = { game: game.name, options, seat: mine, opponents, seed: deal, practice };
      const { token } = await post("/api/tables", body);
      location.assign(`/table/${token}`);
    } catch (mistake) {
      setError(mistake.message);
      setWaiting(false);
    }
  };
  const set = (key, value) => {
    const changed = { ...options, [key]: value };
    if (value === undefined) delete changed[key];
    setOptions(changed);
  };
  return html`<form class="setup" onSubmit=${sit}>
    <h2>${say(game.title)}</h2>
    <div class="fields">
      <label><span>${say(W.seat)}</span>
        <select name="seat" value=${mine} onChange=${(event) => setSeat(event.target.value)}>
          ${seats.map((one) => html`<option value=${one.agent} selected=${one.agent === mine}>${say(one.name)}</option>`)}
        </select>
      </label>
      ${seats
        .filter((one) => one.agent !== mine)
        .map(
          (one) => html`<label key=${one.agent}><span>${say(one.name)}</span>
            <select name=${`player-${one.agent}`}
              onChange=${(event) => setPlayers({ ...players, [one.agent]: event.target.value })}>
              ${one.players.map(
                ([name, about]) => html`<option value=${name} title=${about}
                  selected=${name === (players[one.agent] ?? one.strongest)}>${name}</option>`,
              )}
            </select>
          </label>`,
        )}
      <label><span>${say(W.seed)}</span>
        <input name="seed" inputmode="numeric" pattern="[0-9]*" placeholder=${say(W.seedHint)} value=${seed}
          onInput=${(event) => setSeed(event.target.value)} />
      </label>
      <label class="check"><input type="checkbox" name="practice" checked=${practice}
        onChange=${(event) => setPractice(event.target.checked)} /><span>${say(W.practice)}</span></label>
    </div>
    <details>
      <summary>${say(W.options)}</summary>
      <div class="fields">
        ${game.options.map((option) => html`<${Option} key=${option.name} option=${option}
          value=${options[option.name]} set=${(value) => set(option.name, value)} />`)}
      </div>
    </details>
    ${error && html`<p class="notice refused" role="alert">${error}</p>`}
    <p><button class="primary sit" type="submit" disabled=${!seats.length || error || waiting}>${say(W.sit)}</button>
      <span role="status" class="waiting">${waiting ? say(W.preparing) : ""}</span></p>
  </form>`;
}

function Option({ option, value, set }) {
  const given = (text) => set(text === "" ? undefined : Number(text));
  const pick = (text) => set(option.values.find((one) => String(one) === text));
  const shown = value ?? option.default;
  return html`<label title=${option.meaning}>
    <span>${option.name}<small>${option.meaning}</small></span>
    ${option.kind === "choice" &&
    html`<select name=${option.name} onChange=${(event) => pick(event.target.value)}>
      ${option.values.map((one) => html`<option value=${String(one)} selected=${one === shown}>${String(one)}</option>`)}
    </select>`}
    ${option.kind.endsWith("count") &&
    html`<input type="number" name=${option.name} min=${option.least ?? 1} max=${option.most}
      placeholder=${option.default ?? say(W.none)} value=${value ?? ""}
      onChange=${(event) => given(event.target.value)} />`}
    ${option.kind === "subset" &&
    html`<select multiple name=${option.name} size=${option.values.length}
      onChange=${(event) => set([...event.target.selectedOptions].map((one) => one.value))}>
      ${option.values.map((one) => html`<option value=${one} selected=${shown.includes(one)}>${one}</option>`)}
    </select>`}
  </label>`;
}
