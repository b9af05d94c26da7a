import { asTuned } from '../checker/index.ts';
import type { Tuning } from '../promela/index.ts';
import type { MergedRun } from './merge.ts';

/** A merged run with costs as values of the objective. */
export function inObjective(
  { result, runs, configurations, seconds }: MergedRun,
  tuning: Tuning,
): MergedRun {
  const rows = asTuned.event(
    { type: 'configurations', results: configurations, done: 0, total: 0 },
    tuning,
  );
  return {
    result: asTuned.result(result, tuning),
    runs: runs.map((run) => {
      const event = asTuned.event({ type: 'run', run }, tuning);
      return event.type === 'run' ? event.run : run;
    }),
    configurations: rows.type === 'configurations' ? rows.results : configurations,
    seconds,
  };
}
