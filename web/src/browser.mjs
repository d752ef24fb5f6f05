// What a browser provides: the module from the server, and workers.

export async function compile() {
  const response = await fetch(new URL("./shuffle_audit.wasm", import.meta.url));
  if (!response.ok) throw new Error(`shuffle_audit.wasm: ${response.status} ${response.statusText}`);
  // Not while it streams, for which servers must know the type of the file.
  return WebAssembly.compile(await response.arrayBuffer());
}

export function processors() {
  return navigator.hardwareConcurrency ?? 1;
}

/** Starts a worker. `hear` gets its messages, `fail` the error that ended it. */
export function start(hear, fail) {
  const worker = new Worker(new URL("./worker-browser.mjs", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => hear(data);
  worker.onerror = ({ message }) => fail(new Error(message ?? "the worker did not start"));
  return { post: (message) => worker.postMessage(message), end: () => worker.terminate() };
}
