// Reads the page of a comparison in a headless Chromium: two matrices and their difference, in light and dark, by keyboard.
//
//     node diff.mjs PAGE
//
// The page is opened from disk, and may ask for nothing but itself; it must have a matrix.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const address = pathToFileURL(resolve(process.argv[2])).href;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});

async function read(options) {
  const context = await browser.newContext(options);
  const tab = await context.newPage();
  const faults = [];
  tab.on("console", (message) => ["error", "warning"].includes(message.type()) && faults.push(message.text()));
  tab.on("pageerror", (error) => faults.push(error.message));
  tab.on("request", (request) => request.url().split("#")[0] !== address && !request.url().startsWith("data:") && faults.push(request.url()));
  await tab.goto(address);
  const cells = tab.locator("details.case[open] .cells");
  assert.equal((await cells.count()) % 3, 0);
  assert.ok((await cells.count()) > 0, "there is a matrix");
  const captions = await tab.locator("details.case[open] figcaption").allTextContents();
  assert.match(captions[2], / less /, "the third panel is the difference");
  await cells.first().focus();
  await tab.keyboard.press("ArrowRight");
  const told = await tab.locator(".told").first().textContent();
  assert.match(told, /position 0, card 1: .+ [+−-]?[\d.]+\s%; .+ [+−-]?[\d.]+\s% of what each should be; [+−-]?[\d.]+ sigmas apart/, told);
  const wide = await tab.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wide <= 0, `${wide} pixels too wide`);
  // The policy of the page forbids scripts from elsewhere; axe is put in by the debugger.
  await tab.evaluate(axe);
  const { violations } = await tab.evaluate(() => globalThis.axe.run());
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), []);
  assert.deepEqual(faults, []);
  await context.close();
}

for (const colorScheme of ["light", "dark"]) {
  for (const width of [1280, 390]) await read({ colorScheme, viewport: { width, height: 900 } });
}
await browser.close();
console.log("the page of a comparison: read");
