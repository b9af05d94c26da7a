import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Constants, usualConstants } from '../base/constants.ts';
import { simulateEvents } from '../testing/event-simulation.ts';
import { lowered, outline, parser } from '../testing/kernels.ts';
import { nativelyPreprocessed } from '../testing/native-preprocessor.ts';
import { configurations } from '../front/configurations.ts';
import { RUNS } from '../testing/amounts.ts';

const platform = (changes: Partial<Constants> = {}): Constants => ({
  ...usualConstants(),
  size: 16,
  ...changes,
});

/** Times of all configurations by event simulation, or why they are invalid. */
function times(text: string, constants = platform()): Record<string, number | string> {
  const kernel = lowered(text);
  const result: Record<string, number | string> = {};
  for (const { values, reason } of configurations(kernel, constants)) {
    const simulated = reason === undefined ? simulateEvents(kernel, values, constants) : undefined;
    result[JSON.stringify(values)] =
      simulated === undefined
        ? (reason ?? '')
        : simulated.kind === 'finished'
          ? simulated.time
          : simulated.kind;
  }
  return result;
}

/** The same for the C compiler's reading of the text in each configuration. */
function nativeTimes(text: string, constants = platform()): Record<string, number | string> {
  const result: Record<string, number | string> = {};
  for (const { values, reason } of configurations(lowered(text), constants)) {
    const key = JSON.stringify(values);
    if (reason !== undefined) result[key] = reason;
    else {
      const own = nativelyPreprocessed(text, { ...constants, ...values });
      const kernel = lowered(own);
      const simulated = simulateEvents(kernel, values, constants);
      result[key] = simulated.kind === 'finished' ? simulated.time : simulated.kind;
    }
  }
  return result;
}

const codes = (text: string): string[] =>
  parser.lower(text).diagnostics.map(({ code, message }) => `${code}: ${message}`);

const kernel = (body: string, before = ''): string =>
  `#pragma tuner param WG = {4}
${before}
__kernel void k(__global int *a, __global int *b) {
  int i = get_global_id(0);
${body}
}
`;

const COPIES = kernel(
  `#if V == 1
  b[i] = a[i];
#elif V == 2
  b[i] = a[i];
  b[i + 8] = a[i + 8];
#elif V == 4
  b[i] = a[i];
  b[i + 4] = a[i + 4];
  b[i + 8] = a[i + 8];
  b[i + 12] = a[i + 12];
#endif`,
  '#pragma tuner param V = {1, 2, 4}\n#pragma tuner items size / V',
);

test('each value of a parameter has its own code', () => {
  // Four groups on two units, twice a copy of 8 ticks; two groups, two copies; one group, four copies.
  expect(times(COPIES)).toEqual({
    '{"WG":4,"V":1}': 2 * (1 + 8),
    '{"WG":4,"V":2}': 1 + 16,
    '{"WG":4,"V":4}': 1 + 32,
  });
  expect(codes(COPIES)).toEqual([]);
});

