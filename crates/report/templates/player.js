"use strict";
// Plays the steps of a trace. What moves where is computed by functions without a page, which the tests call in Node.

const WAY = 0.55; // share of a step's time in which cards are on their way
const LONGEST = 1400; // milliseconds of a step that moves something, at speed 1, if there are few
const ALL = 16000; // of all these steps together, if there are many
const SHORTEST = 60;
const STILL = 40; // of a step that moves nothing
const ROW = 64; // from a row of cards to the next, in units of the drawing
const SMALLEST = 0.75; // pixels of a unit at which cards can still be read

/** The deck after so many steps of a track. */
function deckAfter(track, step) {
  return step === 0 ? track.deck : track.steps[Math.min(step, track.steps.length) - 1].deck;
}

/** For each place the first place of its packet: of cards that lay side by side and still do. */
function packetStarts(before, after) {
  const was = [];
  before.forEach((card, place) => (was[card] = place));
  const starts = after.map((_, place) => place);
  for (let to = 1; to < after.length; to += 1) {
    if (was[after[to]] === was[after[to - 1]] + 1) starts[to] = starts[to - 1];
  }
  return starts;
}

function eased(share) {
  return share * share * (3 - 2 * share);
}

/** Where each card is on its way to a step: `way` is 0 where it was, 1 where it will be. */
function spots(track, step, way) {
  const after = deckAfter(track, step);
  const last = step > 0 && step <= track.steps.length ? track.steps[step - 1] : null;
  const before = last ? deckAfter(track, step - 1) : after;
  const moved = new Set(last ? last.moved : []);
  const onTheWay = last !== null && way < 1;
  const placedAt = placed(track, onTheWay ? step - 1 : step);
  const was = [];
  before.forEach((card, place) => (was[card] = place));
  const starts = packetStarts(before, after);
  const isSwap = after.filter((card, place) => before[place] !== card).length === 2;
  return after.map((card, to) => {
    const from = was[card];
    const delay = (0.4 * starts[to]) / Math.max(1, after.length);
    const share = isSwap ? way : Math.min(1, Math.max(0, (way - delay) / 0.6));
    const part = last ? eased(share) : 1;
    const lift = moved.has(to) && from !== to ? Math.sin(Math.PI * part) * (to > from ? -1 : 1) : 0;
    return {
      card,
      from,
      to,
      part,
      place: from + (to - from) * part,
      lift,
      isMoved: moved.has(to),
      isPlaced: placedAt.has(onTheWay ? from : to),
    };
  });
}

/** The places whose cards stay there to the end, after so many steps. */
function placed(track, step) {
  if (track.steps.length === 0) return new Set(track.deck.keys());
  return new Set(step === 0 ? [] : track.steps[Math.min(step, track.steps.length) - 1].placed);
}

/** True if a step moves something in any of the tracks. */
function moves(tracks, step) {
  return tracks.some((track) => step <= track.steps.length && track.steps[step - 1].action !== "nothing");
}

/** Milliseconds of each step at speed 1; the first entry is that of the start. */
function times(tracks) {
  const steps = Math.max(...tracks.map((track) => track.steps.length));
  const moving = Array.from({ length: steps + 1 }, (_, step) => step === 0 || moves(tracks, step));
  const pace = Math.min(LONGEST, Math.max(SHORTEST, ALL / Math.max(1, moving.filter(Boolean).length - 1)));
  return moving.map((isMoving) => (isMoving ? pace : STILL));
}

/** What plays: the step that is shown, or to which cards are on their way. It is told the time. */
class Player {
  constructor(tracks) {
    this.times = times(tracks);
    this.steps = this.times.length - 1;
    this.step = 0;
    this.way = 1;
    this.rest = 0;
    this.speed = 1;
    this.isPlaying = false;
    this.isStill = false; // where the reader wants no motion
  }

  /** Plays on after so many milliseconds, through as many steps as they allow. */
  tick(elapsed) {
    let left = elapsed * this.speed;
    while (left > 0 && this.isMoving) {
      const time = this.times[this.step];
      if (this.way < 1) {
        const whole = time * WAY;
        const spent = Math.min(left, (1 - this.way) * whole);
        this.way = spent < left ? 1 : Math.min(1, this.way + spent / whole);
        left -= spent;
      } else {
        const whole = time * (this.isStill ? 1 : 1 - WAY);
        const spent = Math.min(left, Math.max(0, whole - this.rest));
        this.rest += spent;
        left -= spent;
        if (this.rest < whole) return;
        this.rest = 0;
        if (this.step >= this.steps) this.isPlaying = false;
        else this.forward();
      }
    }
  }

  forward() {
    if (this.step >= this.steps) return;
    this.step += 1;
    this.way = this.isStill ? 1 : 0;
  }

