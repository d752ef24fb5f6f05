// Plays a page of `shuffle-audit trace` in a headless Chromium: buttons, slider, keys, speed, and a reader who wants no motion.
//
//     node play.mjs PAGE

import assert from "node:assert/strict";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const page = pathToFileURL(resolve(process.argv[2])).href;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});

/** Opens the page for a reader; `read` says what is shown. */
async function open(options) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const tab = await context.newPage();
  const errors = [];
  tab.on("pageerror", (error) => errors.push(error.message));
  await tab.goto(page);
  const read = () =>
    tab.evaluate(() => ({
      step: Number(document.querySelector("input[type=range]").value),
      steps: Number(document.querySelector("input[type=range]").max),
      caption: document.querySelector("figcaption").textContent,
      play: document.querySelector("[data-action=play]").textContent,
      speed: document.querySelector("select").value,
      cards: [...document.querySelectorAll(".card")]
        .map((card) => [...card.getAttribute("transform").match(/-?[\d.]+/g).map((at) => Math.round(Number(at))), card.textContent])
        .sort((a, b) => a[1] - b[1] || a[0] - b[0])
        .map(([, , number]) => number)
        .join(" "),
    }));
  return { tab, read, errors, close: () => context.close() };
}

async function settled(reader) {
  await reader.tab.waitForTimeout(1_500);
  return reader.read();
}

async function keysAndButtons() {
  const reader = await open({});
  const start = await reader.read();
  assert.deepEqual([start.step, start.caption], [0, "start"]);
  assert.equal(start.cards, "1 2 3 4 5");

  await reader.tab.keyboard.press("ArrowRight");
  const first = await settled(reader);
  assert.deepEqual([first.step, first.cards], [1, "1 2 3 5 4"]);
  assert.match(first.caption, /step 1 of 4: roll 3 of 0–4/);

  await reader.tab.click("[data-action=last]");
  assert.equal((await reader.read()).cards, "3 5 1 2 4");
  await reader.tab.click("[data-action=back]");
  assert.equal((await reader.read()).step, 3);
  await reader.tab.keyboard.press("Home");
  assert.equal((await reader.read()).step, 0);

  await reader.tab.locator("input[type=range]").fill("2");
  assert.equal((await reader.read()).cards, "1 5 3 2 4");
  await reader.tab.locator("body").click({ position: { x: 5, y: 5 } });
  await reader.tab.keyboard.press("+");
  await reader.tab.keyboard.press("+");
  assert.equal((await reader.read()).speed, "4");

  await reader.tab.keyboard.press("Home");
  await reader.tab.keyboard.press("Space");
  assert.match((await reader.read()).play, /pause/);
  await reader.tab.waitForFunction(() => /play/.test(document.querySelector("[data-action=play]").textContent));
  const end = await reader.read();
  assert.deepEqual([end.step, end.cards], [4, "3 5 1 2 4"]);

  assert.deepEqual(reader.errors, []);
  await reader.close();
}

async function withoutMotion() {
  const reader = await open({ reducedMotion: "reduce" });
  await reader.tab.waitForTimeout(500);
  assert.equal((await reader.read()).step, 0, "nothing plays by itself");
  await reader.tab.keyboard.press("ArrowRight");
  assert.equal((await reader.read()).cards, "1 2 3 5 4", "a step is there at once");
  await reader.close();
}

async function withoutScript() {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const tab = await context.newPage();
  await tab.goto(page);
  assert.ok(!(await tab.locator("#controls").isVisible()), "no button that does nothing");
  assert.ok(await tab.locator("noscript p").isVisible());
  assert.ok(await tab.locator("ol").first().isVisible(), "the words are open");
  assert.match(await tab.locator("ol").innerHTML(), /roll 3 of 0–4: 1 2 3 5 4/);
  await context.close();
}

/** On a phone many cards lie in several rows, in reading order. */
async function onAPhone() {
  const reader = await open({ viewport: { width: 390, height: 800 } });
  const sizes = await reader.tab.evaluate(() =>
    [...document.querySelectorAll(".card text")].map((text) => text.getBoundingClientRect().height),
  );
  assert.ok(sizes.every((height) => height > 11), `${sizes}`);
  assert.equal((await reader.read()).cards, "1 2 3 4 5");
  await reader.close();
}

await keysAndButtons();
await onAPhone();
await withoutMotion();
await withoutScript();
await browser.close();
console.log(`${process.argv[2]} plays as it says`);
