// The shuffles that the editor offers as code, and six exercises for a class. A test audits every broken and every fixed code.

const fisherYates = `function shuffle(deck, random) {
  for (let i = deck.length - 1; i > 0; i--) {
    // j is one of 0, 1, ..., i
    const j = Math.floor(random() * (i + 1));
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
}
`;

const naive = `function shuffle(deck, random) {
  for (let i = 0; i < deck.length; i++) {
    // j is any position
    const j = Math.floor(random() * deck.length);
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
}
`;

const sattolo = `function shuffle(deck, random) {
  for (let i = deck.length - 1; i > 0; i--) {
    const j = Math.floor(random() * i);
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
}
`;

const coin = `function shuffle(deck, random) {
  deck.sort(() => random() - 0.5);
}
`;

const lastCard = `function shuffle(deck, random) {
  for (let i = deck.length - 2; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
}
`;

const modulo = `function below(n, random) {
  const byte = Math.floor(random() * 256); // 0 to 255
  return byte % n;
}

function shuffle(deck, random) {
  for (let i = deck.length - 1; i > 0; i--) {
    const j = below(i + 1, random);
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
}
`;

const riffles = `function riffle(deck, random) {
  const cut = deck.filter(() => random() < 0.5).length;
  const left = deck.slice(0, cut);
  const right = deck.slice(cut);
  for (let i = 0; i < deck.length; i++) {
    // The larger packet drops its card more often.
    const place = random() * (deck.length - i);
    const from = place < left.length ? left : right;
    deck[i] = from.shift();
  }
}

function shuffle(deck, random) {
  for (let times = 0; times < 7; times++) {
    riffle(deck, random);
  }
}
`;

/** Shuffles with code. `steps` is the same shuffle in the catalogue, if that can show its swaps. */
export const EXAMPLES = {
  naive: { title: "Naive: swap with any position", code: naive, steps: "naive" },
  "fisher-yates": { title: "Fisher-Yates", code: fisherYates, steps: "fisher-yates" },
  sattolo: { title: "Sattolo: Fisher-Yates, off by one", code: sattolo, steps: "sattolo" },
  coin: { title: "Sort by a coin", code: coin },
};

/** In `fixed`, each pair is a text of the broken code and what replaces it. */
export const EXERCISES = [
  {
    id: "naive",
    title: "Swap with any position",
    question: "Every card is swapped with a random position. Why do some orders come more often than others?",
    hint: "Three cards give 3 × 3 × 3 = 27 equally likely paths, but there are 6 orders, and 27 is not a multiple of 6. Draw j only from the positions that are not done yet: i to the end.",
    code: naive,
    fixed: ["Math.floor(random() * deck.length)", "i + Math.floor(random() * (deck.length - i))"],
    cards: 10,
    decks: 10_000,
  },
  {
    id: "sattolo",
    title: "Off by one",
    question: "This is nearly Fisher-Yates. What can a card never do?",
    hint: "j is never equal to i, so no card can stay where it is. In a fair shuffle a card may stay. Which range should j have?",
    code: sattolo,
    fixed: ["random() * i", "random() * (i + 1)"],
    cards: 10,
    decks: 3000,
  },
  {
    id: "coin",
    title: "Sort by a coin",
    question: "A sort compares cards, and here a coin answers. Where do the first and the last card end up?",
    hint: "A sort expects answers that agree with each other. Don't sort: write a loop that swaps, or give each card one random key and sort by the keys.",
    code: coin,
    fixed: ["deck.sort(() => random() - 0.5)", "return deck.map((card) => [random(), card]).sort(([a], [b]) => a - b).map(([, card]) => card)"],
    cards: 20,
    decks: 3000,
  },
  {
    id: "last-card",
    title: "A card is forgotten",
    question: "One card never moves. Which one, and which number in the loop is wrong?",
    hint: "Positions are counted from 0. What is the last position of 52 cards?",
    code: lastCard,
    fixed: ["deck.length - 2", "deck.length - 1"],
    cards: 52,
    decks: 3000,
  },
  {
    id: "modulo",
    title: "The remainder of a byte",
    question: "The loop is right. Which values of j come too often?",
    hint: "A byte has 256 values. 256 = 4 × 52 + 48, so with n = 52 the remainders 0 to 47 come from five bytes each, and 48 to 51 from four. Draw again if the byte is 4 × 52 or more.",
    code: modulo,
    fixed: [
      "const byte = Math.floor(random() * 256); // 0 to 255",
      "let byte;\n  do byte = Math.floor(random() * 256); while (byte >= 256 - (256 % n));",
    ],
    cards: 52,
    decks: 10_000,
  },
  {
    id: "riffles",
    title: "Seven riffles",
    question: "People say that seven riffles mix 52 cards. How many does it take until this audit finds nothing?",
    hint: "Each riffle roughly halves what is left of the bias. Change the 7, and watch how far the dots come down. Would more decks still find a bias?",
    code: riffles,
    fixed: ["times < 7", "times < 14"],
    cards: 52,
    decks: 3000,
  },
];
