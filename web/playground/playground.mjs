// The page: it reads the form, runs the audit, and keeps exercises and links.

import { LONG_PATIENCE, Runner, engineBytes, findings, ladder, request } from "./audit.mjs";
import { connectEditor } from "./editor.mjs";
import { EXAMPLES, EXERCISES } from "./exercises.mjs";
import { judgeFile, pasted, read } from "./files.mjs";
import { decode, encode } from "./link.mjs";
import * as results from "./results.mjs";
import { showSwaps } from "./swaps.mjs";

const MOST_DECKS = [1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000];
const START = { shuffle: "naive", cards: 52, decks: 30_000, seed: "7" };
const CATALOGUE = "catalogue:";
const DONE = "shuffle-audit-exercises";

const at = (id) => document.getElementById(id);
const option = (value, text) => new Option(text, value);

let catalogue = [];
let exercise; // the exercise that is open
let file; // the recorded data
let own; // the code that the visitor wrote last
let running; // the runner of the audit that goes on

/** The experiment in the form. A file is not part of it. */
function experiment() {
  const shuffle = at("shuffle").value;
  const isCode = !shuffle.startsWith(CATALOGUE) && shuffle !== "file";
  const code = isCode && shuffle === "own" ? at("code").value : undefined;
  const { id } = exercise ?? {};
  return { shuffle, code, cards: at("cards").valueAsNumber, decks: Number(at("decks").value), seed: at("seed").value.trim(), exercise: id };
}

/** Ends what runs, and clears what was found. */
function forget(headline = "Press Audit to see the verdict.") {
  running?.end();
  running = undefined;
  at("from-link").hidden = true;
  results.clear(headline);
  rest();
}

/** Puts an experiment into the form. What is missing keeps the value of the start. */
function fill(given) {
  const { shuffle, code, cards, decks, seed } = { ...START, ...given };
  exercise = EXERCISES.find(({ id }) => id === given.exercise);
  at("shuffle").value = code === undefined ? shuffle : "own";
  if (at("shuffle").selectedIndex < 0) at("shuffle").value = START.shuffle;
  at("code").value = code ?? EXAMPLES[at("shuffle").value]?.code ?? at("code").value;
  at("cards").value = cards;
  at("decks").value = MOST_DECKS.includes(decks) ? decks : START.decks;
  at("seed").value = seed;
  forget();
  arrange();
}

/** Shows the parts of the form that belong to the choice. */
function arrange() {
  const { shuffle, cards, seed } = experiment();
  const entry = catalogue.find(({ id }) => CATALOGUE + id === shuffle);
  const isFile = shuffle === "file";
  at("code-part").hidden = isFile || entry !== undefined;
  at("file-part").hidden = !isFile;
  at("size-fields").hidden = isFile;
  at("copy").disabled = isFile;
  at("known").textContent = entry ? `${entry.title}. Known: ${entry.known}.` : "";
  at("known").hidden = !entry;
  for (const id of ["cards", "seed"]) at(id).disabled = isFile;
  const holds = isFile ? at("holds").value : "";
  at("size-label").textContent = holds === "die" ? "Faces" : "N";
  // What is hidden must not be checked either.
  at("size-part").hidden = at("size").disabled = !["draws", "die"].includes(holds);
  for (const id of ["drawn", "columns"]) at(`${id}-part`).hidden = at(id).disabled = holds !== "draws";
  showExercise();
  if (at("form").checkValidity()) showSwaps(at("swaps"), { algorithm: entry?.id ?? EXAMPLES[shuffle]?.steps, cards, seed });
}

