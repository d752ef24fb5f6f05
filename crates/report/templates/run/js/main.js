// Starts the page.

import { drawCase, openCase, openForPrint } from "./cases.js";
import { redrawHeatmaps } from "./heatmap.js";
import { startList } from "./list.js";

function start() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const printer = matchMedia("print");
  const redraw = () => redrawHeatmaps(dark.matches && !printer.matches, printer.matches);
  let closeAgain = null;
  redraw();
  startList();
  for (const details of document.querySelectorAll("details.case[open]")) drawCase(details);
  // One listener for all cases: toggle does not bubble, but it can be captured.
  document.addEventListener("toggle", ({ target }) => target.matches?.("details.case[open]") && drawCase(target), true);
  addEventListener("hashchange", () => openCase(location.hash));
  // A link to where the page is already changes nothing, and opens the case nevertheless.
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href^='#']");
    if (link && link.hash === location.hash) openCase(link.hash);
  });
  dark.addEventListener("change", redraw);
  addEventListener("beforeprint", () => {
    closeAgain ??= openForPrint();
    redrawHeatmaps(false, true);
  });
  addEventListener("afterprint", () => {
    closeAgain?.();
    closeAgain = null;
    redraw();
  });
  printer.addEventListener("change", redraw);
  if (location.hash) openCase(location.hash);
}

start();
