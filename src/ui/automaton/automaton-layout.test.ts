import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Automaton } from '../../trace/index.ts';
import { placed } from './automaton-layout.ts';
import { RUNS } from '../../testing/amounts.ts';

const numRuns = RUNS * 40;

describe('the picture of an automaton', () => {
  it('has a place for every state and every transition, and no two states on one another', () => {
    const edge = fc.tuple(fc.nat(7), fc.nat(7), fc.string({ maxLength: 40 }));
    fc.assert(
      fc.property(fc.array(edge, { minLength: 1, maxLength: 14 }), (edges) => {
        const ids = [...new Set(edges.flatMap(([from, to]) => [from, to]))];
        const automaton: Automaton = {
          name: 'p',
          isClaim: false,
          states: ids.map((id, at) => ({ id, line: 1, isStart: at === 0, labels: [] })),
          transitions: edges.map(([from, to, statement], id) => ({
            from,
            to,
            statement,
            state: id,
            id,
            line: 1,
          })),
        };
        const { states, transitions, width, height } = placed(automaton);
        expect(states.map(({ id }) => id)).toEqual(ids);
        expect(transitions).toHaveLength(edges.length);
        for (const one of states) {
          expect(one.x + one.width / 2).toBeLessThanOrEqual(width);
          expect(one.y + one.height / 2).toBeLessThanOrEqual(height);
          for (const other of states)
            if (one !== other)
              expect(
                Math.abs(one.x - other.x) >= one.width || Math.abs(one.y - other.y) >= one.height,
              ).toBe(true);
        }
      }),
      { numRuns },
    );
  });
});
