// Shuffles decks, counts each card at its position, and says how long that took.
"use strict";
const [cards, decks] = process.argv.slice(2).map(Number);

module.exports = function count(shuffle, name) {
  const counts = Array.from({ length: cards }, () => new Array(cards).fill(0));
  const start = process.hrtime.bigint();
  for (let trial = 0; trial < decks; trial++) {
    const deck = shuffle(Array.from({ length: cards }, (_, card) => card));
    for (let position = 0; position < cards; position++) counts[position][deck[position]]++;
  }
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  console.log("seconds", seconds);
  console.log("counted", counts.flat().reduce((sum, one) => sum + one, 0));
  console.log("version", name ? `${name} on Node ${process.version}` : `Node ${process.version}`);
};
