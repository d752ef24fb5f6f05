// Compiles if the types say what the package does.

import { assertUniform, audit, auditDecks, auditDraws, auditOrder, AuditError, type Findings, type Shuffle } from "shuffle-audit";

const inPlace: Shuffle = (deck, random) => {
  deck.sort(() => random() - 0.5);
};
const copied: Shuffle = (deck) => Uint8Array.from(deck);

const found: Findings = await audit(inPlace, { cards: 10, trials: 1_000, seed: "0x5eed", pictures: true });
const says: string | undefined = found.cause?.says;
await audit("naive", { threads: 2, dice: "modulo:bits=8", progress: (decks) => void decks.toFixed() });
await auditDecks([[0, 1], [1, 0]]);
await auditDecks([new Uint8Array([0, 1])]);
await auditOrder(["b", "a"], { labels: ["a", "b"] });
await auditDraws([6, 1], { cards: 6, replacement: true, base: 1 });
await assertUniform(copied, { alpha: 1e-4 });
// @ts-expect-error a shuffle of decks returns no number
await audit(() => 7);
// @ts-expect-error cards are counted
await audit("naive", { cards: "ten" });
export { AuditError, says };
