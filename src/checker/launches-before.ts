import type { HostLaunch, HostStepOf } from '../front/reader.ts';
import { statusOf, type ValueProgram } from '../values/index.ts';
import type { Before } from '../values/program.ts';
import { readArrays, writtenArrays } from '../values/run/left.ts';
import { unsetOf } from '../values/run/open-inputs.ts';
import { HostArrays } from './host-arrays.ts';
import type { RunReport } from './value-reports.ts';

/** Arrays of a launch that those before it, of any kernels, have set in part. */

/** More launches before one are not run. */
const MOST_BEFORE = 64;

/** Most steps of a launch whose gaps are looked for. */
const STEPS = 1e7;

/** The host's steps that set what a launch reads, where they may leave gaps in it; undefined of others. */
export function stepsBefore(
  steps: readonly HostStepOf[],
  launch: HostLaunch,
  built: (launch: HostLaunch) => ValueProgram | undefined,
): Before | undefined {
  const namesOf = (
    step: HostLaunch,
    program: ValueProgram,
    arraysIn: (program: ValueProgram) => ReadonlySet<number>,
  ): readonly string[] =>
    [...arraysIn(program)].flatMap((index) => {
      const place = step.parameters.indexOf(program.objects[index]?.name ?? '');
      return step.arrays[place] ?? step.parts[place] ?? [];
    });
  const own = built(launch);
  if (own === undefined) return undefined;
  const wanted = new Set(namesOf(launch, own, readArrays));
  const found: Before['steps'][number][] = [];
  let [isCut, isLater] = [false, false];
  for (const step of steps.slice(0, steps.indexOf(launch)).toReversed()) {
    if (step.kind !== 'launch') {
      const array = step.kind === 'copy' ? step.to : 'array' in step ? step.array : undefined;
      if (array !== undefined && !wanted.has(array)) continue;
      if (step.kind === 'copy') wanted.add(step.from);
      found.push(step);
      continue;
    }
    isLater = true;
    const program = step.isSure ? built(step) : undefined;
    const written = program && namesOf(step, program, writtenArrays);
    if (program === undefined) found.push({ kind: 'forget', span: step.span });
    else if (written?.some((each) => wanted.has(each)) === true) {
      for (const each of namesOf(step, program, readArrays)) wanted.add(each);
      found.push({ ...step, program });
    }
    isCut = found.filter(({ kind }) => kind === 'launch').length > MOST_BEFORE;
    if (isCut) break;
  }
  return { launch, steps: isCut ? [] : found.toReversed(), isLater };
}

/** The program with what is there before its launch; undefined where nobody may have left gaps. */
export async function afterOthers(
  program: ValueProgram,
  { launch, steps, isLater }: Before,
  run: (program: ValueProgram) => RunReport | Promise<RunReport>,
  isOutOfTime: (() => boolean) | undefined,
): Promise<ValueProgram | undefined> {
  const arrays = new HostArrays(isLater, isOutOfTime);
  for (const step of steps)
    if (step.kind !== 'launch') arrays.change(step);
    else {
      const { program: filled } = arrays.filled(step.program, step);
      const isAsked = arrays.haveGaps || mayLeaveGaps(filled);
      const ran = isAsked ? await run({ ...filled, ensures: [], twins: [] }) : undefined;
      const isRight = ran !== undefined && statusOf(ran) === 'right';
      arrays.leaves(filled, step, isRight ? ran : undefined, STEPS);
    }
  const { program: found } = arrays.filled(program, launch);
  const isLeft = found.objects.some((object, i) => {
    const before = program.objects[i];
    return unsetOf(object) !== undefined && before !== undefined && unsetOf(before) === undefined;
  });
  return isLeft || found.assumptions !== program.assumptions ? found : undefined;
}

const mayLeaveGaps = (program: ValueProgram): boolean =>
  [...writtenArrays(program)].some((index) => {
    const object = program.objects[index];
    return object !== undefined && unsetOf(object) !== undefined;
  });
