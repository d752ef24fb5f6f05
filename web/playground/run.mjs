// The worker side: one engine answers requests, one after the other. It runs as a worker of the page for the catalogue and for files, and
// in the sandbox for a visitor's code. There its text is joined to the engine's, because a sandbox can load nothing.

import { Engine } from "./engine/engine.mjs";

const post = self.postMessage.bind(self);
self.postMessage = undefined; // the audited code has no business with the page
let engine;

/** The function `shuffle` of a visitor's code. */
function compiled(code) {
  const shuffle = new Function(`${code}\n;return typeof shuffle === "undefined" ? undefined : shuffle;`)();
  if (typeof shuffle !== "function") throw new Error("There is no function named shuffle.");
  return shuffle;
}

/** The line at fault, where the browser says it. The function made of the code has two lines above it. */
function lineOf(error) {
  const line = /(?:<anonymous>|Function):(\d+)/.exec(error?.stack)?.[1];
  return line > 2 ? line - 2 : undefined;
}

self.onmessage = ({ data: { bytes, code, request, files } }) => {
  try {
    const shuffle = code === undefined ? undefined : compiled(code);
    engine ??= new Engine(new WebAssembly.Module(bytes), { shuffle, progress: (decks) => post({ decks }) });
    post({ answer: engine.ask(request, files) });
  } catch (error) {
    const isOurs = error?.name === "AuditError";
    const message = isOurs || !error?.message ? String(error?.message ?? error) : `${error.name}: ${error.message}`;
    post({ wrong: { message, line: isOurs ? undefined : lineOf(error) } });
  }
};