/** Runs the audit that the form describes. */
async function audit() {
  if (!at("form").reportValidity()) return;
  forget("Shuffling ...");
  const given = experiment();
  const isFile = given.shuffle === "file";
  const algorithm = given.shuffle.startsWith(CATALOGUE) ? given.shuffle.slice(CATALOGUE.length) : undefined;
  const code = isFile || algorithm ? undefined : at("code").value;
  if (at("verdict").getBoundingClientRect().bottom > innerHeight) at("results-title").scrollIntoView(); // on a phone
  at("stop").disabled = false;
  const runner = (running = new Runner(code));
  try {
    if (isFile) await judge(runner);
    else await climb(runner, { ...given, algorithm });
  } catch (error) {
    if (running === runner) fail(error);
  } finally {
    runner.end();
    if (running === runner) rest();
  }
}

/** Audits of growing size. After each the page shows what is known so far. The step after the first failure looks for the cause, so that a
 * visitor sees one early; the last step looks again, with the most decks. */
async function climb(runner, given) {
  const steps = ladder(given.decks);
  const total = steps.reduce((sum, decks) => sum + decks, 0);
  const points = [];
  let done = 0;
  let early;
  for (const decks of steps) {
    const before = done;
    const progress = (more) => results.showProgress(Math.min(1, (done += more) / total));
    const looks = decks === given.decks || (early === undefined && points.at(-1)?.firstVerdict === "fail");
    const answer = await runner.ask(request(given, decks, looks), { progress, ...(looks && { patience: LONG_PATIENCE }) });
    done = before + decks;
    const found = findings(answer);
    if (looks) early = found.cause ?? null;
    points.push({ ...found, cause: found.cause ?? early, decks });
    results.show(points.at(-1), steps, points);
  }
  if (points.at(-1).verdict === "pass") pass(given);
}

async function judge(runner) {
  const [size, drawn] = ["size", "drawn"].map((id) => at(id).valueAsNumber);
  const columns = at("columns").value.trim();
  results.show(findings(await judgeFile(runner, { file, holds: at("holds").value, size, drawn, columns })));
}

function fail({ message }) {
  results.clear(`No verdict. ${message}`);
  at("verdict").className = "card-box wrong";
}

/** The form is ready again. */
function rest() {
  running = undefined;
  results.showProgress(null);
  if (document.activeElement === at("stop")) at("audit").focus();
  at("stop").disabled = true;
}

/** The exercises that are done. Storage may be forbidden; then they last as long as the page. */
const done = new Set(stored());
function stored() {
  try {
    return JSON.parse(localStorage.getItem(DONE) ?? "[]");
  } catch {
    return [];
  }
}

/** Marks the open exercise as done, if this audit was as large as it asks. */
function pass({ exercise: id, cards, decks }) {
  const solved = EXERCISES.find((one) => one.id === id && cards === one.cards && decks >= one.decks);
  if (!solved) return;
  done.add(id);
  try {
    localStorage.setItem(DONE, JSON.stringify([...done]));
  } catch {
    // It is done all the same.
  }
  listExercises();
  showExercise();
}

function listExercises() {
  const items = EXERCISES.map(({ id, title, question }) => {
    const item = document.createElement("li");
    const open = Object.assign(document.createElement("button"), { type: "button", textContent: title });
    open.addEventListener("click", () => begin(id));
    item.append(open, done.has(id) ? " ✓ done" : "", Object.assign(document.createElement("p"), { className: "muted", textContent: question }));
    return item;
  });
  at("exercises").replaceChildren(...items);
}

function begin(id) {
  const { code, cards, decks } = EXERCISES.find((one) => one.id === id);
  fill({ ...START, code, cards, decks, exercise: id });
  at("exercise").querySelector("details").open = false;
  at("code").focus({ preventScroll: true });
  at("form").scrollIntoView();
}

function showExercise() {
  at("exercise").hidden = exercise === undefined;
  if (!exercise) return;
  const { id, title, question, hint, cards, decks } = exercise;
  at("exercise-title").textContent = `Exercise ${EXERCISES.indexOf(exercise) + 1}: ${title}`;
  at("exercise-question").textContent = question;
  at("exercise-hint").textContent = hint;
  const goal = `Done when your code passes with ${cards} cards and ${decks.toLocaleString("en")} decks.`;
  at("exercise-goal").textContent = done.has(id) ? "✓ Done: your code passed." : goal;
}

