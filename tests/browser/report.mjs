// Reads the page of a run in a headless Chromium as its readers do: by mouse, by keyboard, on a phone, in the dark, on paper,
// and without scripts.
//
//     node report.mjs PAGE [--csv CSV] [--case ID] [--needs-heatmap] [--shots FOLDER]
//
// The page is opened from disk, and may ask for nothing but itself. What a page has not is not asked for: a page may have one
// case or none, with or without matrices. `--needs-heatmap` fails where there is none. `--csv` names the position.csv of a case
// with which the matrix must agree, by default of the case whose folder it is in, else of `--case`.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

function usage(message) {
  console.error(`report: ${message}`);
  process.exit(2);
}

function parse(words) {
  const asked = { page: null, csv: null, id: null, needsHeatmap: false, shots: null };
  while (words.length > 0) {
    const word = words.shift();
    if (word === "--csv") asked.csv = words.shift() ?? usage("--csv needs a file");
    else if (word === "--case") asked.id = words.shift() ?? usage("--case needs an id");
    else if (word === "--shots") asked.shots = words.shift() ?? usage("--shots needs a folder");
    else if (word === "--needs-heatmap") asked.needsHeatmap = true;
    else if (word.startsWith("-")) usage(`there is no flag ${word}`);
    else asked.page = word;
  }
  return asked.page ? asked : usage("name a page");
}

const asked = parse(process.argv.slice(2));
const address = pathToFileURL(resolve(asked.page)).href;
if (asked.shots) mkdirSync(asked.shots, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});

/** Opens the page for a reader; nothing may go wrong until it is closed. */
async function open(options = {}, hash = "") {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const tab = await context.newPage();
  const faults = [];
  tab.on("console", (message) => ["error", "warning"].includes(message.type()) && faults.push(`console: ${message.text()}`));
  tab.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  tab.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  tab.on("request", (request) => {
    const url = request.url();
    if (url.split("#")[0] !== address && !url.startsWith("data:")) faults.push(`asks for ${url}`);
  });
  await tab.goto(address + hash);
  const close = async () => {
    assert.deepEqual(faults, []);
    await context.close();
  };
  const shoot = async (name) => asked.shots && tab.screenshot({ path: join(asked.shots, `${name}.png`) });
  return { tab, close, shoot };
}

/** The numbers that the page carries, by anchor. */
const carried = (tab) => tab.evaluate(() => JSON.parse(document.getElementById("data").textContent).cases ?? {});

const anchored = (anchor) => `[id="${anchor}"]`;

/** Opens the details of a case, as a link does, and waits for its heatmap. */
async function openCase(tab, anchor) {
  await tab.evaluate((anchor) => (location.hash = anchor), anchor);
  await tab.locator(`${anchored(anchor)}[open]`).waitFor();
  return tab.locator(anchored(anchor));
}

/** A case with a matrix, or null. */
async function caseWithMatrix(tab) {
  const cases = await carried(tab);
  const ids = await tab.evaluate(() => [...document.querySelectorAll("details.case")].map(({ id }) => id));
  const anchor = ids.find((id) => cases[id]?.position);
  return anchor ? { anchor, matrix: cases[anchor].position } : null;
}

/** The ids of the cases that are listed, in their order. */
const listed = (tab) => tab.evaluate(() => [...document.querySelectorAll(".list > .case")].filter((row) => !row.hidden).map((row) => row.dataset.id));

async function theAnswer() {
  const { tab, close, shoot } = await open();
  const state = await tab.locator(".answer").getAttribute("class");
  assert.match(state, /\b(fine|wrong|open)\b/);
  assert.match(await tab.locator(".answer .state").innerText(), /^[✓✗?]\s*(Fine|Wrong|Undecided)$/, "a sign and a word, not color alone");
  const box = await tab.locator(".answer h1").boundingBox();
  assert.ok(box.y + box.height < 900, "the answer is on the first screen");
  const calls = tab.locator(".closest a");
  if ((await calls.count()) > 0) {
    assert.match(state, /\bfine\b/, "where something is wrong no call is close");
    const anchor = (await calls.first().getAttribute("href")).slice(1);
    await calls.first().click();
    if ((await tab.locator(`details${anchored(anchor)}`).count()) > 0) {
      await tab.locator(`${anchored(anchor)}[open]`).waitFor({ timeout: 2_000 }).catch(() => assert.fail("the closest call opens"));
    }
  }
  const isLast = await tab.evaluate(() => document.querySelector(".facts").getBoundingClientRect().top >= Math.max(...[...document.querySelectorAll(".list")].map((list) => list.getBoundingClientRect().bottom)));
  assert.ok(isLast, "seed and budget are at the foot");
  const dead = await tab.evaluate(() => [
    ...[...document.querySelectorAll("[popovertarget]")].map((button) => button.getAttribute("popovertarget")),
    ...[...document.querySelectorAll("a[href^='#']")].map((link) => link.hash.slice(1)),
  ].filter((id) => !document.getElementById(id)));
  assert.deepEqual([...new Set(dead)], [], "no button and no link leads nowhere");
  await shoot("answer");
  await close();
}

