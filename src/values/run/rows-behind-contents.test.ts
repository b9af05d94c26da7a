import { expect, it } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { conditionsOf, statusOf } from '../finding.ts';
import { checkByRunning } from './check.ts';

const judged = (place: string, condition = 'd[y * n + x] > d[y * n + k] + d[k * n + x]') => {
  const text = `#pragma tuner local_size 4, 4
    #pragma tuner items 16, 16
    __kernel void pass(__global int *p, __global const int *d, int n, int k) {
    int x = get_global_id(0), y = get_global_id(1); if (${condition}) p[${place}] = k + x; }`;
  const ran = checkByRunning(builtValues(text, {}), { text });
  return [statusOf(ran), conditionsOf(ran).filter((each) => each.startsWith('n is'))];
};

it('rows that are long enough keep apart what contents may lead to', () => {
  expect(judged('y * n + x')).toEqual(['right', ['n is 16']]);
});

it.each([
  ['places that usual rows bring together', 'y + x'],
  ['places that contents bring together', 'y * n + d[x]'],
  ['half of the places', '(y * n + x) / 2'],
])('%s are not right', (_, place) => {
  expect(judged(place)[0]).not.toBe('right');
});

it('a condition that keeps items away for usual rows keeps nothing apart', () => {
  expect(judged('y * n + x', 'd[x] > 0 && y >= n')[0]).not.toBe('right');
});
