import {
  type Accuracy,
  accuracyOf,
  type Disagreement,
  disagreements,
  type PerShortlist,
  randomShortlists,
} from './accuracy.ts';
import { isTile } from './concept.ts';
import { failureOf, type Measured } from './measured.ts';

/** The values of a kernel's tuning parameters, by name. */
type Values = Readonly<Record<string, number>>;

/** What a model says of a configuration: a time in ticks or cycles, none where it has none. */
export interface Modelled {
  readonly values: Values;
  readonly time?: number | undefined;
}

/** Which column has the values of which parameter, by the name of the parameter. */
export type ColumnMap = ReadonlyMap<string, string>;

/** A configuration that both have. */
export interface Point {
  readonly values: Values;
  /** Ticks or cycles of the model. */
  readonly model: number;
  /** Milliseconds. */
  readonly measured: number;
  /** Of the measured table. */
  readonly row: number;
}

/** A configuration that was measured but has no time, and why. */
export interface Failed {
  readonly values: Values;
  readonly row: number;
  readonly reason: string;
  /** What the model says it takes, where it says so. */
  readonly model?: number | undefined;
}

/** Measured times beside those of a model. */
export interface Beside {
  readonly points: readonly Point[];
  readonly failed: readonly Failed[];
  /** Configurations of the file that the model has no time for. */
  readonly onlyMeasured: readonly Values[];
  /** Configurations of the model that the file does not have. */
  readonly onlyModelled: readonly Values[];
  /** Columns that belong to no parameter and have several values: configurations that differ in those alone
   * are the same to the model. */
  readonly ignored: readonly string[];
}

/** Puts the rows of a file beside the configurations of a model. */
export function besideEachOther(
  measured: Measured,
  map: ColumnMap,
  modelled: readonly Modelled[],
): Beside {
  const names = Object.keys(modelled[0]?.values ?? {});
  const columns = names.map((name): Source => {
    const column = measured.columns.find((one) => one.name === map.get(name));
    return { name, values: column?.values ?? onlyValue(modelled, name) };
  });
  const times = new Map<string, number | undefined>();
  for (const { values, time } of modelled) times.set(keyOf(values, names), time);
  const seen = new Set<string>();
  const points: Point[] = [];
  const failed: Failed[] = [];
  const onlyMeasured: Values[] = [];
  for (let row = 0; row < measured.times.length; row += 1) {
    const values = valuesAt(columns, row);
    const key = keyOf(values, names);
    seen.add(key);
    const model = times.get(key);
    const reason = failureOf(measured, row);
    if (reason !== undefined) failed.push({ values, row, reason, model });
    else if (model === undefined) onlyMeasured.push(values);
    else points.push({ values, model, measured: measured.times[row] ?? 0, row });
  }
  const onlyModelled = modelled
    .filter(({ values, time }) => time !== undefined && !seen.has(keyOf(values, names)))
    .map(({ values }) => values);
  const used = new Set(map.values());
  const ignored = measured.columns.filter(
    (column) => !used.has(column.name) && new Set(column.values).size > 1,
  );
  return { points, failed, onlyMeasured, onlyModelled, ignored: ignored.map(({ name }) => name) };
}

const keyOf = (values: Values, names: readonly string[]): string =>
  names.map((name) => values[name]).join();

/** Where the values of a parameter are: in a column, or one for all rows. */
interface Source {
  readonly name: string;
  readonly values: Float64Array | number | undefined;
}

/** The value of a parameter that has no other: such need not stand in a file. */
function onlyValue(modelled: readonly Modelled[], name: string): number | undefined {
  const value = modelled[0]?.values[name];
  return modelled.every(({ values }) => values[name] === value) ? value : undefined;
}

/** The values of a row; a parameter that has none anywhere is left out. */
const valuesAt = (columns: readonly Source[], row: number): Values =>
  Object.fromEntries(
    columns.flatMap(({ name, values }) => {
      const value = typeof values === 'object' ? values[row] : values;
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** How a model ranks what was measured, and how rankings do that know less. */
export interface Comparison extends Accuracy {
  readonly baselines: Baselines;
  readonly disagreements: readonly (Disagreement & Point)[];
}

export interface Baselines {
  /** The larger the tile of an item, the better; absent where no parameter is a tile. */
  readonly largerTile?: (Accuracy & { readonly parameters: readonly string[] }) | undefined;
  /** The fewer accesses for each operation of arithmetic, the better; absent where no costs are known. */
  readonly loadsPerOperation?: Accuracy | undefined;
  /** What shortlists drawn at random reach on average. */
  readonly randomShortlist: PerShortlist;
}

/** Disagreements that are listed in each direction. */
const MOST_LISTED = 10;

/** Compares. @param loadsPerOperation of a configuration, where costs are known.
 * @throws {RangeError} where there are no points. */
export function compare(
  points: readonly Point[],
  loadsPerOperation?: (values: Values) => number | undefined,
): Comparison {
  const times = Float64Array.from(points, ({ measured }) => measured);
  const model = Float64Array.from(points, (point) => point.model);
  const tiles = Object.keys(points[0]?.values ?? {}).filter(isTile);
  const area = ({ values }: Point): number =>
    tiles.reduce((product, name) => product * (values[name] ?? 1), 1);
  const loads = loadsPerOperation && points.map(({ values }) => loadsPerOperation(values));
  const known = loads?.flatMap((each) => each ?? []);
  return {
    ...accuracyOf(model, times),
    baselines: {
      ...(tiles.length > 0 && {
        largerTile: {
          ...accuracyOf(
            Float64Array.from(points, (point) => -area(point)),
            times,
          ),
          parameters: tiles,
        },
      }),
      ...(known?.length === points.length && {
        loadsPerOperation: accuracyOf(Float64Array.from(known), times),
      }),
      randomShortlist: randomShortlists(times),
    },
    disagreements: disagreements(model, times, MOST_LISTED).flatMap((one) => {
      const point = points[one.index];
      return point ? [{ ...one, ...point }] : [];
    }),
  };
}
