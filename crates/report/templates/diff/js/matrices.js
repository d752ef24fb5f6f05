// The matrices of cases: drawn when a case is first opened, and drawn again for another scheme, width or the printer.

import { makeHeatmap } from "../../run/js/heatmap.js";

const redraws = [];
let now = [false, false]; // whether the page is dark, and whether it is on paper
let matrices = null;

/** Draws a case, once. */
export function drawMatrix(details) {
  const charts = details.querySelector(".charts");
  if (!charts || details.dataset.drawn) return;
  details.dataset.drawn = "yes";
  matrices ??= JSON.parse(document.getElementById("data").textContent);
  if (!Object.hasOwn(matrices, details.id)) return;
  const { element, draw } = makeHeatmap(matrices[details.id], details.id);
  charts.append(element);
  draw(...now);
  redraws.push(draw);
  let width = element.clientWidth;
  new ResizeObserver(() => {
    if (element.clientWidth === 0 || element.clientWidth === width) return;
    width = element.clientWidth;
    draw(...now);
  }).observe(element);
}

export function redrawMatrices(isDark, isOnPaper) {
  now = [isDark, isOnPaper];
  for (const draw of redraws) draw(...now);
}

/** Opens the case that an anchor names. */
export function openMatrix(hash) {
  const target = document.getElementById(hash.slice(1));
  if (!target?.matches("details.case")) return;
  target.open = true;
  drawMatrix(target);
}
