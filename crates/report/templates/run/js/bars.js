// Histograms: bars are what was observed, a dark stroke is what was expected.

import { followCells, make, makeSvg, testButton } from "./dom.js";
import { cellAfterKey, cellAt } from "./matrix.js";
import { expectedWords, percentWords, plainNumber, roundStride, signedNumber } from "./numbers.js";

const FAR = 4; // sigmas beyond which a bar is red or blue

/** How far a bin is from the expected, in standard deviations of a fair shuffle. */
export function barSigmas(count, expected, total) {
  const spread = Math.sqrt(expected * Math.max(0, 1 - expected / total));
  return spread > 0 ? (count - expected) / spread : count === expected ? 0 : Infinity * Math.sign(count - expected);
}

/** A bar in words. */
export function barWords(count, expected, total) {
  const sigmas = barSigmas(count, expected, total);
  const words = [`observed ${plainNumber(count)}`, `expected ${expectedWords(expected)}`];
  if (expected > 0) words.push(percentWords(count / expected - 1));
  if (Number.isFinite(sigmas)) words.push(`${signedNumber(sigmas, 1)} sigmas`);
  return words.join("; ");
}

export function binLabel(first, last) {
  return first === last ? plainNumber(first) : `${plainNumber(first)} to ${plainNumber(last)}`;
}

/** The bars with a label: evenly spaced, and each label, centered on its bar, inside `width` pixels. */
export function labelledBars(labels, width) {
  const widest = Math.max(...labels.map((label) => label.length));
  const stride = roundStride((labels.length * (7 * widest + 12)) / width);
  const fits = (at) => {
    const [middle, half] = [((at + 0.5) / labels.length) * width, 3.5 * labels[at].length];
    return middle - half >= -6 && middle + half <= width + 6;
  };
  const inside = labels.map((_, at) => at).filter(fits);
  return inside.filter((at) => (at - inside[0]) % stride === 0);
}

/** The heights of bars: counts for each value, unless all bars cover equally many values (`sizes`). */
export function barHeights(counts, sizes) {
  return sizes.every((size) => size === sizes[0]) ? counts : counts.map((count, at) => count / sizes[at]);
}

/** Bars with their labels; `name` says what they are of, `sizes` how many values each covers. */
function makeBars({ title, name, labels, counts, expected, sizes, isWide }) {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const [heights, levels] = [barHeights(counts, sizes), barHeights(expected, sizes)];
  const top = Math.max(Number.MIN_VALUE, ...heights, ...levels) * 1.04;
  const tone = (at) => {
    const sigmas = barSigmas(counts[at], expected[at], total);
    return Math.abs(sigmas) <= FAR ? "bar" : sigmas > 0 ? "bar more" : "bar fewer";
  };
  const svg = makeSvg("svg", { viewBox: `0 0 ${counts.length} 1`, preserveAspectRatio: "none", "aria-hidden": "true" });
  counts.forEach((_, at) => {
    svg.append(makeSvg("rect", { class: tone(at), x: at + 0.08, width: 0.84, y: 1 - heights[at] / top, height: heights[at] / top }));
  });
  const level = (at) => 1 - levels[at] / top;
  svg.append(makeSvg("path", { class: "expected", d: expected.map((_, at) => `M${at} ${level(at)}h1`).join("") }));
  const cursor = make("div", { class: "cursor", hidden: "" });
  const field = make("div", {
    class: "cells",
    tabindex: "0",
    role: "application",
    "aria-roledescription": "histogram",
    "aria-label": `${name}: ${counts.length} bars. Arrow keys, Home and End go from bar to bar.`,
  });
  field.append(svg, cursor);
  const axis = make("div", { class: "axis across" });
  for (const at of labelledBars(labels, isWide ? 700 : 260)) {
    const tick = make("span", {}, labels[at]);
    tick.style.left = `${(100 * (at + 0.5)) / labels.length}%`;
    axis.append(tick);
  }
  const isUneven = heights !== counts;
  const range = `${plainNumber(Math.min(...sizes))} to ${plainNumber(Math.max(...sizes))}`;
  const most = isUneven
    ? `height: decks for each value, since a bar covers ${range} values`
    : `tallest ${plainNumber(Math.max(...counts))} of ${plainNumber(total)}`;
  const told = make("output", { class: "told" }, most);
  const show = (cell) => {
    cursor.hidden = !cell;
    if (!cell) return told.replaceChildren(most);
    const at = cell.column;
    cursor.style.left = `${(100 * at) / counts.length}%`;
    cursor.style.width = `${100 / counts.length}%`;
    told.replaceChildren(make("b", {}, labels[at]), `: ${barWords(counts[at], expected[at], total)}`);
  };
  followCells(field, { rows: 1, columns: counts.length, locate: cellAt, move: cellAfterKey, show });
  return make("figure", { class: isWide ? "bars wide" : "bars" }, make("figcaption", {}, title), field, axis, told);
}

export function makeHistogram({ test, first, last, count, expected }, isWide) {
  const labels = first.map((value, at) => binLabel(value, last[at]));
  const sizes = first.map((value, at) => last[at] - value + 1);
  return makeBars({ title: testButton(test), name: test, labels, counts: count, expected, sizes, isWide });
}

/** The orders of a small deck, each with its count. */
export function makeOrders({ order, count, expected }) {
  const name = "All orders";
  return makeBars({ title: name, name, labels: order, counts: count, expected: count.map(() => expected), sizes: count.map(() => 1), isWide: true });
}
