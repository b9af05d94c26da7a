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

export const keyOf = (values: Configuration): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

/** Remembers the split of every trace that is opened. */
export function useSplitsOfTraces(): void {
  const trace = useSessionState((state) => state.trace.trace);
  const run = useSessionState((state) => state.run.startedAt);
  const names = useSessionState((state) => state.run.configurations.names);
  useEffect(() => {
    if (!trace) return;
    const values = Object.fromEntries(
      names.flatMap((name) => {
        const value = trace.variables[name];
        return value === undefined ? [] : [[name, value]];
      }),
    );
    useSplits.getState().add(run, { key: keyOf(values), values, split: timeSplit(trace) });
  }, [trace, run, names]);
}
