import type { ValueProgram } from '../values/index.ts';
import type { Configuration } from '../tuning/index.ts';
import { type Batch, batchRunOf } from './batch.ts';
import { type Outcome, outcomeOf, Refused } from './refused.ts';
import type { Script } from './script.ts';

/** A program that measures some configurations.
 * @param programOf what a host has to know of one, or why there is no program of it. */
export function measuringScript(
  script: Script,
  about: Omit<Batch, 'runs'>,
  list: readonly Configuration[],
  programOf: (values: Configuration) => ValueProgram | string,
): Outcome<string> {
  const batch = outcomeOf((): Batch => ({
    ...about,
    runs: list.map((values) => {
      const program = programOf(values);
      if (typeof program === 'string') throw new Refused(program);
      return { ...batchRunOf(program), values };
    }),
  }));
  return batch.ok ? script.write(batch.value) : batch;
}
