// The matrix of counts of a case: one panel, or three where the exact law is known.

import { make, followCells } from "./dom.js";
import { paintCells } from "./colors.js";
import { cellAfterKey, cellAt, cellWords, columnName, extremesOf, panelOf, rowName } from "./matrix.js";
import { decimalsFor, percentWords, plainNumber, roundStride, roundTicks, signedNumber } from "./numbers.js";

const MODES = [
  ["deviation", "deviation in %"],
  ["sigmas", "sigmas"],
  ["counts", "counts"],
];
const TITLES = { observed: "Observed", exact: "The exact law", difference: "Observed less the exact law" };
const LETTER = 8; // pixels of a letter of an axis, about
const PAPER = 180; // pixels of a matrix on paper, at least

function titlesOf(matrix) {
  return matrix.titles ?? TITLES;
}

/** How a value of a panel is written. */
function valueWords(value, panel, mode, decimals) {
  if (mode === "deviation") return percentWords(value, decimals);
  if (mode === "sigmas") return signedNumber(value, decimals);
  return panel.middle ? plainNumber(value + panel.middle, decimals) : signedNumber(value, decimals);
}

/** Places and labels along an axis, as many as find room. */
function axisTicks(cells, label, pixels, perLabel) {
  const stride = roundStride(Math.max(1, (cells * perLabel) / Math.max(1, pixels)));
  return Array.from({ length: Math.ceil(cells / stride) }, (_, at) => ({
    share: (at * stride + 0.5) / cells,
    label: label(at * stride),
  }));
}

function placeTicks(axis, side, ticks) {
  axis.replaceChildren(
    ...ticks.map(({ share, label, end }) => {
      const tick = make("span", { class: end }, make("bdi", {}, label));
      tick.style[side] = `${100 * share}%`;
      return tick;
    }),
  );
}

/** The color bar below a panel, with the place of three standard deviations of chance. */
function drawBar(bar, panel, mode, isDark, pixels) {
  const { scale, middle, unit, floor = -scale } = panel;
  const span = scale - floor;
  const shown = Array.from({ length: 129 }, (_, at) => (floor + (span * at) / 128) / scale);
  const canvas = make("canvas", {});
  paintCells(canvas, { rows: 1, columns: shown.length, values: shown, scale: 1, isDark });
  const [low, high] = extremesOf(panel.values);
  const most = Math.max(3, Math.min(8, Math.floor(pixels / 70)));
  const { values, decimals } = roundTicks((middle + floor) * unit, (middle + scale) * unit, most);
  const ends = [
    ...(low < -scale * 1.0001 ? [{ at: -scale, sign: "≤ " }] : []),
    ...(high > scale * 1.0001 ? [{ at: scale, sign: "≥ " }] : []),
  ];
  const labels = values
    .map((value) => value / unit - middle)
    .filter((at) => ends.every((end) => Math.abs(end.at - at) * pixels > 60 * span))
    .map((at) => ({ at, label: valueWords(at, panel, mode, decimals) }));
  for (const { at, sign } of ends) {
    const decimals = mode === "counts" ? 0 : decimalsFor(at * unit, 2);
    labels.push({ at, label: sign + valueWords(at, panel, mode, decimals), end: at < 0 ? "first" : "last" });
  }
  const share = (at) => (at - floor) / span;
  const axis = make("div", { class: "axis across" });
  placeTicks(axis, "left", labels.map(({ at, label, end }) => ({ share: share(at), label, end })));
  const bracket = make("div", { class: "chance" });
  if (panel.noise > 0) {
    bracket.append(make("span", { class: "bracket" }), make("span", {}, "chance: ±3 sigmas"));
    const [from, to] = [Math.max(floor, -3 * panel.noise), 3 * panel.noise].map(share);
    bracket.firstChild.style.marginLeft = `${100 * from}%`;
    bracket.firstChild.style.width = `${100 * (to - from)}%`;
  }
  bar.replaceChildren(bracket, canvas, axis);
}

/** The line below a panel: the extremes, and that some values exceed the scale, if they do. */
function scaleNote(panel, mode) {
  const [low, high] = extremesOf(panel.values);
  const words = (value) => {
    const figures = mode === "counts" ? decimalsFor(value + panel.middle, 1) : decimalsFor(value * panel.unit, 3);
    return valueWords(value, panel, mode, Math.min(figures, mode === "sigmas" ? 1 : 3));
  };
  const isBeyond = low < -panel.scale * 1.0001 || high > panel.scale * 1.0001;
  const what = { deviation: "Deviations", sigmas: "Sigmas", counts: panel.middle ? "Counts" : "Counts less the expected" }[mode];
  const note = make("p", { class: "note" }, `${what} from ${words(low)} to ${words(high)}. `);
  if (isBeyond) {
    const end = Math.abs(low) > high ? low : high;
    note.append(make("strong", {}, `Some exceed the scale: the most extreme is ${words(end)}, and has the color of the bar's end.`));
  }
  return note;
}

