import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluate } from '../front/expr.ts';
import type { Access, Kernel } from './ir.ts';
import { kernel, lowered, outline, parser, remarks } from '../testing/kernels.ts';

const abstract = await readFile(new URL('../../examples/abstract.cl', import.meta.url), 'utf8');

const ABSTRACT = [
  'loop size / TS',
  '  work call global f GMT * TS, store local N_l LMT',
  '  barrier local',
  '  if lid % 2',
  '    loop TS',
  '      work call local g1 LMT',
  '  else',
  '    loop TS',
  '      work call local g2 LMT',
  '  barrier local',
  'work store global R_g GMT',
];

describe('the abstract kernel', () => {
  test('gives the cost IR of the paper', () => {
    const result = parser.lower(abstract);
    expect(result.ok && outline(result.value)).toEqual(ABSTRACT);
    expect(result.diagnostics.map(({ code, severity }) => [severity, code])).toEqual([
      ['info', 'assumed-branch'],
    ]);
    const { name, items, localSize, parameters, localArrays } = lowered(abstract);
    expect({ name, items, localSize, localArrays }).toEqual({
      name: 'abstract_kernel',
      items: { kind: 'name', name: 'size' },
      localSize: { kind: 'name', name: 'WG' },
      localArrays: [],
    });
    expect(parameters.map((parameter) => parameter.name)).toEqual(['WG', 'TS']);
  });

  test('every access points at its text', () => {
    const at: string[] = [];
    const visit = (accesses: readonly Access[]): void => {
      for (const { span } of accesses) at.push(abstract.slice(span.start, span.end));
    };
    const [loop, work] = lowered(abstract).body;
    if (loop?.kind === 'loop' && loop.body[0]?.kind === 'work') visit(loop.body[0].accesses);
    if (work?.kind === 'work') visit(work.accesses);
    expect(at).toEqual(['f(i, idx_l, size, N_g)', 'N_l[idx_l]', 'R_g[h(idx_g, size)]']);
    expect(loop && abstract.slice(loop.span.start, loop.span.end)).toBe(
      'for (int i = 0; i < size / TS; ++i)',
    );
  });

  test.each<[string, string, string, (lines: string[]) => string[]]>([
    [
      'another trip count',
      'i < size / TS',
      'i < 2 * size',
      (l) => ['loop 2 * size', ...l.slice(1)],
    ],
    [
      'another start',
      'int i = 0; i < size',
      'int i = 3; i < size',
      (l) => ['loop size / TS - 3', ...l.slice(1)],
    ],
    [
      'another cost',
      'cost f = GMT * TS',
      'cost f = LMT',
      (l) => l.with(1, '  work call local f LMT, store local N_l LMT'),
    ],
    [
      'one barrier less',
      '    barrier(CLK_LOCAL_MEM_FENCE);           // waiting for local co-workers\n  }',
      '  }',
      (l) => l.toSpliced(9, 1),
    ],
    [
      'a value for b',
      '#pragma tuner cost h',
      '#pragma tuner value b = idx_l < 4\n#pragma tuner cost h',
      (l) => l.with(3, '  if lid < 4'),
    ],
    ['a store less', 'R_g[h(idx_g, size)] = result;', '', (l) => l.slice(0, -1)],
  ])('%s changes the IR', (_, from, to, change) => {
    expect(abstract).toContain(from);
    expect(outline(lowered(abstract.replace(from, to)))).toEqual(change(ABSTRACT));
  });
});

