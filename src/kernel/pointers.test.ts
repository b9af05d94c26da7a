import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nodesIn } from './ir.ts';
import { kernel, outline, lowered, parser } from '../testing/kernels.ts';
import {
  POINTER_DECLARATIONS,
  POINTER_VARIABLES,
  pointerStatement,
} from '../testing/pointer-expressions.ts';
import { RUNS } from '../testing/amounts.ts';

const accessesOf = (text: string): string[] => {
  const nodes = [...nodesIn(lowered(text).body)];
  return nodes.flatMap((node) =>
    node.kind === 'work' ? node.accesses.map(({ kind, space }) => `${kind} ${space}`) : [],
  );
};

describe('an access through a pointer', () => {
  test.each<[string, string, ...string[]]>([
    ['(a + 3)[n] = 1;', '', 'store global a GMT'],
    ['(&a[1])[2] = 3;', '', 'store global a GMT'],
    ['3[a] = 4;', '', 'store global a GMT'],
    ['__global int *p; (p = a)[n] = 2;', '', 'store global a GMT'],
    ['__local int m[4][4]; (m + 1)[0][2] = 1;', '', 'store local m LMT'],
    ['__local int m[4][4]; *m[1] = 2; **m = 3;', '', 'store local m LMT', 'store local m LMT'],
    ['struct H h; h.p = a; h.p[n] = 2;', 'struct H { int *p; int m; };', 'store global a GMT'],
    [
      'struct H h = {.m = 3, .p = a}, g; g = h; *g.p = 2;',
      'struct H { int *p; int m; };',
      'store global a GMT',
    ],
    [
      'struct H h; fill(&h, a); *h.p = 2;',
      'struct H { int *p; }; void fill(struct H *h, __global int *x) { h->p = x; }',
      'store global a GMT',
    ],
    ['__global int *b = a + 4; *(n ? a : b) = 2;', '', 'store global a GMT'],
    ['__global int *p = n ? a : 0; *p = 2;', '', 'store global a GMT'],
    ['__global int **pp = &a; (*pp)[n] = 3;', '', 'store global a GMT'],
    [
      'pick(a)[3] = 2;',
      '__global int *pick(__global int *q) { return q + 1; }',
      'store global a GMT',
    ],
    ['((__global float4*)a)[n] = 1;', '', 'store global a GMT'],
    ['__global int *p = a; *p++ = 1;', '', 'store global a GMT'],
    ['(n, a)[2] = 1;', '', 'store global a GMT'],
    ['x = modf(x, &f[3]);', '', 'store global f GMT'],
    ['__global int *p = to_global(a); p[1] = 2;', '', 'store global a GMT'],
    [
      '__global struct G *g = (__global struct G *)a; g[2].p[3] = 1; g->r[2][1] = 3;',
      'struct G { __local int *p; int r[3][4]; };',
      'load global a GMT, store local p LMT',
      'store global a GMT',
    ],
    [
      'float4 t; t[2] = x; t.xy = 3; float4 s[3]; s[1].x = 3; s[0][1] = 4; a[0] = 1;',
      '',
      'store global a GMT',
    ],
  ])('%s', (body, before, ...expected) => {
    expect(outline(lowered(kernel(body, before)))).toEqual(expected.map((line) => `work ${line}`));
  });

  test.each([
    ['struct H h; *h.p = 2;', 'struct H { int *p; };', 'h.p'],
    ['union U u; u.p = a; u.p[2] = 3;', 'union U { int *p; long l; };', 'u.p'],
    ['__global int *p[2]; p[0] = a; p[0][1] = 3;', '', 'p[0]'],
    ['__global struct G *g = (__global struct G *)a; *g->q = 1;', 'struct G { int *q; };', 'g->q'],
    ['5[n] = 3;', '', '5'],
    ['(x + 1)[2] = 3;', '', 'x + 1'],
  ])('%s is refused', (body, before, where) => {
    const text = kernel(body, before);
    const errors = parser.lower(text).diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ code, span }) => [code, text.slice(span.start, span.end)])).toEqual([
      ['unknown-pointer', where],
    ]);
  });

  test('a write through a pointer to one of two variables changes what is known of both', () => {
    const text = 'int i = 1, j = 2; *(n ? &i : &j) = 5; for (int k = 0; k < i; k++) a[k] = 1;';
    expect(parser.lower(kernel(text)).ok).toBe(false);
    const sure =
      'int i = 1, j = 2; *(&i) = 5; (&j)[0] = 3; for (int k = 0; k < i + j; k++) a[k] = 1;';
    expect(outline(lowered(kernel(sure)))).toEqual(['loop 8', '  work store global a GMT']);
  });

  test('is counted in every form that a pointer can have', () => {
    fc.assert(
      fc.property(fc.array(pointerStatement(), { minLength: 1, maxLength: 3 }), (statements) => {
        const body = `int lid = get_local_id(0); ${POINTER_VARIABLES} ${statements.map(({ text }) => text).join('\n')}`;
        const expected = statements.flatMap(({ accesses }) => accesses);
        expect(accessesOf(kernel(body, POINTER_DECLARATIONS)).toSorted()).toEqual(
          expected.toSorted(),
        );
      }),
      { numRuns: 300 * RUNS },
    );
  });
});
