import { expect, it } from 'vitest';
import { createNodeKernelParser } from '../kernel/node.ts';
import { usualConstants } from '../platform/index.ts';
import { checkByRunning } from '../values/run/check.ts';
import { poseValues } from './pose-values.ts';
import { verifyPrograms } from './verify.ts';

const parser = await createNodeKernelParser();

async function said(body: string, lines = ''): Promise<readonly [string, readonly string[]]> {
  const { status, findings } = await verdict(body, lines);
  return [status, findings.map(({ kind }) => kind)];
}

async function verdict(body: string, lines = '') {
  const text = `${lines}__kernel void k(__global int *a, __local int *t, int m) {
    int l = get_local_id(0), n = get_local_size(0);
    ${body}
  }`;
  const constants = usualConstants();
  const posed = poseValues(parser, text, { constants, given: {} });
  const { signal } = new AbortController();
  const found = await verifyPrograms(posed.programs, posed.unposed, {
    run: (program) => checkByRunning(program, { signal, text, constants }),
    signal,
  });
  expect(found.configurations.map(({ values }) => values['WG'])).toEqual([1, 2, 4, 8, 16, 32]);
  return found;
}

const HALVES = 't[l] = 0; t[n + l] = 1; barrier(CLK_LOCAL_MEM_FENCE);';

it('an array of a group has two elements for each work-item in small groups as well', async () => {
  expect(await said(`${HALVES} a[get_global_id(0)] = t[2 * n - 1 - l];`)).toEqual(['right', []]);
});

const NEXT = 't[l + 1] = 0;';

it('one element too many stays so in all, and the offered answer settles all', async () => {
  const { status, findings } = await verdict(NEXT);
  expect([status, [...new Set(findings.map(({ kind }) => kind))]]).toEqual(['depends', ['bounds']]);
  const answers = findings.flatMap(({ assumed }) => assumed?.otherwise ?? []);
  expect([...new Set(answers.map(({ line }) => line))]).toEqual(['#pragma tuner local t = WG + 1']);
  for (const [more, becomes] of [
    [0, 'wrong'],
    [1, 'right'],
  ] as const)
    expect((await said(NEXT, `#pragma tuner local t = WG + ${more}\n`))[0]).toBe(becomes);
});

it('an argument is one below the size of a group where a pair of elements is read', async () => {
  const pairs = (limit: string) =>
    `t[l] = 0; barrier(CLK_LOCAL_MEM_FENCE); if (l < ${limit}) a[get_global_id(0)] = t[l + 1];`;
  const { status, notChecked } = await verdict(pairs('m'));
  expect([status, notChecked.flatMap(({ holdsIf = [] }) => holdsIf)]).toEqual([
    'right',
    ['m is one below the size of a work-group'],
  ]);
  expect(await said(pairs('n'))).toEqual(['depends', ['bounds']]);
});

it('a race in such an array is found in small groups too', async () => {
  const [status, kinds] = await said(
    `${HALVES.replace(/barrier.*/, '')} a[get_global_id(0)] = t[2 * n - 1 - l];`,
  );
  expect([status, kinds]).toEqual(['wrong', ['race-local']]);
});
