import type { HostLaunch, HostStepOf } from '../front/reader.ts';
import { statusOf, type ValueProgram } from '../values/index.ts';
import type { Before } from '../values/program.ts';
import { writtenArrays } from '../values/run/left.ts';
import { unsetOf } from '../values/run/open-inputs.ts';
import { HostArrays } from './host-arrays.ts';
import type { RunReport } from './value-reports.ts';

/** Arrays of a launch that those before it, of any kernels, have set in part. */

/** More launches before one are not run. */
const MOST_BEFORE = 6;

/** Most steps of a launch whose gaps are looked for. */
const STEPS = 1e7;

/** The host's steps before a launch, where they may leave gaps in its arrays; undefined of others. */
export function stepsBefore(
  steps: readonly HostStepOf[],
  launch: HostLaunch,
  built: (launch: HostLaunch) => ValueProgram | undefined,
): Before | undefined {
  const own = new Set(
    launch.arrays.filter((array, i) => array !== undefined && launch.isOfLaunches[i] === true),
  );
  const last = steps.indexOf(launch);
  for (const step of steps.slice(0, last).toReversed())
    if (step.kind === 'copy' && own.has(step.to)) own.add(step.from);
  const first = steps.findIndex(
    (step, i) =>
      i < last &&
      step.kind === 'launch' &&
      step.arrays.some((array, place) => own.has(array) && step.isEmpty[place] === true),
  );
  const between = first < 0 ? [] : steps.slice(first, last);
  const launches = between.flatMap((step) => (step.kind === 'launch' ? [step] : []));
  const isKnown = launches.every(({ isSure }) => isSure) && launches.length <= MOST_BEFORE;
  if (launches.length === 0 || !isKnown) return undefined;
  const made = between.flatMap((step): Before['steps'] => {
    if (step.kind !== 'launch') return [step];
    const program = built(step);
    return program === undefined ? [] : [{ ...step, program }];
  });
  const isLater = steps.slice(0, first).some(({ kind }) => kind === 'launch');
  return made.length < between.length ? undefined : { launch, steps: made, isLater };
}

/** The program with what is there before its launch; undefined where no gaps are left. */
export async function afterOthers(
  program: ValueProgram,
  { launch, steps, isLater }: Before,
  run: (program: ValueProgram) => RunReport | Promise<RunReport>,
): Promise<ValueProgram | undefined> {
  const arrays = new HostArrays(isLater);
  for (const step of steps)
    if (step.kind !== 'launch') arrays.change(step);
    else {
      const { program: filled } = arrays.filled(step.program, step);
      const isAsked = arrays.haveGaps || mayLeaveGaps(filled);
      const ran = isAsked ? await run({ ...filled, ensures: [], twins: [] }) : undefined;
      const isRight = ran !== undefined && statusOf(ran) === 'right';
      arrays.leaves(filled, step, isRight ? ran : undefined, STEPS);
    }
  const found = arrays.haveGaps ? arrays.filled(program, launch).program : program;
  const isLeft = found.objects.some((object, i) => {
    const before = program.objects[i];
    return unsetOf(object) !== undefined && before !== undefined && unsetOf(before) === undefined;
  });
  return isLeft ? found : undefined;
}

const mayLeaveGaps = (program: ValueProgram): boolean =>
  [...writtenArrays(program)].some((index) => {
    const object = program.objects[index];
    return object !== undefined && unsetOf(object) !== undefined;
  });
