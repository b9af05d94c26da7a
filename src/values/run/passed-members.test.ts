import { describe, expect, test } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { conditionsOf, statusOf } from '../finding.ts';
import { checkByRunning } from './check.ts';

function said(body: string): readonly [string, ...string[]] {
  const text = `#pragma tuner array o = 8
#pragma tuner array in = 8
#pragma tuner array x = 8
#pragma tuner items 8
typedef struct { float4 r[2]; char c; int tag; } M;
__kernel __attribute__((reqd_work_group_size(4, 1, 1)))
void k(__global M *o, __global const float4 *in, __global int *x) {
  int l = get_local_id(0), g = get_global_id(0);
  __local M s[4];
  M q; q.r[0] = in[g]; q.c = 1;
  ${body.replaceAll('SYNC', 'barrier(CLK_LOCAL_MEM_FENCE)')}
}`;
  const verdict = checkByRunning(builtValues(text, {}), { text });
  return [statusOf(verdict), ...conditionsOf(verdict)];
}

describe('a struct is copied to global memory', () => {
  test.each([
    ['with all members, but no padding', 'q.r[1] = in[g]; q.tag = 1; o[g] = q;'],
    ['whose member is written there', 'q.r[1] = in[g]; q.tag = 0; o[g] = q; o[g].tag = g;'],
    ['within its item', 'q.r[1] = in[g]; M p = q; x[g] = p.c;'],
    ['within its group', 'q.r[1] = in[g]; s[l] = q; SYNC; x[g] = s[3 - l].c;'],
  ])('%s', (_, body) => {
    expect(said(body)).toEqual(['right']);
  });

  test.each([
    ['that nobody has written', 'q.r[1] = in[g]; o[g] = q;', 'tag'],
    ['in front of others', 'q.tag = 1; o[g] = q;', 'r[1].x'],
    ['by another struct', 'q.r[1] = in[g]; M p = q; o[g] = p;', 'tag'],
    ['by local memory', 'q.r[1] = in[g]; s[l] = q; SYNC; o[g] = s[3 - l];', 'tag'],
  ])('with a member %s: right, if it is not used', (_, body, member) => {
    expect(said(body)).toEqual(['right', `nobody uses ${member} in o`]);
  });

  test.each([
    ['and the member is used', 'q.r[1] = in[g]; o[g] = q; x[g] = o[g].tag;'],
    ['of which nothing was written', 'M p; o[g] = p;'],
    ['with a member that was computed from nothing', 'q.tag += 1; q.r[1] = in[g]; o[g] = q;'],
  ])('%s: wrong', (_, body) => {
    expect(said(body)[0]).toBe('wrong');
  });
});
