import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { problemConfigurations } from '../../checker/problem.ts';
import type { Kernel } from '../../kernel/ir.ts';
import type { Constants } from '../../platform/index.ts';
import { createNodeToolchain } from '../../spin/node-toolchain.ts';
import { checkerOf, kernelOf, platform, problemOf, simulatedTime } from '../engine.ts';
import { simulateEvents, timeOfCounts } from '../event-simulation.ts';
import { frontEndSays } from '../opencl-front-end.ts';
import type { NativeUnit } from '../oracle/cpp-text.ts';
import { compileKernels, type NativeKernels, type NativeReport } from '../oracle/native-kernels.ts';
import { CORPUS_KERNELS } from './kernels.ts';
import { isAll } from '../amounts.ts';

/** `OVERTIME_CORPUS=all` simulates every configuration and runs ThreadSanitizer on every kernel:
 * minutes. */
const all = isAll('CORPUS');

/** Distinct costs, and unequally busy elements, units and devices. */
const CONSTANTS: Constants = platform({
  size: 16,
  ND: 1,
  NU: 2,
  NP: 3,
  GMT: 101,
  LMT: 7,
  BT: 3,
  DT: 5,
  LM: 4096,
});

interface Configured {
  readonly name: string;
  readonly kernel: Kernel;
  readonly values: Readonly<Record<string, number>>;
  readonly unit: NativeUnit;
}

const setup = (kernel: Kernel) =>
  ({ kernel, semantics: 'opencl', level: 'accelerated', constants: CONSTANTS }) as const;

const configured: readonly Configured[] = CORPUS_KERNELS.flatMap(({ name, text }) => {
  const kernel = kernelOf(text);
  return [...problemConfigurations(problemOf(setup(kernel)))]
    .filter(({ reason }) => reason === undefined)
    .map(({ values }) => {
      const unit = { name: `${name} ${JSON.stringify(values)}`.replaceAll('"', ''), text, values };
      return { name, kernel, values, unit: { ...unit, constants: { ...CONSTANTS } } };
    });
});

const namesOf = (some: readonly Configured[]): string[] => some.map(({ unit }) => unit.name);

test('there are at least 60 kernels, each with configurations', () => {
  expect(CORPUS_KERNELS.length).toBeGreaterThanOrEqual(60);
  expect(new Set(configured.map(({ name }) => name)).size).toBe(CORPUS_KERNELS.length);
});

test('a real front end takes them as OpenCL C', { timeout: 300_000 }, async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {}); // progress of loading it
  const some = configured.filter(({ name }, i) => name !== configured[i - 1]?.name);
  for (const { name, unit } of some.filter((_, index) => all || index % 10 === 0)) {
    const defines = Object.entries({ size: 16, ...unit.values })
      .filter(([word]) => !new RegExp(`\\b(int|uint) ${word}[,)]`).test(unit.text))
      .map(([word, value]) => `#define ${word} ${value}\n`);
    const said = await frontEndSays('k.cl', `${defines.join('')}${unit.text}`);
    expect(
      said.split('\n').filter((line) => line.includes('error:')),
      name,
    ).toEqual([]);
  }
});

describe('compiled as C++, with every access counted', () => {
  let native: NativeKernels;
  let counts: ReadonlyMap<string, NativeReport>;
  let judged: ReadonlyMap<string, NativeReport>;

  beforeAll(async () => {
    native = await compileKernels(
      configured.map(({ unit }) => unit),
      { threads: true },
    );
    counts = await native.judge(namesOf(configured), { counts: true });
    judged = await native.judge(namesOf(configured), { inputs: 2 });
  }, 300_000);
  afterAll(() => native.dispose());

  const realTime = ({ unit }: Configured): number =>
    timeOfCounts(counts.get(unit.name)?.groups ?? [], CONSTANTS);

  test.each(CORPUS_KERNELS)('$name takes the time that its accesses take', ({ name }) => {
    for (const each of configured.filter((other) => other.name === name)) {
      const simulated = simulateEvents(each.kernel, each.values, CONSTANTS);
      expect(simulated.kind === 'finished' && simulated.time, each.unit.name).toBe(realTime(each));
    }
  });

  test.each(CORPUS_KERNELS)('$name has no races, and the result that it states', ({ name }) => {
    for (const each of configured.filter((other) => other.name === name))
      expect(judged.get(each.unit.name)?.findings, each.unit.name).toEqual([]);
  });

  test('ThreadSanitizer agrees', { timeout: 1_200_000 }, async () => {
    const some = configured.filter((_, index) => index % (all ? 1 : 20) === 0);
    for (const { unit } of some)
      expect(await native.racesByThreadSanitizer(unit.name), unit.name).toBe(
        judged.get(unit.name)?.sameValue,
      );
  });

  describe('by SPIN', async () => {
    const toolchain = await createNodeToolchain();
    afterAll(() => toolchain.dispose());
    const some = CORPUS_KERNELS.filter((_, index) => all || index % 9 === 4);

    test.each(some)('$name takes the same time', { timeout: 300_000 }, async ({ name }) => {
      for (const each of configured.filter((other) => other.name === name)) {
        const checker = checkerOf(toolchain, setup(each.kernel));
        expect(await simulatedTime(checker, each.values), each.unit.name).toBe(realTime(each));
      }
    });
  });
});
