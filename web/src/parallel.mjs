// An audit that workers share: each counts a part of the decks, and their counts are merged. Messages are all they have in common.

/**
 * @param {object} request an audit of a shuffle of the catalogue
 * @param {number} threads
 * @param {(request: object, files: unknown[]) => Promise<object>} ask asks a worker that is free
 */
export async function inParts(request, threads, ask) {
  const counted = [];
  for (const again of [false, true]) {
    const numbers = Array.from({ length: threads }, (_, index) => index + 1);
    const parts = numbers.map((number) => ask({ ...request, part: { number, of: threads, again }, has_pictures: false }, []));
    counted.push(...(await Promise.all(parts)).map((part) => part.counted));
    const answer = await ask({ ...request, is_counted: true }, counted);
    if (answer !== "again" && !answer.again) return answer;
  }
  throw new Error("internal error: a third look");
}
