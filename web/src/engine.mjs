// The WebAssembly module and what it needs of its host.

/** A failure that is no verdict: a wrong option, a file that cannot be read, a function that threw. */
export class AuditError extends Error {
  /** @param {string} message @param {number} exit the exit code that the command would have */
  constructor(message, exit) {
    super(message);
    this.name = "AuditError";
    this.exit = exit;
  }
}

/** One module, which answers one request after the other. */
export class Engine {
  #exports;
  #shuffle;
  #progress;
  #thrown;
  #isBusy = false;
  #unreported = 0;
  #reportedAt = 0;

  /**
   * @param {WebAssembly.Module} module
   * @param {{shuffle?: Function, progress?: (decks: number) => void}} host `shuffle` is given a deck and a generator, and
   *   changes the deck or returns another; `progress` hears at most 20 times a second of the decks since it last heard
   */
  constructor(module, { shuffle, progress } = {}) {
    this.#shuffle = shuffle;
    this.#progress = progress;
    const host = {
      shuffle: (...rows) => this.#fill(...rows),
      progress: (decks) => this.#hear(decks),
    };
    const others = WebAssembly.Module.imports(module).filter((wanted) => wanted.module !== "host");
    const imports = { host };
    for (const { module: from, name } of others) (imports[from] ??= {})[name] = never;
    this.#exports = new WebAssembly.Instance(module, imports).exports;
  }

  /** Answers a request, given the files that it names: texts or bytes. */
  ask(request, files = []) {
    if (this.#isBusy) throw new AuditError("an audit cannot be started by the function that is audited", 2);
    this.#isBusy = true;
    this.#thrown = undefined;
    this.#unreported = 0;
    try {
      const encoder = new TextEncoder();
      for (const file of [JSON.stringify(request), ...files]) {
        const bytes = typeof file === "string" ? encoder.encode(file) : file;
        const at = this.#exports.room(bytes.length);
        new Uint8Array(this.#memory, at, bytes.length).set(bytes);
      }
      const length = this.#exports.ask();
      if (this.#thrown) throw this.#thrown.error;
      this.#report();
      return answered(JSON.parse(this.#text(this.#exports.answer(), length)));
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) throw new AuditError(`internal error: ${error.message}`, 70);
      throw error;
    } finally {
      this.#isBusy = false;
    }
  }

  #hear(decks) {
    this.#unreported += decks;
    if (Date.now() - this.#reportedAt >= 50) this.#report();
  }

  #report() {
    if (this.#unreported) this.#progress?.(this.#unreported);
    [this.#reportedAt, this.#unreported] = [Date.now(), 0];
  }

  get #memory() {
    return this.#exports.memory.buffer; // another one after each growth
  }

  #text(at, length) {
    return new TextDecoder().decode(new Uint8Array(this.#memory, at, length));
  }

  #fill(at, bytes, decks, width, start, cards, seed) {
    const rows = bytes === 1 ? new Uint8Array(this.#memory, at, decks * width) : new Uint32Array(this.#memory, at, decks * width);
    const ordered = Array.from(new Uint32Array(this.#memory, start, cards));
    const random = generator(new Uint32Array(this.#memory.slice(seed, seed + 16)));
    try {
      for (let deck = 0; deck < decks; deck++) {
        const given = ordered.slice();
        put(this.#shuffle(given, random) ?? given, cards, rows, deck * width, width);
      }
      return 0;
    } catch (error) {
      this.#thrown = { error };
      return 1;
    }
  }
}

/** An import that plotters declares for browsers; to draw SVG never calls it. */
function never() {
  throw new Error("internal error: there is no such import");
}

/** Puts a deck of this many cards, or what was dealt from it, into a row. */
function put(deck, cards, rows, at, width) {
  if (typeof deck?.then === "function") throw noDeck("the function returned a promise; an audited function must return its deck");
  if (typeof deck !== "object" || (deck.length !== width && deck.length !== cards)) {
    throw noDeck(`the function returned ${named(deck)}, and ${width === cards ? "a deck has" : `${width} are dealt of`} ${cards} cards`);
  }
  const most = rows.BYTES_PER_ELEMENT === 1 ? 0xff : 0xffff_ffff;
  for (let place = 0; place < width; place++) {
    const card = deck[place];
    // Typed arrays would turn what is no card into one.
    if (!Number.isInteger(card) || card < 0 || card > most) throw noDeck(`${named(card)} at position ${place} is no card`);
    rows[at + place] = card;
  }
}

const noDeck = (why) => new AuditError(why, 4);

function named(value) {
  if (Array.isArray(value)) return `${value.length} cards`;
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "string") return `the text ${JSON.stringify(value.slice(0, 40))}`;
  return typeof value === "object" && value !== null ? "an object" : String(value);
}

/** xoshiro128** of Blackman and Vigna: numbers from 0 to below 1 with 53 bits, as `Math.random` gives them. */
export function generator(state) {
  let [a, b, c, d] = state;
  if (!(a | b | c | d)) a = 1; // all zeros would stay so
  const next = () => {
    const five = Math.imul(b, 5);
    const word = Math.imul((five << 7) | (five >>> 25), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    return word;
  };
  return () => ((next() >>> 5) * 0x400_0000 + (next() >>> 6)) / 0x20_0000_0000_0000;
}

function answered(answer) {
  if (answer.wrong) {
    const { exit, key, why } = answer.wrong;
    throw new AuditError(unknownOption(why) ?? (key ? `${key}: ${why}` : why), exit);
  }
  return answer;
}

/** What to say of an option that is no key of a plan, in the words of JavaScript. */
function unknownOption(why) {
  const [, given, keys] = /unknown field `([^`]*)`, expected one of (.*)/.exec(why) ?? [];
  if (given === undefined) return undefined;
  const camel = (key) => key.replace(/[-_]([a-z])/g, (_, letter) => letter.toUpperCase());
  const options = [...keys.matchAll(/`([^`]*)`/g)].map(([, key]) => camel(key));
  const [nearest] = options.sort((a, b) => distance(a, camel(given)) - distance(b, camel(given)));
  const hint = distance(nearest, camel(given)) <= 2 ? `did you mean ${nearest}?` : "options are the keys of a plan in camel case";
  return `${camel(given)}: there is no such option; ${hint}`;
}

/** The edit distance of Levenshtein. */
function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) next.push(Math.min(next[j] + 1, row[j + 1] + 1, row[j] + (a[i] === b[j] ? 0 : 1)));
    row = next;
  }
  return row.at(-1);
}
