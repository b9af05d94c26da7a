import { Cancelled } from '../../base/failure.ts';
import type { Ticks } from '../../base/ticks.ts';
import { ModelChecker, perform, type Problem } from '../../checker/index.ts';
import { type Configuration, type ConfigurationResult, keyOf } from '../../tuning/index.ts';
import type { JobTools, JobView } from './side-job.ts';

/** The least time that a kernel can take, proved beside the page: what a task of a lesson is judged by. */
export interface ParView extends JobView {
  /** What it is of: the text, the platform and how time is counted, in one string. */
  readonly of: string;
  /** Proved; absent while it is searched for. */
  readonly time?: Ticks;
  readonly optima?: readonly Configuration[];
  /** The proved time of every configuration. */
  readonly all?: readonly ConfigurationResult[];
}

export const NO_PAR: ParView = { phase: 'none', of: '' };

/** Proves the times of all configurations of a problem at level accelerated, by one exhaustive search.
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
