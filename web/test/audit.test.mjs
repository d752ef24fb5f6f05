// What the package promises in its types: functions, data, failures, and both kinds of modules.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { brotliCompressSync, constants } from "node:zlib";
import { AuditError, assertUniform, audit, auditDecks, auditDraws, auditOrder } from "shuffle-audit";
import { generator } from "../src/engine.mjs";

/** Fisher and Yates, as Durstenfeld wrote it. */
function sound(deck, random) {
  for (let last = deck.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [deck[last], deck[other]] = [deck[other], deck[last]];
  }
}

function naive(deck, random) {
  deck.forEach((_, place) => {
    const other = Math.floor(random() * deck.length);
    [deck[place], deck[other]] = [deck[other], deck[place]];
  });
}

test("a sound function passes, and a naive one fails with its cause", async () => {
  const fair = await audit(sound, { cards: 10, trials: 20_000, pictures: true });
  assert.equal(fair.verdict, "pass");
  assert.equal(fair.trials, 20_000);
  assert.equal(fair.cards, 10);
  assert.match(fair.pictures.position, /^<svg/);
  const biased = await audit(naive, { cards: 10, trials: 20_000 });
  assert.equal(biased.verdict, "fail");
  assert.equal(biased.cause.id, "naive");
  assert.match(biased.headline, /^FAIL: naive on 10 cards:/);
});

test("a function that returns a deck, and draws from the given generator, repeats itself", async () => {
  const copy = (deck, random) => {
    const made = [...deck];
    sound(made, random);
    return Uint8Array.from(made);
  };
  const [one, again, other] = await Promise.all([1, 1, 2].map((seed) => audit(copy, { cards: 8, trials: 5_000, seed })));
  assert.deepEqual(one.document, again.document);
  assert.notDeepEqual(one.tests, other.tests);
});

test("a wide deck, a deal, a pack and draws with replacement come from functions", async () => {
  assert.equal((await audit(sound, { cards: 300, trials: 2_000 })).verdict, "pass");
  assert.equal((await audit(sound, { cards: 52, deal: 5, trials: 5_000 })).verdict, "pass");
  assert.equal((await audit(sound, { pack: { land: 4, spell: 6 }, trials: 5_000 })).verdict, "pass");
  const die = (faces, random) => faces.fill(0).map(() => Math.floor(random() * 6));
  assert.equal((await audit(die, { cards: 6, deal: 2, replacement: true, trials: 5_000 })).verdict, "pass");
});

test("what a function throws is thrown, and what is no deck is named", async () => {
  const cards = { cards: 4, trials: 100 };
  await assert.rejects(audit(() => { throw new RangeError("mine"); }, cards), { name: "RangeError", message: "mine" });
  await assert.rejects(audit(async (deck) => deck, cards), /returned a promise/);
  await assert.rejects(audit(() => [0, 1], cards), /returned 2 cards, and a deck has 4 cards/);
  await assert.rejects(audit((deck) => [...deck, ...deck], cards), { exit: 4, message: /returned 8 cards/ });
  await assert.rejects(audit(() => [0, 1, 2], { ...cards, deal: 2 }), { exit: 4, message: /returned 3 cards, and 2 are dealt of 4 cards/ });
  await assert.rejects(audit(() => "abcd", cards), { exit: 4, message: /the text "abcd"/ });
  await assert.rejects(audit(() => [0, 1, 2, undefined], cards), /undefined at position 3 is no card/);
  await assert.rejects(audit(() => [0, 1, 2, 256], cards), /256 at position 3 is no card/);
  await assert.rejects(audit(() => [0, 1, 2, 2], cards), (error) => error instanceof AuditError && error.exit === 4);
});

test("wrong options are named by their key, with what to do", async () => {
  await assert.rejects(audit("fisher-yate"), { exit: 2, message: /^algorithm: .*fisher-yates/s });
  await assert.rejects(audit("naive", { cards: 1 }), { exit: 2, message: /^cards: / });
  await assert.rejects(audit("naive", { trials: 1.5 }), { exit: 2, message: /^trials: 1.5 is not a whole number/ });
  await assert.rejects(audit("naive", { card: 5 }), { exit: 2, message: "card: there is no such option; did you mean cards?" });
  await assert.rejects(audit("naive", { groupOf: 5 }), { exit: 2, message: /did you mean groupsOf\?$/ });
  await assert.rejects(audit("naive", { color: 5 }), { exit: 2, message: /^color: there is no such option; options are/ });
  await assert.rejects(audit("naive", { seed: "x" }), { exit: 2, message: /^seed: / });
  await assert.rejects(audit("naive", { alpha: NaN }), { exit: 2, message: /^alpha: / });
  await assert.rejects(audit("naive", { threads: "x" }), { exit: 2, message: /^threads: / });
  await assert.rejects(audit(7), TypeError);
  await assert.rejects(auditDecks(7), { exit: 2 });
});

