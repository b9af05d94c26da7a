import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { checkerOf, exampleText, finish, kernelOf, modelOf, platform } from '../testing/engine.ts';
import { simulateEvents } from '../testing/event-simulation.ts';
import { bisection } from '../tuning/bisection.ts';
import { LEVELS } from './index.ts';
import { freeNames } from './names.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

/** A kernel whose loops run as often as its parameters say, by these names. */
const withParameters = (names: readonly string[]): string => `
${names.map((name) => `#pragma tuner param ${name} = range(1, 2, 1)`).join('\n')}
#pragma tuner local_size 2
__kernel void k(__global int *A, __local int *L) {
  int sum = 0;
  ${names
    .map(
      (name, at) => `for (int loop${at} = 0; loop${at} < ${name}; ++loop${at}) sum += A[loop${at}];
  barrier(CLK_LOCAL_MEM_FENCE);`,
    )
    .join('\n  ')}
  A[get_global_id(0)] = sum;
}`;

/** The words of a model outside of its comments and texts. */
const wordsOf = (model: string): Set<string> =>
  new Set(model.replaceAll(/\/\*[^]*?\*\/|"[^"\n]*"/g, '').match(/(?<![\w])[A-Za-z_]\w*/g) ?? []);

/** Words in models of kernels with loops, barriers, branches and logarithms, and those reserved by
 * SPIN, C and pan. */
function wordsInModels(): string[] {
  const words = new Set(['_', '_pid', 'pid', 'rand', 'EOF', 'sv', 'WG_low', 'WG_high', 'WG_step']);
  for (const example of ['abstract', 'minimum', 'scan', 'stencil']) {
    const kernel = kernelOf(exampleText(example));
    for (const level of LEVELS)
      for (const word of wordsOf(modelOf(kernel, 'opencl', level).text)) words.add(word);
  }
  return [...words];
}

/** No parameter can have these names: C's, and the platform's. */
const isRefused = (word: string): boolean => {
  try {
    kernelOf(withParameters([word]));
    return false;
  } catch {
    return true;
  }
};

/** Kernels and what once took the place of their names. */
const KERNELS = {
  'a loop with the second index of a name, around one without an index': `
#pragma tuner param WG = {2, 4}
__kernel void k(__global int *A, __local int *L) {
  int l = get_local_id(0);
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) A[j] = l;
    if (i == 1) L[l] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 3; ++j) { L[l] = l; barrier(CLK_LOCAL_MEM_FENCE); }
    if (i == 1) A[l] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}`,
  'a parameter with the name of a loop without an index': `
#pragma tuner param WG = {2, 4}
#pragma tuner param i_1 = {1, 3}
__kernel void k(__global int *A, __local int *L) {
  for (int j = 0; j < i_1; ++j) { A[0] = 1; barrier(CLK_LOCAL_MEM_FENCE); }
}`,
  'a parameter and an index with names that texts of the model have places for': `
#pragma tuner param WG = {2, 4}
#pragma tuner param limit = {2, 3}
__kernel void k(__global int *A, __local int *L) {
  for (int counter = 0; counter < limit; ++counter) {
    for (int rest = 0; rest < counter; ++rest) A[rest] = 1;
    for (int variable = 0; variable < limit + 2; ++variable) barrier(CLK_LOCAL_MEM_FENCE);
  }
}`,
  'a parameter with the name of a logarithm': `
#pragma tuner param WG = {2, 4}
#pragma tuner param log2_1 = {1, 3}
__kernel void k(__global int *A, __local int *L) {
  for (int d = WG / 2; d > 0; d >>= 1) { A[0] = log2_1; barrier(CLK_LOCAL_MEM_FENCE); }
  for (int j = 0; j < log2_1; ++j) A[j] = 1;
}`,
  'parameters with the names of the model time, the bound and the ends of a range': `
