/** Bounds of an integer; a side is `sure` unless it assumes names of usual size. */
export interface Interval {
  readonly low: number;
  readonly high: number;
  readonly sureLow: boolean;
  readonly sureHigh: boolean;
}

/** Assumed bound of unbounded names when 32 bits are in doubt: a factor of a million raises doubt, a
 * product of sizes does not. */
export const USUAL = 2 ** 12;

export const sure = (low: number, high: number): Interval => ({
  low,
  high,
  sureLow: true,
  sureHigh: true,
});

export const hull = (a: Interval, b: Interval): Interval => ({
  low: Math.min(a.low, b.low),
  high: Math.max(a.high, b.high),
  sureLow: a.sureLow && b.sureLow,
  sureHigh: a.sureHigh && b.sureHigh,
});

/** The interval of a result. */
export type IntervalRule = (left: Interval, right: Interval) => Interval;

const areNatural = (a: Interval, b: Interval): boolean => a.low >= 0 && b.low >= 0;

/** The largest magnitude of either. */
const largest = (a: Interval, b: Interval): number => Math.max(a.high, b.high, -a.low, -b.low);

const sures = (a: Interval, b: Interval): Pick<Interval, 'sureLow' | 'sureHigh'> => ({
  sureLow: a.sureLow && b.sureLow,
  sureHigh: a.sureHigh && b.sureHigh,
});

/** Up to a magnitude; non-negative for natural operands. */
function around(a: Interval, b: Interval, most: number): Interval {
  const { sureLow, sureHigh } = sures(a, b);
  const natural = areNatural(a, b);
  const isSure = sureLow && sureHigh;
  return { low: natural ? 0 : -most, high: most, sureLow: natural || isSure, sureHigh: isSure };
}

/** The least power of two above a value. */
const above = (value: number): number => 2 ** (Math.floor(Math.log2(Math.max(1, value))) + 1);

/** Intervals with a sure upper bound, or all if there are none. */
const bounded = (intervals: readonly Interval[]): readonly Interval[] => {
  const known = intervals.filter(({ sureHigh }) => sureHigh);
  return known.length > 0 ? known : intervals;
};

const leastHigh = (intervals: readonly Interval[]): Pick<Interval, 'high' | 'sureHigh'> => ({
  high: Math.min(...bounded(intervals).map(({ high }) => high)),
  sureHigh: intervals.some(({ sureHigh }) => sureHigh),
});

const bits: IntervalRule = (a, b) =>
  around(a, b, areNatural(a, b) ? above(largest(a, b)) - 1 : above(largest(a, b)));

/** Rules that operators name. */
export const INTERVAL = {
  truth: () => sure(0, 1),
  sum: (a, b) => ({ low: a.low + b.low, high: a.high + b.high, ...sures(a, b) }),
  difference: (a, b) => ({
    low: a.low - b.high,
    high: a.high - b.low,
    sureLow: a.sureLow && b.sureHigh,
    sureHigh: a.sureHigh && b.sureLow,
  }),
  product: (a, b) => {
    const corners = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
    const isSure = a.sureLow && a.sureHigh && b.sureLow && b.sureHigh;
    // A product of sizes keeps the usual size.
    const both = !(a.sureLow && a.sureHigh) && !(b.sureLow && b.sureHigh);
    const most = both ? largest(a, b) : Number.MAX_VALUE;
    const low = Math.max(-most, Math.min(...corners));
    const high = Math.min(most, Math.max(...corners));
    return { low, high, sureLow: isSure || low >= 0, sureHigh: isSure };
  },
  quotient: (a, b) => {
    if (b.low > 0) {
      const over = (one: number, natural: number, negative: number): number =>
        Math.trunc(one / (one >= 0 ? natural : negative));
      const low = over(a.low, b.high, b.low);
      const high = over(a.high, b.low, b.high);
      if (a.low >= 0) return { ...a, low, high };
      return { low, high, sureLow: a.sureLow && b.sureLow, sureHigh: a.sureHigh && b.sureLow };
    }
    return areNatural(a, b) ? { ...a, low: 0 } : around(a, b, Math.max(a.high, -a.low));
  },
  remainder: (a, b) => {
    if (b.low <= 0) return around(a, b, largest(a, b));
    return {
      low: a.low >= 0 ? 0 : 1 - b.high,
      high: Math.min(b.high - 1, Math.max(0, a.high)),
      sureLow: a.low >= 0 || b.sureHigh,
      sureHigh: b.sureHigh || a.sureHigh,
    };
  },
  left: (a, b) => {
    if (b.sureHigh && b.low >= 0 && b.high < 64) {
      const [low, high] = [Math.min(a.low, a.low * 2 ** b.high), a.high * 2 ** b.high];
      return { low: a.low >= 0 ? a.low : low, high: Math.max(a.high, high), ...sures(a, b) };
    }
    const wide = around(a, b, Math.max(USUAL, largest(a, b)));
    return { ...wide, sureHigh: false, sureLow: areNatural(a, b) };
  },
  right: (a, b) =>
    areNatural(a, b)
      ? { ...a, low: 0, high: Math.floor(a.high / 2 ** b.low), sureLow: true }
      : b.low >= 0
        ? {
            low: Math.floor(a.low / 2 ** b.low),
            high: Math.floor(a.high / 2 ** (a.high < 0 ? b.high : b.low)),
            sureLow: a.sureLow && b.sureLow,
            sureHigh: a.sureHigh && (a.high < 0 ? b.sureHigh : b.sureLow),
          }
        : { ...a, high: Math.max(0, a.high) },
  and: (a, b) => {
    const naturals = [a, b].filter(({ low }) => low >= 0);
    if (naturals.length === 0) return around(a, b, above(largest(a, b)));
    return { low: 0, sureLow: true, ...leastHigh(naturals) };
  },
  bits,
  least: (a, b) => ({
    low: Math.min(a.low, b.low),
    sureLow: a.sureLow && b.sureLow,
    ...leastHigh([a, b]),
  }),
  greatest: (a, b) => ({
    low: Math.max(a.low, b.low),
    high: Math.max(a.high, b.high),
    ...sures(a, b),
  }),
} as const satisfies Readonly<Record<string, IntervalRule>>;
