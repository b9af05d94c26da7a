import { describe, expect, test } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { statusOf } from '../finding.ts';
import { checkByRunning } from './check.ts';

const TWO = 'int i = get_global_id(0), j = get_global_id(1), id = i + get_global_size(0) * j;';
const THREE =
  'int id = get_global_id(0) + get_global_size(0) * (get_global_id(1) + get_global_size(1) * get_global_id(2));';

const ARGUMENTS = '__global int *x, __global int *y, int offset, int n, int h, int m';

function status(body: string, args = ARGUMENTS, before = ''): string {
  const text = `${before} __kernel void k(${args}) { ${body} }`;
  return statusOf(checkByRunning(builtValues(text), { text }));
}

describe('a guard that lets its bound through', () => {
  test.each([
    ['without a variable', 'if (get_global_id(0) < n) x[get_global_id(0)] = 1;'],
    ['turned', 'if (n > get_global_id(0)) x[get_global_id(0)] = 1;'],
    ['of a sum', 'int g = get_global_id(0); if (2 * g + 1 < n) x[2 * g + 1] = 1;'],
    ['of a bound and one', 'int g = get_global_id(0); if (g + 1 < n + 1) x[g] = 1;'],
    ['that leaves', 'int g = get_global_id(0); if (!(g < n)) return; x[g] = 1;'],
  ])('%s leaves open whether that is an element', (_name, body) => {
    expect(status(body)).toBe('right');
    const through = body.includes('n + 1')
      ? body.replace('g + 1 <', 'g <')
      : body.replace('<', '<=').replace('n >', 'n >=');
    expect(status(through)).toBe('not-checked');
  });
});

describe('an index made of several dimensions', () => {
  test.each([
    ['from an offset', `${TWO} if (id < n) (x + offset)[id] = id;`],
    ['from an offset in the index', `${TWO} if (id < n) x[offset + id] = id;`],
    ['up to a product', `${TWO} if (id < n * h) x[id] = id;`],
    ['in a row', `${TWO} if (i < n && j < h) y[j * n + i] = x[j * n + i];`],
    ['of three', `${THREE} if (id < n) x[id] = id;`],
    ['of three, up to a product', `${THREE} if (id < h * n) x[id] = id;`],
  ])('%s is right, and one too far is open', (_name, body) => {
    expect(status(body)).toBe('right');
    expect(status(body.replace('<', '<='))).toBe('not-checked');
  });

  test.each([
    ['of arguments', 'if (i < n && j < h) y[j * n + i] = x[j * n + i];', 'j <'],
    ['behind an exit', 'if (i >= n || j >= h) return; y[n * j + i] = 1;', 'j >='],
    ['of a number', 'if (i < 16 && j < h) y[j * 16 + i] = 1;', 'j <'],
    ['of a loop', 'if (i < n) for (int k = 0; k < 4; ++k) y[4 * i + k] = 1;', 'i <'],
    ['of planes', 'if (i < n && j < h) y[(j * n + i) * m + 1] = 1;', 'j <'],
    ['in planes', 'if (i < n && j < h) y[j * m * n + i] = 1;', 'j <'],
    ['of two products', 'if (i < n && j < h) y[(j * n + i) * 2 + 1] = 1;', 'j <'],
    ['beside planes', 'if (i < n && j < h) y[j * n * m + i * m + 1] = 1;', 'j <'],
    [
      'that count from one',
      'int r = j + 1; if (i < n && r < h + 1) y[(r - 1) * n + i] = 1;',
      'r <',
    ],
    [
      'of unsigned',
      'uint a = i, b = j, w = n, d = h; if (a < w && b < d) y[b * w + a] = 1;',
      'b <',
    ],
    ['of sizes', 'size_t a = i, b = j; if (a < n && b < h) y[b * n + a] = 1;', 'b <'],
  ])('in rows %s is right, and one row too far is open', (_name, body, guard) => {
    const further = guard.endsWith('=') ? guard.slice(0, -1) : `${guard}=`;
    expect(status(`${TWO} ${body}`)).toBe('right');
    expect(status(`${TWO} ${body.replace(guard, further)}`)).toBe('not-checked');
  });

  test('has a neighbour that is not in an array of one element for each work-item', () => {
    const body = `${TWO} if (id < n) y[id] = x[id + 1];`;
    expect(status(body)).toBe('depends');
    expect(status(body.replace('id < n', 'id + 1 < n'))).toBe('right');
  });
});

test.each(['struct { int n, h; }', 'struct { uint n, h; int m; }'])(
  'sizes may be members of an argument: %s',
  (type) => {
    const said = (guard: string): string =>
      status(
        `${TWO} if (i < d.n && ${guard}) y[j * d.n + i] = 1;`,
        '__global int *y, S d',
        `typedef ${type} S;`,
      );
    expect(said('j < d.h')).toBe('right');
    expect(said('j <= d.h')).toBe('not-checked');
  },
);

test('of several guards the closest counts', () => {
  const said = (guard: string): string =>
    status(`${TWO} if (i < n && j <= h) { if (${guard}) y[j * n + i] = 1; }`);
  expect(said('j < h')).toBe('right');
  expect(said('j <= h + 1')).toBe('not-checked');
});

test('one element for all work-items is no matter of its length', () => {
  const guard = 'int g = get_global_id(0); if (g < size - 1 - t)';
  const two = '__global float *x, __global const float *y, int size, int t';
  expect(status(`${guard} x[size * (t + 1) + t] = y[g];`, two)).toBe('depends');
  expect(status(`${guard} x[size * (g + t + 1) + t] = y[g];`, two)).toBe('right');
  expect(status('if (get_global_id(0) == 0) x[size * (t + 1) + t] = y[0];', two)).toBe('right');
});

test.each([
  ['a vector', 'int4', 'y[g] = x[g];'],
  ['one of its numbers', 'int4', 'int s = x[g].w; y[g].z = s;'],
  ['three numbers', 'int3', 'y[g] = x[g];'],
  ['a member', 'S', 'y[g].b = x[g].a;'],
])('an element that is %s is known to be one too far', (_name, type, body) => {
  const said = (guard: string): string =>
    status(
      `int g = get_global_id(0); if (${guard}) return; ${body}`,
      `__global ${type} *y, __global const ${type} *x, int n`,
      'typedef struct { int a, b; } S;',
    );
  expect(said('g >= n')).toBe('right');
  expect(said('g > n')).toBe('not-checked');
});
