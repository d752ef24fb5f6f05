// A worker: it answers requests by its own copy of the module.

import { Engine } from "./engine.mjs";

/** @param {(message: object) => void} post @returns {(message: object) => void} what is done with a message */
export function work(post) {
  let engine;
  return ({ module, request, files }) => {
    try {
      engine ??= new Engine(module, { progress: (decks) => post({ decks }) });
      post({ answer: engine.ask(request, files) });
    } catch ({ message, exit }) {
      post({ wrong: { message, exit } });
    }
  };
}
