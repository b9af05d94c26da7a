import * as v from 'valibot';
import { approximately, type Ticks } from '../../base/ticks.ts';
import {
  type Configuration,
  type ConfigurationResult,
  type Status,
  STATUSES,
} from '../../tuning/index.ts';
import { columnSchema, narrowed, widened } from './number-column.ts';

const FIRST_ROOM = 64;

/** A table's columns to keep: a million rows of two parameters take some 10 MB. */
export const tableSchema = v.pipe(
  v.object({
    names: v.array(v.string()),
    columns: v.array(columnSchema),
    times: columnSchema,
    large: v.array(v.tuple([v.pipe(v.number(), v.integer(), v.minValue(0)), v.bigint()])),
    statuses: v.instance(Uint8Array),
    reasons: v.instance(Uint16Array),
    texts: v.array(v.string()),
  }),
  v.check(
    ({ names, columns, times, statuses, reasons, texts }) =>
      columns.length === names.length &&
      [...columns, statuses, reasons].every(({ length }) => length === times.length) &&
      statuses.every((code) => code < STATUSES.length) &&
      reasons.every((index) => index < texts.length),
    'the columns do not fit each other',
  ),
);
export type TableColumns = v.InferOutput<typeof tableSchema>;

/** Results in columns: a million take some 40 MB and cost nothing to hand on. Grows and overwrites
 * in place; readers get views (see `ResultsView`). */
export class ResultsTable {
  #names: readonly string[] = [];
  #columns: Float64Array[] = [];
  #times = new Float64Array(FIRST_ROOM);
  /** Times beyond what a double holds exactly, by row. */
  readonly #large = new Map<number, bigint>();
  #statuses = new Uint8Array(FIRST_ROOM);
  /** Index into the texts of reasons; 0 for none. */
  #reasons = new Uint16Array(FIRST_ROOM);
  readonly #texts: string[] = [''];
  readonly #textIndex = new Map<string, number>([['', 0]]);
  #size = 0;
  /** Open addressing: row + 1, 0 if free. A power of two, at most half full. */
  #places = new Int32Array(2 * FIRST_ROOM);

  /** Columns must be of one length and refer to existing statuses and texts. */
  static from(kept: TableColumns): ResultsTable {
    const table = new ResultsTable();
    table.#names = [...kept.names];
    table.#columns = kept.columns.map(widened);
    table.#times = widened(kept.times);
    table.#statuses = kept.statuses.slice();
    table.#reasons = kept.reasons.slice();
    for (const [row, time] of kept.large) table.#large.set(row, time);
    for (const text of kept.texts.slice(1)) table.#textOf(text);
    table.#size = kept.times.length;
    table.#rehash();
    return table;
  }

