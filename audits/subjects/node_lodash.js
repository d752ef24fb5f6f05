// lodash's _.shuffle.
"use strict";
const decks = require("./decks.js");
const { shuffle } = require("lodash");
decks(shuffle);
