// Tests of the arithmetic of a run's page, without a page: node --test report.test.mjs

import assert from "node:assert/strict";
import { test } from "node:test";

import { barHeights, barSigmas, barWords, binLabel, labelledBars } from "../../crates/report/templates/run/js/bars.js";
import { divergingColor } from "../../crates/report/templates/run/js/colors.js";
import {
  cellAfterKey,
  cellAt,
  cellWords,
  columnName,
  deviationsOf,
  extremesOf,
  noiseOf,
  panelOf,
  rowName,
  scaleOf,
} from "../../crates/report/templates/run/js/matrix.js";
import {
  expectedWords,
  percentWords,
  plainNumber,
  roundStride,
  roundTicks,
  signedNumber,
} from "../../crates/report/templates/run/js/numbers.js";
import { compareRows, countWords, isMatch } from "../../crates/report/templates/run/js/rows.js";

const plain = (text) => text.replaceAll("\u00a0", " ");

/** Brightness as the eye weighs it (Rec. 601). */
const luma = ([red, green, blue]) => 0.299 * red + 0.587 * green + 0.114 * blue;

const naive = {
  row_label: "position",
  column_label: "card",
  base: 0,
  names: null,
  rows: 3,
  columns: 3,
  row_group: 1,
  column_group: 1,
  trials: 27_000,
  cards: 3,
  row_sizes: [1, 1, 1],
  column_sizes: [1, 1, 1],
  counts: [9000, 9000, 9000, 10_000, 8000, 9000, 8000, 10_000, 9000],
  noise: Math.sqrt(2 / 27_000),
  exact: null,
};

test("the map is paper at zero, and red and blue get darker outward on light paper, lighter on dark", () => {
  assert.deepEqual(divergingColor(0, false), [255, 255, 255]);
  assert.deepEqual(divergingColor(0, true), [0x16, 0x18, 0x1b]);
  assert.deepEqual(divergingColor(7, false), [0x76, 0x05, 0x18]);
  assert.deepEqual(divergingColor(-7, false), [0x15, 0x38, 0x7d]);
  for (const isDark of [false, true]) {
    for (const sign of [-1, 1]) {
      for (let step = 0; step < 100; step += 1) {
        const [near, far] = [step, step + 1].map((at) => luma(divergingColor((sign * at) / 100, isDark)));
        assert.ok(isDark ? far >= near : far <= near, `${sign} ${step} ${isDark}`);
      }
    }
  }
});

test("the two sides are about equally bright, and one is blue where the other is red", () => {
  for (const isDark of [false, true]) {
    for (let step = 1; step <= 10; step += 1) {
      const [more, fewer] = [divergingColor(step / 10, isDark), divergingColor(-step / 10, isDark)];
      assert.ok(Math.abs(luma(more) - luma(fewer)) < 20);
      assert.ok(more[0] > more[2] && fewer[2] > fewer[0]);
    }
  }
});

test("the scale is six times the noise, or what 99.5 % of the values reach", () => {
  assert.equal(scaleOf([0, 0.01, -0.02], 0.01, 1), 0.06);
  assert.equal(scaleOf([0, 0.3, -0.2], 0.01, 1), 0.3);
  assert.equal(scaleOf([0, 30, -0.2], 0.01, 1), 1);
  assert.equal(scaleOf([0, 0], 0, 1), 1e-6);
  assert.equal(scaleOf([...Array(999).fill(0.1), 0.9], 0.01, 1), 0.1);
  assert.deepEqual(extremesOf([3, -1, 2]), [-1, 3]);
});

test("a deviation is observed over expected less one, and its noise that of a fair shuffle", () => {
  assert.ok(Math.abs(deviationsOf(naive, "observed")[3] - 1 / 9) < 1e-12);
  assert.ok(Math.abs(noiseOf(naive, 1, 0) - naive.noise) < 1e-15);
  const known = { ...naive, exact: Array(9).fill(0.1) };
  assert.equal(deviationsOf(known, "exact")[3], 0.1);
  assert.ok(Math.abs(deviationsOf(known, "difference")[3] - (1 / 9 - 0.1)) < 1e-12);
});

