import { expect, test } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { conditionsOf, statusOf } from '../finding.ts';
import { checkByRunning } from './check.ts';

/** Four groups of 16, each with its part of `o`. */
const judged = (body: string): readonly string[] => {
  const text = `#pragma tuner items 64
#pragma tuner local_size 16
#pragma tuner array o = 64
__kernel void k(__global const int *in, __global int *o, int n) {
  int i = get_global_id(0), b = get_group_id(0) * get_local_size(0), keep = in[i] > 0;
  ${body} }`;
  const ran = checkByRunning(builtValues(text, {}), { text });
  return [statusOf(ran), ...conditionsOf(ran)];
};

const BEFORE = 'int pos = work_group_scan_exclusive_add(keep);';

test.each([
  ['those before', `${BEFORE} if (keep) o[b + pos] = in[i];`],
  ['those so far', 'int s = work_group_scan_inclusive_add(keep); if (keep) o[b + s - 1] = i;'],
  [
    'of another type',
    'uint s = work_group_scan_exclusive_add((uint)keep); if (keep) o[b + s] = i;',
  ],
  ['behind a return', `${BEFORE} if (!keep) return; o[b + pos] = in[i];`],
])('who is counted has a place of its own: %s', (_, body) => {
  expect(judged(body)).toEqual(['right']);
});

test.each([
  ['who is not counted comes too', `${BEFORE} o[b + pos] = in[i];`],
  ['groups have one part', `${BEFORE} if (keep) o[pos] = in[i];`],
  [
    'the place is one too far',
    'int s = work_group_scan_inclusive_add(keep); if (keep) o[b + s] = i;',
  ],
  ['another condition leads there', `${BEFORE} keep = in[i] < 5; if (keep) o[b + pos] = in[i];`],
  ['numbers are halved', `${BEFORE} if (keep) o[b + pos / 2] = in[i];`],
  [
    'any number is added',
    'keep = in[i]; int p = work_group_scan_exclusive_add(keep); if (keep > 0) o[b + (p & 15)] = i;',
  ],
  [
    'some take one back',
    'keep = keep ? 1 : -1; int p = work_group_scan_exclusive_add(keep); if (keep > 0) o[b + (p & 15)] = i;',
  ],
  [
    'it is done again',
    'for (int r = 0; r < 2; r++) { keep = in[i] > r; int p = work_group_scan_exclusive_add(keep); if (keep) o[b + p] = i; }',
  ],
  [
    'others have the rest',
    `${BEFORE} int q = work_group_scan_exclusive_add(1 - keep); if (keep) o[b + pos] = i; else o[b + q] = 1;`,
  ],
  ['several may have the first number', `${BEFORE} if (pos == 0) o[b] = in[i];`],
  [
    'it is the largest number',
    'int p = work_group_scan_exclusive_max(keep); if (keep) o[b + (p & 15)] = i;',
  ],
])('not where %s', (_, body) => {
  expect(judged(body)[0]).not.toBe('right');
});
