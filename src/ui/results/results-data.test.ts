import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ResultsTable, ResultsView } from '../../session/run/results-table.ts';
import type { ConfigurationResult, SearchRun } from '../../tuning/index.ts';
import { brightness, textOn, viridisRgb } from './color-scale.ts';
import { type Column, toCsv } from '../shared/table.tsx';
import { MODEL } from './map-metric.ts';
import { cellInWords } from './cell-card.tsx';
import { fastestFirst } from './configurations-table.tsx';
import { linesData } from './lines-data.ts';
import { mapData, type MapChoice, optimaOf, ranked } from './map-data.ts';
import { cellAt, boxOf, frameOf } from './map-drawing.ts';
import { searchPoints } from './search-data.ts';

const viewOf = (results: readonly ConfigurationResult[]): ResultsView => {
  const table = new ResultsTable();
  table.add(results);
  return new ResultsView(table);
};

const timed = (WG: number, TS: number, time: number): ConfigurationResult => ({
  values: { WG, TS },
  status: 'sampled',
  time,
});

const results = viewOf([
  timed(4, 2, 760),
  timed(4, 16, 760),
  timed(8, 2, 912),
  timed(16, 2, 608),
  timed(16, 4, 584),
  { values: { WG: 16, TS: 32 }, status: 'invalid', reason: 'WG * TS <= size' },
]);
const map = (view: Partial<MapChoice> = {}) =>
  mapData(results, { x: 'WG', y: 'TS', slices: {}, ranges: {}, ...view });

const anyResult = fc.record(
  {
    values: fc.record({
      WG: fc.integer({ min: 1, max: 6 }),
      TS: fc.integer({ min: 1, max: 6 }),
      BS: fc.integer({ min: 1, max: 3 }),
    }),
    status: fc.constantFrom('sampled', 'invalid'),
    time: fc.integer({ min: 0, max: 50 }),
  },
  { requiredKeys: ['values', 'status'] },
) as fc.Arbitrary<ConfigurationResult>;

const fastest = (list: readonly ConfigurationResult[]): number => {
  const times = list.flatMap(({ time }) => (time === undefined ? [] : [Number(time)]));
  return times.length > 0 ? Math.min(...times) : Number.NaN;
};

describe('mapData', () => {
  it('shows in each cell the fastest of the configurations with its values', () => {
    fc.assert(
      fc.property(
        fc.array(anyResult, { maxLength: 120 }),
        fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
        fc.integer({ min: 1, max: 6 }),
        (list, slice, low) => {
          const view = viewOf(list);
          const all = [...view].filter(
            ({ values }) =>
              (slice === undefined || values['BS'] === slice) && (values['WG'] ?? 0) >= low,
          );
          const data = mapData(view, {
            x: 'WG',
            y: 'TS',
            slices: slice === undefined ? {} : { BS: slice },
            ranges: { WG: [low, 6] },
          });
          data.ys.forEach((TS, row) =>
            data.xs.forEach((WG, column) => {
              const cell = row * data.xs.length + column;
              const here = all.filter(({ values }) => values['WG'] === WG && values['TS'] === TS);
              expect(data.counts[cell]).toBe(here.length);
              expect(data.times[cell]).toBe(fastest(here));
              const shown = data.rows[cell] ?? -1;
              if (here.length === 0) expect(shown).toBe(-1);
              else
                expect(here.map(({ values }) => values)).toContainEqual(view.table.values(shown));
            }),
          );
          expect(data.least).toBe(fastest(all));
        },
      ),
    );
  });

  it('ranks its cells and knows the best', () => {
    const data = map();
    const words = ranked(data).map((cell) => cellInWords(data, results, MODEL, cell));
    expect(words).toHaveLength(5);
    expect(words[0]).toBe('WG 16, TS 4, 584 ticks, the fastest here, sampled');
    expect(words[1]).toBe('WG 16, TS 2, 608 ticks, 1.04 times the fastest, sampled');
    expect(optimaOf(data)).toEqual([ranked(data)[0]]);
    expect([data.least, data.most]).toEqual([584, 912]);
  });

  it('says which constraint an invalid cell breaks, and where nothing is known', () => {
    const data = map();
    const at = (WG: number, TS: number): number =>
      data.ys.indexOf(TS) * data.xs.length + data.xs.indexOf(WG);
    expect(cellInWords(data, results, MODEL, at(16, 32))).toBe(
      'WG 16, TS 32, invalid, WG * TS <= size',
    );
    expect(cellInWords(data, results, MODEL, at(8, 16))).toBe('WG 8, TS 16, Nothing is known yet');
  });

  it('is one row where there is one parameter', () => {
    const data = map({ y: undefined });
    expect([...data.times]).toEqual([760, 912, 584]);
    expect(cellInWords(data, results, MODEL, 2)).toContain('the fastest of 3 configurations');
  });
});

it('the cell at the middle of a box is the cell of that box', () => {
  const data = map();
  const frame = frameOf(data, 400, 220);
  for (let cell = 0; cell < data.times.length; cell += 1) {
    const { x, y, width, height } = boxOf(data, frame, cell);
    expect(cellAt(data, frame, { x: x + width / 2, y: y + height / 2 })).toBe(cell);
  }
  expect(cellAt(data, frame, { x: 1, y: 1 })).toBe(-1);
});

