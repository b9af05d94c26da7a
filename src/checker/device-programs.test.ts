import { expect, test } from 'vitest';
import { usualConstants } from '../base/constants.ts';
import { createNodeKernelParser } from '../kernel/node.ts';
import { exampleText } from '../testing/engine.ts';
import { PREDICATING } from '../testing/machines.ts';
import { madePrograms } from './device-programs.ts';
import { among, pose, withoutTerms } from './pose.ts';
import { problemConfigurations, rangesOf } from './problem.ts';

const parser = await createNodeKernelParser();
const constants = { ...usualConstants(), size: 64, NU: 4, NS: 2, WR: 32 };

const posed = () => {
  const setting = { semantics: 'device', level: 'auto', machine: PREDICATING, constants } as const;
  const { problem } = pose(parser, exampleText('matmul'), setting);
  if (!problem?.model.programs || !problem.machine) throw new Error('it has programs');
  return { problem, programs: problem.model.programs, machine: problem.machine };
};

test('programs that are made elsewhere, in parts, are those that the model would make', () => {
  const here = posed();
  const expected = here.problem.model.files?.(constants, rangesOf(here.problem));

  const { problem, programs, machine } = posed();
  const { kernel } = problem;
  // Received by a worker in this form.
  const request = structuredClone({ kernel, machine, constants });
  const made = [0, 1, 2].flatMap((part) =>
    [...madePrograms(request, part, 3)].flatMap((one) => one ?? []),
  );
  expect(programs.areGiven(constants)).toBe(false);
  programs.give(constants, made);
  expect(programs.areGiven(constants)).toBe(true);
  expect(problem.model.files?.(constants, rangesOf(problem))).toEqual(expected);
  expect(new Set(made.map(({ key }) => key)).size).toBe(made.length);
  expect(made.length).toBeGreaterThan(3);
});

test('the times of some configurations are those that they have among all', () => {
  const { problem } = posed();
  const valid = [...problemConfigurations(problem)].filter(({ reason }) => reason === undefined);
  const wanted = [valid[1], valid[4]].flatMap((one) => (one ? [one.values] : []));
  const some = among(problem, wanted);
  const left = [...problemConfigurations(some)].filter(({ reason }) => reason === undefined);
  expect(left.map(({ values }) => values)).toEqual(wanted);
  for (const values of wanted)
    expect(some.model.program?.(values, constants)).toEqual(
      problem.model.program?.(values, constants),
    );
});

test('a term that is left out costs nothing', () => {
  const { problem } = posed();
  const [first] = [...problemConfigurations(problem)].filter(({ reason }) => reason === undefined);
  const ports = (of: typeof problem) =>
    of.model
      .program?.(first?.values ?? {}, constants)
      .steps.map((step) => (step.kind === 'segment' ? step.port : 0));
  expect(Math.max(...(ports(problem) ?? []))).toBeGreaterThan(0);
  expect(Math.max(...(ports(withoutTerms(problem, ['port'])) ?? []))).toBe(0);
});

test('a group whose registers a unit does not have is not run', () => {
  const text = [
    '#pragma tuner param WG = {64, 128, 256}',
    '#pragma tuner local_size WG',
    '#pragma tuner items 1024',
    '#pragma tuner registers 128',
    '__kernel void twice(__global const float *a, __global float *b)',
    '{ int i = get_global_id(0); b[i] = 2.0f * a[i]; }',
  ].join('\n');
  const machine = { ...PREDICATING, registers: 16_384, registersOfItem: 255 };
  const setting = { semantics: 'device', level: 'auto', machine, constants } as const;
  const { problem } = pose(parser, text, setting);
  const reason = (WG: number) => problem?.model.invalid({ WG }, { ...constants });
  expect(reason(128)).toBeUndefined();
  expect(reason(256)).toBe('needs 32768 registers for a group (128 an item); a unit has 16384');
});
