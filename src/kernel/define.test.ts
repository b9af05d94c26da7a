import { describe, expect, test } from 'vitest';
import { lowered, outline, parser, remarks } from '../testing/kernels.ts';

const kernel = (body: string, before: string): string =>
  `#pragma tuner param WG = pow2(2, 16)
${before}
__kernel void k(__global int *a) {
  int i = get_global_id(0);
${body}
}
`;

describe("what the text defines is the text's own", () => {
  const loop = 'for (int j = 0; j < NP; ++j) a[i] += j;';

  test('also where the platform has a constant of that name', () => {
    const own = kernel(loop, '#define NP 64');
    expect(outline(lowered(own))[0]).toBe('loop 64');
    expect(remarks(own)).toContain('own-constant: #define NP 64');
    const given = kernel(loop, '');
    expect(outline(lowered(given))[0]).toBe('loop NP');
    expect(remarks(given)).toEqual([]);
  });

  test('but in pragmas the name is that of the platform', () => {
    const text = kernel(loop, '#define size 64\n#define N (size / 2)\n#pragma tuner items size');
    expect(lowered(text).items).toEqual({ kind: 'name', name: 'size' });
    const other = kernel(loop, '#define size 64\n#define N (size / 2)\n#pragma tuner items N');
    expect(lowered(other).items).toMatchObject({ left: { value: 64 }, right: { value: 2 } });
  });

  test('where it is not defined yet, the platform has defined it', () => {
    const guarded = kernel(loop, '#ifndef NP\n#define NP 64\n#endif');
    expect(outline(lowered(guarded))[0]).toBe('loop NP');
    expect(remarks(guarded)).toEqual([]);
    const again = kernel(loop, '#undef NP\n#ifndef NP\n#define NP 3\n#endif');
    expect(outline(lowered(again))[0]).toBe('loop 3');
  });

  test('a tuning parameter stays one, and the text is told', () => {
    const work = 'for (int j = 0; j < WG; ++j) a[i] += j;';
    const guarded = kernel(work, '#ifndef WG\n#define WG 64\n#endif');
    expect(outline(lowered(guarded))[0]).toBe('loop WG');
    expect(remarks(guarded)).toEqual([]);
    const plain = kernel(work, '#define WG 64');
    expect(outline(lowered(plain))[0]).toBe('loop WG');
    expect(remarks(plain)).toEqual(['parameter-defined: #define WG 64']);
  });
});

test.each(['DECLSPEC void f() {} __kernel void k() { f(); }', '__kernel ATTRIBUTES void k() {}'])(
  'a macro that only the host knows is named: %s',
  (text) => {
    const [error] = parser.parse(text).diagnostics;
    expect(error?.message).toMatch(/^(DECLSPEC|ATTRIBUTES) is not known here\.$/);
    expect(error?.hint).toContain('-D ');
    const name = error?.message.split(' ')[0] ?? '';
    expect(parser.parse(`#define ${name}\n${text}`).diagnostics).toEqual([]);
  },
);
