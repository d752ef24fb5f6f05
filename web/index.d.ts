/** Audits of shuffles, orders and draws: is every outcome as likely as it should be? @module */

/** Numbers from 0 to below 1, like `Math.random`, but from the seed of the audit. */
export type Random = () => number;

/** A function that shuffles the deck that it is given, or returns another one. What draws from `random` gives the same decks again. */
export type Shuffle<Card = number> = (deck: Card[], random: Random) => ArrayLike<Card> | void;

/** Keys of a case as in a plan: https://github.com/shuffle-audit/shuffle-audit/blob/main/docs/src/plans.md, in camel case. */
export interface Options {
  /** Cards in the deck; 52 by default, or as decks show. */
  cards?: number;
  /** Decks; 100,000 of a function and 1,000,000 of the catalogue by default. */
  trials?: number;
  /** Cards dealt from the front of the deck. */
  deal?: number;
  /** A deal whose order does not matter. */
  unordered?: boolean;
  /** Each place is drawn from all cards. */
  replacement?: boolean;
  /** A lottery draw such as `6/49`. */
  draw?: string;
  /** Equal cards: kinds with their counts. */
  pack?: string | Record<string, number>;
  /** Symbols with unequal chances. */
  weights?: string | Record<string, number>;
  /** Names of the cards, in the order from which they are shuffled. */
  labels?: string | readonly string[];
  /** The first card in the decks, 0 or 1. */
  base?: 0 | 1;
  /** The rule that every draw obeys by design; its files are in `files`. */
  rule?: string;
  /** Groups of people, such as `{ A: 6, B: 6 }`. */
  groupsOf?: string | Record<string, number>;
  /** The column of a factor. */
  by?: string;
  /** The columns that hold the cards. */
  columns?: string | readonly string[];
  /** The tests to make; all by default. */
  metrics?: readonly string[];
  /** The probability of calling a fair shuffle biased; 1e-6 by default, 0.001 for a recording. */
  alpha?: number;
  /** The seed of all randomness: a number, or a text such as `0x5eed`. */
  seed?: number | string;
  /** Files that other options name, by their names. */
  files?: Record<string, string | Uint8Array>;
  /** The name of the function, or of the file in which decks came: its extension tells the format. */
  name?: string;
  /** True to draw the pictures of the report. */
  pictures?: boolean;
  /** Workers for a shuffle of the catalogue; one for each processor by default. */
  threads?: number;
  /** Called with the number of decks done so far. */
  progress?: (decks: number) => void;
  /** Stops an audit of the catalogue or of decks. */
  signal?: AbortSignal;
  [key: string]: unknown;
}

export type Verdict = "pass" | "suspicious" | "fail" | "inconclusive";

/** What probably causes a failure. */
export interface Cause {
  id: string;
  says: string;
  fix: string | null;
  [more: string]: unknown;
}

/** A test with its verdict, p-value and effect, as `shuffle-audit check --json` prints it. */
export interface Test {
  test: string;
  verdict: string;
  p_value: number | null;
  [more: string]: unknown;
}

/** The verdict of an audit, and what it rests on. */
export interface Findings {
  verdict: Verdict;
  /** True if the verdict is `pass`; too few decks for a verdict are no pass. */
  passed: boolean;
  /** The answer in one sentence. */
  headline: string;
  /** The answer as the command prints it, in at most 24 lines of 80 columns. */
  answer: string;
  cause: Cause | null;
  tests: Test[];
  /** The smallest biases that these decks would have shown. */
  detectable: Record<string, unknown>[];
  trials: number;
  cards: number;
  seed: string;
  /** Pictures as SVG, by name, if they were asked for. */
  pictures: Record<string, string>;
  /** The document of `shuffle-audit check --json`. */
  document: Record<string, unknown>;
}

/** A failure that is no verdict. */
export class AuditError extends Error {
  /** The exit code that the command would have: 2 for a wrong option, 4 for a subject at fault, 70 for an internal error. */
  readonly exit: number;
}

/** Audits a function, or a shuffle of the catalogue by its name. What a function throws is thrown. */
export function audit(shuffle: Shuffle | string, options?: Options): Promise<Findings>;

/** Audits decks that were drawn before: rows of numbers or labels, or the contents of a file that the command reads. */
export function auditDecks(decks: Iterable<Iterable<number | string>> | string | Uint8Array, options?: Options): Promise<Findings>;

/** Audits one order: a playlist, a draft, an epoch. Labels were shuffled from `labels`, by default from sorted order. */
export function auditOrder(order: Iterable<number | string> | Uint8Array, options?: Options): Promise<Findings>;

/** Audits draws, one in each row, or one symbol each: of a lottery, of a die, of users to arms. */
export function auditDraws(draws: Iterable<number | string | Iterable<number | string>> | Uint8Array, options?: Options): Promise<Findings>;

/** Audits a function, the name of a shuffle, or decks, and throws the answer unless the verdict is a pass. */
export function assertUniform(
  subject: Shuffle | string | Iterable<Iterable<number | string>>,
  options?: Options,
): Promise<Findings>;

/** The steps of one shuffle of the catalogue, as `shuffle-audit trace --json` prints them. */
export function trace(algorithm: string, options?: Options): Promise<Record<string, unknown>>;