test("a panel shows deviations, sigmas or counts", () => {
  assert.ok(Math.abs(panelOf(naive, "observed", "sigmas").values[3] - 1 / 9 / naive.noise) < 1e-9);
  const counts = panelOf(naive, "observed", "counts");
  assert.ok(Math.abs(counts.middle - 9000) < 1e-9 && Math.abs(counts.values[3] - 1000) < 1e-9);
  const uneven = { ...naive, columns: 2, column_sizes: [1, 2], counts: [9000, 18_000, 10_000, 17_000, 8000, 19_000] };
  const differences = panelOf(uneven, "observed", "counts");
  assert.equal(differences.middle, 0);
  assert.deepEqual(differences.values.map(Math.round), [0, 0, 1000, -1000, -1000, 1000]);
});

test("the law and what was observed share one scale", () => {
  const known = { ...naive, exact: Array(9).fill(0.001) };
  assert.equal(panelOf(known, "exact", "deviation").scale, panelOf(known, "observed", "deviation").scale);
  assert.equal(panelOf(known, "exact", "deviation").noise, 0);
});

test("the cell under the pointer", () => {
  const box = { left: 100, top: 50, width: 300, height: 150 };
  assert.deepEqual(cellAt(100, 50, box, 3, 3), { row: 0, column: 0 });
  assert.deepEqual(cellAt(399, 199, box, 3, 3), { row: 2, column: 2 });
  assert.deepEqual(cellAt(250, 101, box, 3, 3), { row: 1, column: 1 });
  assert.equal(cellAt(400, 100, box, 3, 3), null);
  assert.equal(cellAt(99, 100, box, 3, 3), null);
});

test("keys move within the matrix, and other keys do nothing", () => {
  const at = { row: 1, column: 1 };
  const after = (key, withControl = false) => cellAfterKey(at, key, withControl, 3, 4);
  assert.deepEqual(after("ArrowRight"), { row: 1, column: 2 });
  assert.deepEqual(after("Home"), { row: 1, column: 0 });
  assert.deepEqual(after("End"), { row: 1, column: 3 });
  assert.deepEqual(after("End", true), { row: 2, column: 3 });
  assert.deepEqual(after("PageUp"), { row: 0, column: 1 });
  assert.deepEqual(cellAfterKey({ row: 0, column: 0 }, "ArrowUp", false, 3, 4), { row: 0, column: 0 });
  assert.equal(after("a"), null);
});

test("rows and columns have numbers, names, or the ends of their group", () => {
  assert.equal(rowName(naive, 2), "2");
  assert.equal(columnName({ ...naive, names: ["ace", "king", "queen"] }, 1), "king");
  assert.equal(columnName({ ...naive, base: 1 }, 1), "2");
  const grouped = { ...naive, row_group: 16, row_sizes: [16, 16, 15], column_group: 2, column_sizes: [2, 2, 1], base: 1 };
  assert.deepEqual([0, 1, 2].map((row) => rowName(grouped, row)), ["1–16", "17–32", "33–47"]);
  assert.equal(columnName({ ...grouped, base: 0, names: ["a", "b", "c", "d", "e"] }, 1), "c–d");
  assert.equal(columnName(grouped, 2), "5");
});

test("a cell in words", () => {
  const { place, words } = cellWords(naive, { row: 1, column: 0 });
  assert.equal(place, "position 1, card 0");
  assert.equal(plain(words), "observed 10,000; expected 9,000; +11.1 %; +12.9 sigmas");
  assert.match(plain(cellWords({ ...naive, exact: Array(9).fill(1 / 9) }, { row: 1, column: 0 }).words), /by the exact law \+11\.1 %/);
});

test("numbers in words", () => {
  assert.equal(plainNumber(1234567), "1,234,567");
  assert.equal(plainNumber(-1234.5, 1), "−1,234.5");
  assert.equal(plainNumber(-0.001, 1), "0.0");
  assert.equal(signedNumber(0, 1), "0.0");
  assert.equal(signedNumber(3.14, 1), "+3.1");
  assert.equal(plain(percentWords(0.349)), "+34.9 %");
  assert.equal(plain(percentWords(-0.00012345)), "−0.0123 %");
  assert.equal(expectedWords(1923.0769), "1,923.1");
  assert.equal(expectedWords(1000), "1,000");
});

test("ticks are round", () => {
  assert.deepEqual(roundTicks(-100, 100, 4), { values: [-100, -50, 0, 50, 100], decimals: 0 });
  assert.equal(roundTicks(-0.3, 0.3, 4).decimals, 1);
  assert.deepEqual(roundTicks(5, 5, 4).values, [5]);
  assert.deepEqual([0.3, 1, 1.1, 3, 7, 12].map(roundStride), [1, 1, 2, 5, 10, 20]);
});

