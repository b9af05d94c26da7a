import { useEffect } from 'react';
import { create } from 'zustand';
import { type Configuration, timeSplit, type TimeSplit } from '../../session/index.ts';
import { useSessionState } from '../shared/session-context.tsx';

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
export const useSplits = create<Splits>()((set, get) => ({
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

/** Remembers the split of every trace that is opened. */
export function useSplitsOfTraces(): void {
  const trace = useSessionState((state) => state.trace.trace);
  const values = useSessionState((state) => state.trace.values);
  const run = useSessionState((state) => state.run.startedAt);
  useEffect(() => {
    if (!trace || !values) return;
    useSplits.getState().add(run, { key: keyOf(values), values, split: timeSplit(trace) });
  }, [trace, values, run]);
}
