// The table of cases: sorting, filters, and the count of what is shown.

import { make } from "./dom.js";
import { compareRows, countWords, isMatch, nextOrder } from "./rows.js";

function readRow(element, rank) {
  const { v, e, f, n, d, t, p } = element.dataset;
  const words = (at) => element.cells[at].textContent.trim();
  const row = { element, rank, verdict: v, isAsExpected: e === "yes", family: f, cards: Number(n), trials: Number(d) };
  row.tests = t ? t.split(" ") : [];
  row.log10p = p === "" || p === undefined ? null : Number(p);
  [row.id, row.subject, row.test, row.finding] = [words(0), words(1), words(6), words(8)];
  row.text = `${row.id} ${row.subject} ${row.finding}`.toLowerCase();
  row.anchor = element.cells[0].querySelector("a")?.hash.slice(1) ?? null;
  return row;
}

function fill(body, rows) {
  const fragment = document.createDocumentFragment();
  for (const row of rows) fragment.append(row.element);
  body.replaceChildren(fragment);
}

/** Makes the table sort and filter. Rows that find no place in the first table are in the folded one. */
export function startTable() {
  const bodies = [...document.querySelectorAll("table.cases tbody")];
  const form = document.getElementById("filters");
  if (bodies.length === 0 || !form) return;
  const rows = bodies.flatMap((body) => [...body.rows]).map(readRow);
  const room = bodies.length > 1 ? bodies[0].rows.length : rows.length;
  const fold = document.getElementById("fold");
  const sections = new Map(rows.map((row) => [row, row.anchor && document.getElementById(row.anchor)]));
  const count = document.getElementById("count");
  let order = { key: null, isDescending: false };

  const arrange = () => {
    const filter = Object.fromEntries(new FormData(form));
    const [matching, others] = [[], []];
    for (const row of rows) {
      const isShown = isMatch(row, filter);
      (isShown ? matching : others).push(row);
      row.element.hidden = !isShown;
      const section = sections.get(row);
      if (section) section.hidden = !isShown;
    }
    matching.sort(compareRows(order.key, order.isDescending));
    count.textContent = countWords(matching.length, rows.length);
    if (!fold) return fill(bodies[0], [...matching, ...others]);
    fill(bodies[0], matching.slice(0, room));
    fill(bodies[1], [...matching.slice(room), ...others]);
    fold.hidden = matching.length <= room;
    fold.querySelector("summary").textContent = `${(matching.length - room).toLocaleString("en")} more cases`;
  };

  const headers = [...document.querySelectorAll("table.cases th[data-key]")];
  for (const header of headers) {
    const button = make("button", { type: "button", class: "sort" }, ...header.childNodes);
    header.append(button);
    button.addEventListener("click", () => {
      order = nextOrder(order, header.dataset.key);
      for (const each of headers) {
        if (each.dataset.key !== order.key) each.removeAttribute("aria-sort");
        else each.setAttribute("aria-sort", order.isDescending ? "descending" : "ascending");
      }
      arrange();
    });
  }
  form.addEventListener("input", arrange);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(arrange));
  form.hidden = false;
  count.textContent = countWords(rows.length, rows.length);
}