describe('loops', () => {
  const trips = (text: string): string => outline(lowered(kernel(`${text} a[0] = 1;`)))[0] ?? '';

  test.each([
    ['for (int i = 0; i < size; ++i)', 'loop size'],
    ['for (int i = 1; i <= WG; i += 2)', 'loop (WG + 1) / 2'],
    ['for (int i = size; i > 0; i -= WG)', 'loop (size + WG - 1) / WG'],
    [
      'for (int i = get_local_id(0); i < size; i += get_local_size(0))',
      'loop (size + WG - lid - 1) / WG',
    ],
    ['for (int i = 0; i != WG; i++)', 'loop WG'],
    ['for (int i = WG; i--;)', 'loop WG'],
    ['for (int i = 0, j = WG; i < j; i++, j--)', 'loop (WG + 1) / 2'],
    ['for (int s = WG / 2; s > 0; s >>= 1)', 'loop log2(WG / 2) + 1'],
    ['for (int s = WG; s >= 2; s /= 2)', 'loop log2(WG / 2) + 1'],
    ['for (int s = WG; s > 32; s >>= 1)', 'loop log2(WG / 33) + 1'],
    ['for (int s = 1; s < WG; s <<= 1)', 'loop log2(WG - 1) + 1'],
    ['for (int s = 1; s <= WG; s = s * 2)', 'loop log2(WG) + 1'],
    ['for (int s = 1; s < WG; s += s)', 'loop log2(WG - 1) + 1'],
    ['for (int s = 1; s < WG; s *= 4)', 'loop (log2(WG - 1) + 2) / 2'],
    ['for (int i = 0; i < 4 && i < size; i++)', 'loop min(4, size)'],
    ['for (int i = 0; !(i >= 4); i++)', 'loop 4'],
    ['__global int *p = a; for (; p < a + 1; p++)', ''],
  ])('%s', (text, expected) => {
    if (expected === '') expect(parser.lower(kernel(`${text} a[0] = 1;`)).ok).toBe(false);
    else expect(trips(text)).toBe(expected);
  });

  test('any linear or geometric loop runs as often as C says', () => {
    const shape = fc.record({
      start: fc.integer({ min: -20, max: 40 }),
      bound: fc.integer({ min: -20, max: 40 }),
      step: fc.integer({ min: 1, max: 7 }),
      form: fc.constantFrom('for', 'while', 'do'),
      kind: fc.constantFrom('up', 'down', 'halve', 'divide', 'double'),
      strict: fc.boolean(),
    });
    fc.assert(
      fc.property(shape, ({ start, bound, step, form, kind, strict }) => {
        const geometric = kind === 'halve' || kind === 'divide' || kind === 'double';
        const from = geometric ? Math.abs(start) + 1 : start;
        const to = geometric ? Math.abs(bound) + (strict ? 0 : 1) : bound;
        const up = kind === 'up' || kind === 'double';
        const operator = `${up ? '<' : '>'}${strict ? '' : '='}`;
        const update = {
          up: `i += ${step}`,
          down: `i -= ${step}`,
          halve: 'i >>= 1',
          divide: 'i /= 4',
          double: 'i *= 2',
        }[kind];
        const condition = `i ${operator} ${to}`;
        const body = 'a[i] = 1;';
        const text = {
          for: `for (int i = ${from}; ${condition}; ${update}) { ${body} }`,
          while: `int i = ${from}; while (${condition}) { ${body} ${update}; }`,
          do: `int i = ${from}; do { ${body} ${update}; } while (${condition});`,
        }[form];
        let i = from;
        let count = 0;
        const holds = (): boolean => (up ? (strict ? i < to : i <= to) : strict ? i > to : i >= to);
        const advance = (): void => {
          i = {
            up: i + step,
            down: i - step,
            halve: i >> 1,
            divide: Math.trunc(i / 4),
            double: i * 2,
          }[kind];
        };
        if (form === 'do') {
          count = 1;
          advance();
        }
        for (; holds(); count += 1) advance();
        // Code after the loop sees the last value.
        const after = `for (int j = 0; j < i + 50; j++) a[j] = 2;`;
        const nodes = lowered(
          kernel(`${text.replace('for (int i', 'int i; for (i')} ${after}`),
        ).body;
        const runs = nodes.map((node) =>
          node.kind === 'loop' ? Math.max(0, evaluate(node.trips, {})) : -1,
        );
        expect(runs).toEqual([count, Math.max(0, i + 50)].filter((run) => run > 0));
      }),
      { numRuns: 400 },
    );
  });

  test('the body sees the index', () => {
    expect(
      outline(
        lowered(
          kernel(`
      for (int i = 0; i < WG; i++)
        for (int j = i; j < WG; j++) a[j] = 1;
      for (int s = WG / 2; s > 0; s >>= 1)
        if (get_local_id(0) < s) a[s] = 1;`),
        ),
      ),
    ).toEqual([
      'loop i of WG',
      '  loop WG - i',
      '    work store global a GMT',
      'loop s_round of log2(WG / 2) + 1',
      '  if lid < WG / 2 >> s_round',
      '    work store global a GMT',
    ]);
  });

  test('a trips pragma gives the count, and may use names of the text', () => {
    expect(
      outline(
        lowered(
          kernel(`
      int i = 0; int m = 3;
      #pragma tuner trips size / 2 + m
      while (a[i] != 0) { if (a[i] == 5) break; i++; }`),
        ),
      ),
    ).toEqual([
      'loop size / 2 + 3',
      '  work load global a GMT',
      '  work load global a GMT',
      'work load global a GMT',
    ]);
  });

  test.each([
    ['while (a[n]) a[0]++;', 'the contents of a'],
    ['for (int i = 0; i < n; i++) a[i] = 0;', 'the argument n'],
    ['for (int i = 1; i < size; i = i * 3 + 1) a[i] = 0;', 'constant step or factor'],
    ['for (int i = 0; i < 9; i++) { if (a[i]) break; a[i] = 1; }', 'break'],
    ['int i = 0; while (i < size) { if (a[i]) i++; a[i] = 2; }', 'constant step'],
  ])('%s says why not', (text, reason) => {
    const result = parser.lower(kernel(text));
    const [found] = result.diagnostics.filter(({ severity }) => severity === 'error');
    expect(found?.code).toBe('unknown-trip-count');
    expect(found?.message).toContain(reason);
    expect(found?.hint).toContain('#pragma tuner');
  });

  test.each([
    ['for (int i = 0; i < 9; i++) { if (a[i]) break; a[i] = 1; }', '9'],
    ['for (int i = 0; i < size; i += 2) { if (a[i]) break; a[i] = 1; }', '(size + 1) / 2'],
  ])('%s runs no more often than without its break', (text, most) => {
    const { diagnostics } = parser.lower(kernel(text));
    expect(diagnostics.flatMap(({ fixes = [] }) => fixes.map(({ line }) => line))).toEqual([
      `#pragma tuner trips ${most}`,
    ]);
    const said = parser.lower(kernel(`#pragma tuner trips ${most}\n${text}`));
    const taken = parser.lower(kernel(text), undefined, undefined, 'machine');
    if (!said.ok || !taken.ok) throw new Error('it has no cost');
    const loops = (of: Kernel): readonly string[] =>
      outline(of).filter((line) => line.startsWith('loop'));
    expect(loops(said.value)[0]).toBe(`loop ${most}`);
    expect(loops(taken.value)[0]).toContain(most);
  });

  test('an unknown argument gets its value from a pragma', () => {
    const text = kernel(
      'for (int i = 0; i < n; i++) a[i] = 0;',
      '#pragma tuner value n = size / 4',
    );
    expect(outline(lowered(text))).toEqual(['loop size / 4', '  work store global a GMT']);
  });
});

