/** Cases of a random test, as a multiple of the usual. */
export const RUNS = Number(process.env['OVERTIME_RUNS'] ?? 1);

export const isLong = RUNS > 1;

/** A new seed in a long run; otherwise always the same. */
export const seedOf = (usual: number): number => (isLong ? Date.now() : usual);

/** One in `n`, where all together take long; all in a long run. */
export const oneIn = <T>(n: number, all: readonly T[]): readonly T[] =>
  isLong ? all : all.filter((_, at) => at % n === 0);

/** A set of cases of which the usual run takes a part. */
export const isAll = (set: 'BARE' | 'CORPUS' | 'PAIRS' | 'PUZZLES' | 'VERDICTS'): boolean =>
  process.env[`OVERTIME_${set}`] === 'all';