/** Each case is listed once, with its picture, and opens below its row. */
async function theList() {
  const { tab, close } = await open();
  const cases = await tab.evaluate(() =>
    [...document.querySelectorAll(".list > .case")].map((row) => ({
      id: row.dataset.id,
      thumbs: row.querySelectorAll(".thumb").length,
      side: row.querySelector(".thumb")?.getBoundingClientRect().width,
      hasHead: row.matches("div.row") || row.firstElementChild.matches("summary.row"),
    })),
  );
  assert.equal(new Set(cases.map(({ id }) => id)).size, cases.length, "no case is listed twice");
  assert.equal(await tab.locator("details.case").count(), await tab.locator(".list > details.case").count(), "there is no second list");
  for (const { id, thumbs, side, hasHead } of cases) {
    assert.ok(thumbs === 1 && (side === 48 || side === 0) && hasHead, `${id.slice(0, 40)} has one small picture: ${thumbs}, ${side} px`);
  }
  assert.equal(await tab.locator("#filters").count(), cases.length > 8 ? 1 : 0, "few cases need no filters");
  await close();
}

async function sortAndFilter() {
  const { tab, close } = await open();
  const all = await listed(tab);
  if ((await tab.locator("#filters").count()) > 0) {
    const groups = () => tab.evaluate(() => [...document.querySelectorAll(".group")].map((group) => [...group.querySelectorAll(".list > .case")].map((row) => Number(row.dataset.n))));
    const order = tab.locator("#filters select[name=order]");
    const started = Date.now();
    await order.selectOption("cards");
    assert.ok(Date.now() - started < 2_000, "sorting is quick");
    const up = await groups();
    assert.deepEqual(up, up.map((sizes) => [...sizes].sort((a, b) => a - b)));
    await order.selectOption("-cards");
    assert.deepEqual(await groups(), up.map((sizes) => [...sizes].sort((a, b) => b - a)));
    await order.selectOption("");
    assert.deepEqual(await listed(tab), all, "the first order again");

    const number = (count) => count.toLocaleString("en");
    const words = (shown) => (shown === all.length ? new RegExp(`^${number(shown)} cases?$`) : new RegExp(`^${number(shown)} of ${number(all.length)} cases?$`));
    const expectCount = async (attribute, value) => {
      const shown = await tab.evaluate(
        ([attribute, value]) => {
          const rows = [...document.querySelectorAll(".list > .case")];
          const fits = (row) => (attribute === "t" ? row.dataset.t.split(" ").includes(value) : row.dataset[attribute] === value);
          const empty = [...document.querySelectorAll(".group")].filter((group) => !group.querySelector(".list > .case:not([hidden])"));
          return { isRight: rows.every((row) => row.hidden !== fits(row)) && empty.every((group) => group.hidden), shown: rows.filter(fits).length };
        },
        [attribute, value],
      );
      assert.ok(shown.isRight, `the filter ${attribute} = ${value}`);
      assert.match(await tab.locator("#count").innerText(), words(shown.shown));
    };
    for (const [name, attribute] of [["verdict", "v"], ["family", "f"], ["cards", "n"], ["test", "t"]]) {
      const select = tab.locator(`#filters select[name=${name}]`);
      const options = await select.locator("option").allTextContents();
      for (const value of options.slice(1, 4)) {
        await select.selectOption({ label: value });
        await expectCount(attribute, value);
      }
      await tab.locator("#filters button[type=reset]").click();
      await tab.waitForFunction((all) => [...document.querySelectorAll(".list > .case")].filter((row) => !row.hidden).length === all, all.length);
    }
    const wanted = all.at(-1).slice(0, 40);
    await tab.locator("#filters input").fill(wanted);
    const left = await listed(tab);
    assert.ok(left.includes(all.at(-1)) && left.length <= all.length, "a name is found");
    await tab.locator("#filters input").fill("no case has such a name, surely");
    assert.match(await tab.locator("#count").innerText(), words(0));
  }
  await close();
}