describe('linesData', () => {
  it('draws a line for each value of the other parameter, in order of the values', () => {
    const data = linesData(map(), 'x');
    expect(data.lines.map(({ name }) => name)).toEqual(['TS 2', 'TS 4', 'TS 16']);
    expect(data.points).toEqual([
      { x: 4, 'TS 2': 760, 'TS 16': 760 },
      { x: 8, 'TS 2': 912 },
      { x: 16, 'TS 2': 608, 'TS 4': 584 },
    ]);
    expect(data.optima).toEqual([{ x: 16, line: 'TS 4', time: 584 }]);
    expect(data.logX).toBe(true);
  });

  it('draws the other way round', () => {
    const data = linesData(map(), 'y');
    expect(data.axis).toBe('TS');
    expect(data.points).toEqual([
      { x: 2, 'WG 4': 760, 'WG 8': 912, 'WG 16': 608 },
      { x: 4, 'WG 16': 584 },
      { x: 16, 'WG 4': 760 },
    ]);
  });

  it('copes with one parameter and with none that can run', () => {
    expect(linesData(map({ y: undefined }), 'x').lines.map(({ name }) => name)).toEqual(['time']);
    const none = mapData(viewOf([]), { x: 'WG', y: undefined, slices: {}, ranges: {} });
    expect(linesData(none, 'x').points).toEqual([]);
  });

  it('shows few of many lines, the best among them', () => {
    const many = viewOf(
      Array.from({ length: 1000 }, (_, at) => timed(4, at, at === 777 ? 5 : 100)),
    );
    const data = linesData(mapData(many, { x: 'WG', y: 'TS', slices: {}, ranges: {} }), 'x');
    expect(data.of).toBe(1000);
    expect(data.lines.length).toBeLessThan(12);
    expect(data.lines.map(({ name }) => name)).toContain('TS 777');
  });
});

it('the scale only ever grows brighter, and its text has the contrast of WCAG AA', () => {
  const luminance = ([red, green, blue]: readonly number[]): number => {
    const linear = (value = 0): number =>
      value <= 10.3 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  };
  let before = -1;
  for (let step = 0; step <= 100; step += 1) {
    const color = viridisRgb(step / 100);
    const here = luminance(color);
    expect(here).toBeGreaterThan(before);
    before = here;
    const text = textOn(color) === '#000000' ? 0 : 1;
    const ratio = (Math.max(here, text) + 0.05) / (Math.min(here, text) + 0.05);
    expect(ratio).toBeGreaterThan(4.5);
  }
  expect([brightness(5, 5, 50), brightness(50, 5, 50), brightness(5, 5, 5)]).toEqual([1, 0, 1]);
});

it('the table begins with the fastest and ends with what has no time', () => {
  const order = [...fastestFirst(results)].map((row) => results.table.time(row));
  expect(order).toEqual([584, 608, 760, 760, 912, undefined]);
});

it('a file quotes what would break its columns', () => {
  const columns: Column<{ readonly a: number | bigint; readonly b: string }>[] = [
    { head: 'a', value: ({ a }) => a },
    { head: 'b', value: ({ b }) => b },
  ];
  const text = toCsv(columns, [
    { a: 1, b: 'x, "y"' },
    { a: 2n, b: '' },
  ]);
  expect(text).toBe('a,b\r\n1,"x, ""y"""\r\n2,\r\n');
});

it('a file has no cell that a spreadsheet would compute', () => {
  const words = ['=1+1', '+A1', '-cmd()', '@SUM(A1)', '\t=1', ' =1', '-5', '3.5', 'WG < 4', '='];
  const column: Column<string> = { head: '=head', value: (word) => word };
  expect(toCsv([column], words).split('\r\n')).toEqual([
    "'=head",
    "'=1+1",
    "'+A1",
    "'-cmd()",
    "'@SUM(A1)",
    "'\t=1",
    "' =1",
    '-5',
    '3.5',
    'WG < 4',
    "'=",
    '',
  ]);
});

describe('searchPoints', () => {
  const search = (bound: number | null, verdict: SearchRun['verdict']): SearchRun => ({
    bound,
    verdict,
    purpose: bound === null ? 'deadlock' : 'over-time',
    states: 1,
    transitions: 1,
    depth: 1,
    memoryMB: 1,
    seconds: 1,
  });

  it('closes the interval from both sides', () => {
    const points = searchPoints(
      [search(null, 'satisfied'), search(379, 'satisfied'), search(664, 'violated')],
      760,
    );
    expect(points.map(({ run, interval }) => [run, ...interval])).toEqual([
      [1, 379, 760],
      [2, 379, 664],
    ]);
  });

  it('of what is to be large goes from the best up, also below nothing', () => {
    const runs = [search(40, 'satisfied'), search(-3, 'violated'), search(20, 'satisfied')];
    const points = searchPoints(runs, -8, 'largest');
    expect(points.map(({ bound, interval }) => [bound, ...interval])).toEqual([
      [40, -8, 40],
      [-3, -3, 40],
      [20, -3, 20],
    ]);
    expect(searchPoints([search(-5, 'satisfied')], -2)[0]?.interval).toEqual([-5, -2]);
  });
});
