// The playground in a browser, and its exercises in Node.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { after, before, beforeEach, afterEach, describe, it } from "node:test";
import axe from "axe-core";
import { findings, ladder, request } from "../playground/audit.mjs";
import { EXAMPLES, EXERCISES } from "../playground/exercises.mjs";
import { decode, encode } from "../playground/link.mjs";
import { Engine } from "../src/engine.mjs";
import { BUILT, launch, serve } from "./served.mjs";

const file = (path) => readFile(new URL(path, BUILT));
const { fixed, code: broken } = EXERCISES[0];
const sound = broken.replace(...fixed);

let served, browser, context, page;
before(async () => ([served, browser] = await Promise.all([serve(), launch()])));
after(async () => {
  await browser.close();
  served.close();
});

/** A page, its errors and the requests that it made. */
async function open({ hash = "", ...options } = {}) {
  context = await browser.newContext({ viewport: { width: 1100, height: 1400 }, ...options });
  page = await context.newPage();
  page.errors = [];
  page.asked = [];
  page.on("pageerror", (error) => page.errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && page.errors.push(message.text()));
  context.on("request", (request) => page.asked.push(request.url()));
  await page.goto(served.base + hash);
  await page.waitForSelector("#exercises li");
  await page.waitForFunction(() => document.querySelector("#shuffle").length > 50 && document.querySelector("#code").value !== "");
}

const headline = () => page.textContent("#headline");
const isIdle = () => page.waitForFunction(() => document.querySelector("#stop").disabled, null, { timeout: 60_000 });

async function audited({ code, ...fields } = {}) {
  if (code !== undefined) await page.fill("#code", code);
  if (fields.cards) await page.fill("#cards", String(fields.cards));
  if (fields.decks) await page.selectOption("#decks", String(fields.decks));
  await page.click("#audit");
  await isIdle();
  return headline();
}