/** What the page tells of a cell must be what its data say. */
function tells(told, matrix, row, column) {
  const count = matrix.counts[row * matrix.columns + column];
  assert.ok(told.includes(`observed ${count.toLocaleString("en")};`), `${told}: observed should be ${count}`);
  const expected = (matrix.trials * matrix.row_sizes[row] * matrix.column_sizes[column]) / matrix.cards;
  if (expected === 0) return;
  const percent = told.match(/([+−]?[\d,.]+)\u00a0%/);
  assert.ok(percent, `${told}: there is no deviation`);
  const shown = Number(percent[1].replace("−", "-").replaceAll(",", ""));
  assert.ok(Math.abs(shown - 100 * (count / expected - 1)) < 0.0501, `${told}: the deviation of ${count} from ${expected}`);
}

async function heatmap() {
  const { tab, close, shoot } = await open();
  const found = await caseWithMatrix(tab);
  if (asked.needsHeatmap) assert.ok(found, "there is a heatmap");
  if (found) {
    const { anchor, matrix } = found;
    const details = await openCase(tab, anchor);
    const cells = details.locator(".matrix .cells").first();
    const told = details.locator(".heatmap .told");
    await cells.scrollIntoViewIfNeeded();
    const box = await cells.boundingBox();
    const places = [[0, 0], [matrix.rows - 1, matrix.columns - 1], [Math.floor(matrix.rows / 2), Math.floor(matrix.columns / 3)]];
    for (const [row, column] of places) {
      await tab.mouse.move(box.x + ((column + 0.5) / matrix.columns) * box.width, box.y + ((row + 0.5) / matrix.rows) * box.height);
      tells(await told.innerText(), matrix, row, column);
    }
    await shoot("heatmap");
    await tab.mouse.move(0, 0);

    await cells.focus();
    const [right, down] = [Math.min(1, matrix.columns - 1), Math.min(1, matrix.rows - 1)];
    await tab.keyboard.press("Control+Home");
    tells(await told.innerText(), matrix, 0, 0);
    await tab.keyboard.press("ArrowRight");
    await tab.keyboard.press("ArrowDown");
    tells(await told.innerText(), matrix, down, right);
    await tab.keyboard.press("End");
    tells(await told.innerText(), matrix, down, matrix.columns - 1);
    await tab.keyboard.press("Home");
    tells(await told.innerText(), matrix, down, 0);
    const live = await told.evaluate((output) => output.tagName === "OUTPUT" || output.getAttribute("aria-live"));
    assert.ok(live, "what is told is a live region");

    const pixels = () => details.locator(".matrix canvas").first().evaluate((canvas) => canvas.toDataURL());
    const light = await pixels();
    await tab.emulateMedia({ colorScheme: "dark" });
    await tab.waitForFunction(([at, light]) => document.querySelector(at).toDataURL() !== light, [`${anchored(anchor)} .matrix canvas`, light]);
    await tab.emulateMedia({ colorScheme: "light" });
    await tab.waitForFunction(([at, light]) => document.querySelector(at).toDataURL() === light, [`${anchored(anchor)} .matrix canvas`, light]);
    for (const mode of ["sigmas", "counts", "deviation"]) {
      await details.locator(`input[value=${mode}]`).check();
      assert.match(await details.locator(".matrix .note").first().innerText(), { sigmas: /^Sigmas/, counts: /^Counts/, deviation: /^Deviations/ }[mode]);
    }
    assert.equal(await details.locator(".matrix").count(), matrix.exact ? 3 : 1);
  }
  await close();
}

