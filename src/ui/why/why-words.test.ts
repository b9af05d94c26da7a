import { describe, expect, it } from 'vitest';
import type { Explained, TimePart, TuningResult, WhyView } from '../../session/index.ts';
import { whyAsText, whyInWords } from './why-words.ts';

const element = (ticks: Partial<Record<TimePart, number>>, label = 'pex 0', barriers = 0) => {
  const all = { global: 0, local: 0, private: 0, masked: 0, barrier: 0, dispatch: 0, idle: 0 };
  return { pid: 5, label, count: 1, ticks: { ...all, ...ticks }, barriers };
};

const explained = (
  values: Readonly<Record<string, number>>,
  ticks: Partial<Record<TimePart, number>>,
  barriers = 0,
): Explained => {
  const time = Object.values(ticks).reduce((sum, value) => sum + value, 0);
  return { values, time, split: { time, elements: [element(ticks, 'pex 0', barriers)] } };
};

const BEST = explained({ WG: 16, TS: 4 }, { global: 400, local: 80, barrier: 104 }, 32);
const NEXT = explained({ WG: 16, TS: 2 }, { global: 400, local: 80, barrier: 128 }, 64);
const RESULT: TuningResult = { status: 'proved', minTime: 584, optima: [BEST.values] };
const view = (changes: Partial<WhyView>): WhyView => ({
  ...{ phase: 'ended', effects: [], searches: 0, best: BEST },
  ...changes,
});
const effect = (name: string, value: number, tried: readonly number[], ...won: number[]) => ({
  ...{ name, value, tried, meaning: '' },
  wins: won.map((at) => ({ value: at, stays: at + 1, optima: [{ WG: 8, TS: 2 }] })),
});

describe('whyInWords', () => {
  it('says what the time consists of, what the next best pays more for, and what lets another win', () => {
    const why = view({
      next: { ...NEXT, isProved: true },
      effects: [
        effect('GMT', 4, [1, 2, 3, 8], 2),
        effect('NP', 4, [2, 8]),
        effect('BT', 1, [0, 2]),
      ],
    });
    expect(whyAsText(why, RESULT)).toBe(
      'WG 16, TS 4 spends 400 of its 584 ticks (68 %) in global memory, 104 waiting at barriers and 80 in local memory. ' +
        'The next best, WG 16, TS 2, is 24 ticks slower: 32 more barriers, 24 ticks more waiting at barriers. ' +
        'WG 8, TS 2 would win with GMT 2 instead of 4 (not yet with 3); none with any value tried of NP or BT. ',
    );
    const leads = whyInWords(why, RESULT).flatMap(({ lead }) => lead ?? []);
    expect(leads).toEqual([
      { kind: 'time', values: BEST.values },
      { kind: 'parting', values: NEXT.values, from: BEST.values },
      { kind: 'sweep', constant: 'GMT', values: [1, 2, 3, 4, 8] },
      { kind: 'sweep', constant: 'NP', values: [2, 4, 8] },
      { kind: 'sweep', constant: 'BT', values: [0, 1, 2] },
    ]);
  });

  it('names two changes, the nearest, and of others the value', () => {
    const far = ['LMT', 'BT', 'DT', 'NU'].map((name) => effect(name, 4, [1], 1));
    const text = whyAsText(view({ effects: [...far, effect('GMT', 4, [3], 3)] }), RESULT);
    expect(text).toContain(
      'WG 8, TS 2 would win with GMT 3 instead of 4; WG 8, TS 2 with LMT 1 instead of 4 (not yet with 2); others with BT 1, DT 1 or NU 1. ',
    );
  });

  it('is honest where there is less to say', () => {
    expect(whyAsText(view({ effects: [effect('NP', 4, [2, 8])] }), RESULT)).toContain(
      'No other would win with any value tried of NP. ',
    );
    expect(whyAsText(view({ total: 1 }), RESULT)).toContain('No other configuration can run here.');
    const tied = { ...RESULT, optima: [{ WG: 1 }, { WG: 2 }] };
    expect(whyAsText(view({ total: 2 }), tied)).toContain(
      'All 2 configurations that can run take as long.',
    );
    const unsure = view({
      next: { ...NEXT, isProved: false },
      untried: 'What would let another win is asked where the best is proved.',
    });
    expect(whyAsText(unsure, { ...RESULT, status: 'sampled' })).toMatch(
      /The next best known, WG 16, TS 2, is 24 ticks slower.*asked where the best is proved\.$/,
    );
    const free: Explained = { ...explained({ WG: 4 }, {}), time: 0 };
    expect(whyAsText(view({ best: free }), { ...RESULT, minTime: 0 })).toContain(
      'WG 4 takes no time',
    );
    expect(whyAsText(view({}), { status: 'deadlock', optima: [] })).toContain('nobody can go on');
    expect(whyInWords({ phase: 'none', effects: [], searches: 0 }, RESULT)).toEqual([]);
    const costly = whyInWords(view({ untried: 'It is dear.', isCostly: true }), RESULT);
    expect(costly.at(-1)?.lead).toEqual({ kind: 'ask' });
  });

  it('tells large times by shares, and their difference to the tick', () => {
    const large = (time: bigint, TS: number): Explained => ({
      ...{ values: { TS }, time },
      split: {
        time: Number(time),
        elements: [element({ global: Number(time) * 0.75, local: Number(time) / 4 })],
      },
    });
    const [best, next] = [large(2n ** 60n, 4), large(2n ** 60n + 3n, 2)];
    expect(
      whyAsText(view({ best, next: { ...next, isProved: true } }), {
        ...RESULT,
        minTime: best.time,
      }),
    ).toBe(
      'TS 4 spends about 75 % of its 1,152,921,504,606,846,976 ticks in global memory and about 25 % in local memory. ' +
        'The next best, TS 2, is 3 ticks slower. ',
    );
  });

  it('names the element whose time it is, where others spend theirs otherwise', () => {
    const split = {
      time: 10,
      elements: [element({ global: 4, idle: 6 }, 'pex 0'), element({ global: 10 }, 'pex 1')],
    };
    expect(whyAsText(view({ best: { values: { WG: 4 }, time: 10, split } }), RESULT)).toBe(
      'In WG 4 the busiest element, pex 1, spends 10 of its 10 ticks (100 %) in global memory. ',
    );
  });
});
