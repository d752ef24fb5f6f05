// A matrix of counts: deviations, scales, the cell below the pointer, and its words.

import { expectedWords, percentWords, plainNumber, signedNumber } from "./numbers.js";

const NOISE_SPAN = 6; // the scale spans at least this number of standard deviations of chance
const REACHED = 0.995; // the share of the cells that the scale must reach
const LEAST_SCALE = 1e-6;

export function expectedOf(matrix, row, column) {
  return (matrix.trials * matrix.row_sizes[row] * matrix.column_sizes[column]) / matrix.cards;
}

/** One standard deviation of the relative deviation of a cell if the shuffle is fair. */
export function noiseOf(matrix, row, column) {
  const [n, g, h] = [matrix.cards, matrix.row_sizes[row], matrix.column_sizes[column]];
  const variance = ((n - g) * (n - h)) / (g * h * (n - 1) * matrix.trials);
  return variance > 0 ? Math.sqrt(variance) : matrix.noise;
}

/** The darkest color of values: what 99.5 % of them reach, at most `most`, at least six times the noise. */
export function scaleOf(values, noise, most) {
  const sizes = Float64Array.from(values, Math.abs).sort();
  const reached = sizes[Math.max(0, Math.ceil(sizes.length * REACHED) - 1)] ?? 0;
  return Math.max(Math.min(reached, most), NOISE_SPAN * noise, LEAST_SCALE);
}

export function extremesOf(values) {
  return values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity]);
}

/** Deviations from the expected, cell by cell: what was observed, the exact law, or the first less the second. */
export function deviationsOf(matrix, what) {
  return matrix.counts.map((count, cell) => {
    const [row, column] = [Math.floor(cell / matrix.columns), cell % matrix.columns];
    const expected = expectedOf(matrix, row, column);
    const observed = expected > 0 ? count / expected - 1 : 0;
    if (what === "observed") return observed;
    return what === "exact" ? matrix.exact[cell] : observed - matrix.exact[cell];
  });
}

/**
 * How much chance moves the cells of a panel, where 1 is as much as those that were observed. A law has no chance in it; what was
 * counted in another report has its own.
 */
export function chanceOf(matrix, what) {
  const others = matrix.other_trials ? matrix.trials / matrix.other_trials : 0;
  return Math.sqrt({ observed: 1, exact: others, difference: 1 + others }[what]);
}

/** The values of a panel, their scale, and where its middle and three standard deviations of chance are. */
export function panelOf(matrix, what, mode) {
  const deviations = deviationsOf(matrix, what);
  // What was observed and its law share their colors, so that they can be compared; and so do two reports.
  const alike = matrix.other_trials && what !== "difference" ? ["observed", "exact"] : [what === "exact" ? "observed" : what];
  const shared = alike.flatMap((which) => deviationsOf(matrix, which));
  const most = Math.max(1, ...alike.map((which) => chanceOf(matrix, which)));
  const scale = scaleOf(shared, most * matrix.noise, 1);
  const share = chanceOf(matrix, what);
  const noise = share * matrix.noise;
  // Nothing comes more than 100 % too rarely; only differences reach further down.
  const floor = what === "difference" ? -scale : Math.max(-scale, -1);
  if (mode === "sigmas") {
    const size = deviations.length;
    const sigmas = (values) =>
      values.map((value, at) => value / noiseOf(matrix, Math.floor((at % size) / matrix.columns), at % matrix.columns));
    const darkest = matrix.noise > 0 ? 1 / matrix.noise : 1;
    return { values: sigmas(deviations), scale: scaleOf(sigmas(shared), most, darkest), noise: share, middle: 0, unit: 1 };
  }
  if (mode === "counts") {
    const expected = matrix.counts.map((_, cell) =>
      expectedOf(matrix, Math.floor(cell / matrix.columns), cell % matrix.columns),
    );
    const mean = expected.reduce((sum, value) => sum + value, 0) / expected.length;
    // Where cells expect different counts, only what is above or below the expected can be compared.
    const isEven = extremesOf(expected).every((value) => Math.abs(value - mean) < 1e-9 * mean);
    const middle = isEven && what !== "difference" ? mean : 0;
    const values = deviations.map((value, cell) => value * expected[cell]);
    const ends = { scale: scale * mean, floor: (isEven ? floor : -scale) * mean };
    return { values, ...ends, noise: noise * mean, middle, unit: 1 };
  }
  return { values: deviations, scale, floor, noise, middle: 0, unit: 100 };
}

