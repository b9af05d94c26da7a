import { describe, expect, it } from 'vitest';
import { besideEachOther, compare, type Modelled } from './beside.ts';
import { chooseColumns } from './columns.ts';
import { conceptOf } from './concept.ts';
import { guessColumns } from './mapping.ts';
import type { Measured, MeasuredColumn } from './measured.ts';

const column = (name: string, ...values: number[]): MeasuredColumn => ({
  name,
  values: Float64Array.from(values),
});

const table = (columns: MeasuredColumn[], times: number[]): Measured => ({
  format: 'csv',
  unit: 'ms',
  columns,
  times: Float64Array.from(times),
  notes: [],
  reasons: Uint16Array.from(times, (time) => (Number.isNaN(time) ? 1 : 0)),
  texts: ['', 'it did not compile'],
});

const guess = (parameters: string[], columns: string[]): (string | undefined)[] =>
  guessColumns(
    parameters.map((name) => ({ name })),
    columns.map((name) => column(name, 1)),
  ).map((match) => match.column);

describe('which column is which parameter', () => {
  it('takes the same name first, then names that mean the same', () => {
    expect(guess(['WG', 'TS'], ['TS', 'wg', 'ts'])).toEqual(['wg', 'TS']);
    expect(guess(['BLOCK_SIZE_X', 'TILE_SIZE'], ['tileSize', 'blockSizeX'])).toEqual([
      'blockSizeX',
      'tileSize',
    ]);
    expect(guess(['WGX', 'WGY', 'TX'], ['block_size_y', 'block_size_x', 'tile_size_x'])).toEqual([
      'block_size_x',
      'block_size_y',
      'tile_size_x',
    ]);
    expect(guess(['WG', 'TS'], ['block_size_x', 'work_per_thread'])).toEqual([
      'block_size_x',
      'work_per_thread',
    ]);
    expect(guess(['WG', 'V'], ['filter_height'])).toEqual([undefined, undefined]);
  });

  it('is less sure of a name that only means the same, or whose values the parameter cannot take', () => {
    const columns = [column('block_size', 16, 32), column('WG', 1, 3)];
    const [same] = guessColumns([{ name: 'WG' }], columns);
    expect(same).toMatchObject({ column: 'WG', confidence: 1 });
    const [other] = guessColumns([{ name: 'WG', values: [16, 32, 64] }], columns);
    expect(other).toMatchObject({ column: 'block_size', confidence: 0.7 });
    const [none] = guessColumns([{ name: 'x' }], columns);
    expect(none).toEqual({ parameter: 'x', confidence: 0, because: 'no column is like it' });
  });

  it('takes a number for a parameter that the file leaves out', () => {
    const data = table([column('WG', 4, 8)], [1, 2]);
    const parameters = [{ name: 'WG' }, { name: 'TS', values: [1, 2] }];
    expect(chooseColumns(data, parameters, [])).toMatchObject({ ok: false });
    const chosen = chooseColumns(data, parameters, [['TS', '2']]);
    if (!chosen.ok) throw new Error(chosen.message);
    const modelled = [1, 2].flatMap((TS) =>
      [4, 8].map((WG) => ({ values: { WG, TS }, time: WG * TS })),
    );
    const { points } = besideEachOther(data, chosen.map, modelled);
    expect(points.map(({ model, measured }) => [model, measured])).toEqual([
      [8, 1],
      [16, 2],
    ]);
  });

  it('gives no column to two parameters', () => {
    expect(guess(['WG', 'wg'], ['Wg'])).toEqual(['Wg', undefined]);
  });

  it('knows what names mean, and that some mean nothing', () => {
    expect(conceptOf('block_size_x')).toEqual({ meaning: 'group', axis: 'x' });
    expect(conceptOf('localSize0')).toEqual({ meaning: 'group', axis: 'x' });
    expect(conceptOf('TILE_SIZE')).toEqual({ meaning: 'tile' });
    for (const name of ['constructor', '__proto__', 'toString', '', 'x'])
      expect(conceptOf(name)).toBeUndefined();
  });
});

