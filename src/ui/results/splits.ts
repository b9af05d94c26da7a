import { useEffect } from 'react';
import { create } from 'zustand';
import { type Configuration, timeSplit, type TimeSplit, type Trace } from '../../session/index.ts';

/** Where the time of a configuration goes, as its trace showed. */
export interface KnownSplit {
  readonly key: string;
  readonly values: Configuration;
  readonly split: TimeSplit;
}

interface Splits {
  /** Of the run that began at this moment, in the order in which their traces were opened. */
  readonly of: number;
  readonly known: readonly KnownSplit[];
  add(of: number, split: KnownSplit): void;
}

/** Configurations that have been looked at in this run; small beside their traces. */
const useKept = create<Splits>()((set, get) => ({
  of: 0,
  known: [],
  add(of, split) {
    const before = get().of === of ? get().known : [];
    set({ of, known: [...before.filter(({ key }) => key !== split.key), split] });
  },
}));

/** A configuration by a name that does not depend on the order of its parameters. */
export const keyOf = (values: Configuration): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${value}`)
    .toSorted()
    .join(', ');

/** The splits of all traces that were opened in a run, this one among them. */
export function useSplits(
  trace: Trace | undefined,
  values: Configuration | undefined,
  run: number,
): readonly KnownSplit[] {
  const { of, known, add } = useKept();
  useEffect(() => {
    if (trace && values) add(run, { key: keyOf(values), values, split: timeSplit(trace) });
  }, [trace, values, run, add]);
  return of === run ? known : [];
}
