// Starts the page of a trace.

import { connectPlayer } from "./controls.js";
import { Drawing } from "./drawing.js";
import { Player } from "./steps.js";

/** Puts a player on the page. */
function startTrace() {
  const [trace, colors] = ["trace", "colors"].map((id) => JSON.parse(document.getElementById(id).textContent));
  const tracks = [trace, ...trace.beside];
  const figures = document.querySelectorAll(".track");
  const style = figures[0].classList.contains("bars") ? "bars" : "cards";
  const drawings = tracks.map((track, index) => new Drawing(track, figures[index], style, { base: trace.base, colors }));
  const controls = document.getElementById("controls");
  controls.hidden = false;
  document.getElementById("words").open = false;
  document.getElementById("keys").hidden = false;
  const { refit } = connectPlayer({ player: new Player(tracks), drawings, controls, room: document });
  window.addEventListener("resize", refit);
}

startTrace();
