import { describe, expect, it } from 'vitest';
import type { Explained, WhyView } from '../../session/jobs/why.ts';
import type { TimePart } from '../../trace/index.ts';
import type { TuningResult } from '../../tuning/index.ts';
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
  phase: 'ended',
  effects: [],
  searches: 0,
  best: BEST,
  ...changes,
});
const effect = (name: string, value: number, tried: readonly number[], ...won: number[]) => ({
  name,
  value,
  tried,
  meaning: '',
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
      'The next best, WG 16, TS 2, is 24 ticks slower: 32 more barriers, 24 ticks more waiting at barriers. ' +
        'WG 16, TS 4 spends 400 of its 584 ticks (68 %) in global memory, 104 waiting at barriers and 80 in local memory. ' +
        'WG 8, TS 2 would win with GMT 2 instead of 4 (not yet with 3); none with any value tried of NP or BT. ',
    );
    const leads = whyInWords(why, RESULT).flatMap(({ lead }) => lead ?? []);
    expect(leads).toEqual([
      { kind: 'parting', values: NEXT.values, from: BEST.values },
      { kind: 'time', values: BEST.values },
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

  it('begins with what the parameters save, by counts', () => {
    const cause = { value: 4, other: 1, space: 'global', isMost: false } as const;
    const causes = [
      { ...cause, name: 'TS', accesses: [128, 512] },
      { ...cause, name: 'WG', value: 2, other: 8, accesses: [1000, 1200], isMost: true },
      { ...cause, name: 'U', accesses: [1, 2] },
    ] as const;
    expect(whyAsText(view({ next: { ...NEXT, isProved: true } }), RESULT, causes)).toMatch(
      /^A larger TS spares accesses of global memory: 128 with TS 4 instead of 512 with 1\. A smaller WG spares accesses of global memory: at most 1,000 with WG 2 instead of 1,200 with 8\. The next best, .* WG 16, TS 4 spends/,
    );
    // Beside causes all else is a ledger, which is shown on demand; the way to end a search is not.
    const shown = (why: WhyView, ...told: Parameters<typeof whyInWords>[2][]) =>
      whyInWords(why, RESULT, ...told)
        .filter(({ isLedger }) => !isLedger)
        .map(({ words }) => words.split(' ').slice(0, 3).join(' '));
    expect(shown(view({}), causes)).toEqual(['A larger TS', 'A smaller WG']);
    expect(shown(view({ next: { ...NEXT, isProved: true } }))).toEqual(['The next best,', '. ']);
    expect(shown(view({ phase: 'running', dials: 9 }), causes)).toContain('Cancel');
    expect(whyInWords({ phase: 'running', effects: [], searches: 0 }, RESULT, causes)).toEqual([
      { words: 'Reading its trace …' },
    ]);
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
      values: { TS },
      time,
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
      'The next best, TS 2, is 3 ticks slower. ' +
        'TS 4 spends about 75 % of its 1,152,921,504,606,846,976 ticks in global memory and about 25 % in local memory. ',
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

  it('tells one of many parameters by what sets it apart from the best', () => {
    const values = { block_size_x: 64, b: 4, c: 1, d: 1, e: 15 };
    const best = { ...BEST, values };
    const next = { ...NEXT, values: { ...values, block_size_x: 128, d: 2 }, isProved: true };
    const won = { ...values, b: 8 };
    const effects = [
      {
        name: 'GMT',
        value: 4,
        tried: [8],
        meaning: '',
        wins: [{ value: 8, optima: [won, next.values] }],
      },
    ];
    const clauses = whyInWords(view({ best, next, effects }), { ...RESULT, optima: [values] });
    expect(clauses.map(({ words }) => words).join('')).toMatch(
      /^The next best, with block_size_x 128 instead of 64 and d 2 instead of 1, is 24 ticks slower: .* The best spends 400 .* One with b 8 instead of 4 \(and 1 more\) would win with GMT 8 instead of 4\. $/,
    );
    expect(clauses[0]?.more).toBe('block_size_x 128, b 4, c 1, d 2, e 15');
    expect(clauses[2]?.more).toBe('block_size_x 64, b 4, c 1, d 1, e 15');
    const named = { ...BEST, values: { tile_x: 4 } };
    expect(whyAsText(view({ best: named }), RESULT)).toMatch(/^tile_x 4 spends/);
  });

  it('splits what a machine makes slower into what binds and what is waited for', () => {
    const bound = (by: 'port' | 'issue' | 'latency', least: number) => ({
      by,
      least,
      cycles: { port: 0, l2: 0, issue: 0, latency: 0, [by]: least },
    });
    const on = (by: 'port' | 'issue' | 'latency', least: number, time: number): Explained => ({
      values: { WG: time },
      time,
      bound: bound(by, least),
      split: { time, elements: [] },
    });
    const said = (best: Explained, next: Explained): string =>
      whyAsText(view({ best, next: { ...next, isProved: true } }), RESULT).split(
        'The next best, ',
      )[1] ?? '';
    expect(said(on('port', 900, 1000), on('port', 1000, 1020))).toBe(
      'WG 1,020, is 20 ticks slower: the memory port is busy 100 cycles longer, and it waits 80 cycles less with no other warp to hide it. ',
    );
    expect(said(on('issue', 900, 1000), on('issue', 900, 1001))).toBe(
      'WG 1,001, is 1 tick slower: the schedulers are busy as long, and it waits 1 cycle more with no other warp to hide it. ',
    );
    expect(said(on('port', 900, 1000), on('latency', 940, 1040))).toBe(
      'WG 1,040, is 40 ticks slower: the latency of one warp binds it 40 cycles longer than the memory port the best. ',
    );
  });

  it('says how far it is, and how to end it', () => {
    const running = view({ phase: 'running', dials: 9, effects: [effect('GMT', 4, [2])] });
    expect(whyAsText(running, RESULT)).toContain(
      'Looking for a platform on which another would win (1 of 9 constants tried) … ',
    );
    expect(whyInWords(running, RESULT).at(-1)?.lead).toEqual({ kind: 'cancel' });
  });
});
