import { describe, expect, it } from 'vitest';
import { randomNumbers } from '../base/random.ts';
import type { Candidates, Observation } from './candidates.ts';
import { deadParameters } from '../measured/index.ts';
import { impossible, missedBy } from './missed.ts';
import { proposal } from './proposal.ts';
import { filled } from './relative.ts';

/** A made-up GPU: 8 x 8 x 2 configurations with one optimum; some fail. */
const SIDE = 8;
const rows = Array.from({ length: SIDE * SIDE * 2 }, (_, row) => row);
const x = (row: number): number => row % SIDE;
const y = (row: number): number => Math.floor(row / SIDE) % SIDE;
const cached = (row: number): number => Math.floor(row / SIDE / SIDE);
const truth = (row: number): number =>
  Math.exp(0.15 * (x(row) - 5) ** 2 + 0.1 * (y(row) - 2) ** 2 + 0.01 * Math.sin(row));
const fails = (row: number): boolean => x(row) + y(row) > 12;
const parameters = [
  { name: 'x', values: rows.map(x) },
  { name: 'y', values: rows.map(y) },
  { name: 'cached', values: rows.map(cached) },
];
const guided = (time: (row: number) => number): Candidates => ({
  count: rows.length,
  parameters,
  guides: [{ id: 'model', times: Float64Array.from(rows, time) }],
});
const right = guided((row) => 1000 * truth(row) ** 0.8);
const best = Math.min(...rows.filter((row) => !fails(row)).map(truth));

/** Share of the best after so many measurements. */
function reached(candidates: Candidates, count: number, seed: number, parametersAlone = false) {
  const observations: Observation[] = [];
  while (observations.length < count)
    for (const { row } of proposal(candidates, observations, { count: 5, seed, parametersAlone })
      .next)
      observations.push(fails(row) ? { row } : { row, time: truth(row) });
  return best / Math.min(...observations.flatMap(({ time }) => time ?? []));
}

describe('a proposal', () => {
  it('is the same for the same seed, and never what was measured', () => {
    const observations = [{ row: 3, time: 2 }, { row: 70 }, { row: 21, time: 1.2 }];
    const ask = () => proposal(right, observations, { count: 5, seed: 4 });
    const next = ask().next.map(({ row }) => row);
    expect(ask().next.map(({ row }) => row)).toEqual(next);
    expect(new Set([...next, 3, 70, 21]).size).toBe(8);
  });

  it('begins with what a right model says', () => {
    expect(reached(right, 5, 1)).toBeGreaterThan(0.95);
  });

  it('leaves little say to those who foretell worse', () => {
    const observations = rows
      .filter((row) => row % 4 === 0)
      .map((row) => ({ row, time: truth(row) }));
    const { says } = proposal(right, observations, { count: 1, seed: 1 });
    expect(says.filter(({ share }) => share < 0.05)).toHaveLength(2);
  });

  it('looks once in a batch beside the fastest, whatever made it fast', () => {
    const parted = Array.from({ length: 20 }, (_, seed) => {
      const random = randomNumbers(seed);
      const seen = rows.filter((row) => row % 11 === 0).map((row) => ({ row, time: 1 + random() }));
      const [first] = seen.toSorted((left, right) => left.time - right.time);
      const isBeside = (row: number): boolean =>
        [x, y, cached].filter((of) => of(row) !== of(first?.row ?? 0)).length === 1;
      return proposal(right, seen, { count: 5, seed }).next.some(({ row }) => isBeside(row));
    });
    expect(parted).not.toContain(false);
  });

  it('proposes no more than there is', () => {
    const observations = rows.slice(2).map((row) => ({ row, time: truth(row) }));
    const { next } = proposal(right, observations, { count: 5, seed: 1 });
    expect(next.map(({ row }) => row).toSorted()).toEqual([0, 1]);
    expect(next.map(({ gain }) => gain)).toEqual([0, 0]);
  });

  it.each([
    ['reversed', (row: number) => 1 / truth(row)],
    ['constant', () => 1],
    ['random', (row: number) => 1 + randomNumbers(row)()],
  ])('gets free of a model that is %s', (_, time) => {
    const seeds = Array.from({ length: 20 }, (_, seed) => seed);
    const mean = (of: (seed: number) => number) =>
      seeds.reduce((sum, seed) => sum + of(seed), 0) / seeds.length;
    const alone = mean((seed) => reached(right, 20, seed, true));
    expect(mean((seed) => reached(guided(time), 20, seed))).toBeGreaterThan(alone - 0.03);
  });

  it('takes the say from a reversed model within ten measurements', () => {
    const wrong = guided((row) => 1 / truth(row));
    const observations = Array.from({ length: 10 }, (_, at) => 11 * at + 2).flatMap((row) =>
      fails(row) ? [] : [{ row, time: truth(row) }],
    );
    const { says } = proposal(wrong, observations, { count: 5, seed: 1 });
    const own = says.find(({ id }) => id === 'model order')?.share ?? 1;
    expect(own).toBeLessThan(0.2);
  });

  it.each([1, 2, 3, 4, 5])('asks for one that a guide takes for slow, with seed %i', (seed) => {
    const model = Float64Array.from(rows, (row) => 1 / truth(row));
    const wrong = guided((row) => model[row] ?? 0);
    const limit = model.toSorted()[Math.floor(0.95 * (rows.length - 1))] ?? 0;
    const isSlow = ({ row }: { readonly row: number }) => (model[row] ?? 0) >= limit;
    const first = proposal(wrong, [], { count: 5, seed }).next;
    expect(first.some(isSlow)).toBe(false);
    const observations = first.map(({ row }) => ({ row, time: truth(row) }));
    const drawn = proposal(wrong, observations, { count: 5, seed }).next.filter(
      ({ by }) => by === 'parameters',
    );
    expect(drawn.some(isSlow)).toBe(true);
  });

  it('has no use for a model that tells no difference', () => {
    const { says } = proposal(
      guided(() => 3),
      [],
      { count: 5, seed: 1 },
    );
    expect(says).toEqual([{ id: 'parameters', share: 1 }]);
  });

  it('learns from a reversed model what to seek', () => {
    const wrong = guided((row) => 1 / truth(row));
    const some = rows.filter((row) => !fails(row) && row % 7 === 0).slice(0, 10);
    const observations = some.map((row) => ({ row, time: truth(row) }));
    const { belief } = proposal(wrong, observations, { count: 5, seed: 1 });
    const slow = rows.filter((row) => truth(row) > 2 * best);
    const off = slow.map((row) => Math.abs((belief?.mean[row] ?? 0) - Math.log(truth(row))));
    const mean = off.reduce((sum, one) => sum + one, 0) / off.length;
    expect(mean).toBeLessThan(0.2);
  });

  it('keeps away from what fails', () => {
    const failing = rows.filter((row) => x(row) === 7 && y(row) >= 6).map((row) => ({ row }));
    const { next } = proposal(right, [...failing, { row: 0, time: truth(0) }], {
      count: 5,
      seed: 1,
    });
    for (const { row, runs } of next) if (fails(row)) expect(runs).toBeGreaterThan(0.5);
    expect(next.every(({ row }) => x(row) < 7 || y(row) < 6)).toBe(true);
  });

  it('says when little is left to gain', () => {
    const measured = rows.filter((row) => !fails(row)).slice(0, 100);
    const { isEnough, gain } = proposal(
      right,
      measured.map((row) => ({ row, time: truth(row) })),
      { count: 5, seed: 1 },
    );
    expect(isEnough).toBe(true);
    expect(gain).toBeLessThan(0.01 * best);
  });
});

