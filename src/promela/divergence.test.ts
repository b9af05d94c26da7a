import { afterAll, describe, expect, it } from 'vitest';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { checkerOf, kernelOf, platform, simulatedTime } from '../testing/engine.ts';
import { simulateEvents } from '../testing/event-simulation.ts';
import type { Level } from './index.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

const text = (body: string): string => `#pragma tuner param WG = {2}
__kernel void k(__global int *a) {
  int lid = get_local_id(0);
${body}
}`;

/** Kernel bodies for groups of two items, and whether both reach the same barriers. */
const cases: [string, string, number | 'deadlock'][] = [
  [
    'one item leaves before the barrier',
    'if (lid == 0) return; barrier(1); a[lid] = 1;',
    'deadlock',
  ],
  [
    'both items meet different barriers',
    'if (lid == 0) barrier(1); else barrier(1); a[lid] = 1;',
    'deadlock',
  ],
  [
    'items come to one barrier in different iterations',
    'for (int i = 0; i < 2; i++) { if (i == lid) barrier(1); } a[lid] = 1;',
    'deadlock',
  ],
  [
    'one item iterates more often',
    'for (int i = 0; i <= lid; i++) { barrier(1); } a[lid] = 1;',
    'deadlock',
  ],
  ['nobody leaves', 'if (lid == 5) return; barrier(1); a[lid] = 1;', 1 + 1 + 4],
  [
    // One barrier for the item that might leave and the one that cannot.
    'nobody leaves from within a branch of one item',
    'if (lid == 0) { a[0] = 1; if (get_group_id(0) == 7) return; } barrier(1); a[lid] = 1;',
    1 + 4 + 1 + 4,
  ],
  [
    'the conditions are long',
    'if ((lid < 1 ? 1 : 0) > 3) barrier(1); for (int i = 0; i < (lid < 9 ? 2 : 1); i++) { barrier(1); } a[lid] = 1;',
    1 + 2 + 4,
  ],
];

describe.each<{ level: Level }>([{ level: 'baton' }, { level: 'free' }])(
  'at level $level',
  ({ level }) => {
    it.each(cases)('%s', { timeout: 60_000 }, async (_, body, outcome) => {
      const kernel = kernelOf(text(body));
      const constants = platform({ size: 2, NP: 2 });
      const expected = simulateEvents(kernel, { WG: 2 }, constants);
      expect(expected.kind === 'finished' ? expected.time : 'deadlock').toBe(outcome);
      const checker = checkerOf(toolchain, { kernel, semantics: 'opencl', level, constants });
      expect(await simulatedTime(checker, { WG: 2 })).toBe(outcome);
      const report = await checker.search({ bound: 'deadlock' });
      expect(report.deadlock).toBe(outcome === 'deadlock');
      const times = await checker.search({ bound: 1_000_000, all: true });
      expect(times.finishes.map(({ time }) => time)).toEqual(
        outcome === 'deadlock' ? [] : [outcome],
      );
    });
  },
);