describe("code in the page", () => {
  beforeEach(() => open());
  afterEach(() => context.close());

  it("the naive shuffle fails step by step, and its cause is named", async () => {
    const start = Date.now();
    await page.click("#audit");
    await page.waitForFunction(() => document.querySelectorAll("#chart .dot").length === 1);
    console.log(`first answer after ${Date.now() - start} ms`);
    assert.match(await page.textContent("#note"), /^Step 1 of 5, 300 decks\. Only the last step, with 30,000 decks/);
    await page.waitForFunction(() => /naive shuffle/.test(document.querySelector("#cause").textContent));
    console.log(`cause after ${Date.now() - start} ms`);
    await isIdle();
    assert.match(await headline(), /^FAIL: shuffle on 52 cards: cards favor some positions/);
    assert.match(await page.textContent("#cause"), /naive shuffle.*Fix: Swap position i only with/);
    assert.match(await page.textContent("#words"), /^FAIL: shuffle/);
    assert.equal(await page.locator("#chart .dot.fail").count(), 5);
    assert.equal(await page.getAttribute("#image", "alt"), await headline());
    assert.ok(await page.evaluate(() => document.querySelector("#image").naturalWidth > 100));
    assert.deepEqual(page.errors, []);
    const away = page.asked.filter((url) => !url.startsWith(served.base) && !/^(blob|data):/.test(url));
    assert.deepEqual(away, []);
  });

  it("an exercise is done when the edited code passes", async () => {
    await page.click("#exercises button >> nth=0");
    assert.match(await page.textContent("#exercise-goal"), /10 cards and 10,000 decks/);
    assert.match(await audited(), /^FAIL/);
    assert.doesNotMatch(await page.textContent("#exercises"), /✓/);
    assert.match(await audited({ code: sound }), /^PASS: no bias found in 10,000 decks/);
    assert.match(await page.textContent("#exercises li >> nth=0"), /✓ done/);
    await page.reload();
    await page.waitForSelector("#exercises li");
    assert.match(await page.textContent("#exercises li >> nth=0"), /✓ done/);
  });

  it("a loop that never ends is stopped, and the page stays alive", async () => {
    await page.fill("#code", "function shuffle(deck) { for (;;); }");
    await page.click("#audit");
    await page.click("#stop");
    assert.equal(await headline(), "No verdict. Stopped.");
    assert.match(await audited(), /^No verdict\. Stopped: nothing happened for 20 seconds/);
    assert.equal(await page.locator("iframe").count(), 0);
    assert.match(await audited({ code: sound, decks: 1000 }), /^PASS/);
  });

  it("what the function throws is shown, with its line", async () => {
    assert.match(await audited({ code: "function shuffle(deck) {\n  deck.mix();\n}" }), /TypeError: deck\.mix is not a function \(line 2\)/);
    assert.match(await audited({ code: "function shuffle(deck) { return deck.slice(1); }" }), /returned 51 cards, and a deck has 52 cards/);
    assert.match(await audited({ code: "function shuffle(deck) {" }), /SyntaxError/);
    assert.match(await audited({ code: "1" }), /There is no function named shuffle/);
    assert.match(await audited({ code: "function shuffle() { throw 'no'; }" }), /^No verdict\. no$/);
  });

  it("code reaches neither the page nor the network", async () => {
    let visits = 0;
    const other = createServer((_, response) => response.writeHead(200, { "access-control-allow-origin": "*" }).end(`${++visits}`));
    await new Promise((resolve) => other.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${other.address().port}/`;
    const code = `
      const seen = [typeof document, typeof localStorage, self.origin, typeof postMessage, typeof post, typeof Engine];
      fetch("${url}").catch(() => {});
      try { importScripts("${url}"); seen.push("loaded"); } catch {}
      try { const ask = new XMLHttpRequest(); ask.open("GET", "${url}", false); ask.send(); seen.push("sent"); } catch {}
      try { new WebSocket("${url.replace("http", "ws")}"); } catch {}
      function shuffle() { throw new Error(seen.join()); }`;
    assert.match(await audited({ code }), /Error: undefined,undefined,null(,undefined){3}( \(|$)/);
    await page.waitForTimeout(300);
    other.close();
    assert.equal(visits, 0);
  });

  it("a shuffle of the catalogue is audited, and its swaps are played", async () => {
    await page.selectOption("#shuffle", "catalogue:sattolo");
    assert.match(await audited({ cards: 10, decks: 1000 }), /^FAIL: sattolo on 10 cards/);
    await page.waitForSelector("#swaps .card");
    assert.equal(await page.locator("#swaps .card").count(), 10);
    await page.click("#swaps [data-action=forward]");
    assert.match(await page.textContent("#swaps output"), /step 1 of 9/);
    assert.ok(await page.evaluate(() => document.querySelector("#law-image").naturalWidth > 100), "the exact law is beside the heatmap");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "and both fit the page");
    await page.selectOption("#shuffle", "coin");
    await page.waitForSelector("#swaps", { state: "hidden" });
  });

  it("rows are judged that are pasted or dropped", async () => {
    const rows = Array.from({ length: 400 }, (_, row) => ((row * 7) % 3 ? "1,2,3,4" : "4,3,2,1")).join("\n");
    await page.selectOption("#shuffle", "file");
    assert.match(await audited(), /There is no data yet/);
    await page.fill("#rows", rows);
    assert.match(await audited(), /^FAIL: 266 of 400 decks of pasted\.csv on 4 cards are in the start order/);
    await page.selectOption("#shuffle", "naive");
    const data = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      const faces = Array.from({ length: 900 }, (_, roll) => 1 + ((roll * roll) % 5));
      transfer.items.add(new File([faces.join("\n")], "rolls.csv"));
      return transfer;
    });
    await page.dispatchEvent("body", "drop", { dataTransfer: data });
    await page.selectOption("#holds", "die");
    assert.equal(await page.inputValue("#size"), "6");
    await page.waitForFunction(() => document.querySelector("#file-name").textContent !== "");
    assert.match(await audited(), /^FAIL: the 900 draws of rolls\.csv, 1 of 6 with replacement are only 3 different outcomes/);
    await page.selectOption("#holds", "decks");
    assert.equal(await page.textContent("#headline"), "Press Audit to see the verdict.", "no verdict stays beside other data");
    const cards = [..."SHDC"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));
    await page.fill("#rows", `${cards.join(" ")}\n${cards.reverse().join(" ")}\n`.repeat(50));
    assert.match(await audited(), /^FAIL: .*on 52 cards/, "playing cards need no choice");
    assert.match(await page.textContent("#file-part"), /It is not uploaded/);
    await page.selectOption("#shuffle", "own");
    await page.fill("#code", "function shuffle() {} // mine");
    for (const shuffle of ["naive", "own"]) await page.selectOption("#shuffle", shuffle);
    assert.match(await page.inputValue("#code"), /mine/);
    assert.deepEqual(page.errors, []);
  });
});

describe("links", () => {
  afterEach(() => context.close());

  it("hold the experiment, and what they hold is checked", () => {
    const experiment = { shuffle: "own", code: "// ♠ é\nfunction shuffle() {}", cards: 5, decks: 3000, seed: "0x5eed" };
    assert.match(encode(experiment), /^[\w-]+$/);
    assert.deepEqual(decode(`#${encode(experiment)}`), experiment);
    assert.deepEqual(decode(encode({ code: 1, cards: "5", __proto__: null, other: 2, seed: "7" })), { seed: "7" });
    assert.equal(decode("#no link"), null);
  });

  it("show code, and run it only when the visitor audits", async () => {
    const code = "let runs = 0;\nfunction shuffle() { throw new Error(`run ${++runs}`); }\n";
    await open({ hash: `#${encode({ shuffle: "own", code, cards: 5, decks: 1000, seed: "9" })}` });
    assert.equal(await page.inputValue("#code"), code);
    assert.ok(await page.isVisible("#from-link"));
    await page.waitForTimeout(500);
    assert.equal(await page.locator("iframe").count(), 0);
    assert.equal(await headline(), "Press Audit to see the verdict.");
    assert.match(await audited(), /run 1/);
    await page.click("#copy");
    assert.deepEqual(decode(new URL(page.url()).hash), { shuffle: "own", code, cards: 5, decks: 1000, seed: "9" });
  });
});

describe("for everyone", () => {
  afterEach(() => context.close());

  for (const colorScheme of ["light", "dark"]) {
    it(`axe finds nothing: ${colorScheme}`, async () => {
      await open({ colorScheme });
      await audited({ decks: 1000 });
      await page.click("#exercises button >> nth=1");
      await page.waitForSelector("#swaps", { state: "hidden" });
      await clean();
      await page.selectOption("#shuffle", "sattolo");
      await page.waitForSelector("#swaps .card");
      await audited({ cards: 10, decks: 1000 });
      await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
      await clean();
      await page.selectOption("#shuffle", "file");
      await page.selectOption("#holds", "draws");
      await clean();
    });
  }

  async function clean() {
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate("axe.run()");
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    assert.deepEqual(found, []);
  }

  it("nothing scrolls sideways at 390 pixels", async () => {
    await open({ viewport: { width: 390, height: 844 }, isMobile: true });
    const isNarrow = () => page.evaluate(() => document.documentElement.scrollWidth <= 390);
    assert.ok(await isNarrow());
    await audited({ decks: 1000 });
    await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
    assert.ok(await isNarrow());
    for (const shuffle of ["file", "catalogue:coin-binary-insertion-sort"]) {
      await page.selectOption("#shuffle", shuffle);
      assert.ok(await isNarrow(), shuffle);
    }
  });

  it("the keyboard is enough", async () => {
    await open();
    const focused = () => page.evaluate(() => document.activeElement.id);
    await page.keyboard.press("Tab");
    assert.equal(await focused(), "shuffle");
    await page.keyboard.press("Tab");
    assert.equal(await focused(), "code");
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Tab");
    assert.match(await page.inputValue("#code"), /^ {2}function/);
    await page.keyboard.press("Escape");
    for (const id of ["cards", "decks", "seed", "audit"]) {
      await page.keyboard.press("Tab");
      assert.equal(await focused(), id);
    }
    const outline = () => page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
    assert.equal(await outline(), "solid");
    await page.selectOption("#decks", "1000");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    assert.equal(await focused(), "stop");
    await isIdle();
    assert.match(await headline(), /^FAIL/);
    assert.equal(await focused(), "audit");
  });
});

describe("without a browser", () => {
  it("the sandbox allows its own script", async () => {
    const sandbox = String(await file("sandbox.html"));
    const script = /<script>([^]*)<\/script>/.exec(sandbox)[1];
    const hash = `sha256-${createHash("sha256").update(script).digest("base64")}`;
    assert.ok(sandbox.includes(`'${hash}'`), `the hash is now ${hash}`);
  });

  it("steps grow to the most decks", () => {
    assert.deepEqual(ladder(30_000), [300, 1000, 3000, 10_000, 30_000]);
    assert.deepEqual(ladder(1000), [300, 1000]);
    assert.deepEqual(ladder(200), [200]);
  });

  it("every exercise fails, and passes once it is fixed", async () => {
    const module = await WebAssembly.compile(await file("engine/shuffle_audit.wasm"));
    const verdict = (code, { cards, decks }) => {
      const shuffle = new Function(`${code}\nreturn shuffle;`)();
      const asked = request({ cards, seed: "7" }, decks, true);
      return findings(new Engine(module, { shuffle }).ask({ ...asked, has_pictures: false })).verdict;
    };
    for (const exercise of EXERCISES) {
      const repaired = exercise.code.replace(...exercise.fixed);
      assert.deepEqual([verdict(exercise.code, exercise), verdict(repaired, exercise)], ["fail", "pass"], exercise.id);
    }
    assert.equal(verdict(EXAMPLES["fisher-yates"].code, { cards: 52, decks: 30_000 }), "pass");
  });
});