describe("a relative's times", () => {
  it('are foretold where there are none', () => {
    const some = Float64Array.from(rows, (row) => (row % 3 === 0 ? truth(row) : Number.NaN));
    const { guides } = filled({ ...right, guides: [{ id: 'relative', times: some }] });
    for (const row of rows) {
      const time = guides[0]?.times[row] ?? 0;
      if (row % 3 === 0) expect(time).toBe(truth(row));
      else expect(Math.abs(Math.log(time / truth(row)))).toBeLessThan(0.4);
    }
  });

  it('follow the model where a parameter has one value in the file', () => {
    const uneven = (row: number): number => truth(row) * (cached(row) === 1 ? 3 : 1);
    const times = Float64Array.from(rows, (row) => (cached(row) === 0 ? truth(row) : Number.NaN));
    const [model] = guided(uneven).guides;
    const { guides } = filled({
      ...right,
      guides: [{ id: 'relative', times }, ...(model ? [model] : [])],
    });
    for (const row of rows) {
      const time = guides[0]?.times[row] ?? 0;
      expect(Math.abs(Math.log(time / uneven(row)))).toBeLessThan(0.2);
    }
  });
});

describe('what a model misses', () => {
  const measured = rows.map((row) => ({ row, time: truth(row) }));

  it('is named by parameter, as shares of the variance', () => {
    const blind = Float64Array.from(rows, (row) => Math.exp(0.15 * (x(row) - 5) ** 2));
    const [first, ...others] = missedBy(parameters, blind, measured);
    expect(first).toMatchObject({ parameter: 'y' });
    expect(first?.share).toBeGreaterThan(0.95);
    for (const { share } of others) expect(share).toBeLessThan(0.05);
  });

  it('names parameters without effect', () => {
    expect(deadParameters(parameters, measured).map(({ parameter }) => parameter)).toEqual([
      'cached',
    ]);
    expect(deadParameters(parameters, measured.slice(0, 3))).toEqual([]);
  });

  it('names times below a bound', () => {
    const least = Float64Array.from(rows, (row) => (row === 9 ? 2 * truth(9) : 0.5));
    expect(impossible(least, measured).map(({ row }) => row)).toEqual([9]);
  });
});
