// Elements. All text goes in as text: names and commands of a plan are never read as HTML.

const SVG = "http://www.w3.org/2000/svg";

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

export function make(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

export function makeSvg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/** A button that opens what the glossary has on a test, if it has anything. */
export function testButton(test) {
  if (!document.getElementById(`t-${test}`)) return make("bdi", {}, test);
  return make("button", { type: "button", class: "test", popovertarget: `t-${test}` }, test);
}

/** Moves a cursor over cells by pointer and keys; `show` gets the cell, or null when the pointer leaves. */
export function followCells(field, { rows, columns, locate, move, show }) {
  let at = { row: 0, column: 0 };
  const go = (cell) => {
    if (cell) at = cell;
    show(cell);
  };
  const point = (event) => go(locate(event.clientX, event.clientY, field.getBoundingClientRect(), rows, columns));
  field.addEventListener("pointermove", point);
  field.addEventListener("pointerdown", point);
  field.addEventListener("pointerleave", ({ pointerType }) => {
    // A finger that is lifted leaves, too, and its reader wants to read on.
    if (pointerType !== "touch" && document.activeElement !== field) show(null);
  });
  field.addEventListener("focus", () => go(at));
  field.addEventListener("blur", () => show(null));
  field.addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey || event.shiftKey) return;
    const next = move(at, event.key, event.ctrlKey, rows, columns);
    if (!next) return;
    event.preventDefault();
    go(next);
  });
}
