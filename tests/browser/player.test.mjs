// Tests of the player's arithmetic, without a page: node --test player.test.mjs

import assert from "node:assert/strict";
import { test } from "node:test";

import { Player, packetStarts, spots, times, cardColor, cardsInARow } from "../../crates/report/templates/player/steps.js";

const swap = { action: "swap", moved: [2, 0], placed: [2], deck: [2, 1, 0] };
const still = { action: "nothing", moved: [], placed: [1, 2], deck: [2, 1, 0] };
const last = { action: "swap", moved: [1, 0], placed: [0, 1, 2], deck: [1, 2, 0] };
const track = { deck: [0, 1, 2], steps: [swap, still, last] };

const places = (all) => all.map(({ card, place }) => [card, place]);

test("a card is where it was at the start of its way, and where it will be at the end", () => {
  const at = (way) => Object.fromEntries(places(spots(track, 1, way)));
  assert.deepEqual(at(0), { 0: 0, 1: 1, 2: 2 });
  assert.deepEqual(at(1), { 2: 0, 1: 1, 0: 2 });
  assert.equal(at(0.5)[0], 1);
});

test("a card is placed only when it has come to its place", () => {
  const placed = (way) => spots(track, 1, way).map(({ isPlaced }) => isPlaced);
  assert.deepEqual(placed(0.5), [false, false, false]);
  assert.deepEqual(placed(1), [false, false, true]);
});

test("only what moved is marked, and it is lifted on its way", () => {
  const way = spots(track, 1, 0.5);
  assert.deepEqual(way.map(({ isMoved }) => isMoved), [true, false, true]);
  assert.ok(way[0].lift > 0.9 && way[2].lift < -0.9 && way[1].lift === 0);
});

test("a shorter track beside a longer one stays at its end", () => {
  assert.deepEqual(places(spots(track, 7, 0.3)), [[1, 0], [2, 1], [0, 2]]);
  assert.ok(spots(track, 7, 0.3).every(({ isPlaced, isMoved }) => isPlaced && !isMoved));
});

test("a shuffle without a step is at its end", () => {
  assert.ok(spots({ deck: [0, 1], steps: [] }, 0, 1).every(({ isPlaced }) => isPlaced));
});

test("cards that lay side by side and still do are a packet", () => {
  assert.deepEqual(packetStarts([0, 1, 2, 3, 4], [3, 4, 0, 1, 2]), [0, 0, 2, 2, 2]);
});

test("a step that moves nothing is short, and the others share the time", () => {
  const [, first, second] = times([track]);
  assert.ok(second < first / 10);
  const many = { deck: [0, 1, 2], steps: Array(1000).fill(swap) };
  assert.ok(times([many])[1] < first);
});

/** Ticks until nothing moves, at 50 pictures a second; the milliseconds that it took. */
function played(player) {
  let elapsed = 0;
  while (player.isMoving && elapsed < 60_000) {
    player.tick(20);
    elapsed += 20;
  }
  return elapsed;
}

test("it plays to the end and stops, and twice as fast in half the time", () => {
  const player = new Player([track]);
  player.toggle();
  const time = played(player);
  assert.equal(player.step, 3);
  assert.ok(!player.isPlaying && player.way === 1);
  const fast = new Player([track]);
  fast.speed = 2;
  fast.toggle();
  assert.ok(Math.abs(played(fast) / time - 0.5) < 0.1);
});

test("many steps take as long as the speed says, however few pictures there are", () => {
  const many = { deck: [0, 1, 2], steps: Array(400).fill(swap) };
  const taken = (speed) => {
    const player = new Player([many]);
    player.speed = speed;
    player.toggle();
    return played(player);
  };
  const once = taken(1);
  assert.ok(Math.abs(taken(2) / once - 0.5) < 0.05 && Math.abs(taken(4) / once - 0.25) < 0.05);
  const nominal = times([many]).slice(1).reduce((sum, time) => sum + time, 0);
  assert.ok(Math.abs(once / nominal - 1) < 0.05, `${once} of ${nominal}`);
});

test("on a narrow page cards lie in several rows", () => {
  assert.equal(cardsInARow(20, 48, 1200), 20);
  assert.equal(cardsInARow(20, 48, 360), 10);
  assert.equal(cardsInARow(5, 37, 0), 1);
});

test("after the end it plays from the start again", () => {
  const player = new Player([track]);
  player.show(99);
  assert.equal(player.step, 3);
  player.toggle();
  assert.equal(player.step, 0);
});

test("where the reader wants no motion a step is there at once", () => {
  const player = new Player([track]);
  player.isStill = true;
  player.forward();
  assert.equal(player.way, 1);
  assert.ok(!player.isMoving);
});

test("a step is shown at once, and none beyond the ends", () => {
  const player = new Player([track]);
  player.show(-1);
  assert.equal(player.step, 0);
  player.show(2);
  player.forward();
  player.forward();
  assert.equal(player.step, 3);
});

test("the colors of the first and the last card are the ends of the map", () => {
  const map = [[0, 0, 0], [100, 50, 0], [200, 50, 10]];
  assert.equal(cardColor(0, 80, map), "rgb(0 0 0)");
  assert.equal(cardColor(79, 80, map), "rgb(200 50 10)");
  assert.equal(cardColor(1, 5, map), "rgb(50 25 0)");
  assert.equal(cardColor(0, 1, map), "rgb(0 0 0)");
});
