// A worker: it answers requests by its own copy of the module.

import { Engine } from "./engine.mjs";

/** @param {(message: object) => void} post @returns {(message: object) => void} what is done with a message */
export function work(post) {
  let engine;
  return ({ module, request, files }) => {
    let decks = 0;
    let last = 0;
    const progress = (more) => {
      decks += more;
      if (Date.now() - last < 50) return;
      last = Date.now();
      post({ decks });
      decks = 0;
    };
    try {
      engine ??= new Engine(module, { progress });
      post({ answer: engine.ask(request, files) });
    } catch ({ message, exit }) {
      post({ wrong: { message, exit } });
    }
  };
}