/** The row and the column below a point of a box, or null outside of it. */
export function cellAt(x, y, box, rows, columns) {
  const column = Math.floor(((x - box.left) / box.width) * columns);
  const row = Math.floor(((y - box.top) / box.height) * rows);
  return row >= 0 && row < rows && column >= 0 && column < columns ? { row, column } : null;
}

/** Where a key leads from a cell, or null if it leads nowhere. */
export function cellAfterKey({ row, column }, key, withControl, rows, columns) {
  const within = (row, column) => ({
    row: Math.min(rows - 1, Math.max(0, row)),
    column: Math.min(columns - 1, Math.max(0, column)),
  });
  switch (key) {
    case "ArrowLeft": return within(row, column - 1);
    case "ArrowRight": return within(row, column + 1);
    case "ArrowUp": return within(row - 1, column);
    case "ArrowDown": return within(row + 1, column);
    case "Home": return within(withControl ? 0 : row, 0);
    case "End": return within(withControl ? rows - 1 : row, columns - 1);
    case "PageUp": return within(row - 10, column);
    case "PageDown": return within(row + 10, column);
    default: return null;
  }
}

/** The first and the last member of a group, where groups lie side by side. */
export function groupEnds(sizes, group, index) {
  if (group === 1) return [index, index];
  const start = sizes.slice(0, index).reduce((sum, size) => sum + size, 0);
  return [start, start + sizes[index] - 1];
}

/** What a row holds: "7", or "16–31". */
export function rowName(matrix, row) {
  const [first, last] = groupEnds(matrix.row_sizes, matrix.row_group, row).map((place) => String(place + matrix.base));
  return first === last ? first : `${first}–${last}`;
}

/** What a column holds: its name, its number, or the first and the last of its group. */
export function columnName(matrix, column) {
  const ends = groupEnds(matrix.column_sizes, matrix.column_group, column);
  if (matrix.names && matrix.names.length === matrix.columns) return matrix.names[column];
  const [first, last] = ends.map((place) => matrix.names?.[place] ?? String(place + matrix.base));
  return first === last ? first : `${first}–${last}`;
}

/** A share with the decimals that its noise deserves. */
export function cellPercent(share) {
  return percentWords(share, Math.abs(share) < 0.001 ? 3 : Math.abs(share) < 0.1 ? 2 : 1);
}

/** A cell in words. */
export function cellWords(matrix, { row, column }) {
  const cell = row * matrix.columns + column;
  const expected = expectedOf(matrix, row, column);
  const deviation = expected > 0 ? matrix.counts[cell] / expected - 1 : 0;
  const sigmas = deviation / noiseOf(matrix, row, column);
  const ofTwo = matrix.titles && [
    `${matrix.titles.exact} ${cellPercent(matrix.exact[cell])}`,
    `${matrix.titles.observed} ${cellPercent(deviation)} of what each should be`,
    `${signedNumber((deviation - matrix.exact[cell]) / noiseOf(matrix, row, column) / chanceOf(matrix, "difference"), 1)} sigmas apart`,
  ];
  const words = ofTwo || [
    `observed ${plainNumber(matrix.counts[cell])}`,
    `expected ${expectedWords(expected)}`,
    cellPercent(deviation),
    ...(Number.isFinite(sigmas) ? [`${signedNumber(sigmas, 1)} sigmas`] : []),
    ...(matrix.exact ? [`by the exact law ${cellPercent(matrix.exact[cell])}`] : []),
  ];
  return {
    place: `${matrix.row_label} ${rowName(matrix, row)}, ${matrix.column_label} ${columnName(matrix, column)}`,
    words: words.join("; "),
  };
}
