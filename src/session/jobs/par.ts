import { Cancelled } from '../../base/failure.ts';
import type { Ticks } from '../../base/ticks.ts';
import { ModelChecker, perform, type Problem } from '../../checker/index.ts';
import { type Configuration, type ConfigurationResult, keyOf } from '../../tuning/index.ts';
import type { Job, JobView } from './job.ts';
import type { JobTools } from './jobs.ts';

/** A kernel's least time, proved: the standard for a lesson's task. */
export interface ParView extends JobView {
  /** Text, platform and semantics in one string. */
  readonly of: string;
  /** Proved; absent while it is searched for. */
  readonly time?: Ticks;
  readonly optima?: readonly Configuration[];
  /** The proved time of every configuration. */
  readonly all?: readonly ConfigurationResult[];
}

export const PAR: Job<ParView> = { id: 'par', none: { phase: 'none', of: '' } };

/** Proves all configurations' times at level accelerated, by one exhaustive search.
 * @throws {Cancelled} by its signal. */
export async function* provePar(
  problem: Problem,
  { toolchain, memoryMB, programs, signal }: JobTools,
): AsyncGenerator<Partial<ParView>, void> {
  const checker = new ModelChecker(toolchain, problem, { memoryMB, programs });
  const all = new Map<string, ConfigurationResult>();
  const result = await perform(
    'sweep',
    checker,
    (event) => {
      if (event.type !== 'configurations') return;
      for (const each of event.results) all.set(keyOf(each.values), each);
    },
    signal,
    { toolchain: () => toolchain },
  );
  if (result.status === 'cancelled') throw new Cancelled();
  if (result.status !== 'proved' || result.minTime === undefined)
    throw new Error(result.reason ?? 'No least time could be proved.');
  yield { time: result.minTime, optima: result.optima, all: [...all.values()] };
}
