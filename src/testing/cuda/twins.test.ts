import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kernelOf, platform, validConfigurations } from '../engine.ts';
import type { NativeUnit } from '../oracle/cpp-text.ts';
import { compileKernels, type NativeKernels, type NativeReport } from '../oracle/native-kernels.ts';
import { RIGHT_IN_CUDA, TWINS, type Twins } from './index.ts';
import { isAll } from '../amounts.ts';

/** `OVERTIME_CORPUS=all` runs every twin in every configuration: minutes. */
const all = isAll('CORPUS');

const CONSTANTS = platform({ size: 16, LM: 4096 });

/** Small images, of kernels with too many configurations to list. */
const CHOSEN: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  example_convolution: {
    WIDTH: 20,
    HEIGHT: 9,
    block_size_x: 16,
    block_size_y: 2,
    tile_size_x: 1,
    tile_size_y: 2,
    read_only: 0,
    use_padding: 1,
    use_shmem: 1,
    use_cmem: 1,
    filter_height: 3,
    filter_width: 5,
  },
};

/** Of functions that nobody defines, or too large to run. */
const NOT_NATIVE: ReadonlySet<string> = new Set([
  'example_abstract',
  'example_fermi',
  'example_dedispersion',
]);

function configurationsOf({ name, opencl }: Twins): readonly Readonly<Record<string, number>>[] {
  const chosen = CHOSEN[name];
  if (chosen !== undefined) return [chosen];
  const valid = validConfigurations(kernelOf(opencl), CONSTANTS);
  return valid.filter((_, index) => all || index === Math.floor(valid.length / 2));
}

const isRun = ({ name }: Twins, index: number): boolean =>
  !NOT_NATIVE.has(name) && (all || name.startsWith('example_') || index % 4 === 0);

const PAIRS = TWINS.filter(isRun).map((twins) => {
  const units = configurationsOf(twins).map((values) => {
    const name = `${twins.name} ${JSON.stringify(values)}`.replaceAll('"', '');
    return { name, values, constants: { ...CONSTANTS } };
  });
  return { ...twins, units };
});
const unitsOf = (language: 'opencl' | 'cuda'): readonly NativeUnit[] =>
  PAIRS.flatMap((pair) => pair.units.map((unit) => ({ ...unit, text: pair[language] })));

test('there are at least 20 twins', () => {
  expect(PAIRS.length).toBeGreaterThanOrEqual(20);
  for (const { name, units } of PAIRS) expect(units.length, name).toBeGreaterThan(0);
});

describe('compiled as C++, both with every access counted', () => {
  interface Reports {
    readonly counts: ReadonlyMap<string, NativeReport>;
    readonly judged: ReadonlyMap<string, NativeReport>;
  }
  const compiled: NativeKernels[] = [];
  let opencl: Reports;
  let cuda: Reports;

  const reportsOf = async (language: 'opencl' | 'cuda'): Promise<Reports> => {
    const units = unitsOf(language);
    const kernels = await compileKernels(units, { language });
    compiled.push(kernels);
    const names = units.map(({ name }) => name);
    return {
      counts: await kernels.judge(names, { counts: true }),
      judged: await kernels.judge(names, { arrays: true }),
    };
  };
  beforeAll(async () => {
    [opencl, cuda] = await Promise.all([reportsOf('opencl'), reportsOf('cuda')]);
  }, 300_000);
  afterAll(() => compiled.forEach((kernels) => kernels.dispose()));

  const kindsOf = (report: NativeReport | undefined): readonly string[] =>
    [...new Set(report?.findings.map(({ kind }) => kind))].toSorted();

  test.each(PAIRS)('$name: equal accesses, arrays and findings', (pair) => {
    for (const { name } of pair.units) {
      const [one, other] = [opencl.judged.get(name), cuda.judged.get(name)];
      if (RIGHT_IN_CUDA.has(pair.name)) {
        expect([kindsOf(one), kindsOf(other)]).toEqual([['divergence'], []]);
        continue;
      }
      expect(kindsOf(other), name).toEqual(kindsOf(one));
      expect(cuda.counts.get(name)?.groups, name).toEqual(opencl.counts.get(name)?.groups);
      if (one?.ordersAgree === true) expect(other?.arrays, name).toMatchObject(one.arrays ?? {});
    }
  });
});