#pragma tuner param WG = range(2, 4, 2)
#pragma tuner param time = {1, 2}
#pragma tuner param T = {1, 2}
#pragma tuner param WG_low = {1, 2}
__kernel void k(__global int *A, __local int *L) {
  for (int j = 0; j < 4 * time + 2 * T + WG_low; ++j) A[j] = 1;
}`,
};

describe.each(Object.entries(KERNELS))('%s', (_, text) => {
  const kernel = kernelOf(text);
  const constants = platform({ size: 8, NU: 1 });

  it.each(LEVELS)('does not change the times at level %s', async (level) => {
    const checker = checkerOf(toolchain, { kernel, semantics: 'opencl', level, constants });
    for (const { values } of checker.configurations()) {
      const expected = simulateEvents(kernel, values, constants);
      const report = await checker.simulate(values, 1);
      expect([expected.kind, report.finish]).toEqual([
        'finished',
        { time: expected.kind === 'finished' && expected.time, values },
      ]);
    }
  });
});

it('a proof of a kernel with such parameters names them', { timeout: 120_000 }, async () => {
  const kernel = kernelOf(
    KERNELS['parameters with the names of the model time, the bound and the ends of a range'],
  );
  const constants = platform({ size: 8, NU: 1 });
  const setup = { kernel, semantics: 'opencl', level: 'accelerated', constants } as const;
  const { result } = await finish(bisection, checkerOf(toolchain, setup));
  const values = { WG: 4, time: 1, T: 1, WG_low: 1 };
  const expected = simulateEvents(kernel, values, constants);
  expect(result).toMatchObject({ status: 'proved', optima: [values] });
  expect(result.minTime).toBe(expected.kind === 'finished' && expected.time);
  if (!result.trail) throw new Error('there is no trail');
  const trace = await checkerOf(toolchain, setup).replay(result.trail);
  expect([trace.endTick, trace.finish]).toEqual([result.minTime, values]);
});

describe('parameters with the names of the model', () => {
  const names = ['WG', ...wordsInModels().filter((word) => word !== 'WG' && !isRefused(word))];

  it('are given others, so that SPIN accepts the model at every level', async () => {
    expect(names).toEqual(expect.arrayContaining(['T', 'time', 'u_pex', 'stuck', 'end_idle']));
    for (let from = 1; from < names.length; from += 12) {
      // With WG, whose range has WG_low.
      const kernel = kernelOf(withParameters(['WG', ...names.slice(from, from + 12)]));
      for (const level of LEVELS) {
        const { text } = modelOf(kernel, 'opencl', level);
        const { warnings } = await toolchain.generate({ model: text });
        expect([level, warnings]).toEqual([level, []]);
      }
    }
  });
});

describe('names that C keeps for itself', () => {
  it('are those that a compiler has defined where pan declares its variables', async () => {
    const { text } = modelOf(kernelOf(exampleText('abstract')), 'opencl', 'accelerated');
    const { files } = await toolchain.generate({ model: text });
    const folder = mkdtempSync(join(tmpdir(), 'overtime-names-'));
    let lines: string;
    try {
      for (const [name, content] of Object.entries(files))
        writeFileSync(join(folder, name), content);
      const flags = ['-dM', '-E', '-w', '-DSAFETY', '-DBITSTATE', 'pan.c'];
      const compiler = process.env['OVERTIME_CC'] ?? 'gcc';
      lines = execFileSync(compiler, flags, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 25 });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    const macros = lines
      .split('\n')
      .flatMap((line) => /^#define (\w+)(?: |$)/.exec(line)?.[1] ?? []);
    expect(macros).toEqual(expect.arrayContaining(['stdout', 'INT_MAX', 'EINVAL', '__linux__']));
    const given = freeNames(macros);
    expect(macros.filter((macro) => macros.includes(given.get(macro) ?? macro))).toEqual([]);
  });

  it(
    'can be those of parameters, and common ones stay as they are',
    { timeout: 120_000 },
    async () => {
      const kept = ['WG', 'TS', 'TILE_X', 'BLOCK', 'WPT', 'x1'];
      expect([...freeNames(kept).values()]).toEqual(kept);
      const names = [
        'stdout',
        'INT_MAX',
        'asm',
        'typeof',
        '_Bool',
        'CHUNK',
        'register',
        '__LINE__',
      ];
      // In the pragmas alone: a kernel cannot name a variable so.
      const kernel = kernelOf(`
${['WG', ...names].map((name) => `#pragma tuner param ${name} = {1, 2}`).join('\n')}
#pragma tuner cost f = ${names.join(' + ')}
void f();
__kernel void k() { f(); }`);
      const constants = platform({ size: 8, NU: 1 });
      const setup = { kernel, semantics: 'opencl', level: 'accelerated', constants } as const;
      const { result } = await finish(bisection, checkerOf(toolchain, setup));
      const values = Object.fromEntries(
        ['WG', ...names].map((name) => [name, name === 'WG' ? 2 : 1]),
      );
      const expected = simulateEvents(kernel, values, constants);
      expect(result).toMatchObject({ status: 'proved', optima: [values] });
      expect(result.minTime).toBe(expected.kind === 'finished' && expected.time);
    },
  );
});
