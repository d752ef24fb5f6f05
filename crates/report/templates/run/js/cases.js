// The details of cases: drawn when they are first opened.

import { make } from "./dom.js";
import { mountHeatmap } from "./heatmap.js";
import { makeHistogram, makeOrders } from "./bars.js";
import { makeSwaps } from "./swaps.js";

let cases = null;

/** What the page knows of a case beyond its words; read when the first case is opened. */
function knownOf(anchor) {
  cases ??= JSON.parse(document.getElementById("data").textContent).cases ?? {};
  return Object.hasOwn(cases, anchor) ? cases[anchor] : null;
}

async function copyText(pre, button) {
  try {
    await navigator.clipboard.writeText(pre.textContent);
    button.textContent = "Copied";
  } catch {
    getSelection().selectAllChildren(pre);
    button.textContent = "Marked: press Ctrl+C";
  }
}

function makeCopyButton(pre) {
  const button = make("button", { type: "button", class: "copy" }, "Copy");
  button.addEventListener("click", () => copyText(pre, button));
  return button;
}

function makeHistograms(histograms) {
  if (histograms.length === 0) return [];
  const [first, ...others] = histograms;
  return [
    make("h4", {}, "Numbers that are read off each deck"),
    make("p", { class: "note" }, "Bars: decks with each number. Dark strokes: what a fair shuffle would have. A bar is red or blue if it is off by more than 4 sigmas."),
    makeHistogram(first, true),
    make("div", { class: "multiples" }, ...others.map((histogram) => makeHistogram(histogram, false))),
  ];
}

/** Draws a case, once. */
export function drawCase(details) {
  if (details.dataset.drawn) return;
  details.dataset.drawn = "yes";
  for (const pre of details.querySelectorAll("pre.command")) pre.after(makeCopyButton(pre));
  const known = knownOf(details.id);
  const [charts, numbers] = [details.querySelector(".charts"), details.querySelector(".numbers")];
  if (!known || !charts) return;
  if (known.position) mountHeatmap(charts, known.position, details.id);
  if (known.orders) charts.append(make("h4", {}, "How often each order came"), makeOrders(known.orders));
  numbers.append(...makeHistograms(known.histograms ?? []));
  if (known.swaps) numbers.append(makeSwaps(known.swaps));
}

/** Opens the case that an anchor names. */
export function openCase(hash) {
  let target = null;
  try {
    target = document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return; // no anchor of ours
  }
  if (!target?.matches("details.case")) return;
  target.hidden = false;
  target.closest(".group").hidden = false;
  const rest = target.closest("details.rest");
  if (rest) rest.open = true;
  target.open = true;
  drawCase(target);
  target.scrollIntoView();
  target.querySelector("summary").focus({ preventScroll: true });
}

/** Opens what a printed page must show; gives what closes it again. */
export function openForPrint() {
  const opened = [...document.querySelectorAll("details.case.unexpected:not([open])")];
  for (const details of opened) {
    details.open = true;
    drawCase(details);
  }
  return () => opened.forEach((details) => (details.open = false));
}
