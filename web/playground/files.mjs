// Recorded data: what a visitor pastes, drops or chooses, and the request that judges it.

import { LONG_PATIENCE, NoVerdict } from "./audit.mjs";

/** The keys of a case, by what the file holds. */
const KEYS = {
  decks: () => ({}), // the engine reads the number of cards from the first deck
  order: ({ isPasted }) => (isPasted ? { header: false } : {}),
  draws: ({ size, drawn, columns }) => ({ draw: `${drawn}/${size}`, ...(columns && { columns }) }),
  die: ({ size }) => ({ cards: size, deal: 1, replacement: true, base: 1 }),
};

/** The request for a file, and its contents. */
function fileRequest({ file, holds, size, drawn, columns }) {
  if (!file?.contents.length) throw new NoVerdict("There is no data yet: paste rows, or choose a file.");
  const keys = KEYS[holds]({ size, drawn, columns, isPasted: file.isPasted });
  const audit = { case: { id: "", file: file.name, ...keys }, files: [file.name] };
  return { request: { audit, has_pictures: true }, files: [file.contents] };
}

/** What the engine names as the way to read a file that it cannot read as it was told. */
const OTHERWISE = [
  [/try --base ([01])/, ([, base]) => ({ base: Number(base) })],
  [/use --labels standard-52/, () => ({ labels: "standard-52" })],
];

/** Judges a file. If cards turn out to start at 1, not 0, or the reverse, or to be playing cards, it is read again that way. */
export async function judgeFile(runner, given) {
  const { request, files } = fileRequest(given);
  const otherwise = [...OTHERWISE];
  for (;;) {
    try {
      return await runner.ask(request, { files, patience: LONG_PATIENCE });
    } catch (error) {
      const next = otherwise.findIndex(([pattern]) => pattern.test(error.message));
      if (next < 0) throw error;
      const [[pattern, keys]] = otherwise.splice(next, 1);
      Object.assign(request.audit.case, keys(pattern.exec(error.message)));
    }
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
