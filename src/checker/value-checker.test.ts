import { afterAll, describe, expect, it } from 'vitest';
import { valueModel } from '../promela/values/index.ts';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import type { Toolchain } from '../spin/toolchain.ts';
import { exampleText } from '../testing/engine.ts';
import { compileNatively } from '../testing/native-verifier.ts';
import { builtValues } from '../testing/value-listing.ts';
import type { ValueProgram } from '../values/program.ts';
import { panOptions, ValueChecker, valueDefines, type ValueCheckRequest } from './value-checker.ts';
import { isLong } from '../testing/amounts.ts';

const toolchain = await createNodeToolchain();
const checker = new ValueChecker(toolchain, { memoryMB: 1024 });
afterAll(() => toolchain.dispose());

const checked = async (programs: readonly ValueProgram[], level: ValueCheckRequest['level']) => {
  const report = await checker.check(programs, { level });
  if (!report.ok) throw new Error(report.reason);
  return report;
};

/** The papers' kernel with any input in a range. */
const minimum = (size: number, most: number, change = (text: string): string => text) =>
  builtValues(
    `${change(exampleText('minimum').replaceAll(/^#pragma tuner (input|ensures) .*\n/gm, ''))}
#pragma tuner input glob[i] = any(0, ${most})
#pragma tuner input mins[i] = ${most + 1}
#pragma tuner ensures min(mins) == min(glob)`,
    { size, WG: 2, TS: 2 },
  );

/** Four items in groups of two. */
const small = (body: string, pragmas = ''): ValueProgram =>
  builtValues(
    `#pragma tuner param WG = {2}
#pragma tuner items 4
#pragma tuner local l = WG
#pragma tuner array g = 4
#pragma tuner array n = 1
#pragma tuner input g[i] = i
#pragma tuner input n[i] = 0
${pragmas}
__kernel void k(__global int *g, __global int *n, __local int *l) {
  int lid = get_local_id(0);
  int gid = get_global_id(0);
  ${body}
}`,
    { WG: 2 },
  );

/** Size, most of an input and number of inputs; the second has as many again. */
const SPACES: readonly (readonly [number, number, number])[] = [
  [8, 3, 4 ** 8],
  [16, 1, 2 ** 16],
];