const V = '#pragma tuner param V = {1, 2, 4}';
const TEXTS: readonly (readonly [string, string])[] = [
  ['copies', COPIES],
  ['a macro of a parameter', kernel('#if X > 2\nb[i] = 1;\n#endif', `${V}\n#define X (V * 2)`)],
  [
    'a macro that is a condition',
    kernel(
      '#if BIG(V)\nb[i] = 1;\n#else\nb[i] = a[i];\n#endif',
      `${V}\n#define BIG(x) ((x) > WG / 4)`,
    ),
  ],
  ['defined', kernel('#if defined(V) && V > 1 && !defined(W)\nb[i] = 1;\n#endif', V)],
  ['#ifdef', kernel('#ifdef V\nb[i] = V;\n#else\nb[i] = a[i];\n#endif', V)],
  [
    'conditions inside of conditions',
    kernel(
      `#if V > 1
  b[i] = a[i];
#if V > 2
  b[i] = a[i + 1];
#else
#if W
  b[i] = a[i + 2] + a[i];
#endif
#endif
#elif W == 1
  for (int j = 0; j < 3; ++j) b[i] = a[j];
#endif`,
      `${V}\n#pragma tuner param W = {0, 1}`,
    ),
  ],
  [
    'functions',
    kernel(
      'f(a, b, i);',
      `${V}
#if V == 1
void f(__global int *a, __global int *b, int i) { b[i] = a[i]; }
#else
void f(__global int *a, __global int *b, int i) { for (int j = 0; j < V; ++j) b[i + j] = a[i]; }
#endif`,
    ),
  ],
  [
    'whole kernels',
    `${V}
#pragma tuner param WG = {4}
#if V == 1
__kernel void k(__global int *a) { a[get_global_id(0)] = 1; }
#else
__kernel void k(__global int *a, __global int *b) { a[get_global_id(0)] = b[0]; }
#endif
`,
  ],
  [
    'definitions',
    kernel(
      'for (int j = 0; j < TIMES; ++j) LOAD(b, j);',
      `${V}
#if V >= 2
#define TIMES 2
#define LOAD(p, j) p[i + (j)] += a[i]
#else
#define TIMES 5
#define LOAD(p, j) p[i] = (j)
#endif`,
    ),
  ],
  [
    'barriers and local arrays',
    kernel(
      `#if V == 1
  __local int t[4];
#else
  __local int t[8], u[V];
#endif
  b[i] = a[i];
  for (int j = 0; j < 3; ++j) {
    t[get_local_id(0)] = a[i];
#if V > 1
    u[0] = j;
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    b[i] = t[3 - get_local_id(0)];
#if V == 4
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }
  b[i] = a[i];`,
      V,
    ),
  ],
  [
    'loops of one name',
    kernel(
      `#if V == 1
  for (int j = 0; j < 2; ++j) b[i] = a[j];
#endif
  for (int j = 0; j < V; ++j)
    for (int k = 0; k < j; ++k) b[k] = a[j];
#if V != 2
  for (int j = 0; j < 3; ++j) for (int k = 0; k <= j; ++k) a[k] = 1;
#endif`,
      V,
    ),
  ],
  [
    'pragmas',
    kernel(
      'f();\n#if V > 1\n#pragma tuner trips 3\n#else\n#pragma tuner trips 9\n#endif\nwhile (a[i]) f();',
      `${V}
void f();
#if V == 4
#pragma tuner cost f = GMT * 2
#pragma tuner items size / 2
#else
#pragma tuner cost f = LMT
#endif`,
    ),
  ],
  [
    'early returns',
    kernel(
      '#if V > 1\nif (i >= 8) return;\n#endif\nb[i] = a[i];\n#if V == 4\nb[i] = 1;\n#endif',
      V,
    ),
  ],
  [
    'names made of values',
    kernel(
      'int x = CAT(load, WIDTH)(a, i); b[i] = JOIN(load, V)(a);',
      `${V}
#define JOIN(x, y) x##y
#define CAT(x, y) JOIN(x, y)
#define WIDTH V
int loadV(__global int *a) { return a[0] + a[1] + a[2]; }
int load1(__global int *a, int i) { return a[i]; }
int load2(__global int *a, int i) { return a[i] + a[i + 1]; }
int load4(__global int *a, int i) { return load2(a, i) + load2(a, i + 2); }`,
    ),
  ],
  [
    'macros that ask what is defined',
    kernel(
      '#define V2 V\n#if HAS && !HASNT && ASK(V)\nb[i] = a[i];\n#endif\nb[i] = 1;',
      `${V}\n#define HAS (defined(V) && V > 1)\n#define HASNT defined W\n#define ASK(x) (x == 4)`,
    ),
  ],
  [
    'parameters that are skipped',
    kernel(
      '#ifdef W\nb[i] = W;\n#endif\n#if V > 1 && !W\nb[i] = a[i];\n#endif',
      `${V}\n#ifdef MORE\n#pragma tuner param W = {1, 2}\n#endif`,
    ),
  ],
  ['a condition on a group', kernel('#if WG > 2\nb[i] = a[i];\n#else\na[i] = 1;\n#endif', V)],
];

describe('a choice of code takes the time of the code that is chosen', () => {
  test.each(TEXTS)('%s', (_, text) => {
    for (const constants of [platform(), platform({ NP: 3, NU: 1, BT: 5, LMT: 2 })])
      expect(times(text, constants)).toEqual(nativeTimes(text, constants));
  });

  test('conditions on the platform and the size', () => {
    const text = kernel(
      '#if GMT > 4 && size >= 32\nb[i] = a[i];\n#elif NP == 4\nb[i] = 1;\n#endif\nb[i] = 0;',
      '#pragma tuner param V = {1}',
    );
    for (const size of [16, 32])
      for (const GMT of [4, 5])
        for (const NP of [3, 4]) {
          const constants = platform({ size, GMT, NP });
          expect(times(text, constants)).toEqual(nativeTimes(text, constants));
        }
  });
});

