import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { kernel, parser } from '../../testing/kernels.ts';
import { builtValues, listing, valueErrors } from '../../testing/value-listing.ts';
import { configurations } from '../../front/configurations.ts';
import { usualConstants } from '../../base/constants.ts';
import { buildValues } from './build.ts';

/** The body's code, but for the final step. */
function code(body: string, before = ''): string[] {
  const lines = listing(builtValues(kernel(body, before)));
  return lines.at(-1) === 'end' ? lines.slice(0, -1) : lines;
}

describe('code', () => {
  test.each<readonly [string, string, readonly string[]]>([
    [
      'an element',
      'a[get_local_id(0)] = a[1];',
      ['r2 = int [&a + 4]', 'int [&a + (long(local.x) * 4)] = r2'],
    ],
    ['a constant of the text', 'int k = 3; a[0] = k * WG;', ['int [&a] = 12']],
    [
      'a loop',
      'for (int i = 0; i < n; i++) a[i] = i;',
      ['i = 0', 'while (i < n): 2, 5', 'int [&a + (long(i) * 4)] = i', 'i = (i + 1)', 'go to 1'],
    ],
    [
      'a condition of two parts, the second of which reads memory',
      'if (n > 0 && a[n] == 1) a[0] = 2;',
      ['if (n > 0): 1, 4', 'r2 = int [&a + (long(n) * 4)]', 'if (r2 == 1): 3, 4', 'int [&a] = 2'],
    ],
    ['a choice without effects', 'a[0] = n > 0 ? n : -n;', ['int [&a] = ((n > 0) ? n : -n)']],
    [
      'a choice that divides',
      'a[0] = n ? 1 / n : 0;',
      ['if (n != 0): 1, 3', 'r2 = (1 / n)', 'go to 4', 'r2 = 0', 'int [&a] = r2'],
    ],
    ['the wrong fence', 'barrier(CLK_GLOBAL_MEM_FENCE);', ['barrier global']],
    ['no fence', 'barrier(0);', ['barrier']],
    ['an atomic', 'atomic_inc(&a[0]);', ['increment int [&a]']],
    [
      'an atomic whose result is used',
      'a[1] = atomic_add(a, 2u);',
      ['r2 = add int [&a], 2', 'int [&a + 4] = r2'],
    ],
    [
      'lanes exchanged',
      'int2 p = (int2)(n, 1); p.xy = p.yx; a[0] = p.x;',
      ['p.x = n', 'p.y = 1', 'r4 = p.y', 'r5 = p.x', 'p.x = r4', 'p.y = r5', 'int [&a] = p.x'],
    ],
    ['unsigned arithmetic', 'a[0] = get_local_id(0) - 1 < 0;', ['int [&a] = ((local.x - 1) < 0)']],
    [
      'a narrow variable',
      'uchar c = n; c += 1; a[0] = c;',
      ['c = uchar(n)', 'c = uchar((int(c) + 1))', 'int [&a] = int(c)'],
    ],
    ['a loop of nothing', 'while (1);', ['go to 0']],
    ['what nobody reaches', 'if (0) a[0] = 1; return; a[1] = 2;', []],
  ])('%s', (_name, body, lines) => {
    expect(code(body)).toEqual(lines);
  });

  test('a helper is inlined, with its barrier where it is called', () => {
    const text = `void sync(void) { barrier(CLK_LOCAL_MEM_FENCE); }
__kernel void k(__local int *l) { l[0] = 1; sync(); }
#pragma tuner param WG = {4}`;
    const program = builtValues(text);
    expect(listing(program)).toEqual(['int [&l] = 1', 'barrier local', 'end']);
    const [, barrier] = program.code;
    expect(barrier && text.slice(barrier.span.start, barrier.span.end)).toBe(
      'barrier(CLK_LOCAL_MEM_FENCE)',
    );
  });

  test('arguments are as long as is said, or as there are items', () => {
    const { objects, registers } = builtValues(
      kernel('a[0] = 1;', '#pragma tuner array f = 2 * size\n#pragma tuner local l = WG + 1'),
    );
    expect(objects.map(({ name, bytes, length }) => [name, bytes, length])).toEqual([
      ['a', 64, 'assumed'],
      ['f', 128, 'stated'],
      ['v', 256, 'assumed'],
      ['l', 20, 'stated'],
    ]);
    expect(registers.map(({ name, input }) => [name, input?.kind])).toEqual([
      ['n', 'unknown'],
      ['x', 'unknown'],
    ]);
  });

  test('what a kernel requires and asserts', () => {
    const text = `#pragma tuner param WG = {4}
__kernel void k(__global int *p, int n, int m) {
  __requires(n == get_local_size(0) && m > 1);
  __requires(__all(p[0]));
  int i = 0;
  while (__invariant(i <= n), i < n) i++;
  __assert(__implies(n == 4, i == m));
  p[0] = n;
}`;
    const constants = { ...usualConstants(), size: 16, WG: 4 };
    const result = buildValues(parser, text, { values: constants });
    if (!result.ok) throw new Error('refused');
    expect(listing(result.value)).toEqual([
      'assume (m > 1)',
      'i = 0',
      'assert (i <= 4)',
      'while (i < 4): 4, 6',
      'i = (i + 1)',
      'go to 2',
      'assert (i == m)',
      'int [&p] = 4',
      'end',
    ]);
    expect(result.value.registers.map(({ name, input }) => [name, input])).toEqual([
      ['n', { kind: 'given', values: [4] }],
      ['m', { kind: 'unknown' }],
      ['i', undefined],
    ]);
    const said = result.diagnostics.filter(({ code }) => code === 'annotation-ignored');
    expect(said.map(({ span }) => text.slice(span.start, span.end))).toEqual([
      '__requires(__all(p[0]))',
    ]);
  });

  test('what is not understood and not used does no harm', () => {
    const text = `#pragma tuner param WG = {4}
__constant sampler_t near = CLK_ADDRESS_NONE;
__kernel void k(__global int *p, image2d_depth_t image) { p[0] = 1; }`;
    expect(listing(builtValues(text))).toEqual(['int [&p] = 1', 'end']);
    expect(valueErrors(text.replace('p[0] = 1', 'p[0] = read_imagei(image, near, p).x'))).toEqual([
      'values-unsupported: Values of the type image2d_depth_t are not followed. [image]',
    ]);
  });

  test('many zeros are written by a loop', () => {
    const lines = code('int z[100] = {7}; a[0] = z[n];');
    expect(lines.filter((line) => line.startsWith('int [&z'))).toEqual([
      'int [&z] = 7',
      'int [&z + r2] = 0',
    ]);
  });

  test('volatile arrays are known as such', () => {
    const { objects } = builtValues(
      kernel('volatile __local int flag; flag = 1;').replace(
        '__local int *l',
        '__local volatile int *l',
      ),
    );
    expect(objects.filter(({ isVolatile }) => isVolatile).map(({ name }) => name)).toEqual([
      'l',
      'flag',
    ]);
  });

  test('inputs of structs are those of their members', () => {
    const text = `#pragma tuner param WG = {4}
#pragma tuner items 4
#pragma tuner array b = 2
#pragma tuner input b[i].x = i + 1
#pragma tuner input b[i].y = 10 * i
typedef struct { int x; float y; } Body;
__kernel void k(__global Body *b) { b[0].x = 1; }`;
    const [object] = builtValues(text).objects;
    expect(object?.input).toEqual({ kind: 'given', values: [1n, 0n, 2n, 10n] });
    const constants = { ...usualConstants(), size: 16, WG: 4 };
    const partly = text.replace('#pragma tuner input b[i].y = 10 * i', '');
    const result = buildValues(parser, partly, { values: constants });
    expect(result.ok && result.value.objects[0]?.input).toEqual({ kind: 'unknown' });
    expect(result.diagnostics.map(({ code }) => code)).toContain('input-ignored');
  });

  test('what pragmas say of members', () => {
    const text = `#pragma tuner param WG = {4}
#pragma tuner value s.n = 2 * WG
#pragma tuner value p->count = 3
typedef struct { int n; int m; } Sizes;
struct Head { uint count; };
int sum(Sizes s) { return s.n + s.m; }
__kernel void k(__global int *a, Sizes s, __constant struct Head *p) {
  if (p->count == 3) a[s.n] = sum(s);
}`;
    const lines = listing(builtValues(text));
    expect(lines[0]).toBe('int [&s] = 8');
    expect(lines.some((line) => line.startsWith('if'))).toBe(false);
    expect(lines.at(-2)).toMatch(/^int \[&a \+ 32\] = r\d+$/);
  });

  test.each([
    [
      'mystery(1);',
      'values-unsupported: What mystery computes is not known: it has no body here. [mystery(1)]',
    ],
    ['goto x;', 'values-unsupported: There is no label x that is ever reached. [goto x;]'],
    ['a[0] = idx;', 'values-unsupported: idx is not declared. [idx]'],
    [
      'a[0] = sub_group_non_uniform_all(n);',
      'values-unsupported: What sub_group_non_uniform_all computes is not followed. [sub_group_non_uniform_all(n)]',
    ],
  ])('refuses %s', (body, message) => {
    expect(valueErrors(kernel(body))).toEqual([message]);
  });
});

describe('examples', async () => {
  const folder = new URL('../../../examples/', import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.cl'));
  test.each(names)('%s', async (name) => {
    const text = await readFile(new URL(name, folder), 'utf8');
    const constants = { ...usualConstants(), size: 16 };
    const lowered = parser.lower(text);
    if (!lowered.ok) throw new Error(name);
    const valid = [...configurations(lowered.value, constants)].find(({ reason }) => !reason);
    const result = buildValues(parser, text, { values: { ...constants, ...valid?.values } });
    const errors = result.diagnostics.filter(({ severity }) => severity === 'error');
    // The papers' abstract kernels have priced functions without bodies; those taking pointers may
    // touch memory.
    expect(errors.map(({ message }) => message)).toEqual(
      name === 'abstract.cl' || name === 'fermi.cl'
        ? ['f', 'g1', 'g2'].map(
            (each) => `What ${each} computes is not known: it has no body here.`,
          )
        : [],
    );
  });
});
