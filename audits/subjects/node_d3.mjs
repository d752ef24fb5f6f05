// d3-array's shuffle, which works in place.
import decks from "./decks.js";
import { shuffle } from "d3-array";
decks(shuffle);
