// What the programs for Node have in common: seeds Math.random, and writes decks without waiting for memory.
"use strict";
const v8 = require("v8");
const fs = require("fs");

// V8 seeds Math.random when it is first called.
v8.setFlagsFromString(`--random-seed=${Number(process.env.SHUFFLE_SEED) % 2147483647}`);

module.exports = function decks(shuffle) {
  const cards = Number(process.env.SHUFFLE_CARDS);
  const identity = Array.from({ length: cards }, (_, card) => card);
  let text = "";
  for (let trial = Number(process.env.SHUFFLE_TRIALS); trial > 0; trial--) {
    text += shuffle(identity.slice()).join(" ") + "\n";
    if (text.length > 60000 || trial === 1) {
      write(text);
      text = "";
    }
  }
};

function write(text) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += fs.writeSync(1, bytes, at);
    } catch (error) {
      if (error.code === "EPIPE") process.exit(0);
      if (error.code !== "EAGAIN") throw error;
    }
  }
}
