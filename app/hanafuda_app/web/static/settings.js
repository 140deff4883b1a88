// What a person has chosen about the page itself: language, light or dark, pace, labels.

const KEY = "hanafuda";
const query = new URLSearchParams(location.search);

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {}; // storage is off, or holds something else
  }
}

export const settings = {
  language: navigator.language?.startsWith("ja") ? "ja" : "en",
  theme: "auto",
  labels: false,
  pace: 1,
  ...stored(),
};
if (["en", "ja"].includes(query.get("lang"))) settings.language = query.get("lang");
if (query.has("pace")) settings.pace = Math.max(0, Number(query.get("pace")) || 0);

export function change(key, value) {
  settings[key] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // it lasts as long as the page, then
  }
  dress();
}

export function dress() {
  const root = document.documentElement;
  root.lang = settings.language;
  if (settings.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
}

// Texts come in pairs, English and Japanese.
export const say = (words) => (words ? words[settings.language === "ja" ? 1 : 0] : "");

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
