import { expect, test } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { statusOf } from '../finding.ts';
import { checkByRunning } from './check.ts';

/** Groups of 4, as many work-items as `size`. */
function status(body: string, parameters: string, more = ''): string {
  const text = `#pragma tuner local_size 4
${more}
__kernel void k(${parameters}) { int g = get_global_id(0); ${body} }`;
  return statusOf(checkByRunning(builtValues(text, { size: 8, NU: 2, DT: 1 }), { text }));
}

test('an argument called as a constant of the platform is one that nobody states', () => {
  expect(status('if (g <= size) x[g] = 1;', '__global int *x, int size')).toBe('not-checked');
  expect(status('if (NU == 3) x[-1] = g;', '__global int *x, int NU')).toBe('depends');
});

test('but has its value where the text speaks of the constant', () => {
  const parameters = '__global int *x, int size';
  const body = 'if (g <= size) x[g] = 1;';
  for (const line of ['items size', 'array x = size', 'ensures x[size - 1] == 1', 'input size = 8'])
    expect(status(body, parameters, `#pragma tuner ${line}`)).toBe('right');
});