/** The matrix of a case is that of its CSV. */
async function agreesWithCsv(path) {
  const [head, ...lines] = readFileSync(path, "utf8").trim().split(/\r?\n/);
  const rows = lines.map((line) => line.split(",").map(Number).slice(1));
  assert.ok(head.startsWith("position,"), `${path} is a matrix`);
  const id = asked.id ?? basename(dirname(resolve(path)));
  const { tab, close } = await open();
  const anchor = await tab.evaluate(
    (id) => [...document.querySelectorAll("details.case")].find((details) => details.dataset.id === id)?.id,
    id,
  );
  assert.ok(anchor, `there is a case ${id}`);
  const matrix = (await carried(tab))[anchor]?.position;
  assert.ok(matrix, `${id} has a matrix`);
  assert.deepEqual(matrix.counts, rows.flat(), "the page carries the numbers of the CSV");
  const details = await openCase(tab, anchor);
  const cells = details.locator(".matrix .cells").first();
  await cells.scrollIntoViewIfNeeded();
  const box = await cells.boundingBox();
  const [row, column] = [Math.floor(rows.length / 3), Math.floor(rows[0].length / 2)];
  await tab.mouse.move(box.x + ((column + 0.5) / rows[0].length) * box.width, box.y + ((row + 0.5) / rows.length) * box.height);
  const told = await details.locator(".heatmap .told").innerText();
  assert.ok(told.includes(`observed ${rows[row][column].toLocaleString("en")};`), `${told}: the CSV has ${rows[row][column]}`);
  await close();
}

async function barsTell() {
  const { tab, close } = await open();
  const cases = await carried(tab);
  const ids = await tab.evaluate(() => [...document.querySelectorAll("details.case")].map(({ id }) => id));
  const anchor = ids.find((id) => cases[id]?.histograms?.length > 0);
  if (anchor) {
    const details = await openCase(tab, anchor);
    const { histograms, orders } = cases[anchor];
    assert.ok(!(await details.innerText()).includes("undefined"), "everything has a name");
    assert.equal(await details.locator(".bars").count(), histograms.length + (orders ? 1 : 0));
    const bars = details.locator(".bars").first();
    await bars.locator(".cells").focus();
    await tab.keyboard.press("End");
    assert.ok((await bars.locator(".told").innerText()).includes(`observed ${histograms[0].count.at(-1).toLocaleString("en")};`));
  }
  await close();
}

/** A case whose swaps can be played, or null. */
async function caseWithSwaps(tab) {
  const cases = await carried(tab);
  const ids = await tab.evaluate(() => [...document.querySelectorAll("details.case")].map(({ id }) => id));
  const playable = ids.filter((id) => cases[id]?.swaps?.steps.length > 0);
  return playable.length > 0 ? { anchor: playable[0], other: playable[1] ?? null, trace: cases[playable[0]].swaps } : null;
}

/** Presses the button of a case, and gives its player. */
async function playSwaps(details) {
  await details.locator(".swaps").getByRole("button", { name: "Play its steps" }).click();
  return details.locator(".swaps");
}

/** The cards of a player, in the order in which they lie on the page. */
const cardsOf = (swaps) =>
  swaps.locator(".card").evaluateAll((cards) =>
    cards
      .map((card) => [...card.getAttribute("transform").match(/-?[\d.]+/g).map((at) => Math.round(Number(at))), Number(card.textContent)])
      .sort((a, b) => a[1] - b[1] || a[0] - b[0])
      .map(([, , number]) => number),
  );

