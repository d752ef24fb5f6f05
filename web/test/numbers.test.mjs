// The same numbers as the command: for every shuffle of the catalogue, for files of every kind, for any number of workers.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { audit, auditDecks, trace } from "shuffle-audit";

const root = new URL("../../", import.meta.url);
const command = process.env.BUILT_AUDIT ?? new URL("target/release/shuffle-audit", root).pathname;
const skip = existsSync(command) ? false : `there is no ${command}; run cargo build --release`;

const run = (...flags) => {
  try {
    return JSON.parse(execFileSync(command, flags, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }));
  } catch (error) {
    if (error.status === 1 || error.status === 3) return JSON.parse(error.stdout); // a verdict that is not a pass
    throw error;
  }
};

/** Asserts that two documents are the same but for the last digits of floats. */
function assertSame(ours, theirs, path, precision = 1e-9) {
  if (typeof theirs === "number") {
    // The logarithm of a p-value near 1 is near 0, and as exact as the p-value itself.
    const size = /\.(ln_p|log10_p)$/.test(path) ? Math.max(1, Math.abs(theirs)) : Math.abs(theirs);
    assert.ok(Math.abs(ours - theirs) <= precision * size, `${path}: ${ours} is not ${theirs}`);
  } else if (theirs === null || typeof theirs !== "object") {
    assert.equal(ours, theirs, path);
  } else {
    assert.deepEqual(Object.keys(ours), Object.keys(theirs), path);
    for (const key of Object.keys(theirs)) assertSame(ours[key], theirs[key], `${path}.${key}`, precision);
  }
}

const shuffles = skip ? [] : run("list", "--json").shuffles.map(({ id }) => id);

// Every fifth of them; `just nightly` compares all.
const compared = process.env.ALL_SHUFFLES ? shuffles : shuffles.filter((_, index) => index % 5 === 0);

// Two at a time: the command takes one processor, and ours another.
describe("the catalogue", { concurrency: 2 }, () => {
  for (const id of compared) {
    test(`${id} has the numbers of the command`, async () => {
      const ours = await audit(id, { cards: 12, trials: 3_000, seed: 11 });
      assertSame(ours.document, run("check", "--algorithm", id, "--cards", "12", "--trials", "3000", "--seed", "11", "--json"), id);
    });
  }
});

/**
 * The law of the longest ascending subsequence of 300 cards adds up thousands of logarithms, which two libraries round differently;
 * a mean so near to what is expected keeps fewer of its digits.
 */
const MANY_CARDS = 1e-8;

/** Options, and the flags that say the same. */
const CASES = [
  ["naive", { trials: 20_000 }, []],
  ["fisher-yates", { trials: 20_000, dice: "modulo:bits=8" }, ["--dice", "modulo:bits=8"]],
  ["fisher-yates", { trials: 20_000, cards: 300 }, ["--cards", "300"], MANY_CARDS],
  ["fisher-yates", { trials: 20_000, cards: 49, deal: 6, unordered: true }, ["--cards", "49", "--deal", "6", "--unordered"]],
  ["fisher-yates", { trials: 20_000, cards: 6, rule: "no-fixed-points" }, ["--cards", "6", "--rule", "no-fixed-points"]],
  ["riffled-on", { trials: 5_000, pack: { land: 24, spell: 36 } }, ["--pack", "land=24,spell=36"]],
];

for (const [id, options, flags, precision] of CASES) {
  test(`${id} ${flags.join(" ")} has the numbers of the command`, { skip }, async () => {
    const ours = await audit(id, options);
    const theirs = run("check", "--algorithm", id, "--trials", String(options.trials), ...flags, "--json");
    assertSame(ours.document, theirs, id, precision);
  });
}

const DAYS = "audits/data/days-of-a-leap-year.txt";

const FILES = [
  ["audits/data/draft-1970-days.txt", { labels: DAYS, files: { [DAYS]: readFileSync(new URL(DAYS, root)) } }, ["--labels", DAYS]],
  ["audits/data/visa-2012.txt", { base: 1, cards: 30_000, deal: 300 }, ["--base", "1", "--cards", "30000", "--deal", "300"]],
  ["audits/data/santa-in-a-circle.txt", { rule: "no-fixed-points" }, ["--rule", "no-fixed-points"]],
  ["audits/data/teams-by-tossing.txt", { groupsOf: { A: 6, B: 6, C: 6 } }, ["--groups-of", "A=6,B=6,C=6"]],
];

for (const [file, options, flags] of FILES) {
  test(`${file} has the numbers of the command`, { skip }, async () => {
    const ours = await auditDecks(readFileSync(new URL(file, root)), { name: file, ...options });
    assertSame(ours.document, run("check", "--file", file, ...flags, "--json"), file);
  });
}

test("three workers find what one finds, also in a second look", async () => {
  await audit("fisher-yates", { trials: 200_000, metrics: ["small"], threads: 64 }); // more workers than blocks
  // A bias at which 400,000 decks are suspicious.
  for (const options of [{ trials: 300_000, metrics: ["small"] }, { trials: 200_000, dice: "modulo:bits=11", metrics: ["position"] }]) {
    const [one, three] = await Promise.all([1, 3].map((threads) => audit("fisher-yates", { ...options, threads })));
    assert.deepEqual(one.document, three.document);
  }
});

test("a trace matches the command's", { skip }, async () => {
  const theirs = run("trace", "--algorithm", "naive", "--cards", "8", "--seed", "7", "--json");
  assert.deepEqual(await trace("naive", { cards: 8, seed: 7 }), theirs);
});
