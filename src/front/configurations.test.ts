import { describe, expect, test } from 'vitest';
import { configurations, domainValues, validConfigurations } from './configurations.ts';
import { ExprError, num, show } from './expr.ts';
import { lowered, parser } from '../testing/kernels.ts';

const CONSTANTS = { ND: 1, NU: 1, NP: 4, GMT: 4, LMT: 1, BT: 1, DT: 1, LM: 4096, size: 16 };

const withPragmas = (...pragmas: string[]): string =>
  `${pragmas.map((line) => `#pragma tuner ${line}`).join('\n')}
__kernel void k(__global int *a) { a[get_global_id(0)] = 1; }`;

const values = (domain: string, constants = CONSTANTS): number[] => {
  const { parameters } = lowered(withPragmas(`param WG = ${domain}`));
  const [parameter] = parameters;
  return parameter === undefined ? [] : domainValues(parameter.domain, constants);
};

describe('domains', () => {
  test.each([
    ['pow2(4, size/2)', [4, 8]],
    ['pow2(3, 20)', [3, 6, 12]],
    ['pow2(8, 4)', []],
    ['range(1, 7, 3)', [1, 4, 7]],
    ['range(2, 4)', [2, 3, 4]],
    ['{1, 2, size, 2}', [1, 2, 16]],
    ['8, 4', [8, 4]],
    ['NP', [4]],
  ])('%s', (domain, expected) => {
    expect(values(domain)).toEqual(expected);
  });

  test.each(['pow2(0, 8)', 'range(1, 9, 0)', 'range(1, 1 << 40)', '{1 / 0}'])(
    '%s has no values',
    (domain) => {
      expect(() => values(domain)).toThrow(ExprError);
    },
  );
});

describe('configurations', () => {
  test('the abstract kernel has every pair of powers of two', () => {
    const kernel = lowered(withPragmas('param WG = pow2(4, size/2)', 'param TS = pow2(2, size/2)'));
    expect(
      [...configurations(kernel, CONSTANTS)].map(({ values: v }) => [v['WG'], v['TS']]),
    ).toEqual([
      [4, 2],
      [4, 4],
      [4, 8],
      [8, 2],
      [8, 4],
      [8, 8],
    ]);
  });

  test('broken constraints are the reason, as written; so is one without a value', () => {
    const kernel = lowered(
      withPragmas(
        'param WG = {4, 8}',
        'param TS = {0, 2}',
        'require WG * TS <= size/2',
        'require size % TS == 0',
      ),
    );
    expect([...configurations(kernel, CONSTANTS)]).toEqual([
      { values: { WG: 4, TS: 0 }, reason: expect.stringContaining('size % TS == 0: ') as string },
      { values: { WG: 4, TS: 2 } },
      { values: { WG: 8, TS: 0 }, reason: expect.stringContaining('divides by zero') as string },
      { values: { WG: 8, TS: 2 }, reason: 'WG * TS <= size/2' },
    ]);
  });

  test('no parameters give one configuration, an empty domain none', () => {
    const base = lowered(withPragmas('param WG = {4}'));
    expect([...configurations({ ...base, parameters: [] }, CONSTANTS)]).toEqual([{ values: {} }]);
    const empty = lowered(withPragmas('param WG = pow2(8, 4)'));
    expect([...configurations(empty, CONSTANTS)]).toEqual([]);
  });

  test('a million configurations are made one at a time', () => {
    const kernel = lowered(
      withPragmas(
        'param WG = range(1, 1000)',
        'param TS = range(1, 1000)',
        'param U = range(1, 1000)',
      ),
    );
    const all = configurations(kernel, CONSTANTS);
    for (let i = 0; i < 1000; i += 1) all.next();
    expect(all.next().value).toEqual({ values: { WG: 1, TS: 2, U: 1 } });
  });

  test('valid ones are those that break no constraint, in the same order', () => {
    const kernel = lowered(
      withPragmas(
        'param WG = {8, 2, 4}',
        'param TS = range(0, 6)',
        'param U = {1, 2, 3}',
        'require WG % TS == 0',
        'require TS % U == 0 || U == 3',
        'require size >= 16',
      ),
    );
    const expected = [...configurations(kernel, CONSTANTS)].flatMap(({ values: v, reason }) =>
      reason === undefined ? [v] : [],
    );
    expect(expected.length).toBeGreaterThan(10);
    expect([...validConfigurations(kernel, CONSTANTS)]).toEqual(expected);
    expect([...validConfigurations(kernel, { ...CONSTANTS, size: 8 })]).toEqual([]);
  });

  test('what a constraint excludes is not visited, however many combinations there are', () => {
    const names = ['A', 'B', 'C', 'D'];
    const kernel = lowered(
      withPragmas(
        'param WG = {4}',
        ...names.map((name) => `param ${name} = range(1, 200)`),
        ...names.slice(1).map((name, at) => `require ${name} == ${names[at]}`),
      ),
    );
    const tries = { left: 200_000 };
    const valid = [...validConfigurations(kernel, CONSTANTS, tries)];
    expect(valid).toHaveLength(200);
    expect(valid[6]).toEqual({ WG: 4, A: 7, B: 7, C: 7, D: 7 });
    expect(tries.left).toBe(200_000 - 1 - 200 - 3 * 200 * 200);
    expect([...configurations(kernel, CONSTANTS)]).toEqual(valid.map((v) => ({ values: v })));
    const few = { left: 1000 };
    expect([...validConfigurations(kernel, CONSTANTS, few)].length).toBeLessThan(200);
    expect(few.left).toBeLessThan(0);
  });

  test('constraints of dimensions are added', () => {
    const kernel = lowered(withPragmas('param X = {3, 4}', 'local_size X, 2', 'items size, size'));
    expect(kernel.constraints.map(({ text }) => text)).toEqual(['size % X == 0', 'size % 2 == 0']);
    expect(domainValues({ kind: 'list', values: [num(3)] }, {})).toEqual([3]);
  });
});

describe('pragmas', () => {
  const codes = (...pragmas: string[]): string[] => {
    const text = withPragmas(...pragmas);
    return parser
      .parse(text)
      .diagnostics.map(({ code, span }) => `${code}: ${text.slice(span.start, span.end)}`);
  };

  test.each<[string[], string[]]>([
    [['parm WG = 4'], ['unknown-pragma: parm']],
    [['param WG = pow2(4, size'], ['broken-pragma: e']],
    [['param WG 4'], ['broken-pragma: 4']],
    [['param WG = {1, 2} 3'], ['broken-pragma: 3']],
    [['param = 3'], ['broken-pragma: =']],
    [['param WG = {1}', 'param WG = {2}'], ['duplicate-parameter: WG']],
    [['param GMT = {1}'], ['bad-name: GMT']],
    [['param lid = {1}'], ['bad-name: lid']],
    [['param WG = {1}', 'param TS = pow2(1, WG)'], ['unknown-name: WG']],
    [['param WG = pow2(1, N)'], ['unknown-name: N']],
    [['require WG < TS'], ['unknown-name: WG', 'unknown-name: TS']],
    [['cost a = lid * 2 + zzz'], ['unknown-name: zzz']],
    [['cost nothere = 1'], ['unused-pragma: nothere']],
    [['items lid'], ['unknown-name: lid']],
    [['items 1, 2, 3, 4'], ['broken-pragma: 4']],
    [['items 4', 'items 5'], ['duplicate-pragma: #pragma tuner items 5']],
    [['trips 4'], ['unused-pragma: #pragma tuner trips 4']],
    [['value a = 1', 'value a = 2'], ['duplicate-pragma: a']],
    [['require'], ['broken-pragma: e']],
    [['param WG = f(2)'], ['broken-pragma: f']],
  ])('%j', (pragmas, expected) => {
    expect(codes(...pragmas)).toEqual(expected);
  });

  test('hints name each form that values may have', () => {
    const [broken] = parser.parse(withPragmas('param WG = pow2(4, size')).diagnostics;
    expect(broken?.hint).toMatch(/pow2\(.*range\(.*\{/);
    const [bare] = parser.lower('__kernel void k(__global int *a) { a[0] = 1; }').diagnostics;
    const forms = /= (pow2.*), (range.*) or (\{.*\})$/.exec(bare?.hint ?? '')?.slice(1) ?? [];
    const values = forms.map((form) => {
      const [parameter] = lowered(withPragmas(`param WG = ${form}`)).parameters;
      return parameter && domainValues(parameter.domain, { size: 16 });
    });
    expect(values).toEqual([
      [4, 8],
      [4, 8],
      [4, 8, 16],
    ]);
  });

  test('pragmas of others are not ours', () => {
    const text =
      '#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#pragma unroll 4\n#pragma tuners x\n';
    expect(parser.parse(text).diagnostics).toEqual([]);
  });

  test('the parts of a pragma are found', () => {
    const text = '  #  pragma tuner require  WG*TS <= size // why\n';
    const [pragma] = parser.parse(text).pragmas;
    expect(pragma?.kind).toBe('require');
    if (pragma?.kind !== 'require') return;
    const at = ({ start, end }: { start: number; end: number }): string => text.slice(start, end);
    expect(at(pragma.span)).toBe('#  pragma tuner require  WG*TS <= size');
    expect(at(pragma.word)).toBe('require');
    expect(at(pragma.value.span)).toBe('WG*TS <= size');
    expect(pragma.value.names.map(({ span }) => at(span))).toEqual(['WG', 'TS', 'size']);
  });

  test('a definition of a tuning parameter is not taken', () => {
    const text = `#define WG 64\n${withPragmas('param WG = pow2(2, size)', 'require WG > 2')}`;
    const [constraint] = lowered(text).constraints;
    expect(constraint && show(constraint.condition)).toBe('WG > 2');
  });

  test('constants of the text may be used', () => {
    const text = `#define N 64\n#define HALF (N / 2)\n${withPragmas('param WG = pow2(1, HALF)', 'items N')}`;
    const kernel = lowered(text);
    expect(kernel.items).toEqual(num(64));
    expect([...configurations(kernel, CONSTANTS)]).toHaveLength(6);
  });
});
