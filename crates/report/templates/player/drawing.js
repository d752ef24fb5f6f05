// The drawing of a deck, as cards or as bars.

import { cardColor, cardsInARow, point, spots } from "./steps.js";

const ROW = 64; // from a row of cards to the next, in units of the drawing

/** The drawing of a track: made once, moved by each picture. */
export class Drawing {
  constructor(track, figure, style, { base, colors }) {
    this.track = track;
    this.colors = colors;
    this.figure = figure;
    this.svg = figure.querySelector("svg");
    this.svg.removeAttribute("hidden");
    this.caption = figure.querySelector("figcaption");
    this.cards = track.deck.length;
    this.isBars = style === "bars";
    if (this.isBars) this.makeBars();
    else this.makeCards(base);
  }

  add(name, attributes, parent) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
    (parent ?? this.svg).append(element);
    return element;
  }

  makeCards(base) {
    const digits = String(this.cards - 1 + base).length;
    this.pitch = 26 + 11 * digits;
    this.fit();
    this.groups = this.track.deck.map((_, card) => {
      const group = this.add("g", { class: "card" });
      const width = this.pitch - 6;
      this.add("rect", { x: 2, y: 0, width, height: 42, rx: 4 }, group);
      this.add("text", { x: 2 + width / 2, y: 21 }, group).textContent = card + base;
      return group;
    });
  }

  /** Lays cards in as many rows as the width asks for; true if that changed. */
  fit() {
    if (this.isBars) return false;
    const perRow = cardsInARow(this.cards, this.pitch, this.figure.clientWidth);
    if (perRow === this.perRow) return false;
    this.perRow = perRow;
    const rows = Math.ceil(this.cards / perRow);
    this.svg.setAttribute("viewBox", `0 0 ${perRow * this.pitch + 4} ${rows * ROW + 40}`);
    this.figure.style.setProperty("--cards", perRow);
    return true;
  }

  /** Where a card lies: on its way on the straight line from its row to the other. */
  at({ from, to, part, lift }) {
    const [a, b] = [from, to].map((place) => point(place, this.perRow));
    const between = (key) => a[key] + (b[key] - a[key]) * part;
    return `translate(${between("column") * this.pitch} ${between("row") * ROW + 40 - 34 * lift})`;
  }

  makeBars() {
    this.pitch = Math.max(3, Math.min(24, Math.floor(640 / Math.max(1, this.cards))));
    this.svg.setAttribute("viewBox", `0 0 ${Math.max(1, this.cards) * this.pitch} 260`);
    const gap = this.pitch >= 5 ? 1 : 0;
    this.groups = this.track.deck.map((_, card) => {
      const height = 110 * (0.06 + (0.94 * (card + 1)) / this.cards);
      const width = this.pitch - gap;
      const group = this.add("g", {});
      const upper = { x: 0, y: 118 - height, width, height, class: "bar upper" };
      this.add("rect", upper, group).style.fill = cardColor(card, this.cards, this.colors);
      const lower = { x: 0, y: 248 - height, width, height, class: "bar lower" };
      group.lower = this.add("rect", lower, group);
      group.marks = [121, 251].map((y) => this.add("rect", { x: 0, y, width, height: 4, class: "mark" }, group));
      return group;
    });
  }

  show(step, way) {
    const all = spots(this.track, step, way);
    const moved = all.filter((spot) => spot.isMoved).length;
    for (const spot of all) {
      const group = this.groups[spot.card];
      if (this.isBars) {
        group.setAttribute("transform", `translate(${spot.place * this.pitch} 0)`);
        group.lower.classList.toggle("placed", spot.isPlaced);
        const isMarked = spot.isMoved && moved <= 2;
        group.marks.forEach((mark) => mark.setAttribute("visibility", isMarked ? "visible" : "hidden"));
      } else {
        group.setAttribute("transform", this.at(spot));
        group.classList.toggle("placed", spot.isPlaced);
        group.classList.toggle("moved", spot.isMoved);
        if (spot.isMoved && way === 0) this.svg.append(group); // it passes in front of the others
      }
    }
    const steps = this.track.steps;
    const at = Math.min(step, steps.length);
    const words = at === 0 ? "start" : `step ${at} of ${steps.length}: ${steps[at - 1].label}`;
    this.caption.textContent = words;
  }
}
