// An experiment as the part of an address after its #: base64url of JSON, so that no server sees it.

/** The keys that a link may hold, and what each must be. */
const KEYS = {
  shuffle: (value) => typeof value === "string" && value.length <= 100,
  code: (value) => typeof value === "string" && value.length <= 50_000,
  cards: Number.isSafeInteger,
  decks: Number.isSafeInteger,
  seed: (value) => typeof value === "string" && value.length <= 40,
  exercise: (value) => typeof value === "string" && value.length <= 40,
};

/** @param {object} experiment @returns {string} */
export function encode(experiment) {
  const bytes = new TextEncoder().encode(JSON.stringify(experiment));
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The experiment of a link, or null if it holds none. Values of the wrong type are dropped: anyone can write a link. */
export function decode(text) {
  try {
    const binary = atob(text.replace(/^#/, "").replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
    const given = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return Object.fromEntries(Object.entries(given).filter(([key, value]) => Object.hasOwn(KEYS, key) && KEYS[key](value)));
  } catch {
    return null;
  }
}
