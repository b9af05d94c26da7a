import { sha256 } from '../base/digest.ts';
import { type Problem, rangesOf, unfitWord } from '../checker/index.ts';
import type { Ranges } from '../promela/index.ts';
import type { Trail } from '../tuning/index.ts';
import { askedOf, isAsked } from './asked.ts';
import type { ReadBundle } from './bundle.ts';
import { axesOf, type Box, boxOfRanges, partitionProblem, wholeSpace } from './space.ts';

/** Why what was run is not what a problem asks, in one sentence; nothing where it is. All of it is worked out
 * anew: nothing is believed of the folder but what its verifiers printed. */
export async function unfit(
  problem: Problem,
  { plan, model }: Pick<ReadBundle, 'plan' | 'model'>,
): Promise<string | undefined> {
  if (problem.model.text !== model)
    return `The model is not the one that this version of Overtime makes of the kernel: it was exported by ${plan.overtime}. Merge it with that version, or export again.`;
  const tables = await tablesOf(problem);
  for (const [name, hash] of tables)
    if (plan.files[name] !== hash)
      return `The table ${name} is not the one that this version of Overtime makes: export again.`;
  const steps = rangesOf(problem);
  for (const { search, purpose, ranges, seed, pan, words } of plan.searches) {
    const whole: Ranges | undefined =
      ranges &&
      Object.fromEntries(
        Object.entries(ranges).map(([name, { low, high }]) => {
          const step = steps[name]?.step;
          return [name, step === undefined ? { low, high } : { low, high, step }];
        }),
      );
    if (!isAsked({ pan, words }, askedOf(problem, purpose, whole, seed)))
      return `Search ${search} of shards.json is not what the problem asks: it was changed.`;
  }
  return plan.kind === 'swarm' ? undefined : gapIn(problem, plan);
}

/** Whether the searches hold each configuration once. */
function gapIn(problem: Problem, { searches }: ReadBundle['plan']): string | undefined {
  const axes = axesOf(problem);
  const purposes = [...(problem.model.canDiverge ? [['deadlock']] : []), ['optima', 'census']];
  for (const purpose of purposes) {
    const boxes: Box[] = [];
    for (const { search, ranges, ...one } of searches) {
      if (!purpose.includes(one.purpose)) continue;
      const box = ranges && boxOfRanges(axes, ranges);
      if (!box) return `Search ${search} of shards.json names values that no parameter has.`;
      boxes.push(box);
    }
    const wrong = partitionProblem(wholeSpace(axes), boxes);
    if (wrong === 'gap') return 'The searches of shards.json leave out some configurations.';
    if (wrong === 'double') return 'The searches of shards.json have some configurations twice.';
  }
  return undefined;
}

async function tablesOf({
  model,
  constants,
  ...problem
}: Problem): Promise<[string, string | undefined][]> {
  if (!model.files) return [];
  const ranges = rangesOf({ model, constants, ...problem });
  await model.prepare?.(constants, ranges);
  const files = Object.entries(model.files(constants, ranges));
  return Promise.all(
    files.map(async ([name, bytes]): Promise<[string, string | undefined]> => [
      name,
      await sha256(bytes),
    ]),
  );
}

/** Whether a trail is of a problem: other constants would make it one of something else. */
export const isTrailOf =
  (problem: Problem) =>
  ({ words }: Trail): boolean =>
    unfitWord(problem, words) === undefined;
