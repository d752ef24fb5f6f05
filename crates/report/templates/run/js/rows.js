// Rows of the table of cases: how they are sorted, and which of them a filter lets through.

/** Verdicts, worst first. */
const GRAVITY = ["at fault", "fail", "suspicious", "inconclusive", "absent", "skipped", "pass"];

const collator = new Intl.Collator("en", { numeric: true });

function gravity(verdict) {
  const at = GRAVITY.indexOf(verdict);
  return at < 0 ? GRAVITY.length : at;
}

/** What a column is sorted by; null where it is empty. */
const SORT_VALUE = {
  id: (row) => row.id,
  subject: (row) => row.subject,
  cards: (row) => row.cards,
  trials: (row) => row.trials,
  verdict: (row) => gravity(row.verdict),
  conclusion: (row) => Number(row.isAsExpected),
  test: (row) => row.test || null,
  odds: (row) => row.log10p,
  finding: (row) => row.finding || null,
};

/** Compares two rows by a column; what is empty comes last either way, and equals stay in their first order. */
export function compareRows(key, isDescending) {
  const value = SORT_VALUE[key] ?? ((row) => row.rank);
  const sign = isDescending ? -1 : 1;
  return (a, b) => {
    const [left, right] = [value(a), value(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null) || a.rank - b.rank;
    const order = typeof left === "string" ? collator.compare(left, right) : left - right;
    return sign * order || a.rank - b.rank;
  };
}

/** True if a filter lets a row through; its empty fields ask for nothing. */
export function isMatch(row, filter) {
  const words = (filter.text ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  return (
    (!filter.verdict || row.verdict === filter.verdict) &&
    (!filter.conclusion || row.isAsExpected === (filter.conclusion === "yes")) &&
    (!filter.family || row.family === filter.family) &&
    (!filter.cards || row.cards === Number(filter.cards)) &&
    (!filter.test || row.tests.includes(filter.test)) &&
    words.every((word) => row.text.includes(word))
  );
}

/** The next order of a column: up, down, and back to the worst first. */
export function nextOrder(order, key) {
  if (order.key !== key) return { key, isDescending: false };
  return order.isDescending ? { key: null, isDescending: false } : { key, isDescending: true };
}

export function countWords(shown, all) {
  const cases = all === 1 ? "case" : "cases";
  return shown === all ? `${all.toLocaleString("en")} ${cases}` : `${shown.toLocaleString("en")} of ${all.toLocaleString("en")} ${cases}`;
}
