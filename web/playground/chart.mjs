// The chart of the evidence: how small the smallest p-value is after each step. Both axes are logarithmic, because the evidence against a
// biased shuffle grows in proportion to the decks.

const WIDTH = 420;
const HEIGHT = 240;
const PLOT = { left: 56, right: WIDTH - 16, top: 24, bottom: HEIGHT - 40 };

function add(svg, name, attributes, text) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
  if (text !== undefined) element.textContent = text;
  svg.append(element);
}

/** A power of ten with raised digits. */
export function power(exponent) {
  const raised = String(exponent).replace("-", "⁻").replace(/[0-9]/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]);
  return `10${raised}`;
}

/** Draws the steps so far. `steps` are the decks of all steps, `points` the findings of those that are done. */
export function drawEvidence(svg, steps, points) {
  svg.replaceChildren();
  svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  const { line } = points.at(-1);
  const most = 10 ** Math.ceil(Math.log10(Math.max(100, ...points.map(({ evidence }) => evidence))));
  const span = Math.log(steps.at(-1) / steps[0]);
  const x = (decks) => PLOT.left + 14 + (span ? Math.log(decks / steps[0]) / span : 0.5) * (PLOT.right - PLOT.left - 38);
  const y = (evidence) => PLOT.bottom - (Math.log(Math.max(1, evidence)) / Math.log(most)) * (PLOT.bottom - PLOT.top);

  const width = PLOT.right - PLOT.left;
  add(svg, "rect", { class: "zone", x: PLOT.left, y: PLOT.top, width, height: y(line) - PLOT.top });
  for (let tick = 1; tick <= most; tick *= 10) {
    add(svg, "line", { class: "grid", x1: PLOT.left, x2: PLOT.right, y1: y(tick), y2: y(tick) });
    add(svg, "text", { class: "tick", x: PLOT.left - 6, y: y(tick) + 4, "text-anchor": "end" }, power(-tick));
  }
  for (const decks of steps.filter((decks) => steps.length <= 6 || Number.isInteger(Math.log10(decks)))) {
    add(svg, "text", { class: "tick", x: x(decks), y: PLOT.bottom + 17, "text-anchor": "middle" }, decks.toLocaleString("en"));
  }
  add(svg, "text", { class: "axis", x: 0, y: 12 }, "smallest p-value");
  add(svg, "text", { class: "axis", x: PLOT.right, y: HEIGHT - 5, "text-anchor": "end" }, "decks");
  add(svg, "line", { class: "limit", x1: PLOT.left, x2: PLOT.right, y1: y(line), y2: y(line) });
  add(svg, "text", { class: "limit-says", x: PLOT.right - 4, y: y(line) - 5, "text-anchor": "end" }, "above this line: FAIL");

  const spots = points.map(({ decks, evidence, firstVerdict }) => ({ at: [x(decks), y(evidence)], decks, firstVerdict }));
  add(svg, "polyline", { class: "path", points: spots.map(({ at }) => at.join(",")).join(" ") });
  for (const { at, decks, firstVerdict } of spots) {
    const isLast = decks === steps.at(-1);
    add(svg, "circle", { class: `dot ${firstVerdict}${isLast ? " last" : ""}`, cx: at[0], cy: at[1], r: isLast ? 7 : 5 });
  }
}
