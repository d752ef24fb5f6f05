// Options as keys of a plan, and data as the files that they could be.

import { AuditError } from "./engine.mjs";

/** Options that are not keys of the case. */
const NOT_KEYS = ["seed", "alpha", "files", "name", "pictures", "threads", "progress", "signal"];

/** Keys that a plan writes with hyphens. */
const HYPHENS = { rankBy: "rank-by", groupsOf: "groups-of" };

/** The request for an audit with these options, and its files. */
export function requested(options, { files = {}, ...given } = {}) {
  for (const name of Object.keys(files)) {
    if (name in (options.files ?? {})) throw new AuditError(`files: "${name}" is what the data are called; give that file another name`, 2);
  }
  const all = { ...files, ...options.files };
  const keys = { id: "" };
  for (const [name, value] of Object.entries(options)) {
    if (NOT_KEYS.includes(name) || value === undefined || value === null) continue;
    const key = HYPHENS[name] ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    keys[key] = key === "labels" && Array.isArray(value) ? file(all, "labels.txt", lines(value)) : written(name, value);
  }
  const { seed, alpha } = options;
  const audit = { case: { ...keys, ...given.case }, files: Object.keys(all), ...given.audit };
  if (seed !== undefined) audit.seed = typeof seed === "number" ? whole("seed", seed).toString() : String(seed);
  if (alpha !== undefined && !Number.isFinite(alpha)) throw new AuditError(`alpha: ${alpha} is not a probability`, 2);
  if (alpha !== undefined) audit.alpha = alpha;
  return { request: { audit, has_pictures: options.pictures ?? false }, files: Object.values(all) };
}

function file(files, name, contents) {
  if (name in files) throw new AuditError(`files: "${name}" is what the labels are called; give that file another name`, 2);
  files[name] = contents;
  return name;
}

/** The value of a key: lists with commas between, and counts by name as `name=count`. */
function written(name, value) {
  if (Array.isArray(value)) return name === "metrics" || name === "start" ? value : value.join(",");
  if (typeof value === "number" || typeof value === "bigint") return whole(name, Number(value));
  if (typeof value !== "object") return value;
  return Object.entries(value).map(([kind, count]) => `${plain(kind)}=${count}`).join(",");
}

function whole(name, value) {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new AuditError(`${name}: ${value} is not a whole number from 0`, 2);
}

function plain(kind) {
  if (/^[^=,\n"#]+$/.test(kind)) return kind;
  throw new AuditError(`the name ${JSON.stringify(kind)} has a sign that separates names; write a file and give it in files`, 2);
}

function lines(items) {
  const texts = items.map(String);
  if (texts.some((text) => /[\r\n]/.test(text))) throw new AuditError("labels are single lines", 2);
  return `${texts.join("\n")}\n`;
}

/** The file and the keys of decks, draws or an order: its contents, or rows of cards. */
export function recording(data, what, options) {
  if (typeof data === "string" || data instanceof Uint8Array) {
    if (/^[^\s,;]+\.[a-z]+$/i.test(data)) throw new AuditError(`"${data}" is a name: give the contents of the file, such as await readFile("${data}")`, 2);
    // The command would look for files that match it.
    const name = String(options.name ?? "decks.csv").replace(/^-$|[*?[\]{}]/g, "_");
    const isOfSymbols = what === "draws" && options.replacement && !isSized(options);
    return { files: { [name]: data }, case: { file: name, ...(isOfSymbols && { deal: 1 }) } };
  }
  if (typeof data?.[Symbol.iterator] !== "function") throw new AuditError(`${what} are rows, or the contents of a file`, 2);
  const rows = Array.from(data, (row) => cells(row, what));
  if (!NAMED.some((key) => key in options)) check(rows, what);
  const files = { "decks.csv": table(what === "an order" ? [rows.flat()] : rows) };
  const keys = { file: "decks.csv", header: false };
  const texts = what === "draws" || NAMED.some((key) => key in options) ? [] : (what === "decks" ? (rows[0] ?? []) : rows.flat());
  if (texts.some((item) => typeof item === "string")) {
    keys.labels = file(files, "labels.txt", lines([...new Set(texts.map((item) => String(item).trim()))].sort(natural)));
  }
  if (what === "draws" && !isSized(options)) keys.deal = rows[0]?.length ?? 1;
  return { files, case: keys };
}

/** Refuses rows for what the caller sees of them, before the engine refuses the file that they become. */
function check(rows, what) {
  const cards = rows[0]?.length;
  for (const [index, row] of rows.entries()) {
    const wrong = row.find((card) => typeof card === "number" && (card < 0 || !Number.isInteger(card)));
    if (wrong !== undefined) throw new AuditError(`${wrong} is no card: cards are whole numbers from 0, or names`, 2);
    if (what === "an order") continue;
    if (row.length === 0) throw new AuditError(`row ${index} is empty`, 2);
    if (row.length !== cards) throw new AuditError(`row ${index} has ${row.length} cards, and row 0 has ${cards}`, 2);
  }
  if (what !== "an order") return;
  const items = rows.flat();
  const seen = new Set();
  const again = items.find((item) => typeof item === "string" && (seen.has(item) || !seen.add(item)));
  if (again !== undefined) throw new AuditError(`"${again}" comes twice in the order`, 2);
}

/** Options that describe the columns of a row. */
const NAMED = ["labels", "pack", "groupsOf", "varying", "columns", "deal", "draw", "weights", "block", "by", "rankBy", "per", "hands", "stream"];

/** Options that say how many symbols a draw has. */
const SIZED = ["deal", "draw", "weights", "pack", "groupsOf", "block", "hands", "varying", "rule"];
const isSized = (options) => SIZED.some((key) => key in options);

function cells(row, what) {
  if (row instanceof Set || row instanceof Map) throw new AuditError("a set has no order; give an array", 2);
  if (typeof row !== "string" && typeof row?.[Symbol.iterator] === "function") return Array.from(row);
  if (what === "decks") throw new AuditError(`${String(row).slice(0, 40)} is no deck, but one item; of one order see auditOrder, of draws auditDraws`, 2);
  return [row];
}

function table(rows) {
  return rows.map((row) => `${row.map(cell).join(",")}\n`).join("");
}

function cell(value) {
  if (typeof value === "string") return `"${value.trim().replaceAll('"', '""')}"`;
  if (typeof value === "bigint" || Number.isFinite(value)) return String(value);
  throw new AuditError(`${value} is no card: cards are numbers or strings`, 2);
}

/** Natural order: track 2 before track 10. */
function natural(a, b) {
  const parts = (text) => text.split(/([0-9]+)/);
  const [one, other] = [parts(a), parts(b)];
  for (let index = 0; index < Math.min(one.length, other.length); index++) {
    if (one[index] === other[index]) continue;
    const difference = index % 2 === 1 ? Number(one[index]) - Number(other[index]) : 0;
    return difference || (one[index] < other[index] ? -1 : 1);
  }
  return one.length - other.length;
}
