import { expect, it } from 'vitest';
import { finish } from '../testing/engine.ts';
import { type SimulationReport, sweep, type Verifier } from './index.ts';

const finished = (WG: number): SimulationReport => ({
  outcome: 'finished',
  finish: { time: 100 - WG, values: { WG } },
  steps: 1,
});

it('leaves out what takes long, where it is to be quick', async () => {
  const simulated: number[] = [];
  const verifier: Verifier = {
    canDiverge: false,
    configurations: () => [{ values: { WG: 4 } }, { values: { WG: 8 } }],
    estimate: ({ WG = 0 }) => (WG === 4 ? 5_000_000 : 10_000),
    simulate: async (values) => {
      const WG = values?.['WG'] ?? 0;
      simulated.push(WG);
      return finished(WG);
    },
    replayFinish: () => Promise.reject(new Error('not replayed')),
    search: () => Promise.reject(new Error('not searched')),
  };
  const results = async (quick: boolean) => {
    const { events } = await finish(sweep, verifier, { quick });
    return events.flatMap((event) => (event.type === 'configurations' ? event.results : []));
  };
  expect(await results(true)).toMatchObject([
    { values: { WG: 4 }, status: 'bounded' },
    { values: { WG: 8 }, status: 'sampled', time: 92 },
  ]);
  expect(simulated).toEqual([8]);
  expect(await results(false)).toMatchObject([{ time: 96 }, { time: 92 }]);
});
