import { afterAll, describe, expect, it } from 'vitest';
import { createNodeToolchain } from '../../spin/node-toolchain.ts';
import { fermiMended, fermiPrinted, type Tiling, tilings } from '../../testing/closed-forms.ts';
import {
  checkerOf,
  exampleText,
  finish,
  kernelOf,
  platform,
  simulatedTimes,
  simulatedTraceOf,
} from '../../testing/engine.ts';
import { timelineOf } from '../../trace/index.ts';
import { longest } from '../../tuning/longest.ts';
import { branchAndBound } from '../../tuning/index.ts';
import { generateModel, type Level } from '../index.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

const kernel = kernelOf(exampleText('fermi'));

/** A machine by its size, NM, NS, WR and GMT. */
const machine = (size: number, NU: number, NS: number, WR: number, GMT: number) =>
  platform({ size, NU, NS, WR, GMT, LMT: 1 });

/** The model's tilings: full warps, equally many for every scheduler. */
const valid = ({ size, NS, WR }: ReturnType<typeof machine>): Tiling[] =>
  tilings(size, 2).filter(({ WG }) => WG % (NS * WR) === 0);

/** Times that a transcription of the listings had, and their formulas have. */
const MENDED = [
  [machine(8, 1, 1, 2, 2), { WG: 4, TS: 2 }, 92],
  [machine(8, 1, 2, 2, 3), { WG: 4, TS: 2 }, 56],
  [machine(8, 2, 2, 2, 3), { WG: 4, TS: 2 }, 28],
] as const;

describe('the model of the second paper with all its slips mended', () => {
  it('has the times of the transcription', { timeout: 180_000 }, async () => {
    for (const [constants, values, time] of MENDED) {
      expect(fermiMended(values, constants)).toBe(time);
      const setup = { kernel, semantics: 'fermi', level: 'baton', constants } as const;
      expect(await simulatedTimes(toolchain, setup)).toContainEqual({ values, time });
    }
  });

  it.each(['baton', 'representatives', 'accelerated'] as const satisfies readonly Level[])(
    'takes the time of its formula, level %s',
    { timeout: 180_000 },
    async (level) => {
      for (const constants of [machine(16, 3, 1, 2, 4), machine(32, 2, 2, 2, 1)]) {
        const setup = { kernel, semantics: 'fermi', level, constants } as const;
        const expected = valid(constants).map((values) => ({
          values,
          time: fermiMended(values, constants),
        }));
        expect(await simulatedTimes(toolchain, setup)).toEqual(expected);
      }
    },
  );

  it(
    'is fastest with the largest tile: as published there is no trade-off',
    { timeout: 180_000 },
    async () => {
      const constants = machine(256, 8, 2, 8, 20);
      const setup = { kernel, semantics: 'fermi', level: 'accelerated', constants } as const;
      const times = await simulatedTimes(toolchain, setup);
      const least = Math.min(...times.map(({ time }) => Number(time)));
      const best = times.filter(({ time }) => time === least).map(({ values }) => values);
      // With as many groups as multiprocessors, all sizes of groups take equally long.
      expect(best).toEqual([
        { WG: 16, TS: 128 },
        { WG: 32, TS: 128 },
      ]);
    },
  );
});

describe('the model of the second paper as it is printed', () => {
  const setup = (constants: ReturnType<typeof machine>) =>
    ({ kernel, semantics: 'fermi-printed', level: 'free', constants }) as const;

  it(
    'takes the time of its formula where one dispatcher is at work',
    { timeout: 180_000 },
    async () => {
      const constants = machine(8, 1, 1, 2, 2);
      const values = { WG: 2, TS: 2 };
      expect(fermiPrinted(values, constants)).toBe(80);
      const { result } = await finish(longest(values), checkerOf(toolchain, setup(constants)));
      expect(result).toMatchObject({ status: 'proved', schedules: { shortest: 80, longest: 80 } });
    },
  );

  it('takes a time that depends on the schedule where two are', { timeout: 180_000 }, async () => {
    const constants = machine(4, 1, 2, 1, 1);
    const values = { WG: 2, TS: 2 };
    const { result } = await finish(longest(values), checkerOf(toolchain, setup(constants)));
    expect(result.status).toBe('proved');
    expect(result.schedules?.shortest).toBe(fermiPrinted(values, constants));
    expect(Number(result.schedules?.longest)).toBeGreaterThan(fermiPrinted(values, constants));
  });

  it('is tuned to the shortest time', { timeout: 180_000 }, async () => {
    const constants = machine(4, 1, 1, 2, 1);
    const { result } = await finish(branchAndBound, checkerOf(toolchain, setup(constants)));
    const minTime = Math.min(...valid(constants).map((tiling) => fermiPrinted(tiling, constants)));
    expect(result).toMatchObject({ status: 'proved', minTime });
  });

  it('tells of its processes, messages and ticks in a trace', { timeout: 180_000 }, async () => {
    const constants = machine(4, 2, 1, 1, 1);
    const trace = await simulatedTraceOf(toolchain, setup(constants), { WG: 2, TS: 2 });
    expect(trace.processes.map(({ name }) => name)).toEqual([
      'main',
      'clock',
      'host',
      'unit',
      'barrier',
      'scheduler',
      'pex',
      'unit',
      'barrier',
      'scheduler',
      'pex',
    ]);
    const { lanes } = timelineOf(trace);
    const [element] = lanes.filter(({ pid }) => trace.process(pid)?.name === 'pex');
    // Two warps of a group, one load and three iterations each.
    expect(element?.totals()).toMatchObject({ global: 2 * 2 * 2, local: 2 * 3 * 2 });
  });

  it('has no other level', () => {
    const model = generateModel(kernel, 'fermi-printed', 'baton');
    expect(model.diagnostics.map(({ code }) => code)).toEqual(['level-free-alone']);
  });
});

it.each(['fermi', 'fermi-printed'] as const)(
  '%s says that it is not meant for other kernels',
  (id) => {
    for (const other of ['abstract', 'minimum', 'matmul', 'divergent']) {
      const { ok, diagnostics } = generateModel(kernelOf(exampleText(other)), id, 'free');
      expect(ok).toBe(false);
      expect(diagnostics.map(({ code }) => code)).toEqual(['not-meant']);
    }
  },
);
