import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { problemConfigurations } from '../checker/index.ts';
import { evaluate, type Expr } from '../front/expr.ts';
import { readMeasured } from '../measured/index.ts';
import { exampleText, kernelOf, platform, problemOf } from '../testing/engine.ts';
import type { ConfigurationResult } from '../tuning/index.ts';
import { inPython } from './python-text.ts';
import { readCondition } from './python-reader.ts';
import { outcomeOf } from './refused.ts';
import { writeShortlist } from './shortlist-file.ts';
import { withSearchSpace } from './t1-apply.ts';
import { pragmasOf, readSearchSpace } from './t1-read.ts';
import { specificationOf, writeSearchSpace } from './t1-write.ts';
import { writeResults } from './t4-write.ts';
import { RUNS } from '../testing/amounts.ts';

/** The published schemas are not part of the project (docs/guide.md). */
const schemas = ['../../../shared', '../../../../shared']
  .map((path) => new URL(`${path}/reference/schemas/`, import.meta.url))
  .find((folder) => existsSync(folder));
const hasPython = spawnSync('python3', ['--version'], { stdio: 'ignore' }).status === 0;
const jsonOf = (path: URL): object => JSON.parse(readFileSync(path, 'utf8'));

/** Checks a text against a schema of the community's. */
function expectValid(name: 'T1-input' | 'T4-results' | 'T4-metadata', text: string): void {
  if (!schemas) return;
  const options = { strict: false, allErrors: true };
  const ajv = name === 'T1-input' ? new Ajv(options) : new Ajv2020(options);
  const isValid = ajv.compile(jsonOf(new URL(`${name}.json`, schemas)));
  expect([isValid(JSON.parse(text)), isValid.errors]).toEqual([true, null]);
}

const valueOf = <T>(outcome: { ok: true; value: T } | { ok: false; message: string }): T => {
  if (outcome.ok) return outcome.value;
  throw new Error(outcome.message);
};

const about = {
  kernel: 'k',
  semantics: 'opencl',
  level: 'accelerated',
  platform: { size: 32 },
  tools: ['overtime 1', 'spin 6.5.2'],
  date: new Date(0),
};

describe.skipIf(!schemas)('the published schemas (beside the project)', () => {
  it('take what is written', () => {
    const examples = readdirSync(new URL('../../examples/', import.meta.url));
    for (const file of examples.filter((name) => name.endsWith('.cl'))) {
      const text = exampleText(file.slice(0, -3));
      const kernel = kernelOf(text);
      const problem = problemOf({
        kernel,
        semantics: 'opencl',
        level: 'accelerated',
        constants: platform(),
      });
      const space = writeSearchSpace(kernel, platform(), problemConfigurations(problem));
      expectValid('T1-input', valueOf(space));
      const rows: ConfigurationResult[] = [...problemConfigurations(problem)]
        .slice(0, 200)
        .map(({ values, reason }) =>
          reason === undefined
            ? { values, status: 'proved', time: 2n ** 62n }
            : { values, status: 'invalid', reason },
        );
      const results = writeResults(rows, about);
      expectValid('T4-results', results);
      expectValid('T4-metadata', results);
      const list = writeShortlist('t1', [{ values: { WG: 4 }, time: 3 }], {
        kernel: specificationOf(kernel, platform()),
        claim: 'all',
      });
      expectValid('T1-input', list);
    }
    expect(examples.length).toBeGreaterThan(10);
  });

  it('and the files beside them are read', () => {
    const file = readFileSync(new URL('../../measured/convolution-T1.json', schemas), 'utf8');
    expectValid('T1-input', file);
    const { parameters, conditions } = valueOf(readSearchSpace(file));
    expect([parameters.length, conditions.length]).toEqual([10, 4]);
    expect(pragmasOf({ parameters, conditions }).slice(0, 2)).toEqual([
      '#pragma tuner param block_size_x = range(16, 256, 16)',
      '#pragma tuner param block_size_y = pow2(1, 16)',
    ]);
  });
});

