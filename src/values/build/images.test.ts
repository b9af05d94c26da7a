import { describe, expect, test } from 'vitest';
import { builtValues, valueErrors } from '../../testing/value-listing.ts';
import { statusOf } from '../finding.ts';
import { checkByRunning } from '../run/check.ts';
import type { RunVerdict } from '../run/run-verdict.ts';

/** Four by two items in groups of two by two: so large are the images that they are given. */
const said = (body: string, ensures = 'true', before = ''): RunVerdict => {
  const text = `#pragma tuner param WG = {2}
#pragma tuner local_size WG, WG
#pragma tuner items 4, 2
#pragma tuner input src[i] = i
#pragma tuner ensures forall i < 8: ${ensures}
${before}
__kernel void k(__read_only image2d_t src, __write_only image2d_t dst, __global float *o) {
  int x = get_global_id(0), y = get_global_id(1), i = y * 4 + x;
  ${body}
}`;
  return checkByRunning(builtValues(text, { WG: 2 }), { text });
};

/** A sampler of whole coordinates. */
const sampler = (address: string): string =>
  `const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_${address} | CLK_FILTER_NEAREST;`;

describe('what is stated of an image', () => {
  const sized = (stated: string, guard = ''): string => `#pragma tuner local_size 2, 2
#pragma tuner items 8, 6
${stated}
__kernel void k(__read_only image2d_t src, __write_only image2d_t dst, sampler_t s) {
  int x = get_global_id(0), y = get_global_id(1);
  ${guard} write_imagef(dst, (int2)(x, y), read_imagef(src, s, (int2)(x, y)));
}`;
  const checked = (text: string): RunVerdict => checkByRunning(builtValues(text), { text });
  const both = '#pragma tuner array src = 6, 5\n#pragma tuner array dst = 6, 5';

  test('is its size', () => {
    const inside = checked(sized(both, 'if (x < 6 && y < get_image_height(dst))'));
    expect(inside.findings).toEqual([]);
    const beyond = checked(sized(both, 'if (x < 6 && y < 6)'));
    const [found] = beyond.findings;
    expect(`${found?.kind}: ${found?.message}`).toMatch(
      /^bounds: .* accesses dst at \(0, 5\), .*: dst has 6 x 5 pixels\./,
    );
    expect(found?.assumed).toBeUndefined();
    // Without it the image is as large as the range.
    expect(checked(sized('')).findings).toEqual([]);
  });

  test('has to fit the image', () => {
    expect(valueErrors(sized('#pragma tuner array src = 6'))).toEqual([
      'values-unsupported: The image src has 2 sizes; the pragma states 1. [src]',
    ]);
    expect(valueErrors(sized('#pragma tuner array src = 0, 6'))).toEqual([
      expect.stringContaining('src cannot have 0 x 6 pixels.'),
    ]);
    const array = '#pragma tuner array o = 4, 4\n__kernel void k(__global int *o) { o[0] = 1; }';
    expect(valueErrors(array)).toEqual([
      expect.stringContaining('o is no image: its length is one number.'),
    ]);
  });

  test('is not the number of a sampler, which is no input', () => {
    const { registers } = builtValues(sized(both));
    expect(registers.filter(({ isArgument }) => isArgument)).toMatchObject([
      { name: 's', input: { kind: 'given' } },
    ]);
  });
});

// The first lane of pixel p is 4 p, as inputs count the lanes of pixels.
describe('a pixel', () => {
  test.each([
    ['of whole coordinates', '', 'read_imagef(src, (int2)(x, y)).x', '4 * i'],
    ['of each lane', '', 'read_imagef(src, (int2)(x, y)).w', '4 * i + 3'],
    [
      'beyond the edge is that of the edge',
      sampler('CLAMP_TO_EDGE'),
      'read_imagef(src, s, (int2)(x + 1, y - 1)).x',
      '4 * (i % 4 == 3 ? 3 : i % 4 + 1)',
    ],
    [
      'beyond the border is zero',
      sampler('CLAMP'),
      'read_imagef(src, s, (int2)(x - 1, y)).x',
      '(i % 4 == 0 ? 0 : 4 * i - 4)',
    ],
    [
      'is the one in which a point lies',
      sampler('NONE'),
      'read_imagef(src, s, (float2)(x + 0.9f, y + 0.1f)).x',
      '4 * i',
    ],
    [
      'and half of its neighbour is between the two',
      'const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;',
      'read_imagef(src, s, (float2)(x + 1.0f, y + 0.5f)).x',
      '(i % 4 == 3 ? 4 * i : 4 * i + 2)',
    ],
    [
      'and a quarter of each of four is where they meet',
      'const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;',
      'read_imagef(src, s, (float2)(x, y)).x * 4',
      '4 * ((i % 4 == 0 ? 0 : i - 1 + (i < 4 ? 0 : i - 5)) + i + (i < 4 ? 0 : i - 4))',
    ],
    [
      'is found again where the image repeats itself',
      'const sampler_t s = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_NEAREST;',
      'read_imagef(src, s, (float2)((x - 2.5f) / 4, (y + 2.5f) / 2)).x',
      '4 * ((i % 4 + 1) % 4 + 4 * (i / 4))',
    ],
  ])('%s', (_, before, value, wanted) => {
    const right = said(`o[i] = ${value};`, `o[i] == ${wanted}`, before);
    expect(right.findings).toEqual([]);
    expect(statusOf(right)).toBe('right');
    const wrong = said(`o[i] = ${value} + 1;`, `o[i] == ${wanted}`, before);
    expect(statusOf(wrong)).toBe('wrong');
  });
});