async function swaps() {
  for (const reducedMotion of ["no-preference", "reduce"]) {
    const { tab, close, shoot } = await open({ reducedMotion });
    const found = await caseWithSwaps(tab);
    if (found) {
      const { anchor, other, trace } = found;
      const steps = trace.steps.length;
      const caption = (step) => (step === 0 ? "start" : `step ${step} of ${steps}: ${trace.steps[step - 1].label}`);
      const details = await openCase(tab, anchor);
      assert.equal(await tab.locator(".card").count(), 0, "nothing is drawn before it is asked for");
      assert.match(await details.locator(".swaps h4").innerText(), new RegExp(`on ${trace.cards} cards$`));
      const player = await playSwaps(details);
      const shows = async (step, why) => {
        assert.equal(await player.locator("figcaption").textContent(), caption(step), why);
        assert.equal(await player.locator("input[type=range]").inputValue(), String(step), why);
        if (reducedMotion === "no-preference") await tab.waitForTimeout(1_000);
        const deck = step === 0 ? trace.deck : trace.steps[step - 1].deck;
        assert.deepEqual(await cardsOf(player), deck.map((card) => card + trace.base), why);
      };
      const isFocused = (selector) => player.locator(selector).evaluate((element) => element === document.activeElement);
      assert.ok(await isFocused("[data-action=play]"), "the focus is where the button was");
      assert.match(await player.locator("[data-action=play]").innerText(), /pause/, "it plays");
      await tab.keyboard.press("Home");
      await shows(0, "Home is the start");
      await tab.keyboard.press("ArrowRight");
      await shows(1, "an arrow is a step");
      await tab.keyboard.press("End");
      await shows(steps, "End is the end");
      await tab.keyboard.press("ArrowLeft");
      await shows(steps - 1, "an arrow is a step back");
      await player.locator("input[type=range]").fill("1");
      await shows(1, "the slider");
      await shoot(`swaps-${reducedMotion}`);

      if (other) {
        await openCase(tab, other);
        const second = await playSwaps(tab.locator(anchored(other)));
        await tab.keyboard.press("End");
        assert.match(await second.locator("figcaption").textContent(), /^step (\d+) of \1:/, "each player has its own keys");
        await shows(1, "the keys of another player are its own");
      }
      await tab.locator(`${anchored(anchor)} > summary`).focus();
      await tab.keyboard.press("End");
      await shows(1, "keys beside the player do nothing to it");
      await player.locator("svg").click();
      await tab.keyboard.press("Home");
      await shows(0, "a click at the cards gives the player the keys");
      await player.locator("select").selectOption("4");
      await player.locator("[data-action=play]").click();
      await tab.waitForFunction(
        ([at, last]) => document.querySelector(at).textContent === last,
        [`${anchored(anchor)} .swaps figcaption`, caption(steps)],
      );
      await tab.emulateMedia({ media: "print" });
      assert.ok(!(await player.locator(".controls").isVisible()), "no control on paper");
      assert.ok(await player.locator("svg").isVisible(), "what was played is on paper");
    }
    await close();
  }
}

/** With no mouse: to a header and sort, to a case and open it, to a test and read what it is. */
async function keyboardOnly() {
  const { tab, close } = await open();
  const focused = (selector) => tab.evaluate((selector) => document.activeElement.matches(selector), selector);
  const tabTo = async (selector) => {
    for (let presses = 0; presses < 400; presses += 1) {
      if (await focused(selector)) return true;
      await tab.keyboard.press("Tab");
    }
    return false;
  };
  if ((await tab.locator("#filters").count()) > 0) {
    assert.ok(await tabTo("#filters select[name=order]"), "Tab comes to the order");
    const outline = await tab.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
    assert.notEqual(outline, "none", "the focus is visible");
    await tab.keyboard.press("ArrowDown");
    assert.equal(await tab.locator("#filters select[name=order]").inputValue(), "id");
  }
  const first = tab.locator("details.case > summary").first();
  if ((await first.count()) > 0) {
    await first.focus();
    if (!(await first.evaluate((summary) => summary.parentElement.open))) await tab.keyboard.press("Enter");
    await tab.locator("details.case[open]").first().waitFor();
  }
  const button = tab.locator("details.case[open] button.test:visible").first();
  if ((await button.count()) > 0) {
    await button.focus();
    await tab.keyboard.press("Enter");
    const entry = tab.locator(`[id="${await button.getAttribute("popovertarget")}"]`);
    await entry.waitFor({ state: "visible" });
    assert.match(await entry.innerText(), /Sees:[\s\S]*Is blind to:/);
    await tab.keyboard.press("Escape");
    await entry.waitFor({ state: "hidden" });
  }
  await close();
}

/** A page as wide as a phone does not scroll sideways, not with a case opened either. */
async function onAPhone() {
  for (const colorScheme of ["light", "dark"]) {
    const { tab, close, shoot } = await open({ viewport: { width: 390, height: 800 }, colorScheme });
    const fits = async (when) => {
      const [wide, room] = await tab.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
      assert.ok(wide <= room, `scrolls sideways ${when}: ${wide} of ${room} px`);
    };
    await fits("at first");
    const first = tab.locator("details.case").first();
    if ((await first.count()) > 0) {
      await openCase(tab, await first.getAttribute("id"));
      await fits("with a case opened");
    }
    const found = await caseWithMatrix(tab);
    if (found) {
      await openCase(tab, found.anchor);
      await fits("with a heatmap");
    }
    const playable = await caseWithSwaps(tab);
    if (playable) {
      const player = await playSwaps(await openCase(tab, playable.anchor));
      await fits("with a player");
      const sizes = await player.locator(".card text").evaluateAll((all) => all.map((text) => text.getBoundingClientRect().height));
      assert.ok(sizes.length === playable.trace.cards && sizes.every((height) => height > 11), `cards can be read: ${sizes}`);
      await shoot(`phone-swaps-${colorScheme}`);
    }
    const light = await tab.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number)[0] > 127);
    assert.equal(light, colorScheme === "light", `the page is ${colorScheme}`);
    await shoot(`phone-${colorScheme}`);
    await close();
  }
}