describe('a search space (T1)', () => {
  it('of a kernel says what the kernel says, and is read back as that', () => {
    const text = `#pragma tuner param WG = pow2(1, size)
#pragma tuner param TS = range(1, 9, 2)
#pragma tuner param U = {0, 1}
#pragma tuner require WG * TS <= size && (U == 0 || WG % (2 * TS) == 0)
#pragma tuner require min(WG, 8) >= 2 ? U < 2 : TS != 3
${exampleText('abstract').replaceAll(/^#pragma tuner (param|require).*$/gm, '')}`;
    const kernel = kernelOf(text);
    const problem = problemOf({
      kernel,
      semantics: 'opencl',
      level: 'accelerated',
      constants: platform(),
    });
    const written = valueOf(writeSearchSpace(kernel, platform(), problemConfigurations(problem)));
    expect(JSON.parse(written)).toMatchObject({
      ConfigurationSpace: {
        TuningParameters: [
          { Name: 'WG', Type: 'int', Values: '[1, 2, 4, 8, 16, 32]' },
          { Name: 'TS', Values: '[1, 3, 5, 7, 9]' },
          { Name: 'U', Values: '[0, 1]' },
        ],
      },
      KernelSpecification: { Language: 'OpenCL', LocalSize: { X: 'WG', Y: '1', Z: '1' } },
    });
    const again = kernelOf(withSearchSpace(text, valueOf(readSearchSpace(written))));
    const back = problemOf({
      kernel: again,
      semantics: 'opencl',
      level: 'accelerated',
      constants: platform(),
    });
    const valid = (all: typeof problem) =>
      [...problemConfigurations(all)].filter(({ reason }) => reason === undefined);
    expect(valid(back)).toEqual(valid(problem));
    expect(valid(back).length).toBeGreaterThan(3);
  });

  it('takes the place of what the kernel says of the same parameters alone', () => {
    const text = [
      '// #pragma tuner param WG = {1}',
      '#pragma tuner param WG = {4}',
      '#pragma tuner require WG > 3',
      '#pragma tuner param OWN = {1, 2}',
      '#pragma tuner require WG > OWN',
      'kernel',
    ].join('\n');
    const space = valueOf(
      readSearchSpace(
        spaceOf([{ Name: 'WG', Type: 'int', Values: '[8, 16, 24]' }], ['not (WG == 16)']),
      ),
    );
    expect(withSearchSpace(text, space).split('\n')).toEqual([
      '// #pragma tuner param WG = {1}',
      '#pragma tuner param WG = range(8, 24, 8)',
      '#pragma tuner require !(WG == 16)',
      '#pragma tuner param OWN = {1, 2}',
      '#pragma tuner require WG > OWN',
      'kernel',
    ]);
  });

  it('reads conditions as Python does', () => {
    const names = { positive: new Set(['a', 'b']), natural: new Set(['a', 'b', 'c']) };
    const holds = (text: string, a = 5, b = 3, c = 0): number =>
      evaluate(readCondition(text, names), { a, b, c });
    for (const [text, value] of [
      ['1 <= b < a', 1],
      ['a < b < 9 or c', 0],
      ['(c - a) // b', -2],
      ['(c - a) % b', 1],
      ['(a, b) in [(5, 4), (5, 3)]', 1],
      ['a not in [1, 2, 5]', 0],
      ['b if c else a', 5],
      ['2**b * max(a, b, 7)', 56],
      ['True and not False', 1],
      ['c == 0 && !(a != 5)', 1],
      ['-a < -b == True', 0],
    ] as const)
      expect([text, Number(holds(text))]).toEqual([text, value]);
  });

  it.skipIf(!hasPython)('means what Python says it means', () => {
    const texts = [
      'a // b',
      'a % b',
      '(c - a) // b',
      '(c - a) % b',
      '-a // b',
      '-a % b',
      'c - a // b * 2',
      'a < b < c',
      'a == b == c',
      'not a < b',
      'a < b and b < c or a == 5',
      '~a & 7',
      'a in [1, 2, 3]',
      'a not in (1, 2)',
      '(a, b) in [(1, 2), (3, 4)]',
      '2**a + 3**2',
      'b if a > 3 else c',
      'a if b else c if a else 9',
      'min(a, b, c) + max(a, b)',
      'a | b ^ c & 3',
      'a << 2 >> 1',
      '1 <= a <= 4 != b',
      'not not a',
      'True + True',
      'int(a) * bool(b)',
      '-(a + b) % 4',
      'a - -b',
      '+a - +b',
    ];
    const names = { positive: new Set(['a', 'b']), natural: new Set(['a', 'b', 'c']) };
    const values = [
      { a: 1, b: 2, c: 0 },
      { a: 5, b: 3, c: 7 },
      { a: 4, b: 4, c: 1 },
    ];
    const program =
      'import json,sys\nt,v=json.load(sys.stdin)\nprint(json.dumps([[int(eval(x,{},e)) for e in v] for x in t]))';
    const { stdout } = spawnSync('python3', ['-c', program], {
      input: JSON.stringify([texts, values]),
      encoding: 'utf8',
    });
    const ours = texts.map((text) =>
      values.map((each) => evaluate(readCondition(text, names), each)),
    );
    expect(texts.map((text, at) => [text, ours[at]])).toEqual(
      JSON.parse(stdout).map((theirs: unknown, at: number) => [texts[at], theirs]),
    );
  });

  it('is refused in a sentence where a kernel cannot say it', () => {
    const one = { Name: 'WG', Type: 'int', Values: '[1, 2]' };
    const cases: readonly (readonly [string, RegExp])[] = [
      ['{', /no JSON/],
      ['{}', /no search space \(T1\)/],
      [spaceOf([]), /no search space/],
      [spaceOf([{ ...one, Values: '[0.5, 1]' }]), /WG cannot be taken: .*0.5 is no whole number/],
      [spaceOf([{ ...one, Type: 'string', Values: '["a"]' }]), /values are words/],
      [spaceOf([{ ...one, Values: '[x for x in y]' }]), /cannot be taken/],
      [spaceOf([{ ...one, Values: '[]' }]), /has no values/],
      [spaceOf([{ ...one, Values: '[-1]' }]), /-1 is below zero/],
      [spaceOf([{ ...one, Name: 'size' }]), /a meaning of its own/],
      [spaceOf([{ ...one, Name: '1; evil' }]), /no name of C/],
      [spaceOf([one, one]), /WG is there twice/],
      [spaceOf([one], ['WG / 2 == 1']), /divided by \/\//],
      [spaceOf([one], ['other > 1']), /other is no parameter of the file/],
      [spaceOf([one], ['sqrt(WG) > 1']), /sqrt\(\) has no counterpart/],
      [spaceOf([one], ['WG // (WG - 1) > 1']), /divides by what may be zero/],
      [spaceOf([one], ['(WG or 2) > 1']), /value of and or or as a number/],
      [spaceOf([one], ['(WG']), /\) was expected instead of its end/],
      [spaceOf([one], ['__import__("os")']), /cannot be taken/],
      [spaceOf([one], [`${'('.repeat(900)}WG`]), /nested too deeply/],
    ];
    for (const [text, said] of cases) {
      const read = readSearchSpace(text);
      expect(read.ok ? text : read.message).toMatch(said);
    }
  });

  it('may be anything', () => {
    const whole = spaceOf(
      [
        { Name: 'WG', Type: 'int', Values: '[1, 2, 4]' },
        { Name: 'x', Type: 'bool', Values: '[True, False]' },
      ],
      ['WG * 2 <= 8 or x in [1]', 'not (WG % 2 == 0) if x else 2**WG > 4'],
    );
    const change = fc.record({
      at: fc.nat(whole.length),
      gone: fc.nat(8),
      put: fc.string({
        unit: fc.constantFrom(...'[](){}",:*/%<>=!&|0129.eWGxor in'),
        maxLength: 9,
      }),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 5 }), (changes) => {
        const text = changes.reduce(
          (all, { at, gone, put }) => all.slice(0, at) + put + all.slice(at + gone),
          whole,
        );
        const read = readSearchSpace(text);
        if (read.ok) expect(withSearchSpace('', read.value)).toContain('#pragma tuner param');
        else expect(read.message).toMatch(/^[A-Z].*[.]$/s);
      }),
      { numRuns: 300 * RUNS },
    );
  });

  it('writes expressions that mean the same when they are read', () => {
    const leaf = fc.oneof(
      fc.nat(20).map((value): Expr => ({ kind: 'number', value })),
      fc.constantFrom('a', 'b').map((name): Expr => ({ kind: 'name', name })),
    );
    const { expr } = fc.letrec<{ expr: Expr }>((tie) => ({
      expr: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc
          .tuple(
            fc.constantFrom(
              ...(['+', '*', '<', '<=', '==', '!=', '&&', '||', '|', '&', '^', 'min'] as const),
            ),
            tie('expr'),
            tie('expr'),
          )
          .map(([operator, left, right]): Expr => ({ kind: 'binary', operator, left, right })),
        tie('expr').map((operand): Expr => ({ kind: 'unary', operator: '!', operand })),
        fc
          .tuple(tie('expr'), tie('expr'), tie('expr'))
          .map(([condition, then, otherwise]): Expr => {
            return { kind: 'conditional', condition, then, otherwise };
          }),
      ),
    }));
    const names = { positive: new Set(['a', 'b']), natural: new Set(['a', 'b']) };
    fc.assert(
      fc.property(expr, fc.nat(9), fc.nat(9), (written, a, b) => {
        const truth = (one: Expr) => outcomeOf(() => evaluate(one, { a, b }) !== 0);
        expect(truth(readCondition(inPython(written), names))).toEqual(truth(written));
      }),
      { numRuns: 100 * RUNS },
    );
  });
});

describe('results (T4)', () => {
  it('are read as measured times are, each with its configuration', async () => {
    const text = writeResults(
      [
        { values: { WG: 16, TS: 4 }, status: 'proved', time: 584 },
        { values: { WG: 1, TS: 4 }, status: 'invalid', reason: 'WG < 4' },
      ],
      about,
    );
    const read = await readMeasured(new TextEncoder().encode(text));
    expect(read).toMatchObject({
      ok: true,
      value: { notes: [expect.stringContaining('Its times are in ticks')] },
    });
    expect(JSON.parse(text).results[0]).toMatchObject({
      configuration: { WG: 16, TS: 4 },
      invalidity: 'correct',
      correctness: 1,
    });
  });
});

/** A T1 file with these parameters and conditions. */
function spaceOf(parameters: readonly object[], conditions: readonly string[] = []): string {
  return JSON.stringify({
    ConfigurationSpace: {
      TuningParameters: parameters,
      Conditions: conditions.map((Expression) => ({ Expression, Parameters: [] })),
    },
    KernelSpecification: { KernelName: 'k' },
  });
}
