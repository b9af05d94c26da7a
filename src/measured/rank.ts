/** Rank agreement; all functions take two parallel lists of numbers. */

type Numbers = ArrayLike<number>;

/** Indices from 0, by an order. */
export const indicesBy = (size: number, order: (left: number, right: number) => number): number[] =>
  Array.from({ length: size }, (_, index) => index).sort((left, right) => order(left, right));

const at = (numbers: Numbers, index: number): number => numbers[index] ?? Number.NaN;

/** Ranks from 1, smallest first; ties share their mean rank. */
export function meanRanks(numbers: Numbers): Float64Array {
  const order = indicesBy(numbers.length, (left, right) => at(numbers, left) - at(numbers, right));
  const ranks = new Float64Array(numbers.length);
  for (let from = 0; from < order.length;) {
    let to = from + 1;
    const value = at(numbers, order[from] ?? 0);
    while (to < order.length && at(numbers, order[to] ?? 0) === value) to += 1;
    // The mean of from + 1, ..., to.
    for (let place = from; place < to; place += 1) ranks[order[place] ?? 0] = (from + to + 1) / 2;
    from = to;
  }
  return ranks;
}

/** Spearman's rank correlation, -1 to 1; undefined if a side is constant or shorter than two. */
export function spearman(left: Numbers, right: Numbers): number | undefined {
  const [one, other] = [meanRanks(left), meanRanks(right)];
  const mean = (one.length + 1) / 2;
  let [both, ofOne, ofOther] = [0, 0, 0];
  for (let index = 0; index < one.length; index += 1) {
    const [a, b] = [at(one, index) - mean, at(other, index) - mean];
    both += a * b;
    ofOne += a * a;
    ofOther += b * b;
  }
  // A single root keeps the quotient of equal orders exactly 1.
  const all = Math.sqrt(ofOne * ofOther);
  return all === 0 ? undefined : Math.max(-1, Math.min(1, both / all));
}

/** Kendall's tau-b in O(n log n): W. R. Knight, "A computer method for calculating Kendall's tau
 * with ungrouped data" (1966). Undefined if a side is constant. */
export function kendall(left: Numbers, right: Numbers): number | undefined {
  const { length } = left;
  const order = indicesBy(
    length,
    (a, b) => at(left, a) - at(left, b) || at(right, a) - at(right, b),
  );
  const pairs = pairsOf(length);
  const sorted = Float64Array.from(order, (index) => at(right, index));
  const tiedLeft = tiedPairs(order, (a, b) => at(left, a) === at(left, b));
  const tiedBoth = tiedPairs(
    order,
    (a, b) => at(left, a) === at(left, b) && at(right, a) === at(right, b),
  );
  const opposite = inversions(sorted); // sorts
  const tiedRight = tiedPairs([...sorted], (a, b) => a === b);
  const all = Math.sqrt((pairs - tiedLeft) * (pairs - tiedRight));
  if (all === 0) return undefined;
  const same = pairs - tiedLeft - tiedRight + tiedBoth - opposite;
  return Math.max(-1, Math.min(1, (same - opposite) / all));
}

const pairsOf = (count: number): number => (count * (count - 1)) / 2;

/** Pairs within the runs of equal neighbours. */
function tiedPairs(
  order: readonly number[],
  isEqual: (left: number, right: number) => boolean,
): number {
  let [tied, run] = [0, 1];
  for (let place = 1; place <= order.length; place += 1) {
    if (place < order.length && isEqual(order[place - 1] ?? 0, order[place] ?? 0)) run += 1;
    else {
      tied += pairsOf(run);
      run = 1;
    }
  }
  return tied;
}

/** Counts inversions by merge sort, in place. */
function inversions(numbers: Float64Array): number {
  const { length } = numbers;
  const merged = new Float64Array(length);
  let count = 0;
  for (let width = 1; width < length; width *= 2) {
    for (let from = 0; from < length; from += 2 * width) {
      const middle = Math.min(from + width, length);
      const to = Math.min(from + 2 * width, length);
      let [low, high] = [from, middle];
      for (let place = from; place < to; place += 1) {
        const takesHigh = low === middle || (high < to && at(numbers, high) < at(numbers, low));
        merged[place] = at(numbers, takesHigh ? high : low);
        if (takesHigh) {
          count += middle - low;
          high += 1;
        } else low += 1;
      }
    }
    numbers.set(merged);
  }
  return count;
}
