// Writes shuffled decks for shuffle-audit, one a line. Put your own shuffle in the place of myShuffle.

"use strict";

const fs = require("node:fs");

const cards = Number(process.env.SHUFFLE_CARDS); // cards in the deck
const deal = Number(process.env.SHUFFLE_DEAL); // how many of them to write
const trials = Number(process.env.SHUFFLE_TRIALS); // decks to write, no more and no fewer
const random = generator(Number(process.env.SHUFFLE_SEED)); // the same seed must give the same decks

function myShuffle(deck) {
  for (let i = deck.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
}

/** A whole number from 0 to bound - 1, all of them equally likely. */
function below(bound) {
  const limit = 2 ** 32 - (2 ** 32 % bound);
  for (;;) {
    const word = random();
    if (word < limit) return word % bound;
  }
}

/** 32 random bits at each call (sfc32 by Chris Doty-Humphrey). Math.random cannot be seeded. */
function generator(seed) {
  let [a, b, c, counter] = [0, seed | 0, Math.floor(seed / 2 ** 32) | 0, 1];
  const next = () => {
    const word = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + word) | 0;
    return word >>> 0;
  };
  for (let i = 0; i < 15; i++) next();
  return next;
}

/**
 * Writes to stdout at once, and waits while the pipe is full.
 *
 * console.log does not wait: in a loop like this one it would keep all lines in memory until the loop is done.
 */
function write(text) {
  let bytes = Buffer.from(text);
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(fs.writeSync(1, bytes));
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1); // a millisecond
    }
  }
}

const CHUNK = 1 << 16;
let lines = "";
for (let trial = 0; trial < trials; trial++) {
  const deck = Array.from({ length: cards }, (_, card) => card); // each deck starts in order, from 0
  myShuffle(deck);
  lines += deck.slice(0, deal).join(" ") + "\n";
  if (lines.length >= CHUNK) {
    write(lines);
    lines = "";
  }
}
write(lines);
