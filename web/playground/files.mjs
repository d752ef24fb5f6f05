// Recorded data: what a visitor pastes, drops or chooses, and the request that judges it.

import { LONG_PATIENCE, NoVerdict } from "./audit.mjs";

/** The keys of a case, by what the file holds. */
const KEYS = {
  decks: () => ({}), // the engine reads the number of cards from the first deck
  order: ({ isPasted }) => (isPasted ? { header: false } : {}),
  draws: ({ size, drawn }) => ({ draw: `${drawn}/${size}` }),
  die: ({ size }) => ({ cards: size, deal: 1, replacement: true, base: 1 }),
};

/** The request for a file, and its contents. */
export function fileRequest({ file, holds, size, drawn }) {
  if (!file?.contents.length) throw new NoVerdict("There is no data yet: paste rows, or choose a file.");
  const keys = KEYS[holds]({ size, drawn, isPasted: file.isPasted });
  const audit = { case: { id: "", file: file.name, ...keys }, files: [file.name] };
  return { request: { ask: "audit", audit, has_pictures: true }, files: [file.contents] };
}

/** Judges a file. Cards that turn out to be counted from the other end of 0 and 1 are read again that way. */
export async function judgeFile(runner, given) {
  const { request, files } = fileRequest(given);
  const ask = () => runner.ask(request, { files, patience: LONG_PATIENCE });
  try {
    return await ask();
  } catch (error) {
    const base = /try --base ([01])/.exec(error.message)?.[1];
    if (base === undefined) throw error;
    request.audit.case.base = Number(base);
    return ask();
  }
}

/** A file that a visitor chose. */
export async function read(file) {
  return { name: file.name, contents: new Uint8Array(await file.arrayBuffer()), isPasted: false };
}

/** Rows that a visitor pasted. Their format is the engine's to find. */
export function pasted(text) {
  return { name: "pasted.csv", contents: text, isPasted: true };
}
