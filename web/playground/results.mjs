// What an audit found, on the page.

import { drawEvidence, power } from "./chart.mjs";

const at = (id) => document.getElementById(id);
const number = (count) => count.toLocaleString("en");
const say = (id, text) => {
  at(id).textContent = text ?? "";
  at(id).hidden = !text;
};

/** Pictures that serve as the heatmap: whole decks have the first, a single order the second. */
const PICTURES = [
  ["position", "Red: the card comes to the position too often. Blue: too rarely. A fair shuffle shows noise without a pattern."],
  ["order", "Each mark is an item: where it started, and where it went."],
];

/** Clears the page for a run. */
export function clear(headline) {
  at("verdict").className = "card-box";
  say("headline", headline);
  for (const id of ["cause", "note"]) say(id, "");
  for (const id of ["picture", "law", "evidence", "words-part"]) at(id).hidden = true;
}

/** Shows the share that is done, or with null no bar. */
export function showProgress(share) {
  at("progress").hidden = share === null;
  // All decks are there, but not the answer yet: the bar runs without an end.
  if (share < 1) at("progress").value = share ?? 0;
  else at("progress").removeAttribute("value");
}

/** Shows findings. `steps` are the decks of all steps, `points` the findings so far; a file has neither. */
export function show(found, steps = [], points = []) {
  const isLast = points.length === steps.length;
  at("verdict").className = `card-box ${found.verdict}`;
  say("headline", found.headline.replaceAll("`", ""));
  showCause(found);
  say("note", steps.length ? progressNote(found, steps, points, isLast) : "");
  showPicture(found);
  at("evidence").hidden = steps.length === 0;
  if (steps.length) {
    drawEvidence(at("chart"), steps, points);
    say("chart-says", chartWords(found));
  }
  at("words").textContent = found.words;
  at("words-part").hidden = false;
}

function progressNote({ decks, retested }, steps, points, isLast) {
  const again = retested ? ` The ${number(decks)} decks looked suspicious, so ${number(retested)} new ones decided.` : "";
  if (isLast) return `The verdict is from the last step, ${number(decks)} decks.${again} Earlier steps only show how the evidence grew.`;
  return `Step ${points.length} of ${steps.length}, ${number(decks)} decks.${again} Only the last step, with ${number(steps.at(-1))} decks, gives the verdict.`;
}

/** What the answer says below its headline, up to the first picture or table. */
function belowHeadline({ words, headline, sentence }) {
  const first = words.split("\n\n")[0].replaceAll("\n", " ");
  return first.startsWith(headline) ? first.slice(headline.length).trim().replaceAll("`", "") : sentence;
}

/** The cause and its fix, without a cause what the audit says instead; and a link into the book. */
function showCause(found) {
  const { cause } = found;
  say("cause", cause ? cause.says : belowHeadline(found));
  if (cause?.fix) at("cause").append(" ", Object.assign(document.createElement("strong"), { textContent: "Fix:" }), ` ${cause.fix}`);
  const link = document.createElement("a");
  link.href = cause ? `../causes.html#${encodeURIComponent(cause.id)}` : "../my-result.html";
  link.textContent = cause ? "More about this cause" : "What does my result mean?";
  at("cause").append(" ", link);
  at("cause").hidden = false;
}

function showPicture({ pictures, headline }) {
  const [name, says] = PICTURES.find(([name]) => pictures[name]) ?? [];
  draw("picture", "image", pictures[name]);
  at("image").alt = headline;
  say("image-says", says);
  draw("law", "law-image", pictures["exact-position"]);
}

/** Shows an SVG in an image, where it can run nothing and load nothing; without one it hides the figure. */
function draw(figure, image, svg) {
  at(figure).hidden = svg === undefined;
  URL.revokeObjectURL(at(image).src);
  if (svg !== undefined) at(image).src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
}

function chartWords({ decks, evidence, line, tests }) {
  const smallest = evidence < 3 ? `${(10 ** -evidence).toPrecision(1)}` : `about ${power(-Math.round(evidence))}`;
  return `After ${number(decks)} decks the smallest p-value of ${tests} tests is ${smallest}. Below about ${power(-Math.round(line))} the audit fails.`;
}
