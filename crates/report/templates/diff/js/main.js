// Starts the page of a comparison.

import { redrawHeatmaps } from "../../run/js/heatmap.js";
import { drawMatrix, openMatrix } from "./matrices.js";

function start() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const printer = matchMedia("print");
  const redraw = () => redrawHeatmaps(dark.matches && !printer.matches, printer.matches);
  redraw();
  for (const details of document.querySelectorAll("details.case[open]")) drawMatrix(details);
  document.addEventListener("toggle", ({ target }) => target.matches?.("details.case[open]") && drawMatrix(target), true);
  addEventListener("hashchange", () => openMatrix(location.hash));
  dark.addEventListener("change", redraw);
  printer.addEventListener("change", redraw);
  addEventListener("beforeprint", () => redrawHeatmaps(false, true));
  addEventListener("afterprint", redraw);
  if (location.hash) openMatrix(location.hash);
}

start();