const modelled: readonly Modelled[] = [
  { values: { WG: 16, TS: 1, V: 2 }, time: 100 },
  { values: { WG: 16, TS: 2, V: 2 }, time: 200 },
  { values: { WG: 32, TS: 1, V: 2 }, time: 300 },
  { values: { WG: 32, TS: 2, V: 2 } },
  { values: { WG: 64, TS: 1, V: 2 }, time: 50 },
];
const map = new Map([
  ['WG', 'block'],
  ['TS', 'tile'],
]);

describe('measured beside modelled', () => {
  const both = besideEachOther(
    table(
      [
        column('tile', 1, 2, 1, 2, 4, 1),
        column('block', 16, 16, 32, 32, 16, 16),
        column('read_only', 0, 0, 0, 0, 0, 1),
        column('height', 15, 15, 15, 15, 15, 15),
      ],
      [1, 2, Number.NaN, 3, 4, 1.5],
    ),
    map,
    modelled,
  );

  it('counts and names what only one side has', () => {
    expect(both.points.map(({ model, measured }) => [model, measured])).toEqual([
      [100, 1],
      [200, 2],
      [100, 1.5],
    ]);
    expect(both.failed).toEqual([
      { values: { WG: 32, TS: 1, V: 2 }, row: 2, reason: 'it did not compile', model: 300 },
    ]);
    // The model lacks a time for the first and does not know the second.
    expect(both.onlyMeasured).toEqual([
      { WG: 32, TS: 2, V: 2 },
      { WG: 16, TS: 4, V: 2 },
    ]);
    expect(both.onlyModelled).toEqual([{ WG: 64, TS: 1, V: 2 }]);
    expect(both.ignored).toEqual(['read_only']);
  });

  it('ranks, with what rankings reach that know less', () => {
    const { baselines, disagreements, ...accuracy } = compare(both.points, ({ TS }) => TS);
    expect(accuracy).toMatchObject({
      firstChoice: (1 + 1 / 1.5) / 2,
      bestOfTop: { '10': 1 / 1.5 },
    });
    expect(baselines.largerTile).toMatchObject({ parameters: ['TS'], firstChoice: 0.5 });
    expect(baselines.loadsPerOperation?.rho).toBe(accuracy.rho);
    expect(baselines.randomShortlist['10']).toBeCloseTo((1 + 1 / 1.5 + 1 / 2) / 3, 12);
    expect(disagreements.map(({ row, taken }) => [row, taken])).toEqual([
      [5, 'too fast'],
      [0, 'too slow'],
    ]);
  });

  describe('a parameter that changes no measured time', () => {
    const points = (idle: number, charged: number) =>
      Array.from({ length: 12 }, (_, row) => {
        const values = { TS: row >> 1, PAD: row & 1 };
        const measured = (1 + values.TS) * (1 + idle * values.PAD);
        return { values, measured, model: (1 + values.TS) * (values.PAD ? charged : 1), row };
      });

    it('is left out beside the model where that charges it', () => {
      const { rho, baselines } = compare(points(0.001, 7));
      // Ranks k and 6 + k of the model beside 2k - 1 and 2k: their squared differences are 110.
      expect(rho).toBeCloseTo(1 - (6 * 110) / 1716, 12);
      expect(baselines.withoutDead).toMatchObject({
        firstChoice: (1 + 1 / 1.001) / 2,
        dead: [{ parameter: 'PAD', pairs: 6, from: 1.001 }],
      });
      // All but the order within the pairs, which are equal now: 12^3 - 12 less six times 2^3 - 2.
      expect(baselines.withoutDead?.rho).toBeCloseTo(Math.sqrt(1 - 36 / 1716), 12);
    });

    it.each([
      ['the model does not charge it', points(0.001, 1.01)],
      ['it changes the times', points(0.1, 7)],
      ['few have a partner', points(0.001, 7).filter(({ row }) => row < 10 || row % 2 === 0)],
    ])('stays where %s', (why, given) => {
      const some = why.startsWith('few')
        ? [
            ...given,
            ...points(0.001, 7).map(({ values, ...each }) => ({
              ...each,
              values: { TS: 9 + each.row, PAD: values.PAD },
            })),
          ]
        : given;
      expect(compare(some).baselines.withoutDead).toBeUndefined();
    });
  });
});
