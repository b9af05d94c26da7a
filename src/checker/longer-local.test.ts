import { expect, it } from 'vitest';
import { createNodeKernelParser } from '../kernel/node.ts';
import { usualConstants } from '../platform/index.ts';
import { checkByRunning } from '../values/run/check.ts';
import { poseValues } from './pose-values.ts';
import { verifyPrograms } from './verify.ts';

const parser = await createNodeKernelParser();

async function said(body: string): Promise<readonly [string, readonly (string | undefined)[]]> {
  const text = `__kernel void k(__global int *a, __local int *t) {
    int l = get_local_id(0), n = get_local_size(0);
    ${body}
  }`;
  const constants = usualConstants();
  const posed = poseValues(parser, text, { constants, given: {} });
  const { signal } = new AbortController();
  const { status, findings, configurations } = await verifyPrograms(posed.programs, posed.unposed, {
    run: (program) => checkByRunning(program, { signal, text, constants }),
    signal,
  });
  expect(configurations.map(({ values }) => values['WG'])).toEqual([1, 2, 4, 8, 16, 32]);
  return [status, findings.map(({ kind }) => kind)];
}

const HALVES = 't[l] = 0; t[n + l] = 1; barrier(CLK_LOCAL_MEM_FENCE);';

it('an array of a group has two elements for each work-item in small groups as well', async () => {
  expect(await said(`${HALVES} a[get_global_id(0)] = t[2 * n - 1 - l];`)).toEqual(['right', []]);
});

it('one element too many stays so in all', async () => {
  const [status, kinds] = await said('t[l + 1] = 0;');
  expect([status, [...new Set(kinds)]]).toEqual(['depends', ['bounds']]);
});

it('a race in such an array is found in small groups too', async () => {
  const [status, kinds] = await said(
    `${HALVES.replace(/barrier.*/, '')} a[get_global_id(0)] = t[2 * n - 1 - l];`,
  );
  expect([status, kinds]).toEqual(['wrong', ['race-local']]);
});
