// Audits in workers, so that no loop can freeze the page: a visitor's code runs in a sandboxed frame, all else in a worker of the page.

/** Seconds without progress before a step is stopped. */
const PATIENCE = 20;

/** The same for a step that looks for a cause, which takes long for many cards. */
export const LONG_PATIENCE = 60;

/** The reason why there is no verdict: a wrong option, a function that threw, a loop that never ends. */
export class NoVerdict extends Error {}

const load = async (path, kind) => {
  const response = await fetch(new URL(path, import.meta.url));
  if (!response.ok) throw new NoVerdict(`${path} did not load: ${response.status} ${response.statusText}`);
  return response[kind]();
};

let loaded;
/** The bytes of the engine, loaded once. A failure is not kept. */
export const engineBytes = () =>
  (loaded ??= load("engine/shuffle_audit.wasm", "arrayBuffer").catch((error) => {
    loaded = undefined;
    throw error;
  }));

/** The decks of each step: 300, 1,000, 3,000, ... up to the most. */
export function ladder(most) {
  const steps = [];
  for (let power = 100; power < most; power *= 10) steps.push(3 * power, 10 * power);
  return [...steps.filter((decks) => decks < most), most];
}

/** One engine in one worker. `end` stops it at once, and then what was asked fails. */
export class Runner {
  #worker; // a promise
  #setup;
  #waiting;
  #timer;
  #isOver = false;

  /** Starts a worker; with code, in the sandbox. */
  constructor(code) {
    this.#worker = this.#start(code);
    this.#worker.catch(() => {}); // the next request fails with it
  }

  async #start(code) {
    this.#setup = { bytes: await engineBytes(), code };
    const hear = (message) => this.#hear(message);
    return code === undefined ? inPage(hear) : inSandbox(hear);
  }

  /** Answers a request; `progress` hears of decks that are done. */
  ask(request, { files = [], progress = () => {}, patience = PATIENCE } = {}) {
    return new Promise((resolve, reject) => {
      if (this.#isOver) throw new NoVerdict("Stopped.");
      this.#waiting = { resolve, reject, progress, patience };
      const post = (worker) => {
        if (this.#isOver) return;
        this.#wait();
        worker.post({ ...this.#setup, request, files });
        this.#setup = {}; // the engine is there from now on
      };
      this.#worker.then(post).catch(reject);
    });
  }

  end(why = "Stopped.") {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#worker.then((worker) => worker.end()).catch(() => {});
    this.#waiting?.reject(new NoVerdict(why));
    this.#waiting = undefined;
  }

  #wait() {
    clearTimeout(this.#timer);
    const { patience } = this.#waiting;
    const why = `Stopped: nothing happened for ${patience} seconds. Is there a loop that never ends?`;
    this.#timer = setTimeout(() => this.end(why), patience * 1000);
  }

  #hear({ decks, answer, wrong } = {}) {
    if (!this.#waiting) return;
    if (Number.isFinite(decks)) {
      this.#wait();
      this.#waiting.progress(decks);
      return;
    }
    clearTimeout(this.#timer);
    const { resolve, reject } = this.#waiting;
    this.#waiting = undefined;
    if (wrong) reject(new NoVerdict(wrong.line ? `${wrong.message} (line ${wrong.line})` : wrong.message));
    else resolve(answer);
  }
}

function inPage(hear) {
  const worker = new Worker(new URL("run.mjs", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => hear(data);
  worker.onerror = ({ message }) => hear({ wrong: { message: message ?? "The worker did not start." } });
  return { post: (message) => worker.postMessage(message), end: () => worker.terminate() };
}

/** A frame of an origin of its own, without a network. Removing it ends its worker, whatever that does. */
async function inSandbox(hear) {
  const [engine, run] = await Promise.all([load("engine/engine.mjs", "text"), load("run.mjs", "text")]);
  // In a function, so that the audited code sees none of these names.
  const text = `(() => {"use strict";\n${engine.replace(/^export /gm, "")}\n${run.replace(/^import .*$/gm, "")}\n})();`;
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.title = "Sandbox";
  frame.hidden = true;
  const listen = ({ source, data }) => source === frame.contentWindow && hear(data);
  window.addEventListener("message", listen);
  await new Promise((resolve) => {
    frame.onload = resolve;
    frame.src = new URL("sandbox.html", import.meta.url);
    document.body.append(frame);
  });
  // The origin of a sandbox has no name, so that no other target can be given.
  const post = (message) => frame.contentWindow?.postMessage(message, "*");
  post({ start: text });
  const end = () => {
    window.removeEventListener("message", listen);
    frame.remove();
  };
  return { post, end };
}

/** What the page shows of an answer. A suspicious look is followed by one with ten times the decks; the evidence is the first look's. */
export function findings({ found }) {
  const { verdict, headline, alpha, tests, cases } = JSON.parse(found.document);
  const [{ cause, sentence, trials, judgements, first_look: first }] = cases;
  const exponents = (first ?? judgements).map((one) => one.log10_p).filter((exponent) => exponent !== null);
  return {
    verdict,
    headline,
    sentence,
    cause,
    words: found.words.trimEnd(),
    pictures: Object.fromEntries(found.pictures),
    tests,
    firstVerdict: first ? "suspicious" : verdict,
    retested: first ? trials : null,
    evidence: Math.max(0, ...exponents.map((exponent) => -exponent)),
    line: -Math.log10(alpha / tests), // where a test alone is enough to fail
  };
}

/** The request for an audit of this number of decks. To look for the cause takes seconds. */
export function request({ algorithm, cards, seed }, decks, looksForCause) {
  const subject = algorithm === undefined ? { function: "shuffle" } : {};
  const keys = { id: "", cards, trials: decks, ...(algorithm && { algorithm }), ...(looksForCause ? {} : { expect: "fail" }) };
  return { audit: { case: keys, seed, ...subject }, has_pictures: true };
}
