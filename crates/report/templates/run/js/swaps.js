// The swaps of a case, step by step on a few cards: a player that is made when a reader asks for it.

import { make, makeSvg } from "./dom.js";
import { connectPlayer } from "../../player/controls.js";
import { Drawing } from "../../player/drawing.js";
import { Player } from "../../player/steps.js";

const BUTTONS = [
  ["first", "|◀", "To the start", "Home"],
  ["back", "◀", "One step back", "←"],
  ["play", "▶ play", "Play", "space"],
  ["forward", "▶", "One step forward", "→"],
  ["last", "▶|", "To the end", "End"],
];
const SPEEDS = [[0.25, "¼"], [0.5, "½"], [1, "1"], [2, "2"], [4, "4"]];

/** The controls of a player, as the page of a trace has them. */
function makeControls() {
  const buttons = BUTTONS.map(([action, sign, words, key]) => {
    const title = `${action === "play" ? "Play or pause" : words} (${key})`;
    return make("button", { type: "button", "data-action": action, "aria-label": words, title }, sign);
  });
  const slider = make("input", { type: "range", min: 0, value: 0, step: 1, "aria-label": "Step" });
  const speed = make("select", { title: "Slower (-) or faster (+)" }, ...SPEEDS.map(([value, sign]) => make("option", { value }, sign)));
  speed.value = "1";
  const all = [...buttons, slider, make("output"), make("label", {}, "Speed ", speed)];
  return make("div", { class: "controls", role: "group", "aria-label": "Player" }, ...all);
}

/** Puts a player in the place of its button, and plays. */
function playSwaps(trace, button) {
  const figure = make("figure", { class: "track cards" }, makeSvg("svg", { role: "img", "aria-label": "the deck" }), make("figcaption"));
  const controls = makeControls();
  // What can have the focus gets the keys, also after a click at its cards.
  const room = make(
    "div",
    { class: "room", tabindex: "-1" },
    make("p", { class: "note" }, "A heavy frame is round what was just moved; red cards stay where they are."),
    figure,
    controls,
    make("p", { class: "note keys" }, "Space plays and pauses, ← and → go a step, Home and End to the ends, + and - change the speed."),
  );
  button.replaceWith(room);
  const drawings = [new Drawing(trace, figure, "cards", { base: trace.base })];
  const { refit, toggle, pause } = connectPlayer({ player: new Player([trace]), drawings, controls, room });
  // Without a width the case is closed.
  const look = () => (figure.clientWidth > 0 ? refit() : pause());
  new ResizeObserver(() => requestAnimationFrame(look)).observe(figure);
  controls.querySelector("[data-action=play]").focus({ preventScroll: true });
  room.scrollIntoView({ block: "nearest" });
  toggle();
}

/** A button that plays a shuffle; nothing is drawn before it is pressed. */
export function makeSwaps(trace) {
  const button = make("button", { type: "button" }, "Play its steps");
  const section = make("section", { class: "swaps" }, make("h4", {}, `Its steps, on ${trace.cards} cards`), button);
  button.addEventListener("click", () => {
    section.classList.add("started");
    playSwaps(trace, button);
  });
  return section;
}
