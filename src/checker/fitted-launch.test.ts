import { expect, it } from 'vitest';
import { createNodeKernelParser } from '../kernel/node.ts';
import { platform } from '../testing/engine.ts';
import { checkByRunning } from '../values/run/check.ts';
import { poseValues } from './pose-values.ts';
import { verifyPrograms } from './verify.ts';

const parser = await createNodeKernelParser();

async function said(body: string, before = ''): Promise<readonly [string, string | undefined]> {
  const text = `#pragma tuner array out = 16
${before}
void k(__global const float *in, __global float *out) {
  int l = get_local_id(0), g = get_global_id(0);
  ${body}
}`;
  const constants = platform({ size: 64, LM: 2 ** 20 });
  const posed = poseValues(parser, text, { constants, given: {} });
  if (posed.obstacle !== undefined) throw new Error(posed.obstacle);
  const { signal } = new AbortController();
  const run = (program: Parameters<typeof checkByRunning>[0]) => checkByRunning(program, { text });
  const { status, findings } = await verifyPrograms(posed.programs, posed.unposed, { run, signal });
  return [status, findings[0]?.assumed?.words];
}

const TILE = '__local float t[64]; t[l] = in[g]; barrier(CLK_LOCAL_MEM_FENCE);';

it.each([
  ['read off a tile', `${TILE} out[g] = t[63 - l];`, '__kernel', 'work-groups have 64 work-items'],
  [
    'of groups of 4',
    'out[g] = in[g];',
    '#pragma tuner local_size 4\n__kernel',
    'there are 64 work-items',
  ],
  ['of any groups', 'out[g] = in[g];', '__kernel', 'there are 64 work-items'],
])('a launch %s that is longer than an array is an assumption', async (_, body, before, words) => {
  expect(await said(body, before)).toEqual(['depends', words]);
});

it.each([
  ['beside the array', `${TILE} out[g + 1] = t[63 - l];`, '__kernel'],
  ['beyond it in any launch', `${TILE} if (l == 0) out[16] = t[0];`, '__kernel'],
  ['of work-items that are stated', 'out[g] = in[g];', '#pragma tuner items 64\n__kernel'],
  [
    'of groups that are stated',
    'out[g] = in[g];',
    '__kernel __attribute__((reqd_work_group_size(64, 1, 1)))',
  ],
])('an access %s is wrong', async (_, body, before) => {
  expect(await said(body, before)).toEqual(['wrong', undefined]);
});