async function onPaper() {
  const { tab, close } = await open({ colorScheme: "dark" });
  await tab.evaluate(() => {
    globalThis.opened = null;
    addEventListener("beforeprint", () => {
      globalThis.opened = [...document.querySelectorAll("details.case.unexpected")].every(({ open }) => open);
    });
  });
  const before = await tab.locator("details.case[open]").count();
  const pdf = await tab.pdf({ path: asked.shots ? join(asked.shots, "paper.pdf") : undefined });
  assert.ok(pdf.length > 5_000 && pdf.subarray(0, 5).toString() === "%PDF-", "there is a PDF");
  const opened = await tab.evaluate(() => globalThis.opened);
  assert.notEqual(opened, false, "what is not as expected is open on paper");
  assert.equal(await tab.locator("details.case[open]").count(), before, "what was closed is closed again");
  await tab.emulateMedia({ media: "print" });
  const color = await tab.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(color, "rgb(255, 255, 255)", "paper is light");
  if ((await tab.locator("#filters").count()) > 0) assert.ok(!(await tab.locator("#filters").isVisible()), "no control on paper");
  for (const unplayed of await tab.locator(".swaps").all()) assert.ok(!(await unplayed.isVisible()), "no player on paper that was not asked for");
  await close();
}

async function withoutScript() {
  const { tab, close } = await open({ javaScriptEnabled: false });
  assert.ok(await tab.locator("h1").isVisible());
  assert.ok(await tab.locator("noscript p").first().isVisible(), "the page says what it cannot do");
  const rows = tab.locator(".list > .case");
  if ((await rows.count()) > 0) {
    assert.ok(await rows.first().isVisible(), "the list is readable");
    assert.ok(!(await tab.locator("#filters").isVisible()), "no control that does nothing");
  }
  const pictures = tab.locator("details.case noscript code");
  if ((await pictures.count()) > 0) {
    const details = tab.locator("details.case:has(noscript code)").first();
    if ((await details.getAttribute("open")) === null) await details.locator("> summary").click();
    const picture = pictures.first();
    assert.ok(await picture.isVisible());
    assert.match(await picture.textContent(), /\.png$/);
  }
  await close();
}

/** What axe has against the page, as it is and with a case opened. */
async function accessible() {
  for (const colorScheme of ["light", "dark"]) {
    const { tab, close } = await open({ colorScheme });
    const found = (await caseWithMatrix(tab))?.anchor ?? (await tab.locator("details.case").evaluateAll((all) => all[0]?.id ?? null));
    if (found) await openCase(tab, found);
    const playable = await caseWithSwaps(tab);
    if (playable) {
      const player = await playSwaps(await openCase(tab, playable.anchor));
      await tab.keyboard.press("End");
      assert.match(await player.locator("figcaption").textContent(), /^step/);
    }
    const guide = tab.locator(".guide > summary");
    await guide.click();
    // The page's policy lets no script in, but the debugger may.
    await tab.evaluate(axe);
    // A list of thousands of rows is judged by its first hundred.
    await tab.evaluate(() => [...document.querySelectorAll(".list")].forEach((list) => [...list.children].slice(100).forEach((row) => row.remove())));
    const { violations } = await tab.evaluate(() => globalThis.axe.run(document));
    const faults = violations.map(({ id, nodes }) => `${colorScheme}: ${id}: ${nodes.slice(0, 3).map((node) => `${node.target} ${node.failureSummary}`).join("; ")}`);
    assert.deepEqual(faults, []);
    const button = tab.locator("details.case[open] button.test:visible").first();
    if ((await button.count()) > 0) {
      await button.click();
      const { violations } = await tab.evaluate(() => globalThis.axe.run("[popover]:popover-open"));
      assert.deepEqual(violations.map(({ id }) => id), []);
    }
    await close();
  }
}

await theAnswer();
await theList();
await sortAndFilter();
await heatmap();
if (asked.csv) await agreesWithCsv(asked.csv);
await barsTell();
await swaps();
await keyboardOnly();
await onAPhone();
await onPaper();
await withoutScript();
await accessible();
await browser.close();
console.log(`${asked.page} reads well`);
