// The player: one deck, shuffled step by step by the catalogue's shuffle.

import { Runner } from "./audit.mjs";
import { connectPlayer } from "./player/controls.js";
import { Drawing } from "./player/drawing.js";
import { Player } from "./player/steps.js";

/** More cards would be too small. */
const MOST = 20;

let current; // the player on the page
let wanted = 0; // the number of the last call, which outdates earlier ones

/** The steps of a shuffle, or null if it has none. */
async function traced(algorithm, cards, seed) {
  const runner = new Runner();
  try {
    const { steps } = await runner.ask({ steps: { case: { id: "", algorithm, cards: Math.min(cards, MOST) }, seed } });
    const trace = JSON.parse(steps);
    return trace.steps.length > 0 ? trace : null;
  } catch {
    return null; // a sort has no swaps to show
  } finally {
    runner.end();
  }
}

/** Shows a shuffle of the catalogue in a section, or hides the section. */
export async function showSwaps(section, { algorithm, cards, seed }) {
  const call = ++wanted;
  const trace = algorithm === undefined ? null : await traced(algorithm, cards, seed);
  if (call !== wanted) return;
  current?.pause();
  current = undefined;
  section.hidden = trace === null;
  if (trace === null) return;
  const room = section.querySelector("#swaps-here");
  room.replaceChildren(document.getElementById("player").content.cloneNode(true));
  const drawing = new Drawing(trace, room.querySelector(".track"), "cards", { base: 0, colors: [] });
  current = connectPlayer({ player: new Player([trace]), drawings: [drawing], controls: room.querySelector(".controls"), room });
}

window.addEventListener("resize", () => current?.refit());
