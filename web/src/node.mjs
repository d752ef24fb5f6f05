// What Node provides: the module from a file, and worker threads.

import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

/** Where the files of the package lie; `build.mjs` replaces this in the bundle for CommonJS. */
const here = import.meta.url;

export async function compile() {
  return WebAssembly.compile(await readFile(new URL("./shuffle_audit.wasm", here)));
}

export function processors() {
  return availableParallelism();
}

/** Starts a worker. `hear` gets its messages, `fail` the error that ended it. */
export function start(hear, fail) {
  const worker = new Worker(new URL("./worker-node.mjs", here), { execArgv: [] }); // a worker rejects the flags of `node -e`
  worker.on("message", hear);
  worker.on("error", fail);
  return { post: (message) => worker.postMessage(message), end: () => worker.terminate() };
}
