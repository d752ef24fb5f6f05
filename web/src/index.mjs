// Audits of shuffles, orders and draws. The engine is the one of the command `shuffle-audit`, as WebAssembly.

import { compile, processors, start } from "#platform";
import { AuditError, Engine } from "./engine.mjs";
import { recording, requested } from "./options.mjs";
import { inParts } from "./parallel.mjs";

export { AuditError } from "./engine.mjs";

/** Decks of a function by default: some seconds. */
const TRIALS = 100_000;

/** Fewer decks of the catalogue are not worth the start of a second worker. */
const WORTH_A_WORKER = 200_000;

/** The most decks of a block; each worker needs a block at least. */
const BLOCK = 4096;

let compiled;
/** The module, compiled once. A failure is not kept. */
const module = () =>
  (compiled ??= compile().catch((error) => {
    compiled = undefined;
    throw error;
  }));

/** Audits a function that shuffles a deck, or a shuffle of the catalogue by its name. */
export async function audit(shuffle, options = {}) {
  if (typeof shuffle === "string") return inWorkers(requested(options, { case: { algorithm: shuffle } }), options);
  if (typeof shuffle !== "function") throw new TypeError("audit takes a function or the name of a shuffle; for decks see auditDecks, auditOrder and auditDraws");
  const keys = { trials: options.trials ?? TRIALS };
  const name = options.name ?? (shuffle.name || "the function");
  const { request, files } = requested(options, { case: keys, audit: { function: name } });
  const { progress } = options;
  let done = 0;
  const heard = progress && ((decks) => progress((done += decks)));
  const engine = new Engine(await module(), { shuffle, progress: heard });
  return findings(engine.ask(request, files));
}

/** Audits decks that were drawn before: rows of cards, or the contents of a file. */
export async function auditDecks(decks, options = {}) {
  return inWorkers(requested(options, recording(decks, "decks", options)), options);
}

/** Audits one order: a playlist, a draft, an epoch. */
export async function auditOrder(order, options = {}) {
  return inWorkers(requested(options, recording(order, "an order", options)), options);
}

/** Audits draws: of a lottery, of a die, of users to arms. */
export async function auditDraws(draws, options = {}) {
  return inWorkers(requested(options, recording(draws, "draws", options)), options);
}

/** Audits a function, the name of a shuffle, or decks, and throws unless the verdict is a pass. */
export async function assertUniform(subject, options = {}) {
  const isMade = typeof subject === "function" || typeof subject === "string";
  const found = await (isMade ? audit : auditDecks)(subject, options);
  if (!found.passed) throw Object.assign(new Error(found.answer), { name: "AssertionError", found });
  return found;
}

/** The steps of one shuffle of the catalogue, as `shuffle-audit trace --json` prints them. */
export async function trace(algorithm, { seed, ...options } = {}) {
  const { audit } = requested({ ...options, seed }, { case: { algorithm } }).request;
  return JSON.parse(new Engine(await module()).ask({ steps: { case: audit.case, seed: audit.seed } }).steps);
}

/** Audits in workers, so that the caller goes on meanwhile. */
async function inWorkers({ request, files }, { threads, progress, signal }) {
  const { algorithm, trials = 1_000_000 } = request.audit.case;
  const isShared = algorithm !== undefined && !request.audit.case.sequential && trials >= WORTH_A_WORKER;
  const most = isShared ? Math.max(1, Math.min(threads ?? processors(), Math.floor(trials / BLOCK), 64)) : 1;
  if (threads !== undefined && !(Number.isInteger(threads) && threads > 0)) throw new AuditError(`threads: ${threads} is not a whole number from 1`, 2);
  signal?.throwIfAborted();
  const workers = [];
  let done = 0;
  let stop;
  const heard = (decks) => progress?.((done += decks));
  try {
    const compiled = await module();
    const free = Array.from({ length: most }, () => worker(compiled, heard));
    workers.push(...free);
    const ask = async (...question) => {
      const one = free.pop();
      const answer = await one.ask(...question);
      free.push(one);
      return answer;
    };
    const stopped = new Promise((_, reject) => {
      stop = () => reject(signal.reason);
      signal?.addEventListener("abort", stop, { once: true });
    });
    const asked = most > 1 ? inParts(request, most, ask) : ask(request, files);
    return findings(await Promise.race([asked, stopped]));
  } finally {
    signal?.removeEventListener("abort", stop);
    workers.forEach(({ end }) => end());
  }
}

function worker(module, heard) {
  let settle;
  let isCounting; // or only judges what other workers have counted and reported
  const started = start(
    ({ decks, answer, wrong }) => {
      try {
        if (decks !== undefined && isCounting) heard(decks);
      } catch (error) {
        settle.reject(error); // of the caller's `progress`
      }
      if (answer !== undefined) settle.resolve(answer);
      if (wrong) settle.reject(wrong.exit === undefined ? new Error(wrong.message) : new AuditError(wrong.message, wrong.exit));
    },
    (error) => settle?.reject(error),
  );
  const ask = (request, files) =>
    new Promise((resolve, reject) => {
      settle = { resolve, reject };
      isCounting = !request.is_counted;
      started.post({ module, request, files });
    });
  return { ask, end: started.end };
}

/** The answer as plain objects. */
function findings({ found }) {
  const document = JSON.parse(found.document);
  const [{ judgements: tests, would_have_seen: detectable, cause, trials, cards }] = document.cases;
  const { verdict, headline, seed } = document;
  return {
    verdict,
    passed: verdict === "pass",
    headline,
    answer: found.words.trimEnd(),
    cause: cause ?? null,
    tests,
    detectable,
    trials,
    cards,
    seed,
    pictures: Object.fromEntries(found.pictures),
    document,
  };
}