describe('statements', () => {
  const body = (text: string, before = ''): string[] => outline(lowered(kernel(text, before)));

  test('accesses come in the order of evaluation, subscripts first', () => {
    expect(body('a[a[1]] += l[2] * a[3]; l[0]++; float4 t = v[0]; t.x = 1; v[1].y = t.x;')).toEqual(
      [
        'work load global a GMT, load global a GMT, load local l LMT, load global a GMT, store global a GMT',
        'work load local l LMT, store local l LMT',
        'work load global v GMT',
        'work store global v GMT',
      ],
    );
  });

  test('an early return is a branch of its own', () => {
    expect(body('if (get_global_id(0) >= size) return; a[0] = 1;')).toEqual([
      'if gid >= size',
      '  return',
      'work store global a GMT',
    ]);
  });

  test('continue, switch and helpers become branches', () => {
    const helper = 'int pick(int i) { if (i == 0) return 7; return i; }';
    expect(
      body(
        `
      for (int i = 0; i < 4; i++) { if (i == 2) continue; a[i] = 1; }
      switch (pick(get_group_id(0))) { case 7: l[0] = 1; break; case 1: a[1] = 1; default: a[2] = 1; }`,
        helper,
      ),
    ).toEqual([
      'loop i of 4',
      '  uniform if i == 2',
      '  else',
      '    work store global a GMT',
      'uniform if (group == 0 ? 7 : group) == 7',
      '  work store local l LMT',
      'else',
      '  uniform if (group == 0 ? 7 : group) == 1',
      '    work store global a GMT',
      '    work store global a GMT',
      '  else',
      '    work store global a GMT',
    ]);
  });

  test('a decision on data takes the dearer side, in one statement where it is one', () => {
    expect(
      body('if (l[0] > a[1]) l[0] = a[1]; if (x > 0) { a[0] = 1; } else { l[0] = 1; l[1] = 2; }'),
    ).toEqual([
      'work load local l LMT, load global a GMT, load global a GMT, store local l LMT',
      'uniform if GMT >= LMT + LMT',
      '  work store global a GMT',
      'else',
      '  work store local l LMT',
      '  work store local l LMT',
    ]);
  });

  test('&&, || and ?: run a side only where it is reached', () => {
    expect(
      body(
        'int t = get_local_id(0) < 4 && a[0]; int u = get_local_id(0) == 0 ? a[1] : 0; int w = WG > 8 || WG < 4;',
      ),
    ).toEqual([
      'if lid < 4',
      '  work load global a GMT',
      'if lid == 0',
      '  work load global a GMT',
    ]);
  });

  test('barriers in helpers, and of all groups', () => {
    expect(
      body(
        'sync(); everyone(); work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);',
        'void sync() { barrier(1); }\nvoid everyone(void);\n#pragma tuner barrier everyone',
      ),
    ).toEqual(['barrier local', 'barrier global', 'barrier local']);
  });

  test('a cost pragma replaces a body, whose value is still used', () => {
    expect(
      body(
        'for (int i = 0; i < twice(3); i++) l[i] = 0;',
        '#pragma tuner cost twice = GMT * i\nint twice(int i) { return 2 * i; }',
      ),
    ).toEqual(
      [
        'loop 6',
        '  work call global twice GMT * i',
        '  work store local l LMT',
        'work call global twice GMT * i',
      ].map((line) => line.replace('GMT * i', 'GMT * 3')),
    );
  });

  test('atomics, vector loads, copies and images cost what they touch', () => {
    expect(
      body(
        'atomic_add(&l[1], a[2]); float4 t = vload4(0, f); vstore4(t, 1, f); async_work_group_copy(l, a, 64, 0); prefetch(a, 4);',
      ),
    ).toEqual([
      'work load global a GMT, load local l LMT, store local l LMT',
      'work load global f GMT',
      'work store global f GMT',
      'work load global a GMT * ((64 + WG - 1) / WG), store local l LMT * ((64 + WG - 1) / WG)',
    ]);
  });

  test('two dimensions are taken out of the linear identifiers', () => {
    const text = `#pragma tuner param TM = {2}
#pragma tuner param TN = {4}
#pragma tuner local_size TN, TM
#pragma tuner items 64, 32
__kernel void k(__global int *a) { if (get_local_id(1) == 0) a[0] = 1; if (get_group_id(0) == get_num_groups(1)) a[get_global_id(1)] = 1; }`;
    const result = lowered(text);
    expect(outline(result)).toEqual([
      'if lid / TN == 0',
      '  work store global a GMT',
      'uniform if group % (64 / TN) == 32 / TM',
      '  work store global a GMT',
    ]);
    expect(result.items).toEqual({ kind: 'number', value: 2048 });
  });

  test.each(['value', 'input'])('items are as many as a %s states of an argument', (kind) => {
    const { items } = lowered(`#pragma tuner items cols, 2 * ROWS
#pragma tuner ${kind} cols = 4 * ROWS
#define ROWS 8
__kernel void k(__global int *a, int cols) { a[get_global_id(0)] = 1; }`);
    expect(items).toEqual({ kind: 'number', value: 512 });
  });

  test.each(['float', 'float2', 'float16'])('elements of arrays of %s cost', (type) => {
    const text = `#pragma tuner param WG = {4}
typedef ${type} T;
__kernel void k(__global T *v) {
  __local T t[4];
  int lid = get_local_id(0);
  t[lid] = v[lid];
  v[lid] = t[lid];
}`;
    expect(outline(lowered(text))).toEqual([
      'work load global v GMT, store local t LMT',
      'work load local t LMT, store global v GMT',
    ]);
  });

  test('a group size in an attribute counts', () => {
    const text =
      '__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void k(__global int *a) { a[0] = get_local_size(0) == 64 ? a[1] : 0; }';
    expect(outline(lowered(text))).toEqual(['work load global a GMT, store global a GMT']);
    expect(lowered(text).localSize).toEqual({ kind: 'number', value: 64 });
  });

  test('macros expand with places at their use', () => {
    const text = kernel('SWAP(a[0], l[1])', '#define SWAP(x, y) { int t = x; x = y; y = t; }');
    expect(outline(lowered(text))).toEqual([
      'work load global a GMT',
      'work load local l LMT, store global a GMT',
      'work store local l LMT',
    ]);
    const [work] = lowered(text).body;
    const span = work?.kind === 'work' ? work.accesses[0]?.span : undefined;
    expect(span && text.slice(span.start, span.end)).toBe('a[0]');
  });

  test('a pasted kernel without pragmas yields a model and a warning', () => {
    const text = 'kernel void k(global int* a) { a[get_global_id(0)] = 1; }';
    expect(remarks(text)).toEqual(['no-parameters: k']);
    expect(lowered(text).parameters.map(({ name }) => name)).toEqual(['WG']);
  });

  test('one of several kernels is lowered by name', () => {
    const text = `${kernel('a[0] = 1;')}__kernel void second(__global int *a) { a[0]++; }`;
    expect(parser.parse(text).kernels.map(({ name }) => name)).toEqual(['k', 'second']);
    expect(outline(lowered(text, 'second'))).toEqual([
      'work load global a GMT, store global a GMT',
    ]);
    expect(remarks(text, 'third')).toEqual(['no-kernel: #']);
  });
});
