// The idiom that sorts by a coin: biased, and differently in every engine.
"use strict";
require("./decks.js")((deck) => deck.sort(() => Math.random() - 0.5));
