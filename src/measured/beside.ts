import {
  type Accuracy,
  accuracyOf,
  type Disagreement,
  disagreements,
  type PerShortlist,
  randomShortlists,
} from './accuracy.ts';
import { isTile } from './concept.ts';
import { type Dead, leftOut } from './dead.ts';
import { failureOf, type Measured } from './measured.ts';

/** The values of a kernel's tuning parameters, by name. */
type Values = Readonly<Record<string, number>>;

/** Model time in ticks or cycles, if it has one. */
export interface Modelled {
  readonly values: Values;
  readonly time?: number | undefined;
}

/** Column of each parameter, by name, or its value in all rows. */
export type ColumnMap = ReadonlyMap<string, string | number>;

/** A configuration that both have. */
export interface Point {
  readonly values: Values;
  /** Ticks or cycles of the model. */
  readonly model: number;
  /** Milliseconds. */
  readonly measured: number;
  /** Row in the measured table. */
  readonly row: number;
}

/** Measured, but without a time. */
export interface Failed {
  readonly values: Values;
  readonly row: number;
  readonly reason: string;
  /** The predicted time, if any. */
  readonly model?: number | undefined;
}

/** Measured times beside those of a model. */
export interface Beside {
  readonly points: readonly Point[];
  readonly failed: readonly Failed[];
  /** In the file, but without a model time. */
  readonly onlyMeasured: readonly Values[];
  /** In the model, but not in the file. */
  readonly onlyModelled: readonly Values[];
  /** Varying columns without a parameter: rows differing in those alone are equal to the model. */
  readonly ignored: readonly string[];
}

/** Joins the file's rows with the model's configurations. */
export function besideEachOther(
  measured: Measured,
  map: ColumnMap,
  modelled: readonly Modelled[],
): Beside {
  const names = Object.keys(modelled[0]?.values ?? {});
  const columns = names.map((name): Source => {
    const source = map.get(name);
    if (typeof source === 'number') return { name, values: source };
    const column = measured.columns.find((one) => one.name === source);
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

/** A parameter's values: a column, or one for all rows. */
interface Source {
  readonly name: string;
  readonly values: Float64Array | number | undefined;
}

/** The only value of a parameter; files may omit it. */
function onlyValue(modelled: readonly Modelled[], name: string): number | undefined {
  const value = modelled[0]?.values[name];
  return modelled.every(({ values }) => values[name] === value) ? value : undefined;
}

/** A row's values, without parameters that have none. */
const valuesAt = (columns: readonly Source[], row: number): Values =>
  Object.fromEntries(
    columns.flatMap(({ name, values }) => {
      const value = typeof values === 'object' ? values[row] : values;
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** The model's ranking beside simpler ones. */
export interface Comparison extends Accuracy {
  readonly baselines: Baselines;
  readonly disagreements: readonly (Disagreement & Point)[];
}

export interface Baselines {
  /** Ranks large tiles first; absent without a tile parameter. */
  readonly largerTile?: (Accuracy & { readonly parameters: readonly string[] }) | undefined;
  /** Ranks few accesses per operation first; absent without costs. */
  readonly loadsPerOperation?: Accuracy | undefined;
  /** The model with these at their least value; absent where none of what it charges is dead in the times. */
  readonly withoutDead?: (Accuracy & { readonly dead: readonly Dead[] }) | undefined;
  /** The average of random shortlists. */
  readonly randomShortlist: PerShortlist;
}

/** Disagreements that are listed in each direction. */
const MOST_LISTED = 10;

/** @param loadsPerOperation by configuration, if costs are known.
 * @throws {RangeError} for no points. */
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
  const without = leftOut(points);
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
      ...(without && { withoutDead: { ...accuracyOf(without.model, times), dead: without.dead } }),
      randomShortlist: randomShortlists(times),
    },
    disagreements: disagreements(model, times, MOST_LISTED).flatMap((one) => {
      const point = points[one.index];
      return point ? [{ ...one, ...point }] : [];
    }),
  };
}