describe('the values of a kernel', () => {
  it(
    'are right for every input, with and without the order of items chosen',
    { timeout: 180_000 },
    async () => {
      const program = minimum(4, 1);
      for (const level of ['regions', 'free'] as const) {
        const { verdicts, exhaustive, inputs } = await checked([program], level);
        expect(verdicts.map(({ found }) => found?.finding)).toEqual([undefined]);
        expect(verdicts[0]?.ended).toBe(true);
        expect([exhaustive, inputs]).toEqual([true, 2 ** 4]);
      }
    },
  );

  it(
    'are not, with a barrier less or a mistake, and the trace shows it',
    { timeout: 180_000 },
    async () => {
      const programs = [
        minimum(4, 1, (text) => text.replace('barrier(CLK_LOCAL_MEM_FENCE);', '')),
        minimum(4, 1, (text) =>
          text.replace('int i = 1; i < get_local', 'int i = 2; i < get_local'),
        ),
        minimum(4, 1, (text) =>
          text.replace('loc[my_elem] = INT_MAX', 'loc[my_elem + 1] = INT_MAX'),
        ),
      ];
      const { verdicts } = await checked(programs, 'regions');
      expect(verdicts.map(({ found }) => found?.finding.kind)).toEqual([
        'race-local',
        'result',
        'bounds',
      ]);
      const [race] = verdicts;
      if (!race?.found) throw new Error('nothing was found');
      const { arrays, events, wrong } = await checker.trace(race.found.way);
      const event = events[wrong?.event ?? -1];
      const other = events[wrong?.other ?? -1];
      if (event?.kind !== 'write' || other?.kind !== 'read')
        throw new Error('no race in the trace');
      expect([arrays[event.array]?.name, event.cell, other.cell]).toEqual(['loc', 1, 1]);
      expect([event.item, other.item]).toEqual([1, 0]);
    },
  );

  it('name one index where they broadcast', { timeout: 180_000 }, async () => {
    const { verdicts } = await checked(
      ['work', 'sub'].flatMap((group) =>
        ['n[0]', 'g[lid]'].map((index) =>
          small(`l[lid] = ${group}_group_broadcast(lid, ${index});`),
        ),
      ),
      'regions',
    );
    expect(verdicts.map(({ found }) => found?.finding.kind)).toEqual([
      undefined,
      'divergence',
      undefined,
      'divergence',
    ]);
  });

  it.each(['regions', 'free'] as const)(
    'race with nobody where they only guess what an exchange expects, at level %s',
    { timeout: 180_000 },
    async (level) => {
      const added = (to: string): string =>
        `int old, seen; do { old = *${to}; seen = atomic_cmpxchg(${to}, old, old + lid + 1); } while (seen != old);`;
      const cleared = 'if (lid == 0) l[0] = 0; barrier(CLK_LOCAL_MEM_FENCE);';
      const { verdicts } = await checked(
        [
          small(`if (gid < 2) { ${added('n')} }`),
          small(`${cleared} ${added('l')}`),
          small(`${added('n')} if (gid == 3) n[0] = 0;`),
          small(`${cleared} ${added('l')} g[gid] = l[0];`),
        ],
        level,
      );
      const kinds = verdicts.map(({ found }) => found?.finding.kind);
      expect(kinds.slice(0, 2)).toEqual([undefined, undefined]);
      expect(kinds[2]).toMatch(/^race-/);
      expect(kinds[3]).toBe('race-local');
    },
  );

  it('take as many states as in native SPIN, in every mode', { timeout: 180_000 }, async () => {
    const ticket = small('g[atomic_inc(n)] = gid;');
    for (const [program, level] of [
      [minimum(4, 1), 'regions'],
      [minimum(4, 1), 'free'],
      [ticket, 'regions'],
    ] as const) {
      const printed = valueModel([program], { level });
      if (!printed.ok) throw new Error(printed.reason);
      const { states, transitions } = await checked([program], level);
      const native = compileNatively(printed.model.text, valueDefines(printed.model));
      try {
        const { report } = native.run(panOptions(printed.model, 10_000));
        expect([states, transitions]).toEqual([report.states, report.transitions]);
      } finally {
        native.dispose();
      }
    }
  });

  it.each(isLong ? SPACES : SPACES.slice(0, 1))(
    "of the papers' Minimum are right at size %i for all inputs up to %i, as in native SPIN",
    { timeout: 240_000 },
    async (size, most, count) => {
      const program = minimum(size, most);
      const printed = valueModel([program], { level: 'regions' });
      if (!printed.ok) throw new Error(printed.reason);
      const { verdicts, exhaustive, inputs, states, transitions } = await checked(
        [program],
        'regions',
      );
      expect([verdicts[0]?.found, exhaustive, inputs]).toEqual([undefined, true, count]);
      const native = compileNatively(printed.model.text, valueDefines(printed.model));
      const { report } = native.run(panOptions(printed.model, 10_000));
      native.dispose();
      // A state for each input, and a few.
      expect([states, transitions]).toEqual([report.states, report.transitions]);
      expect(states - count).toBeLessThan(10);
    },
  );
});