  /** Shows a step at once. */
  show(step) {
    this.step = Math.min(this.steps, Math.max(0, step));
    this.way = 1;
    this.rest = 0;
  }

  toggle() {
    this.isPlaying = !this.isPlaying;
    if (this.isPlaying && this.step >= this.steps) this.show(0);
    this.rest = Infinity; // the first step begins at once
  }

  get isMoving() {
    return this.isPlaying || this.way < 1;
  }
}

/** The colour of a card, along a map of red, green and blue. */
function cardColour(card, cards, map) {
  const along = cards > 1 ? (card / (cards - 1)) * (map.length - 1) : 0;
  const from = Math.min(map.length - 2, Math.floor(along));
  const mixed = map[from].map((a, part) => Math.round(a + (map[from + 1][part] - a) * (along - from)));
  return `rgb(${mixed.join(" ")})`;
}

/** The place of a card on a sheet on which so many lie side by side; on its way it may be between two. */
function point(place, perRow) {
  return { column: place % perRow, row: Math.floor(place / perRow) };
}

/** How many cards lie side by side where so many pixels are free: all of them, or as many as can be read. */
function cardsInARow(cards, pitch, width) {
  return Math.max(1, Math.min(cards, Math.floor(width / (pitch * SMALLEST))));
}

/** The drawing of a track: made once, moved by each picture. */
class Drawing {
  constructor(track, figure, style, { base, colours }) {
    this.track = track;
    this.colours = colours;
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
      this.add("rect", upper, group).style.fill = cardColour(card, this.cards, this.colours);
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

/** Puts a player on the page. */
function start() {
  const [trace, colours] = ["trace", "colours"].map((id) => JSON.parse(document.getElementById(id).textContent));
  const tracks = [trace, ...trace.beside];
  const figures = document.querySelectorAll(".track");
  const style = figures[0].classList.contains("bars") ? "bars" : "cards";
  const drawings = tracks.map((track, index) => new Drawing(track, figures[index], style, { base: trace.base, colours }));
  const player = new Player(tracks);
  const controls = document.getElementById("controls");
  const [slider, output, speed] = ["input", "output", "select"].map((name) => controls.querySelector(name));
  const play = controls.querySelector("[data-action=play]");
  slider.max = player.steps;
  controls.hidden = false;
  document.getElementById("words").open = false;
  document.getElementById("keys").hidden = false;

  let before = null;
  function draw() {
    drawings.forEach((drawing) => drawing.show(player.step, player.way));
    slider.value = player.step;
    output.textContent = `step ${player.step} of ${player.steps}`;
    play.textContent = player.isPlaying ? "‖ pause" : "▶ play";
    play.setAttribute("aria-label", player.isPlaying ? "Pause" : "Play");
  }
  function frame(now) {
    player.tick(before === null ? 0 : now - before);
    draw();
    before = player.isMoving ? now : null;
    if (player.isMoving) requestAnimationFrame(frame);
  }
  function update(change) {
    const wasMoving = player.isMoving;
    change();
    draw();
    if (player.isMoving && !wasMoving) requestAnimationFrame(frame);
  }

  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  const follow = () => (player.isStill = still.matches);
  follow();
  still.addEventListener("change", follow);
  const faster = (by) => {
    speed.selectedIndex = Math.min(speed.length - 1, Math.max(0, speed.selectedIndex + by));
    player.speed = Number(speed.value);
  };
  const stop = (change) => () => {
    player.isPlaying = false;
    change();
  };
  const actions = {
    first: stop(() => player.show(0)),
    back: stop(() => player.show(player.step - 1)),
    play: () => player.toggle(),
    forward: stop(() => player.forward()),
    last: stop(() => player.show(player.steps)),
  };
  controls.addEventListener("click", (event) => {
    const action = event.target.closest("button")?.dataset.action;
    if (action) update(actions[action]);
  });
  slider.addEventListener("input", () => update(stop(() => player.show(Number(slider.value)))));
  speed.addEventListener("change", () => (player.speed = Number(speed.value)));
  const keys = {
    " ": actions.play,
    ArrowLeft: actions.back,
    ArrowRight: actions.forward,
    Home: actions.first,
    End: actions.last,
    "+": () => faster(1),
    "-": () => faster(-1),
  };
  document.addEventListener("keydown", (event) => {
    // A button, a slider and a list have keys of their own.
    const own = event.target.closest("button, select, summary, input");
    const isOwn = own && (event.key === " " || own.matches("select") || (own.matches("input") && event.key !== " "));
    if (!keys[event.key] || isOwn || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    update(keys[event.key]);
  });
  window.addEventListener("resize", () => {
    if (drawings.map((drawing) => drawing.fit()).includes(true)) draw();
  });
  draw();
}

if (typeof document !== "undefined") start();
if (typeof module !== "undefined") module.exports = { Player, deckAfter, packetStarts, spots, placed, times, cardColour, cardsInARow };
