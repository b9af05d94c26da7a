import { groupedBy, madeIfAbsent } from '../base/grouped.ts';
import { count } from '../base/words.ts';

/** A parameter that changes no measured time. */
export interface Dead {
  readonly parameter: string;
  /** Pairs that differ in it alone, and the range of their times' ratios. */
  readonly pairs: number;
  readonly from: number;
  readonly to: number;
}

/** Fewer say nothing. */
const LEAST_PAIRS = 5;

/** Ratios that count as no effect. */
const NO_EFFECT = 0.02;

/** Share of the ratios that lie outside of the range, at each end. */
const OUTSIDE = 0.05;

/** Values of a parameter, by row. */
interface Column {
  readonly name: string;
  readonly values: ArrayLike<number>;
}

interface Timed {
  readonly row: number;
  readonly time: number;
}

/** Parameters whose change alone leaves the time as it is. */
export function deadParameters(
  parameters: readonly Column[],
  measured: readonly Timed[],
): readonly Dead[] {
  const alike = alikeButOne(parameters, measured);
  return parameters.flatMap(({ name, values }, at): Dead[] => {
    const ratios: number[] = [];
    for (const group of alike[at] ?? []) {
      const first = leastOf(values, group);
      for (const other of group) if (other !== first) ratios.push(other.time / first.time);
    }
    if (ratios.length < LEAST_PAIRS) return [];
    const outside = Math.floor(OUTSIDE * ratios.length);
    const isBeyond = (beyond: (ratio: number) => boolean): boolean =>
      ratios.filter(beyond).length > outside;
    if (isBeyond((ratio) => ratio < 1 - NO_EFFECT) || isBeyond((ratio) => ratio > 1 + NO_EFFECT))
      return [];
    const sorted = ratios.toSorted((left, right) => left - right);
    const [from = 0, to = 0] = [sorted[outside], sorted[sorted.length - 1 - outside]];
    return [{ parameter: name, pairs: ratios.length, from, to }];
  });
}

/** The row where a parameter is least. @throws {TypeError} for none */
const leastOf = <Row extends { readonly row: number }>(
  values: ArrayLike<number>,
  group: readonly Row[],
): Row =>
  group.reduce((one, other) => ((values[other.row] ?? 0) < (values[one.row] ?? 0) ? other : one));

/** Rows that differ in one parameter alone, by parameter. */
function alikeButOne<Row extends { readonly row: number }>(
  parameters: readonly Column[],
  rows: readonly Row[],
): readonly (readonly (readonly Row[])[])[] {
  const values = parameters.map((column) =>
    numbered(rows.map(({ row }) => column.values[row] ?? 0)),
  );
  const none: Numbered = { of: rows.map(() => 0), count: 1 };
  const before = [none];
  for (const one of values) before.push(pairs(before.at(-1) ?? none, one));
  const after = [none];
  for (const one of values.toReversed()) after.unshift(pairs(one, after[0] ?? none));
  return parameters.map((_, at) => {
    const key = pairs(before[at] ?? none, after[at + 1] ?? none);
    return [...groupedBy(rows, (__, row) => key.of[row]).values()];
  });
}

/** Small numbers that are equal where what they stand for is. */
interface Numbered {
  readonly of: readonly number[];
  readonly count: number;
}

function numbered(keys: readonly number[]): Numbered {
  const known = new Map<number, number>();
  return { of: keys.map((key) => madeIfAbsent(known, key, () => known.size)), count: known.size };
}

const pairs = (left: Numbered, right: Numbered): Numbered =>
  numbered(left.of.map((one, at) => one * right.count + (right.of[at] ?? 0)));

/** The same in a sentence, without its full stop. */
export const deadInWords = ({ parameter, pairs, from, to }: Dead): string =>
  `${parameter} changes nothing that was measured: ${count(pairs, 'pair')}, ratios ${from.toFixed(3)} to ${to.toFixed(3)}`;

/** Pairs for each row from which a dead parameter counts as left out: of two values, half of the rows have a partner. */
const ENOUGH = 0.25;

/** Names a comparison without such parameters. */
export const withoutInWords = (dead: readonly Dead[]): string =>
  `without ${dead.map(({ parameter }) => parameter).join(', ')}`;

/** The reason for it. */
export const leftOutInWords = (dead: readonly Dead[]): string =>
  `${dead.map(deadInWords).join('; ')}. The model charges ${dead.length === 1 ? 'it' : 'them'}: perhaps the program that was measured does not have ${dead.length === 1 ? 'it' : 'them'}.`;

interface Row {
  readonly values: Readonly<Record<string, number>>;
  readonly model: number;
  readonly measured: number;
}

export interface LeftOut {
  readonly dead: readonly Dead[];
  /** Times of the model, each of those parameters at its least value wherever the model has that. */
  readonly model: Float64Array;
}

/** Parameters that the model charges and that change no measured time, as if who measured had left them out of the
 * program; undefined where there are none. */
export function leftOut(rows: readonly Row[]): LeftOut | undefined {
  const columns = Object.keys(rows[0]?.values ?? {}).map((name) => ({
    name,
    values: rows.map(({ values }) => values[name] ?? 0),
  }));
  const timed = (time: (row: Row) => number): Timed[] =>
    rows.map((each, row) => ({ row, time: time(each) }));
  const dead = deadParameters(
    columns,
    timed(({ measured }) => measured),
  ).filter(({ pairs }) => pairs >= ENOUGH * rows.length);
  if (dead.length === 0) return undefined;
  const free = deadParameters(
    columns,
    timed(({ model }) => model),
  );
  const charged = dead.filter((one) => !free.some(({ parameter }) => parameter === one.parameter));
  if (charged.length === 0) return undefined;
  const model = Float64Array.from(rows, (row) => row.model);
  const alike = alikeButOne(
    columns,
    [...rows.keys()].map((row) => ({ row })),
  );
  columns.forEach(({ name, values }, at) => {
    if (!charged.some(({ parameter }) => parameter === name)) return;
    for (const group of alike[at] ?? []) {
      const least = leastOf(values, group);
      for (const { row } of group) model[row] = model[least.row] ?? 0;
    }
  });
  return { dead: charged, model };
}
