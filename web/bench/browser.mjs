// Decks per second in headless Chromium: the engine on one thread, and plain JavaScript that counts the same. Run `just playground` first, then
// `node bench/browser.mjs`. Rounds are interleaved, and the median of each is printed.

import { launch, serve } from "../browser/served.mjs";

const CARDS = 52;
const ROUNDS = 5;
const FUNCTION = `function shuffle(deck) {
  for (let i = deck.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
}`;

/** In the page: decks per second of the engine, which is warm. */
async function engine({ way, cards, decks, code }) {
  const { Runner, request } = await import(new URL("audit.mjs", location));
  const asked = (trials) => {
    const one = request({ algorithm: way === "catalogue" ? "fisher-yates" : undefined, cards, seed: "1" }, trials, false);
    one.audit.case.metrics = ["degree", "position"];
    return one;
  };
  const runner = ((globalThis.runners ??= {})[way] ??= new Runner(way === "function" ? code : undefined));
  await runner.ask(asked(10_000), { patience: 60 });
  const start = performance.now();
  await runner.ask(asked(decks), { patience: 60 });
  return (decks / (performance.now() - start)) * 1000;
}

/** What the pages of calcbe and Bostock do, in a page without a policy: shuffle with Math.random, count ascents and where each card lies. */
function plain({ cards, decks, code }) {
  const shuffle = new Function(`${code}; return shuffle;`)();
  const count = (decks) => {
    const [matrix, degrees, deck] = [new Float64Array(cards * cards), new Float64Array(cards), new Array(cards)];
    for (let trial = 0; trial < decks; trial++) {
      for (let card = 0; card < cards; card++) deck[card] = card;
      shuffle(deck);
      let ascents = 0;
      for (let place = 0; place < cards; place++) {
        matrix[place * cards + deck[place]]++;
        if (place > 0 && deck[place] > deck[place - 1]) ascents++;
      }
      degrees[ascents]++;
    }
    return degrees;
  };
  count(10_000);
  const start = performance.now();
  count(decks);
  return (decks / (performance.now() - start)) * 1000;
}

const [served, browser] = await Promise.all([serve(), launch()]);
const [page, empty] = await Promise.all([1, 2].map(async () => (await browser.newContext()).newPage()));
await page.goto(served.base);
const ways = { catalogue: 6_000_000, function: 500_000, plain: 300_000 };
const found = { catalogue: [], function: [], plain: [] };
for (let round = 0; round < ROUNDS; round++) {
  for (const [way, decks] of Object.entries(ways)) {
    const asked = { way, cards: CARDS, decks, code: FUNCTION };
    found[way].push(await (way === "plain" ? empty.evaluate(plain, asked) : page.evaluate(engine, asked)));
  }
}
for (const [way, rates] of Object.entries(found)) {
  const median = rates.sort((a, b) => a - b)[ROUNDS >> 1];
  console.log(`${way.padEnd(10)} ${Math.round(median).toLocaleString("en").padStart(10)} decks/s`);
}
await browser.close();
served.close();
