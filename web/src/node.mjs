// What Node provides: the module from a file, and worker threads.

import { readFile } from "node:fs/promises";
import { availableParallelism, cpus } from "node:os";
import { Worker } from "node:worker_threads";

/** Where the files of the package lie; the build for CommonJS has another word for it. */
const here = import.meta.url;

export async function compile() {
  return WebAssembly.compile(await readFile(new URL("./shuffle_audit.wasm", here)));
}

export function processors() {
  return availableParallelism?.() ?? cpus().length;
}

/** Starts a worker. `hear` gets its messages, `fail` the error that ended it. */
export function start(hear, fail) {
  const worker = new Worker(new URL("./worker-node.mjs", here), { execArgv: [] }); // those of `node -e` are none for a worker
  worker.on("message", hear);
  worker.on("error", fail);
  return { post: (message) => worker.postMessage(message), end: () => worker.terminate() };
}
