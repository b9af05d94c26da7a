import { afterAll, describe, expect, it } from 'vitest';
import type { Kernel } from '../kernel/ir.ts';
import type { Constants } from '../platform/index.ts';
import { boundedRun } from '../checker/problem.ts';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { sourcesOf } from '../testing/spin-tools.ts';
import { openclAbstract, publishedAbstract, tilings } from '../testing/closed-forms.ts';
import {
  checkerOf,
  exampleText,
  finish,
  kernelOf,
  modelOf,
  platform,
  problemOf,
  simulatedTimes,
} from '../testing/engine.ts';
import { bisection } from '../tuning/bisection.ts';
import { type Level, runWords, type SemanticsId } from './index.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

const text = exampleText('abstract');
const kernel = kernelOf(text);

/** A kernel text with one piece replaced that must be there. */
function edited(...[from, to]: [string, string]): Kernel {
  const parts = text.split(from);
  if (parts.length < 2) throw new Error(`the example has no ${from}`);
  return kernelOf(parts.join(to));
}

const kinds: [SemanticsId, Level][] = [
  ['published', 'baton'],
  ['published', 'free'],
  ['opencl', 'baton'],
  ['opencl', 'free'],
];

describe.each(kinds)('under %s semantics at level %s', (semantics, level) => {
  const model = modelOf(kernel, semantics, level).text;

  const platforms: [string, Partial<Constants>][] = [
    ['the usual platform', {}],
    ['another size', { size: 16 }],
    ['other numbers of devices, units and elements', { ND: 2, NU: 3, NP: 7 }],
    ['other times', { GMT: 9, LMT: 2, BT: 5, DT: 8 }],
    ['another local memory', { LM: 64 }],
  ];

  it('numbers of a run stand in its words alone', () => {
    const words = new Set<string>();
    for (const [, changes] of platforms) {
      const problem = problemOf({ kernel, semantics, level, constants: platform(changes) });
      expect(problem.model.text).toBe(model);
      for (const bound of [100, 1_000_000]) {
        words.add(runWords(boundedRun(problem, bound, false)).join(' '));
      }
    }
    expect(words.size).toBe(2 * platforms.length);
  });

  it('ranges of the parameters do not change the model or its verifier', async () => {
    const narrow = kernelOf(text.replace('pow2(4, size/2)', 'pow2(8, size/4)'));
    const other = modelOf(narrow, semantics, level).text;
    expect(other).toBe(model);
    const sources = await sourcesOf(toolchain, other);
    expect(sources).toEqual(await sourcesOf(toolchain, model));
    expect(Object.keys(sources)).toContain('pan.c');
  });

  it('comments and names of the kernel that cost nothing do not change the verifier', () => {
    const renamed = kernelOf(
      text.replaceAll('idx_l', 'place').replaceAll('// access', '// an access'),
    );
    expect(modelOf(renamed, semantics, level).text).toBe(model);
  });

  it.each([
    ['trip count', 'i < size / TS', 'i < size / TS + 1'],
    ['cost', 'cost f = GMT * TS', 'cost f = GMT * TS + 1'],
    ['barrier', 'barrier(CLK_LOCAL_MEM_FENCE);', ';'],
  ])('another %s changes the model', (_, from, to) => {
    expect(modelOf(edited(from, to), semantics, level).text).not.toBe(model);
  });
});

describe('one verifier', () => {
  it('proves the minimum of every platform', { timeout: 120_000 }, async () => {
    const keys = new Set<string | undefined>();
    for (const changes of [{ size: 8 }, { size: 16, NP: 2 }, { size: 16, GMT: 1, NU: 1 }]) {
      const constants = platform(changes);
      const checker = checkerOf(toolchain, {
        kernel,
        semantics: 'published',
        level: 'baton',
        constants,
      });
      keys.add((await checker.verifier()).key);
      const { result } = await finish(bisection, checker);
      const times = tilings(constants.size).map((tiling) => publishedAbstract(tiling, constants));
      expect(result).toMatchObject({ status: 'proved', minTime: Math.min(...times) });
    }
    expect(keys.size).toBe(1);
  });
});

describe('an edited kernel takes the time that its edit says', () => {
  const constants = platform({ size: 16, NP: 3, NU: 1, BT: 5, DT: 2, LMT: 2 });
  const { GMT, LMT, BT, NP, size } = constants;
  const items = (WG: number): number => Math.ceil(WG / NP);
  const groups = (WG: number): number => size / WG;

  const measured = async (changed: Kernel, semantics: SemanticsId) =>
    (
      await simulatedTimes(toolchain, { kernel: changed, semantics, level: 'baton', constants })
    ).map(({ values, time }) => ({ ...values, time }));
  const expected = (timeOf: (tiling: { WG: number; TS: number }) => number) =>
    tilings(size).map((tiling) => ({ ...tiling, time: timeOf(tiling) }));

  const secondBarrier = `    barrier(CLK_LOCAL_MEM_FENCE);           // waiting for local co-workers
  }`;

  /** Ticks an edit adds to a group, under the OpenCL semantics. */
  const edits: [string, [string, string], (tiling: { WG: number; TS: number }) => number][] = [
    [
      'one tile more',
      ['i < size / TS', 'i <= size / TS'],
      ({ WG, TS }) => items(WG) * (GMT * TS + LMT + TS * LMT) + 2 * BT,
    ],
    [
      'loads that cost three times as much',
      ['cost f = GMT * TS', 'cost f = 3 * GMT * TS'],
      ({ WG, TS }) => (size / TS) * items(WG) * 2 * GMT * TS,
    ],
    ['one barrier less', [secondBarrier, '  }'], ({ TS }) => -(size / TS) * BT],
    [
      'no barrier at all',
      ['barrier(CLK_LOCAL_MEM_FENCE);', ';'],
      ({ TS }) => -2 * (size / TS) * BT,
    ],
    [
      'a condition that costs',
      ['cost b = 0', 'cost b = 7'],
      ({ WG, TS }) => (size / TS) * items(WG) * 7,
    ],
  ];
  it.each(edits)('OpenCL: %s', { timeout: 30_000 }, async (_, edit, added) => {
    expect(await measured(edited(...edit), 'opencl')).toEqual(
      expected((tiling) => openclAbstract(tiling, constants) + groups(tiling.WG) * added(tiling)),
    );
  });

  // Published models repeat a pass for every group and once more, by WG / NP elements in turn.
  const passes = (WG: number): number => (groups(WG) + 1) * Math.floor(WG / NP);
  const publishedEdits: typeof edits = [
    ['one tile more', ['i < size / TS', 'i <= size / TS'], ({ TS }) => GMT * TS + 1],
    [
      'loads that cost three times as much',
      ['cost f = GMT * TS', 'cost f = 3 * GMT * TS'],
      ({ TS }) => (size / TS) * 2 * GMT * TS,
    ],
    [
      'no barrier at all: two phases, of all loads and the write, and of all work on tiles',
      ['barrier(CLK_LOCAL_MEM_FENCE);', ';'],
      ({ WG, TS }) =>
        size * GMT +
        GMT +
        1 +
        (size * LMT + 1) -
        publishedAbstract({ WG, TS }, constants) / passes(WG),
    ],
  ];
  it.each(publishedEdits)('as published: %s', { timeout: 30_000 }, async (_, edit, added) => {
    expect(await measured(edited(...edit), 'published')).toEqual(
      expected(
        (tiling) => publishedAbstract(tiling, constants) + passes(tiling.WG) * added(tiling),
      ),
    );
  });
});