/** One panel; gives what draws it, and what shows its cursor. */
function makePanel(matrix, what, label) {
  const [canvas, cursor] = [make("canvas", {}), make("div", { class: "cursor", hidden: "" })];
  const cells = make("div", { class: "cells", tabindex: "0", role: "application", "aria-label": label, "aria-roledescription": "matrix" });
  cells.append(canvas, cursor);
  // A cell is square, unless the matrix would be too flat or too tall.
  const tall = Math.min(1.25, Math.max(0.3, matrix.rows / matrix.columns));
  cells.style.aspectRatio = `1 / ${tall}`;
  const [down, across] = [make("div", { class: "axis down" }), make("div", { class: "axis across" })];
  const bar = make("div", { class: "colorbar", "aria-hidden": "true" });
  const grouped = (label, group) => (group > 1 ? `${label}, in groups of ${group}` : label);
  const frame = make(
    "div",
    { class: "frame" },
    make("div", { class: "name down", "aria-hidden": "true" }, make("bdi", {}, grouped(matrix.row_label, matrix.row_group))),
    down,
    cells,
    across,
    make("div", { class: "name across", "aria-hidden": "true" }, make("bdi", {}, grouped(matrix.column_label, matrix.column_group))),
    bar,
  );
  const figure = make("figure", { class: matrix.columns <= 8 ? "matrix small" : "matrix" }, make("figcaption", {}, make("bdi", {}, titlesOf(matrix)[what])), frame);
  let note = make("p", { class: "note" });
  figure.append(note);
  const draw = (mode, isDark, isOnPaper) => {
    const panel = panelOf(matrix, what, mode);
    paintCells(canvas, { ...panel, rows: matrix.rows, columns: matrix.columns, isDark });
    const box = cells.getBoundingClientRect();
    // What is printed is laid out after it was drawn.
    const [width, height] = [box.width, box.height].map((pixels) => (isOnPaper ? PAPER : pixels));
    canvas.classList.toggle("fine", box.width * devicePixelRatio < matrix.columns);
    const rowLabel = (row) => rowName(matrix, row).split("–")[0];
    const columnLabel = (column) => columnName(matrix, column).slice(0, 12);
    const widest = Math.max(...Array.from({ length: matrix.columns }, (_, column) => columnLabel(column).split("–")[0].length));
    placeTicks(down, "top", axisTicks(matrix.rows, rowLabel, height, 22));
    placeTicks(across, "left", axisTicks(matrix.columns, (at) => columnLabel(at).split("–")[0], width, LETTER * widest + 14));
    drawBar(bar, panel, mode, isDark, width || 300);
    const next = scaleNote(panel, mode);
    note.replaceWith(next);
    note = next;
  };
  const mark = (cell) => {
    cursor.hidden = !cell;
    if (!cell) return;
    Object.assign(cursor.style, {
      left: `${(100 * cell.column) / matrix.columns}%`,
      top: `${(100 * cell.row) / matrix.rows}%`,
      width: `${100 / matrix.columns}%`,
      height: `${100 / matrix.rows}%`,
    });
  };
  return { figure, cells, draw, mark };
}

/** The switch between what the colors mean. */
function makeSwitch(name, change, modes) {
  const choices = modes.map(([mode, words], at) => {
    const input = make("input", { type: "radio", name, value: mode });
    input.checked = at === 0;
    return make("label", {}, input, ` ${words}`);
  });
  const field = make("fieldset", { class: "switch" }, make("legend", {}, "Colors show"), ...choices);
  field.addEventListener("change", (event) => change(event.target.value));
  return field;
}

/** The heatmap of a case; gives its element and what draws it. */
function makeHeatmap(matrix, anchor) {
  // Of two reports the old one comes first.
  const panelsOfTwo = matrix.titles ? ["exact", "observed", "difference"] : ["observed", "exact", "difference"];
  const shown = matrix.exact ? panelsOfTwo : ["observed"];
  const label = `${matrix.rows} by ${matrix.columns} cells, ${matrix.row_label} down and ${matrix.column_label} across. Arrow keys, Home and End go from cell to cell.`;
  const panels = shown.map((what) => makePanel(matrix, what, `${titlesOf(matrix)[what]}: ${label}`));
  const hint = "Point at a cell, or go there with the arrow keys, to read its numbers.";
  const told = make("output", { class: "told" }, hint);
  let mode = MODES[0][0];
  let asked = [false, false];
  const show = (cell) => {
    for (const { mark } of panels) mark(cell);
    if (!cell) return told.replaceChildren(hint);
    const { place, words } = cellWords(matrix, cell);
    told.replaceChildren(make("b", {}, make("bdi", {}, place)), `: ${words}`);
  };
  for (const { cells } of panels) {
    followCells(cells, { rows: matrix.rows, columns: matrix.columns, locate: cellAt, move: cellAfterKey, show });
  }
  const draw = (...next) => {
    asked = next;
    for (const panel of panels) panel.draw(mode, ...asked);
  };
  const change = (next) => {
    mode = next;
    draw(...asked);
  };
  const element = make(
    "section",
    { class: "heatmap" },
    make("h4", {}, `How often each ${matrix.column_label} came to each ${matrix.row_label}`),
    make("p", { class: "note" }, `Red: more often than it should${matrix.titles ? ", or in the difference than in the other" : ""}. Blue: more rarely. Faint speckle is chance.`),
    makeSwitch(`mode-${anchor}`, change, matrix.titles ? MODES.slice(0, 2) : MODES),
    make("div", { class: `panels of-${shown.length}` }, ...panels.map(({ figure }) => figure)),
    told,
  );
  return { element, draw };
}

const redraws = [];
let now = [false, false]; // whether the page is dark, and whether it is on paper

/** Puts the heatmap of a case into its charts, and draws it again whenever they are wider or narrower. */
export function mountHeatmap(charts, matrix, anchor) {
  const { element, draw } = makeHeatmap(matrix, anchor);
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

/** Draws all heatmaps again, for another scheme or the printer. */
export function redrawHeatmaps(isDark, isOnPaper) {
  now = [isDark, isOnPaper];
  for (const draw of redraws) draw(...now);
}