  toColumns(): TableColumns {
    const { length } = this.times();
    return {
      names: [...this.#names],
      columns: this.#columns.map((column) => narrowed(column.subarray(0, length))),
      times: narrowed(this.#times.subarray(0, length)),
      large: [...this.#large],
      statuses: this.#statuses.slice(0, length),
      reasons: this.#reasons.slice(0, length),
      texts: [...this.#texts],
    };
  }

  get names(): readonly string[] {
    return this.#names;
  }

  get size(): number {
    return this.#size;
  }

  /** A configuration's later result replaces the earlier. */
  add(results: Iterable<ConfigurationResult>): void {
    for (const result of results) this.#put(result);
  }

  /** A configuration's row, or -1. */
  find(values: Configuration): number {
    const place = this.#placeOf(values);
    return (this.#places[place] ?? 0) - 1;
  }

  /** One parameter's value per row, NaN for none. Borrowed until the next `add`. */
  column(name: string): Float64Array | undefined {
    return this.#columns[this.#names.indexOf(name)]?.subarray(0, this.#size);
  }

  /** Times as doubles, NaN for none. Borrowed until the next `add`. */
  times(): Float64Array {
    return this.#times.subarray(0, this.#size);
  }

  time(row: number): Ticks | undefined {
    const time = this.#times[row] ?? Number.NaN;
    return Number.isNaN(time) ? undefined : (this.#large.get(row) ?? time);
  }

  status(row: number): Status {
    return STATUSES[this.#statuses[row] ?? 0] ?? 'invalid';
  }

  reason(row: number): string | undefined {
    const index = this.#reasons[row] ?? 0;
    return index === 0 ? undefined : this.#texts[index];
  }

  values(row: number): Configuration {
    const values: Record<string, number> = {};
    for (const [index, name] of this.#names.entries()) {
      const value = this.#columns[index]?.[row] ?? Number.NaN;
      if (!Number.isNaN(value)) values[name] = value;
    }
    return values;
  }

  result(row: number): ConfigurationResult {
    const [time, reason] = [this.time(row), this.reason(row)];
    return {
      values: this.values(row),
      status: this.status(row),
      ...(time !== undefined && { time }),
      ...(reason !== undefined && { reason }),
    };
  }

  #put({ values, status, time, reason }: ConfigurationResult): void {
    for (const name in values) if (!this.#names.includes(name)) this.#addColumn(name);
    const place = this.#placeOf(values);
    let row = (this.#places[place] ?? 0) - 1;
    // A known time outweighs a later lack of search.
    if (row >= 0 && status === 'bounded' && this.time(row) !== undefined) return;
    // A sample does not undo a proof.
    if (
      row >= 0 &&
      status === 'sampled' &&
      this.status(row) === 'proved' &&
      this.time(row) === time
    )
      return;
    if (row < 0) {
      row = this.#size;
      this.#size += 1;
      if (row >= this.#times.length) this.#grow();
      for (const [index, name] of this.#names.entries()) {
        const column = this.#columns[index];
        if (column) column[row] = values[name] ?? Number.NaN;
      }
      this.#places[place] = row + 1;
      if (2 * this.#size > this.#places.length) this.#rehash();
    }
    this.#times[row] = time === undefined ? Number.NaN : approximately(time);
    if (typeof time === 'bigint') this.#large.set(row, time);
    else this.#large.delete(row);
    this.#statuses[row] = STATUSES.indexOf(status);
    this.#reasons[row] = this.#textOf(reason ?? '');
  }

  /** Reasons repeat; beyond 65534 they share one generally true text. */
  #textOf(text: string): number {
    const known = this.#textIndex.get(text);
    if (known !== undefined) return known;
    if (this.#texts.length > 0xffff) return 0xffff;
    this.#texts.push(this.#texts.length < 0xffff ? text : 'for a reason that found no room here');
    this.#textIndex.set(text, this.#texts.length - 1);
    return this.#texts.length - 1;
  }

  #addColumn(name: string): void {
    this.#names = [...this.#names, name];
    this.#columns.push(new Float64Array(this.#times.length).fill(Number.NaN));
    this.#rehash();
  }

  #grow(): void {
    const room = Math.max(FIRST_ROOM, 2 * this.#times.length);
    this.#columns = this.#columns.map((column) => grown(column, new Float64Array(room)));
    this.#times = grown(this.#times, new Float64Array(room));
    this.#statuses = grown(this.#statuses, new Uint8Array(room));
    this.#reasons = grown(this.#reasons, new Uint16Array(room));
  }

  #rehash(): void {
    let places = 2 * FIRST_ROOM;
    while (places < 4 * this.#size) places *= 2;
    this.#places = new Int32Array(places);
    // No two rows are of the same configuration.
    for (let row = 0; row < this.#size; row += 1) {
      let place = this.#hashOf(row) & (places - 1);
      while (this.#places[place] !== 0) place = (place + 1) & (places - 1);
      this.#places[place] = row + 1;
    }
  }

  #hashOf(row: number): number {
    let hash = FIRST_HASH;
    for (const column of this.#columns) hash = mixed(hash, column[row] ?? Number.NaN);
    return hash;
  }

  /** The configuration's place in the hash table, or a free one. */
  #placeOf(values: Configuration): number {
    let hash = FIRST_HASH;
    for (const name of this.#names) hash = mixed(hash, values[name] ?? Number.NaN);
    const mask = this.#places.length - 1;
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      const row = (this.#places[place] ?? 0) - 1;
      if (row < 0 || this.#holds(row, values)) return place;
    }
  }

  #holds(row: number, values: Configuration): boolean {
    return this.#names.every((name, index) =>
      Object.is(this.#columns[index]?.[row], values[name] ?? Number.NaN),
    );
  }
}

const FIRST_HASH = 2166136261;

/** A hash with one number more. */
function mixed(hash: number, value: number): number {
  const low = Math.imul(hash ^ (value | 0), 16777619);
  const both = Math.imul(low ^ Math.trunc(value / 0x1_0000_0000), 16777619);
  return both ^ (both >>> 13);
}

function grown<A extends Float64Array | Uint8Array | Uint16Array>(old: A, larger: A): A {
  larger.set(old);
  return larger;
}

/** A table at some moment: a new object per change, so that dependents update. Rows up to `size`
 * stay; overwritten ones show the present. */
export class ResultsView implements Iterable<ConfigurationResult> {
  readonly table: ResultsTable;
  readonly size: number;

  constructor(table = new ResultsTable()) {
    this.table = table;
    this.size = table.size;
  }

  get names(): readonly string[] {
    return this.table.names;
  }

  *[Symbol.iterator](): Iterator<ConfigurationResult> {
    for (let row = 0; row < this.size; row += 1) yield this.table.result(row);
  }
}

/** Shares the table with the earlier view. */
export function withResults(
  { table }: ResultsView,
  results: Iterable<ConfigurationResult>,
): ResultsView {
  table.add(results);
  return new ResultsView(table);
}
