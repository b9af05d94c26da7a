import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { canDiverge } from '../kernel/divergence.ts';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { checkerOf, simulatedTime } from '../testing/engine.ts';
import { simulateEvents } from '../testing/event-simulation.ts';
import { drawSample, type Sample } from '../testing/random-kernels.ts';
import type { Constants } from '../platform/index.ts';
import { MOST_TICKS } from '../base/ticks.ts';
import { generateModel } from './index.ts';
import { RUNS, seedOf } from '../testing/amounts.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

const seed = seedOf(20_240_601);
const minutes = (count: number): number => count * 60_000 * RUNS;

/** Kernels that never take time have no model. */
const hasModel = ({ kernel }: Sample): boolean => {
  const result = generateModel(kernel, 'opencl', 'baton');
  if (result.ok) return true;
  expect(result.diagnostics.map(({ code }) => code)).toEqual(['no-work']);
  return false;
};

/** The ticks, or `deadlock`. An element takes its items through a region together, so the model
 * calls it divergence where they disagree about a condition around a barrier, even if a further
 * condition keeps all from the barrier. Then `deadlock` is right as well. */
function expected({ kernel, values }: Sample, constants: Constants): (number | 'deadlock')[] {
  const simulated = simulateEvents(kernel, values, constants);
  if (simulated.kind === 'deadlock') return ['deadlock'];
  const alone = (values['WG'] ?? 1) <= constants.NP;
  return canDiverge(kernel) && !alone ? [simulated.time, 'deadlock'] : [simulated.time];
}

describe.each([
  { title: 'uniform barriers', divergence: false },
  { title: 'barriers anywhere', divergence: true },
])('random kernels with $title', ({ divergence }) => {
  it('take the time of the event simulation at level baton', { timeout: minutes(2) }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (draw) => {
        const sample = drawSample(draw, { nodes: 12, divergence }, 3);
        fc.pre(hasModel(sample));
        const { kernel, values, platforms } = sample;
        for (const constants of platforms) {
          const setup = { kernel, semantics: 'opencl', level: 'baton', constants } as const;
          const time = await simulatedTime(checkerOf(toolchain, setup), values);
          expect(expected(sample, constants)).toContain(time);
        }
      }),
      { numRuns: 15 * RUNS, seed, endOnFailure: true },
    );
  });

  it('take it in every schedule at level free', { timeout: minutes(4) }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (draw) => {
        const sample = drawSample(draw, { nodes: divergence ? 4 : 5, divergence }, 3, true);
        fc.pre(hasModel(sample));
        const { kernel, values, platforms } = sample;
        for (const constants of platforms) {
          const setup = { kernel, semantics: 'opencl', level: 'free', constants } as const;
          const checker = checkerOf(toolchain, setup);
          const deadlocks = await checker.search({ bound: 'deadlock' });
          // A bound that every time violates makes the verifier report all of them.
          const times = await checker.search({ bound: MOST_TICKS, all: true });
          fc.pre(deadlocks.cut === undefined && times.cut === undefined);
          const outcome = deadlocks.deadlock ? 'deadlock' : times.finishes[0]?.time;
          expect(expected(sample, constants)).toContain(outcome);
          expect(times.finishes).toEqual(deadlocks.deadlock ? [] : [{ time: outcome, values }]);
        }
      }),
      { numRuns: 3 * RUNS, seed, endOnFailure: true },
    );
  });
});