/** Statements with conditions around them, drawn. */
const statement = fc.constantFrom(
  'b[i] = a[i];',
  'a[i] = 1;',
  't[get_local_id(0)] = a[i];',
  'barrier(CLK_LOCAL_MEM_FENCE);',
  'for (int j = 0; j < V; ++j) b[i] = a[j];',
  'for (int j = 0; j < 2; ++j) { a[j] = 1; barrier(CLK_LOCAL_MEM_FENCE); }',
  'if (get_local_id(0) == 0) b[i] = 1;',
);
const condition = fc.constantFrom('V == 1', 'V > 1', 'V * W < 4', 'W', 'V == 2 || W', 'NP > 3');
const { body: drawn } = fc.letrec<{ body: string; part: string; choice: string; loop: string }>(
  (tie) => ({
    choice: fc
      .tuple(condition, tie('body'), condition, tie('body'), tie('body'))
      .map(([one, a, two, b, c]) => `#if ${one}\n${a}\n#elif ${two}\n${b}\n#else\n${c}\n#endif`),
    loop: tie('body').map((inner) => `for (int n = 0; n < W + 1; ++n) {\n${inner}\n}`),
    part: fc.oneof({ maxDepth: 3 }, statement, statement, tie('choice'), tie('loop')),
    body: fc.array(tie('part'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('\n')),
  }),
);

test('so do texts drawn at random', { timeout: 120_000 * RUNS }, () => {
  fc.assert(
    fc.property(drawn, (body) => {
      const text = kernel(
        `__local int t[4];\nb[i] = a[i];\n${body}\nb[i] = a[i];`,
        `${V}\n#pragma tuner param W = {0, 1}`,
      );
      const result = parser.lower(text);
      fc.pre(!result.diagnostics.some(({ code }) => code === 'too-many-variants'));
      expect(times(text)).toEqual(nativeTimes(text));
    }),
    { numRuns: 12 * RUNS, ...(RUNS === 1 && { seed: 7 }), endOnFailure: true },
  );
});

describe('what is shared stands once', () => {
  test('around a choice, also inside of loops', () => {
    const text = kernel(
      `for (int j = 0; j < 8; ++j) {
    b[i] = a[j];
#if V == 1
    b[i] = 1;
#endif
    a[i] = b[j];
  }
#if W
  a[i] = 2;
#endif`,
      `${V}\n#pragma tuner param W = {0, 1}`,
    );
    expect(outline(lowered(text))).toEqual([
      'loop 8',
      '  work load global a GMT, store global b GMT',
      '  uniform if V == 1',
      '    work store global b GMT',
      '  work load global b GMT, store global a GMT',
      'uniform if W',
      '  work store global a GMT',
    ]);
  });

  test('many independent choices stay small', () => {
    const names = ['A', 'B', 'C', 'D', 'E', 'F'];
    const text = kernel(
      names.map((name) => `#if ${name}\n  b[i] = a[i];\n#endif`).join('\n'),
      names.map((name) => `#pragma tuner param ${name} = {0, 1}`).join('\n'),
    );
    expect(outline(lowered(text))).toEqual(
      names.flatMap((name) => [
        `uniform if ${name}`,
        '  work load global a GMT, store global b GMT',
      ]),
    );
  });
});

describe('what is said', () => {
  test('an #error makes the configurations invalid that it is for', () => {
    const text = kernel('#if V == 2\n#error "two is not supported"\n#endif\na[i] = 1;', V);
    expect(codes(text)).toEqual([]);
    expect(times(text)).toEqual({
      '{"WG":4,"V":1}': 2 * (1 + 4),
      '{"WG":4,"V":2}': '#error "two is not supported"',
      '{"WG":4,"V":4}': 2 * (1 + 4),
    });
    const always = kernel('#error never\na[i] = 1;', V);
    expect(codes(always)).toEqual(['error-directive: The text says: never.']);
  });

  test('an error of some says where it is', () => {
    const text = kernel('#if V == 2\ngoto out;\n#endif\na[i] = 1;\nout: ;', V);
    expect(codes(text)).toEqual(['unsupported: Where V == 2: This cannot be modelled: goto.']);
    const all = kernel('#if V == 2\na[i] = 1;\n#endif\ngoto out;\nout: ;', V);
    expect(codes(all)).toEqual(['unsupported: This cannot be modelled: goto.']);
  });

  test('what no configuration can be is not looked at', () => {
    const wrong = '#if V == 3\noops();\n#elif V < 5\na[i] = 1;\n#else\noops();\n#endif';
    expect(codes(kernel(wrong, V))).toEqual([]);
    expect(codes(kernel(wrong, '#pragma tuner param V = pow2(1, 4)'))).toEqual([]);
    expect(
      codes(kernel(wrong, '#pragma tuner param V = pow2(1, size)\n#pragma tuner require V <= 4')),
    ).toEqual([]);
    expect(codes(kernel(wrong, '#pragma tuner param V = pow2(1, size)'))).not.toEqual([]);
    for (const values of ['range(1, size)', 'range(1, 100000)', 'pow2(NP, size)'])
      expect(
        codes(
          kernel('#if V <= 0\noops();\n#endif\na[i] = 1;', `#pragma tuner param V = ${values}`),
        ),
      ).toEqual([]);
    const twice = '#if size > 64\n#if size <= 64\noops();\n#endif\n#endif\na[i] = 1;';
    expect(codes(kernel(twice, V))).toEqual([]);
  });

  test('warnings are said once, and a pragma for one side is used', () => {
    const text = kernel(
      '#if V == 1\nf();\n#else\ng();\n#endif',
      `${V}\n#pragma tuner cost f = GMT\n#pragma tuner cost g = 2 * GMT\n#pragma tuner cost h = 3`,
    );
    expect(codes(text)).toEqual(['unused-pragma: h does not occur in the text.']);
  });

  test('a race of one side is found', () => {
    const text = kernel(
      `__local int t[4];
  t[get_local_id(0)] = a[i];
#if V != 4
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  b[i] = t[3 - get_local_id(0)];`,
      V,
    );
    expect(codes(text)).toEqual([expect.stringMatching(/^local-race: /)]);
    expect(codes(text.replace('V != 4', 'V != 3'))).toEqual([]);
  });

  test('parameters do not depend on others', () => {
    const text = kernel('a[i] = 1;', `${V}\n#if V == 1\n#pragma tuner param W = {1, 2}\n#endif`);
    expect(codes(text)).toEqual([expect.stringMatching(/^conditional-parameter: /)]);
  });

  const NAMES = [...'ABCDEFGHIJK'];
  const PARAMETERS = NAMES.map((name) => `#pragma tuner param ${name} = {0, 1}`).join('\n');

  test('too many are refused', { timeout: 60_000 }, () => {
    const choices = NAMES.map((name) => `#if ${name}\n  b[i] = a[i];\n#endif`).join('\n');
    expect(codes(kernel(choices, PARAMETERS))).toEqual([
      expect.stringMatching(/^too-many-variants: .* 1024,/),
    ]);
  });

  test('conditions that make no difference make no variants', { timeout: 60_000 }, () => {
    const choices = NAMES.map((name) => `#if ${name}\n#define UNUSED_${name}(x) x\n#endif`).join(
      '\n',
    );
    const idle = kernel(
      `${choices}\n#if A || B\nb[i] = a[i];\n#else\na[i] = 1;\n#endif`,
      PARAMETERS,
    );
    expect(codes(idle)).toEqual([]);
    expect(parser.parse(idle).chosenBy).toEqual(['A', 'B']);
    const branches = outline(lowered(idle)).filter((line) => line.includes('if'));
    expect(branches).toEqual(['uniform if A', '  uniform if B']);
  });
});

describe('a product with hundreds of variants', () => {
  const text = readFileSync(new URL('../testing/tiled-product.cl', import.meta.url), 'utf8');

  test('takes the times of what the C compiler chooses', { timeout: 120_000 }, () => {
    const kernelOfAll = lowered(text);
    const constants = platform({ size: 64 });
    const all = [...configurations(kernelOfAll, constants)].filter(({ reason }) => !reason);
    expect(all).toHaveLength(288);
    const timesOf = (one: typeof kernelOfAll, values: Readonly<Record<string, number>>) =>
      simulateEvents(one, values, constants);
    const found = new Set<string>();
    for (const { values } of all.filter((_, at) => at % 13 === 0)) {
      const own = lowered(nativelyPreprocessed(text, { ...constants, ...values }));
      const time = timesOf(kernelOfAll, values);
      expect(time, JSON.stringify(values)).toEqual(timesOf(own, values));
      expect(time.kind).toBe('finished');
      found.add(JSON.stringify(time));
    }
    expect(found.size).toBeGreaterThan(10);
    expect(outline(kernelOfAll).length).toBeLessThan(100);
  });
});
