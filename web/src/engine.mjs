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
  #said;
  #isBusy = false;
  #untold = 0;
  #told = 0;

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
      progress: (decks) => this.#tell(decks),
      say: (at, length) => (this.#said = this.#text(at, length)),
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
    try {
      const encoder = new TextEncoder();
      for (const file of [JSON.stringify(request), ...files]) {
        const bytes = typeof file === "string" ? encoder.encode(file) : file;
        const at = this.#exports.room(bytes.length);
        new Uint8Array(this.#memory, at, bytes.length).set(bytes);
      }
      const length = this.#exports.ask();
      if (this.#thrown) throw this.#thrown.error;
      return answered(JSON.parse(this.#text(this.#exports.answer(), length)));
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) throw new AuditError(`internal error: ${this.#said ?? error}`, 70);
      throw error;
    } finally {
      this.#isBusy = false;
    }
  }

  #tell(decks) {
    this.#untold += decks;
    const now = Date.now();
    if (now - this.#told < 50) return;
    this.#progress?.(this.#untold);
    [this.#told, this.#untold] = [now, 0];
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
        put(this.#shuffle(given, random) ?? given, rows, deck * width, width);
      }
      return 0;
    } catch (error) {
      this.#thrown = { error };
      return 1;
    }
  }
}

/** What a library of the engine imports for a browser, and what is drawn without one never calls. */
function never() {
  throw new Error("internal error: there is no such import");
}

/** Puts the first cards of a deck into a row. */
function put(deck, rows, at, width) {
  if (typeof deck?.then === "function") throw new TypeError("the function returned a promise; an audited function must return its deck");
  if (!(deck?.length >= width)) throw new TypeError(`the function returned ${named(deck)}, and a deck has ${width} cards`);
  const most = rows.BYTES_PER_ELEMENT === 1 ? 0xff : 0xffff_ffff;
  for (let place = 0; place < width; place++) {
    const card = deck[place];
    // Typed arrays would turn what is no card into one.
    if (!Number.isInteger(card) || card < 0 || card > most) throw new TypeError(`${named(card)} at position ${place} is no card`);
    rows[at + place] = card;
  }
}

function named(value) {
  return Array.isArray(value) ? `${value.length} cards` : typeof value === "object" ? "an object" : String(value);
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
    throw new AuditError(key ? `${key}: ${why}` : why, exit);
  }
  return answer;
}
