import { useEffect } from 'react';
import { create } from 'zustand';
import { timeSplit, type TimeSplit, type Trace } from '../../trace/index.ts';
import { type Configuration, keyOf } from '../../tuning/index.ts';

/** Where the time of a configuration goes, as its trace showed. */
export interface KnownSplit {
  readonly key: string;
  readonly values: Configuration;
  readonly split: TimeSplit;
}

interface Splits {
  /** The run's start, with traces in the order they were opened. */
  readonly of: number;
  readonly known: readonly KnownSplit[];
  add(of: number, split: KnownSplit): void;
}

/** Splits of configurations opened in this run. */
const useKept = create<Splits>()((set, get) => ({
  of: 0,
  known: [],
  add(of, split) {
    const before = get().of === of ? get().known : [];
    set({ of, known: [...before.filter(({ key }) => key !== split.key), split] });
  },
}));

/** Splits of a run's opened traces, this one included. */
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