describe('what goes wrong with an image', () => {
  /** Each lane of a pixel has its own. */
  const faults = (body: string, before = ''): readonly string[] => [
    ...new Set(said(body, 'true', before).findings.map(({ kind }) => kind)),
  ];

  test('a pixel outside in one dimension is none of the next row', () => {
    const before = said('o[i] = read_imagef(src, (int2)(x - 1, y)).x;').findings[0]?.message;
    expect(before).toContain('accesses src before its first pixel');
    expect(before).toContain('src has 4 x 2 pixels');
    expect(faults('if (x > 0) o[i] = read_imagef(src, (int2)(x - 1, y)).x;')).toEqual([]);
  });

  test.each([
    ['write_imagef(dst, (int2)(x + 1, y), (float4)(0));', '', ['dst has more than 4 x 2 pixels']],
    [
      'o[i] = read_imagef(src, s, (int2)(x, y + 1)).x;',
      sampler('NONE'),
      ['src has more than 4 x 2 pixels'],
    ],
    [
      'if (x + 1 < get_image_width(dst) && y < get_image_dim(dst).y) write_imagef(dst, (int2)(x + 1, y), (float4)(0));',
      '',
      [],
    ],
  ])('a pixel beyond is one of a larger image: %s', (body, before, conditions) => {
    const verdict = said(body, 'true', before);
    expect(verdict.findings).toEqual([]);
    expect(verdict.notChecked.map(({ holdsIf }) => holdsIf)).toEqual(conditions);
  });

  test('a sampler of the host is taken to clamp, which is said', () => {
    const text = `#pragma tuner param WG = {4}
#pragma tuner input src[i] = i
#pragma tuner ensures forall i < 8: o[i] == 4 * (i == 0 ? 0 : i - 1)
__kernel void k(__read_only image1d_t src, sampler_t s, __global float *o) {
  o[get_global_id(0)] = read_imagef(src, s, (int)get_global_id(0) - 1).x;
}`;
    const verdict = checkByRunning(builtValues(text, { size: 8, WG: 4 }), { text });
    expect(statusOf(verdict)).toBe('right');
    expect(verdict.notChecked.map(({ holdsIf }) => holdsIf)).toEqual([
      's is CLK_ADDRESS_CLAMP_TO_EDGE',
    ]);
  });

  test('whole coordinates are those of a pixel, though a sampler mixes', () => {
    const before = 'const sampler_t s = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;';
    const verdict = said('o[i] = read_imagef(src, s, (int2)(x, y)).x;', 'o[i] == 4 * i', before);
    expect(statusOf(verdict)).toBe('right');
    expect(verdict.notChecked.map(({ holdsIf }) => holdsIf)).toEqual([
      'CLK_FILTER_LINEAR finds the pixel of whole coordinates',
    ]);
  });

  test('the layers of an image are numbered, not measured', () => {
    const text = `#pragma tuner param WG = {4}
#pragma tuner input src[i] = i
#pragma tuner ensures forall i < 8: o[i] == 4 * (8 + i)
const sampler_t s = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_NEAREST;
__kernel void k(__read_only image1d_array_t src, __global float *o) {
  int i = get_global_id(0);
  if (get_image_array_size(src) == 4)
    o[i] = read_imagef(src, s, (float2)((i + 0.5f) / get_image_width(src), 1.0f)).x;
}`;
    const verdict = checkByRunning(builtValues(text, { size: 8, WG: 4 }), { text });
    expect(verdict.findings).toEqual([]);
    expect(statusOf(verdict)).toBe('right');
  });

  test('two work-items write one pixel', () => {
    const body = 'write_imagef(dst, (int2)(0, y), (float4)(x));';
    expect(faults(body)).toEqual(['race-global', 'race-between-groups']);
    expect(faults(`if (x == 0) ${body}`)).toEqual([]);
  });

  test('functions are given images, by whatever name', () => {
    const before = `float4 left(image2d_t of, int2 at) { return read_imagef(of, at - (int2)(1, 0)); }
void fill(image2d_t image, int2 at, float4 with) { write_imagef(image, at, with); }`;
    expect(faults('if (x) fill(dst, (int2)(x, y), left(src, (int2)(x, y)));', before)).toEqual([]);
    expect(faults('fill(dst, (int2)(x, y), left(src, (int2)(x, y)));', before)).toEqual(['bounds']);
  });
});

describe('what is not told of an image', () => {
  const errors = (body: string, parameter = 'sampler_t s'): readonly string[] =>
    valueErrors(`#pragma tuner param WG = {4}
__kernel void k(__read_only image2d_t src, ${parameter}, __global float *o) { ${body} }`);

  test.each([
    [
      'o[0] = read_imagef(src, s, (float2)(0)).x;',
      'sampler_t s',
      /sampler does is stated by the host/,
    ],
    [
      'o[0] = read_imagef(src, CLK_ADDRESS_MIRRORED_REPEAT, (float2)(0)).x;',
      'int n',
      /Mirrored images are not followed/,
    ],
    ['o[0] = read_imagef(src, 0).x;', 'int n', /needs 2 coordinates/],
    [
      'o[0] = read_imagef(src, (int2)(0)).x + read_imagei(src, (int2)(0)).x;',
      'int n',
      /pixels are float elsewhere/,
    ],
  ])('%s', (body, parameter, message) => {
    expect(errors(body, parameter)).toEqual([expect.stringMatching(message)]);
  });
});
