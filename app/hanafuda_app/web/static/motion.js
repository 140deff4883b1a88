// Cards that are somewhere else than before fly there; cards that were face down turn over.

import { calm, settings } from "./settings.js";

const FLIGHT = 420;

export const pause = (time) => new Promise((done) => setTimeout(done, time * settings.pace));

const cardsIn = (root) => [...root.querySelectorAll("[data-card]")];
const zoneOf = (element) => element.closest("[data-zone]")?.dataset.zone;

// Where every card is now, by id; the same month can lie in several places in some games.
export function measure(root) {
  const places = new Map();
  for (const element of cardsIn(root)) {
    places.set(element.dataset.card, { at: element.getBoundingClientRect(), zone: zoneOf(element) });
  }
  const sources = {};
  for (const zone of ["pile", "other_hand"]) {
    const backs = root.querySelectorAll(`[data-zone="${zone}"] .card`);
    if (backs.length) {
      sources[zone] = { at: backs[backs.length - 1].getBoundingClientRect(), size: backs.length };
    }
  }
  return { places, sources };
}

export function fly(root, before, family) {
  if (calm() || settings.pace === 0) return;
  for (const element of cardsIn(root)) {
    const old = before.places.get(element.dataset.card);
    if (family === "ju_mai") {
      flyFrom(element, old?.at ?? origin(root, before), old ? 0 : 1);
    } else if (!old && zoneOf(element) !== "months") {
      turnOver(element);
    }
  }
}

// A card that was nowhere before came from the other hand if that is shorter now, else from the
// pile.
function origin(root, { sources }) {
  const left = root.querySelectorAll('[data-zone="other_hand"] .card').length;
  const played = sources.other_hand && left < sources.other_hand.size;
  return (played ? sources.other_hand : sources.pile)?.at;
}

function flyFrom(element, from, turns) {
  if (!from) return;
  const to = element.getBoundingClientRect();
  const [dx, dy] = [from.left - to.left, from.top - to.top];
  if (Math.abs(dx) + Math.abs(dy) < 2) return;
  const scale = to.width ? from.width / to.width : 1;
  const start = `translate(${dx}px, ${dy}px) scale(${scale}) rotateY(${turns * 180}deg)`;
  element.animate(
    [
      { transform: start, transformOrigin: "top left", zIndex: 5 },
      { transform: "none", transformOrigin: "top left", zIndex: 5 },
    ],
    { duration: FLIGHT, easing: "cubic-bezier(.2,.7,.2,1)" },
  );
}

function turnOver(element) {
  const order = [...element.parentElement.children].indexOf(element);
  element.animate(
    [
      { transform: "rotateY(90deg)", opacity: 0.2 },
      { transform: "none", opacity: 1 },
    ],
    { duration: 380, delay: 90 * order, easing: "ease-out", fill: "backwards" },
  );
}
