// The matrices of cases: drawn when a case is first opened.

import { mountHeatmap } from "../../run/js/heatmap.js";

let matrices = null;

/** Draws a case, once. */
export function drawMatrix(details) {
  const charts = details.querySelector(".charts");
  if (!charts || details.dataset.drawn) return;
  details.dataset.drawn = "yes";
  matrices ??= JSON.parse(document.getElementById("data").textContent);
  if (Object.hasOwn(matrices, details.id)) mountHeatmap(charts, matrices[details.id], details.id);
}

/** Opens the case that an anchor names. */
export function openMatrix(hash) {
  const target = document.getElementById(hash.slice(1));
  if (!target?.matches("details.case")) return;
  target.open = true;
  drawMatrix(target);
}
