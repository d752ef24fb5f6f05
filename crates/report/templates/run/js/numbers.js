// Numbers in words, and round numbers for axes.

const NO_BREAK = "\u00a0";

/** The decimals that show this number of significant figures of a value, at most 8. */
export function decimalsFor(value, figures) {
  let decimals = Math.max(0, figures - 1);
  let size = Math.abs(value);
  for (; size >= 10 && decimals > 0; decimals -= 1) size /= 10;
  for (; size > 0 && size < 1 && decimals < 8; decimals += 1) size *= 10;
  return decimals;
}

/** A number with commas between thousands and a true minus sign. */
export function plainNumber(value, decimals = 0) {
  const [whole, rest] = Math.abs(value).toFixed(decimals).split(".");
  const text = whole.replace(/\B(?=(\d{3})+$)/g, ",") + (rest === undefined ? "" : `.${rest}`);
  return value < 0 && /[1-9]/.test(text) ? `−${text}` : text;
}

/** The same with a plus sign; zero is bare. */
export function signedNumber(value, decimals = 0) {
  const text = plainNumber(value, decimals);
  return value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

/** A share as a signed percentage with three figures: "+34.9 %". */
export function percentWords(share, decimals = decimalsFor(100 * share, 3)) {
  return `${signedNumber(100 * share, decimals)}${NO_BREAK}%`;
}

/** An expected count: whole where it is, else with few decimals. */
export function expectedWords(value) {
  return plainNumber(value, Number.isInteger(value) ? 0 : Math.min(2, decimalsFor(value, 5)));
}

/** Round values from low to high, at most `most` and two more, and the decimals that their labels need. */
export function roundTicks(low, high, most) {
  const enough = (high - low) / Math.max(1, most);
  if (!(enough > 0)) return { values: [low], decimals: 0 };
  let exponent = Math.floor(Math.log10(enough));
  const digit = [1, 2, 5, 10].find((digit) => digit * 10 ** exponent >= enough * (1 - 1e-9)) ?? 10;
  const step = digit * 10 ** exponent;
  if (digit === 10) exponent += 1;
  const values = [];
  for (let k = Math.ceil(low / step - 1e-9); k <= Math.floor(high / step + 1e-9); k += 1) values.push(k * step);
  return { values, decimals: Math.max(0, -exponent) };
}

/** The first of 1, 2, 5, 10, 20, … that is large enough. */
export function roundStride(enough) {
  for (let unit = 1; ; unit *= 10) {
    const found = [1, 2, 5].find((digit) => digit * unit >= enough);
    if (found) return found * unit;
  }
}
