import type { MeasuredColumn } from './measured.ts';
import { conceptOf, sameConcept } from './concept.ts';

/** A tuning parameter and, if known, its values. */
export interface Parameter {
  readonly name: string;
  readonly values?: readonly number[] | undefined;
}

/** Pairs a parameter with a column. */
export interface Match {
  readonly parameter: string;
  /** Absent where no column seems to. */
  readonly column?: string | undefined;
  /** One value for all rows, where the file leaves the parameter out. */
  readonly value?: number | undefined;
  /** Those that it can be, where no column has it. */
  readonly values?: readonly number[] | undefined;
  /** 1 for equal names, less for equal meanings, 0 for none. */
  readonly confidence: number;
  /** Why, in a few words. */
  readonly because: string;
}

/** Kinds of likeness, best first. */
const LIKENESS: readonly {
  readonly confidence: number;
  readonly because: string;
  readonly holds: (left: string, right: string) => boolean;
}[] = [
  { confidence: 1, because: 'the same name', holds: (left, right) => left === right },
  {
    confidence: 0.95,
    because: 'the same name but for its case',
    holds: (left, right) => left.toLowerCase() === right.toLowerCase(),
  },
  {
    confidence: 0.9,
    because: 'the same letters',
    holds: (left, right) => lettersOf(left) === lettersOf(right),
  },
  { confidence: 0.7, because: 'it means the same', holds: sameConcept },
  {
    confidence: 0.5,
    because: 'it may mean the same, in one dimension',
    holds: (left, right) => sameConcept(withoutX(left), withoutX(right)),
  },
];

const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Treats the first dimension as the only one. */
const withoutX = (name: string): string =>
  conceptOf(name)?.axis === 'x' ? name.replace(/[ _.-]?(?:x|0)$/i, '') : name;

/** Gives each parameter the free column with the likest name and values it can take. */
export function guessColumns(
  parameters: readonly Parameter[],
  columns: readonly MeasuredColumn[],
): readonly Match[] {
  const pairs = parameters.flatMap((parameter) =>
    columns.flatMap((column): (Match & { readonly column: string })[] => {
      const found = LIKENESS.find(({ holds }) => holds(parameter.name, column.name));
      if (!found) return [];
      const share = shareWithin(column, parameter.values);
      // Same name, other values: the file covers another range.
      const confidence = found.confidence * (0.5 + share / 2);
      const because = share > 0 ? found.because : `${found.because}, with other values`;
      return [{ parameter: parameter.name, column: column.name, confidence, because }];
    }),
  );
  pairs.sort((left, right) => right.confidence - left.confidence);
  const matched = new Map<string, Match>();
  const taken = new Set<string>();
  for (const pair of pairs) {
    if (matched.has(pair.parameter) || taken.has(pair.column)) continue;
    matched.set(pair.parameter, pair);
    taken.add(pair.column);
  }
  return parameters.map(
    ({ name }) =>
      matched.get(name) ?? { parameter: name, confidence: 0, because: 'no column is like it' },
  );
}

/** Share of the column's distinct values that the parameter allows; 1 if unknown. */
function shareWithin({ values }: MeasuredColumn, allowed: readonly number[] | undefined): number {
  if (!allowed) return 1;
  const different = new Set(values);
  const can = new Set(allowed);
  let within = 0;
  for (const value of different) if (can.has(value)) within += 1;
  return different.size === 0 ? 0 : within / different.size;
}
