// The list of cases: sorting, filters, and the count of what is shown.

import { compareRows, countWords, isMatch } from "./rows.js";

function readRow(element, rank) {
  const { id, v, e, f, n, d, t, p } = element.dataset;
  const row = { element, rank, id, verdict: v, isAsExpected: e === "yes", family: f, cards: Number(n), trials: Number(d) };
  row.tests = t ? t.split(" ") : [];
  row.log10p = p === "" || p === undefined ? null : Number(p);
  const head = element.querySelector(":scope > summary") ?? element;
  row.text = `${id} ${head.textContent}`.toLowerCase();
  return row;
}

/** The cases below one heading: a list, and a folded one of those that find no place in it. */
function readGroup(section) {
  const lists = [...section.querySelectorAll(".list")];
  const elements = lists.map((list) => [...list.children]);
  return { section, lists, elements: elements.flat(), room: lists.length > 1 ? elements[0].length : Infinity };
}

/** Moves elements into a list, unless they are there in this order. */
function fill(list, elements) {
  if (elements.length === list.children.length && elements.every((element, at) => element === list.children[at])) return;
  list.replaceChildren(...elements);
}

/** Makes the list sort and filter. */
export function startList() {
  const form = document.getElementById("filters");
  if (!form) return;
  const groups = [...document.querySelectorAll(".group")].map(readGroup);
  let rank = 0;
  for (const group of groups) group.rows = group.elements.map((element) => readRow(element, rank++));
  const count = document.getElementById("count");

  const arrange = () => {
    const filter = Object.fromEntries(new FormData(form));
    let shown = 0;
    for (const { section, lists, rows, room } of groups) {
      const [matching, others] = [[], []];
      for (const row of rows) {
        const isShown = isMatch(row, filter);
        (isShown ? matching : others).push(row);
        row.element.hidden = !isShown;
      }
      shown += matching.length;
      section.hidden = matching.length === 0;
      matching.sort(compareRows(filter.order ?? ""));
      const all = [...matching, ...others].map(({ element }) => element);
      if (lists.length === 1) {
        fill(lists[0], all);
        continue;
      }
      fill(lists[0], all.slice(0, room));
      fill(lists[1], all.slice(room));
      const rest = lists[1].parentElement;
      rest.hidden = matching.length <= room;
      rest.querySelector("summary").textContent = `${(matching.length - room).toLocaleString("en")} more cases`;
    }
    count.textContent = countWords(shown, rank);
  };
  form.addEventListener("input", arrange);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(arrange));
  form.hidden = false;
  count.textContent = countWords(rank, rank);
}
