const isLong = Number(process.env['OVERTIME_RUNS'] ?? 1) > 1;

/** One in `n`, where all together take long; all with `OVERTIME_RUNS` above 1. */
export const oneIn = <T>(n: number, all: readonly T[]): readonly T[] =>
  isLong ? all : all.filter((_, at) => at % n === 0);
