// The steps of a trace: what moves where, and when. Nothing here needs a page, and the tests call it in Node.

const WAY = 0.55; // share of a step's time in which cards are on their way
const LONGEST = 1400; // milliseconds of a step that moves something, at speed 1, if there are few
const ALL = 16000; // of all these steps together, if there are many
const SHORTEST = 60;
const STILL = 40; // of a step that moves nothing
const SMALLEST = 0.75; // pixels of a unit at which cards can still be read

/** The deck after this number of steps of a track. */
export function deckAfter(track, step) {
  return step === 0 ? track.deck : track.steps[Math.min(step, track.steps.length) - 1].deck;
}

/** For each place the first place of its packet: of cards that lay side by side and still do. */
export function packetStarts(before, after) {
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
export function spots(track, step, way) {
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

/** The places whose cards stay there to the end, after this number of steps. */
export function placed(track, step) {
  if (track.steps.length === 0) return new Set(track.deck.keys());
  return new Set(step === 0 ? [] : track.steps[Math.min(step, track.steps.length) - 1].placed);
}

/** True if a step moves something in any of the tracks. */
function moves(tracks, step) {
  return tracks.some((track) => step <= track.steps.length && track.steps[step - 1].action !== "nothing");
}

/** Milliseconds of each step at speed 1; the first entry is the start. */
export function times(tracks) {
  const steps = Math.max(...tracks.map((track) => track.steps.length));
  const moving = Array.from({ length: steps + 1 }, (_, step) => step === 0 || moves(tracks, step));
  const pace = Math.min(LONGEST, Math.max(SHORTEST, ALL / Math.max(1, moving.filter(Boolean).length - 1)));
  return moving.map((isMoving) => (isMoving ? pace : STILL));
}

/** The state of a player: the step that is shown, or the step to which cards are moving. The caller passes the time. */
export class Player {
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

  /** Advances by a number of milliseconds, through all the steps that fit. */
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

/** The color of a card, along a map of red, green and blue. */
export function cardColor(card, cards, map) {
  const along = cards > 1 ? (card / (cards - 1)) * (map.length - 1) : 0;
  const from = Math.min(map.length - 2, Math.floor(along));
  const mixed = map[from].map((a, part) => Math.round(a + (map[from + 1][part] - a) * (along - from)));
  return `rgb(${mixed.join(" ")})`;
}

/** The place of a card on a sheet with a number of cards in a row; a moving card may be between two places. */
export function point(place, perRow) {
  return { column: place % perRow, row: Math.floor(place / perRow) };
}

/** The number of cards in a row of a given width: all of them, or as many as are legible. */
export function cardsInARow(cards, pitch, width) {
  return Math.max(1, Math.min(cards, Math.floor(width / (pitch * SMALLEST))));
}