describe('what is wrong', () => {
  const cases: readonly (readonly [string, ValueProgram, string | undefined])[] = [
    ['a neighbour too early', small('l[lid] = gid; g[gid] = l[1 - lid];'), 'race-local'],
    [
      'a neighbour in time',
      small(
        'l[lid] = gid; barrier(CLK_LOCAL_MEM_FENCE); g[gid] = l[1 - lid];',
        '#pragma tuner ensures sum(g) == 6',
      ),
      undefined,
    ],
    [
      'the wrong fence',
      small('l[lid] = gid; barrier(CLK_GLOBAL_MEM_FENCE); g[gid] = l[1 - lid];'),
      'race-local',
    ],
    ['the same place within a group', small('g[get_group_id(0)] = lid;'), 'race-global'],
    ['the same place of two groups', small('if (lid == 0) n[0] = gid;'), 'race-between-groups'],
    ['the same value', small('n[0] = 1;', '#pragma tuner ensures n[0] == 1'), undefined],
    ['beyond the end', small('g[gid + 1] = 0;'), 'bounds'],
    ['nobody wrote it', small('g[gid] = l[lid];'), 'uninitialised'],
    ['an endless loop', small('while (g[gid] >= 0) lid = lid;'), 'non-termination'],
    [
      'a barrier of some',
      small('if (lid == 0) barrier(CLK_LOCAL_MEM_FENCE); g[gid] = 1;'),
      'divergence',
    ],
    [
      'two barriers',
      small('if (lid) barrier(CLK_LOCAL_MEM_FENCE); else barrier(CLK_LOCAL_MEM_FENCE);'),
      'divergence',
    ],
    ['division by zero', small('g[gid] = 1 / g[gid];'), 'result'],
    [
      'a sum by atomics',
      small('atomic_add(n, gid);', '#pragma tuner ensures n[0] == 6'),
      undefined,
    ],
    [
      'a copy nobody waits for',
      small('event_t e = async_work_group_copy(l, g, 2, 0); g[gid] = l[lid];'),
      'race-local',
    ],
    [
      'a copy that is waited for',
      small(
        'event_t e = async_work_group_copy(l, g, 2, 0); wait_group_events(1, &e); n[0] = l[1];',
        '#pragma tuner ensures n[0] == 1',
      ),
      undefined,
    ],
    [
      'narrow and unsigned numbers',
      small(
        'uchar c = 200 + gid * 100; uint u = gid - 1; g[gid] = c + (u > 5u) + (int)((float)gid / 2.0f);',
        '#pragma tuner ensures g[0] == 201 && g[1] == 44 && g[2] == 145 && g[3] == 245',
      ),
      undefined,
    ],
  ];

  it('is found, and nothing else', { timeout: 180_000 }, async () => {
    const { verdicts } = await checked(
      cases.map(([, program]) => program),
      'regions',
    );
    const kinds = verdicts.map(({ found }, index) => [cases[index]?.[0], found?.finding.kind]);
    expect(kinds).toEqual(cases.map(([name, , kind]) => [name, kind]));
  });

  it('with atomic operations whose order matters: all orders', { timeout: 180_000 }, async () => {
    const tickets = '#pragma tuner ensures sum(g) == 6';
    const programs = [
      small('g[atomic_inc(n)] = gid;', tickets),
      small('g[atomic_inc(n)] = gid;', '#pragma tuner ensures g[0] == 0'),
      small('g[atomic_inc(n)] = gid;', '#pragma tuner ensures g[3] == 3'),
      // Lost between a load and a store.
      small('int v = atomic_add(n, 0); atomic_xchg(n, v + 1);', '#pragma tuner ensures n[0] == 4'),
    ];
    const { verdicts } = await checked(programs, 'regions');
    expect(verdicts.map(({ found }) => found?.finding.kind)).toEqual([
      undefined,
      'result',
      'result',
      'result',
    ]);
  });
});

it('is told of what is wrong also where the events of a search are overtaken by its end', async () => {
  // A busy worker's answer may precede its last events.
  const overtaken: Toolchain = {
    ...toolchain,
    verify: (request, options) =>
      toolchain.verify(request, {
        ...options,
        onProgress: (event) => {
          if (event.kind === 'stage') options?.onProgress?.(event);
        },
      }),
  };
  const program = small('g[gid] = 1 / g[gid];');
  const report = await new ValueChecker(overtaken, { memoryMB: 1024 }).check([program], {
    level: 'regions',
  });
  if (!report.ok) throw new Error(report.reason);
  expect(report.verdicts.map(({ found }) => found?.finding.kind)).toEqual(['result']);
}, 180_000);