async function copyLink() {
  const hash = `#${encode(experiment())}`;
  history.replaceState(null, "", hash);
  try {
    await navigator.clipboard.writeText(location.href);
    at("copied").textContent = "Copied.";
  } catch {
    at("copied").textContent = "The link is in the address bar.";
  }
}

/** Shows the experiment of the address. Its code does not run by itself. */
function openLink() {
  const given = location.hash.length > 1 ? decode(location.hash) : {};
  fill(given ?? {});
  if (!given) forget("This link is damaged. Here is the start instead.");
  at("from-link").hidden = given?.code === undefined;
}

function take(data) {
  file = data;
  at("file-name").textContent = data.isPasted ? "" : `${data.name}, ${data.contents.length.toLocaleString("en")} bytes`;
  at(data.isPasted ? "file" : "rows").value = ""; // the other one counts
}

/** A file may be dropped anywhere. */
function connectFiles() {
  at("rows").addEventListener("input", () => take(pasted(at("rows").value)));
  at("file").addEventListener("change", async ({ target }) => target.files[0] && take(await read(target.files[0])));
  document.addEventListener("dragover", (event) => event.dataTransfer.types.includes("Files") && event.preventDefault());
  document.addEventListener("drop", async (event) => {
    const [dropped] = event.dataTransfer.files;
    if (!dropped) return;
    event.preventDefault();
    at("shuffle").value = "file";
    exercise = undefined;
    forget();
    arrange();
    take(await read(dropped));
  });
}

/** The list of shuffles: those with code, files, and the catalogue by family. */
async function listShuffles() {
  const group = (label, options) => {
    const element = Object.assign(document.createElement("optgroup"), { label });
    element.append(...options);
    return element;
  };
  const examples = Object.entries(EXAMPLES).map(([id, { title }]) => option(id, title));
  at("shuffle").append(group("Code to edit", [...examples, option("own", "Your own code")]));
  at("shuffle").append(group("Recorded data", [option("file", "A file of decks or draws")]));
  const response = await fetch(new URL("catalogue.json", import.meta.url));
  catalogue = (await response.json()).shuffles;
  for (const family of new Set(catalogue.map((entry) => entry.family))) {
    const entries = catalogue.filter((entry) => entry.family === family);
    at("shuffle").append(group(`Catalogue: ${family}`, entries.map(({ id, title }) => option(CATALOGUE + id, `${id}: ${title}`))));
  }
}

function connectForm() {
  at("form").addEventListener("submit", (event) => {
    event.preventDefault();
    audit();
  });
  at("stop").addEventListener("click", () => running?.end());
  at("copy").addEventListener("click", copyLink);
  at("shuffle").addEventListener("change", () => {
    exercise = undefined;
    at("code").value = EXAMPLES[at("shuffle").value]?.code ?? own ?? at("code").value;
    arrange();
  });
  at("holds").addEventListener("change", () => (at("size").value = at("holds").value === "die" ? 6 : 49));
  for (const id of ["cards", "seed", "holds"]) at(id).addEventListener("change", arrange);
  // A verdict does not stay beside what it does not judge.
  at("form").addEventListener("input", () => {
    at("copied").textContent = "";
    forget();
  });
  at("code").addEventListener("input", () => {
    own = at("code").value;
    if (at("shuffle").value === "own") return;
    at("shuffle").value = "own";
    arrange();
  });
  connectEditor(at("code"), audit);
}

at("decks").append(...MOST_DECKS.map((decks) => option(decks, decks.toLocaleString("en"))));
listExercises();
connectForm();
connectFiles();
await listShuffles().catch(() => {}); // without the catalogue, code and files can still be audited
openLink();
at("audit").disabled = false;
window.addEventListener("hashchange", openLink);
engineBytes().catch(() => {}); // early, for a quick first answer; the audit reports a failure
