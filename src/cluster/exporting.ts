import { addTicks, compareTicks, type Ticks } from '../base/ticks.ts';
import { DEFINES } from '../checker/pan-options.ts';
import { type Problem, problemConfigurations, rangesOf } from '../checker/index.ts';
import { type Finish, showConfiguration } from '../tuning/index.ts';
import { type BundleFile, bundleFiles } from './folder.ts';
import { proofSearches, type SwarmOptions, swarmSearches } from './make-plan.ts';
import { QUESTION_FILES } from './question.ts';

/** How a problem is exported. */
export interface ExportOptions extends SwarmOptions {
  readonly kind: 'proof' | 'swarm';
  /** Whether the next best time is wanted as well. */
  readonly next: boolean;
}

/** Why a problem cannot be exported, in one sentence; nothing where it can. */
export function exportObstacle(problem: Problem): string | undefined {
  const { model } = problem;
  let first: string | undefined = 'the tuning parameters have no values';
  for (const { reason, uncountable, values } of problemConfigurations(problem)) {
    if (uncountable === true)
      return `Nothing can be proved: ${showConfiguration(values)} ${reason ?? ''}. Leave it out by a constraint, or take a level that counts in 64 bits (representatives, accelerated).`;
    if (reason === undefined) first = undefined;
    // Where time has 64 bits none is uncountable.
    if (first === undefined && model.wide) break;
    first &&= reason;
  }
  return first === undefined ? undefined : `No configuration is valid: ${first}.`;
}

/** The least time that is known, or the next that is known of a configuration that does not have it. */
function boundOf(known: readonly Finish[], isNext: boolean): Ticks | undefined {
  const times = [...new Set(known.map(({ time }) => time))].toSorted(compareTicks);
  return isNext
    ? (times[1] ?? (times[0] === undefined ? undefined : addTicks(times[0], times[0])))
    : times[0];
}

/** A problem as a folder for other machines.
 * @param content how the merge reads the problem again.
 * @param known times of configurations that were run.
 * @throws {Failure} where the browser has no hashes. */
export async function exported(
  problem: Problem,
  content: { readonly title: string; readonly text: string; readonly overtime: string },
  known: readonly Finish[],
  options: ExportOptions,
  signal?: AbortSignal,
): Promise<readonly BundleFile[]> {
  const { model, constants } = problem;
  const ranges = rangesOf(problem);
  await model.prepare?.(constants, ranges, signal);
  const isSwarm = options.kind === 'swarm';
  const { shards, memoryMB, seconds, next } = options;
  const searches = isSwarm
    ? swarmSearches(problem, options, boundOf(known, false))
    : proofSearches(problem, { shards, memoryMB, seconds }, { bound: boundOf(known, next), next });
  return bundleFiles({
    ...{ title: content.title, overtime: content.overtime, searches },
    model: model.text,
    problem: { name: QUESTION_FILES.kernel, text: content.text },
    defines: DEFINES,
    programs: model.files?.(constants, ranges),
    known: known.map(({ time, values }) =>
      [time, ...Object.entries(values).map(([name, value]) => `${name}=${value}`)].join(' '),
    ),
  });
}
