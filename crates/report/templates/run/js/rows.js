// The list of cases: how it is sorted, and which cases a filter lets through.

const collator = new Intl.Collator("en", { numeric: true });

/** What cases are sorted by; null where a case has nothing of it. */
const SORT_VALUE = {
  id: (row) => row.id,
  cards: (row) => row.cards,
  trials: (row) => row.trials,
  odds: (row) => row.log10p,
};

/** Compares two cases by a key, downward where a minus is before it; what is empty comes last either way, and equals stay in their first order. */
export function compareRows(order) {
  const isDescending = order.startsWith("-");
  const value = SORT_VALUE[isDescending ? order.slice(1) : order] ?? ((row) => row.rank);
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

export function countWords(shown, all) {
  const cases = all === 1 ? "case" : "cases";
  return shown === all ? `${all.toLocaleString("en")} ${cases}` : `${shown.toLocaleString("en")} of ${all.toLocaleString("en")} ${cases}`;
}