test("the default is a million decks of the catalogue and 100,000 of a function", async () => {
  assert.equal((await audit("fisher-yates", { cards: 5, metrics: ["position"] })).trials, 1_000_000);
  assert.equal((await audit(sound, { cards: 5, metrics: ["position"] })).trials, 100_000);
});

test("progress hears of all decks, and what it throws is thrown", async () => {
  for (const [subject, trials] of [[sound, 20_000], ["fisher-yates", 200_000]]) {
    let done;
    await audit(subject, { cards: 5, trials, progress: (decks) => (done = decks) });
    assert.equal(done, trials);
    const fails = () => { throw new RangeError("mine"); };
    await assert.rejects(audit(subject, { cards: 5, trials, progress: fails }), { name: "RangeError" });
  }
});

test("an audit can be stopped", async () => {
  const control = new AbortController();
  const audited = audit("fisher-yates", { trials: 1_000_000_000, signal: control.signal, progress: () => control.abort() });
  await assert.rejects(audited, { name: "AbortError" });
});

test("recorded decks, orders and draws are judged", async () => {
  const random = generator(new Uint32Array([1, 2, 3, 4]));
  const drawn = (count, one) => Array.from({ length: count }, one);
  const deck = () => {
    const made = [0, 1, 2, 3, 4, 5];
    sound(made, random);
    return made;
  };
  assert.equal((await auditDecks(drawn(300, deck))).verdict, "pass");
  assert.equal((await auditDecks(drawn(40, () => [0, 1, 2, 3, 4, 5]))).verdict, "fail");
  const named = () => deck().map((card) => `track ${card * 5}`);
  assert.equal((await auditDecks(drawn(300, named))).verdict, "pass");
  assert.equal((await auditDecks("0,1,2\n0,1,2\n".repeat(30))).verdict, "fail");
  assert.equal((await auditOrder(drawn(100, (_, item) => item))).verdict, "fail");
  assert.equal((await auditOrder(drawn(30, (_, item) => `item ${item}`))).verdict, "fail");
  const loaded = [...drawn(30, () => 6), ...drawn(30, (_, roll) => (roll % 5) + 1)];
  assert.equal((await auditDraws(loaded, { cards: 6, replacement: true, base: 1 })).verdict, "fail");
  const split = drawn(2_000, () => (random() < 0.9 ? "control" : "new"));
  assert.equal((await auditDraws(split, { weights: { control: 90, new: 10 } })).verdict, "pass");
  assert.equal((await auditDraws(split, { weights: { control: 50, new: 50 } })).verdict, "fail");
  await assert.rejects(auditDecks(["ab"]), /is no deck, but one item/);
  await assert.rejects(auditOrder([1, NaN]), /NaN is no card/);
  assert.equal((await auditDraws("1\n6\n".repeat(5), { cards: 6, replacement: true, base: 1 })).trials, 10);
  assert.equal((await auditDecks(drawn(300, () => named().map((item) => ` ${item} `)))).verdict, "pass");
  assert.equal((await auditDecks("0,1,2\n".repeat(60), { name: "games [2024].csv" })).verdict, "fail");
  const refused = [
    [auditDecks([[0, 1], []]), /^row 1 is empty/],
    [auditDecks([[0, 1, 2], [1, 0]]), /^row 1 has 2 cards, and row 0 has 3/],
    [auditOrder(["a", "b", "a"]), /^"a" comes twice/],
    [auditOrder([1, 0, -1]), /^-1 is no card/],
    [auditDecks("decks.csv"), /readFile\("decks.csv"\)/],
    [auditDecks([[0, 1]], { files: { "decks.csv": "1,0" } }), /^files: "decks.csv"/],
    [auditDecks([["a", "b"]], { files: { "labels.txt": "a" } }), /^files: "labels.txt"/],
  ];
  for (const [refusal, message] of refused) await assert.rejects(refusal, { exit: 2, message });
});

test("assertUniform throws the answer unless the verdict is a pass", async () => {
  await assertUniform(sound, { cards: 8, trials: 5_000 });
  await assert.rejects(assertUniform("naive", { cards: 8, trials: 50_000 }), { name: "AssertionError", message: /^FAIL/ });
  const few = assertUniform([[0, 1, 2]]);
  await assert.rejects(few, { name: "AssertionError" }, "no verdict is no pass");
});

test("CommonJS has the same functions", async () => {
  const required = createRequire(import.meta.url)("shuffle-audit");
  assert.deepEqual(Object.keys(required).sort(), Object.keys(await import("shuffle-audit")).sort());
  assert.equal((await required.audit("naive", { cards: 10, trials: 20_000 })).verdict, "fail");
});

test("a page loads less than 900 kB of engine", async () => {
  const module = await readFile(new URL("../dist/shuffle_audit.wasm", import.meta.url));
  const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_LGWIN: window } = constants;
  const packed = brotliCompressSync(module, { params: { [quality]: 11, [window]: 24 } });
  assert.ok(packed.length < 900_000, `${packed.length} bytes`);
});