test("the colors of few decks end at -100 %, and those of a difference do not", () => {
  const few = { ...naive, noise: 0.5 };
  assert.deepEqual([panelOf(few, "observed", "deviation").scale, panelOf(few, "observed", "deviation").floor], [3, -1]);
  const counts = panelOf(few, "observed", "counts");
  assert.ok(Math.abs(counts.floor + counts.middle) < 1e-9, "no count is below 0");
  assert.equal(panelOf({ ...few, exact: Array(9).fill(0.1) }, "difference", "deviation").floor, -3);
});

test("bars know how far they are from what is expected", () => {
  assert.equal(barSigmas(100, 100, 1000), 0);
  assert.ok(Math.abs(barSigmas(130, 100, 1000) - 30 / Math.sqrt(90)) < 1e-12);
  assert.equal(barSigmas(1, 0, 1000), Infinity);
  assert.equal(plain(barWords(130, 100, 1000)), "observed 130; expected 100; +30.0 %; +3.2 sigmas");
  assert.equal(binLabel(3, 3), "3");
  assert.equal(binLabel(0, 1999), "0 to 1,999");
});

test("a label of a bar stands under its own bar, inside the picture", () => {
  const ranges = Array.from({ length: 18 }, (_, at) => binLabel(3 * at, 3 * at + 2));
  for (const [labels, width] of [[ranges, 260], [ranges, 700], [["0 to 570", "571", "572 to 1,326"], 260], [["0", "1"], 260]]) {
    const labelled = labelledBars(labels, width);
    assert.ok(labelled.length > 0, labels.join());
    const spans = labelled.map((at) => [-1, 1].map((side) => ((at + 0.5) / labels.length) * width + side * 3.5 * labels[at].length));
    spans.forEach(([left, right], index) => {
      assert.ok(left >= -6 && right <= width + 6, `${labels[labelled[index]]} leaves the picture`);
      assert.ok(index === 0 || left > spans[index - 1][1], "labels do not run into each other");
    });
  }
});

test("bars that cover unequal ranges show decks for each value", () => {
  assert.deepEqual(barHeights([10, 20, 30], [5, 2, 3]), [2, 10, 10]);
  const counts = [10, 20, 30];
  assert.equal(barHeights(counts, [4, 4, 4]), counts);
});

const rows = [
  { rank: 0, id: "b-10", subject: "naive", cards: 52, trials: 9, verdict: "fail", isAsExpected: false, family: "naive", tests: ["position", "lis"], log10p: -43, text: "b-10 naive" },
  { rank: 1, id: "b-9", subject: "sattolo", cards: 5, trials: 9, verdict: "pass", isAsExpected: true, family: "sattolo", tests: [], log10p: null, text: "b-9 sattolo x" },
  { rank: 2, id: "a", subject: "naive", cards: 1000, trials: 8, verdict: "suspicious", isAsExpected: true, family: "naive", tests: ["lis"], log10p: -4, text: "a naive y" },
];
const sorted = (order) => [...rows].sort(compareRows(order)).map(({ rank }) => rank).join("");

test("cases sort by numbers as numbers, by words as words, with what is empty last", () => {
  assert.equal(sorted(""), "012");
  assert.equal(sorted("id"), "210");
  assert.equal(sorted("cards"), "102");
  assert.equal(sorted("-cards"), "201");
  assert.equal(sorted("trials"), "201");
  assert.equal(sorted("-trials"), "012");
  assert.equal(sorted("odds"), "021");
  assert.equal(sorted("-odds"), "201");
});

test("a filter asks for all of its fields, and for nothing where they are empty", () => {
  const found = (filter) => rows.filter((row) => isMatch(row, filter)).map(({ rank }) => rank).join("");
  assert.equal(found({}), "012");
  assert.equal(found({ verdict: "fail" }), "0");
  assert.equal(found({ family: "naive", cards: "1000" }), "2");
  assert.equal(found({ test: "lis" }), "02");
  assert.equal(found({ conclusion: "yes" }), "12");
  assert.equal(found({ text: "  NAIVE y" }), "2");
  assert.equal(found({ text: "naive", verdict: "pass" }), "");
});

test("the count in words", () => {
  assert.equal(countWords(12, 65), "12 of 65 cases");
  assert.equal(countWords(65, 65), "65 cases");
  assert.equal(countWords(1, 1), "1 case");
  assert.equal(countWords(9, 10_000), "9 of 10,000 cases");
});
