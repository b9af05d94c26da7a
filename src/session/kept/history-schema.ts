import * as v from 'valibot';
import type { ScheduleTimes, SearchRun, TuningResult } from '../../tuning/index.ts';
import { settingsSchema } from './settings.ts';
import type { Run } from '../state.ts';
import { ResultsTable, STATUSES, type TableColumns } from '../run/results-table.ts';

/** The version of what is kept. A change of it needs an entry in `UPGRADES`. */
export const HISTORY_VERSION = 1;

type Kept = Readonly<Record<string, unknown>>;

/** What makes a record of one version one of the next: the first entry is for version 1. */
const UPGRADES: readonly ((old: Kept) => Kept)[] = [];

const ticks = v.union([v.pipe(v.number(), v.safeInteger()), v.bigint()]);
const configuration = v.record(v.string(), v.pipe(v.number(), v.finite()));
const status = v.picklist(STATUSES);
const count = v.pipe(v.number(), v.finite(), v.minValue(0));

const savedRunSchema = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(80)),
  name: v.pipe(v.string(), v.maxLength(200)),
  /** Whether the user gave it its name: those are never thrown away by themselves. */
  named: v.boolean(),
  /** Milliseconds since 1970. */
  savedAt: count,
  settings: settingsSchema,
  status,
  minTime: v.exactOptional(ticks),
  optima: v.array(configuration),
  reason: v.exactOptional(v.string()),
  runnerUp: v.exactOptional(v.object({ time: ticks, configurations: v.array(configuration) })),
  seconds: v.exactOptional(count),
  /** Configurations whose results are known. */
  configurations: count,
  /** What of it is not kept: its map, which is too large or found no room, or nothing at all is. */
  unkept: v.exactOptional(v.picklist(['large-map', 'map', 'all'])),
  /** The configuration whose trace was looked at last. */
  opened: v.exactOptional(configuration),
});

/** A run as the list of runs shows it. */
export type SavedRun = v.InferOutput<typeof savedRunSchema>;

// Complete, or this does not compile: what cannot be read again should not be kept.
const PURPOSES = Object.keys({
  'over-time': true,
  termination: true,
  deadlock: true,
  optima: true,
  schedules: true,
  census: true,
} satisfies Record<SearchRun['purpose'], true>) as SearchRun['purpose'][];

const searchRunSchema = v.object({
  bound: v.nullable(ticks),
  verdict: v.picklist(['violated', 'satisfied', 'incomplete']),
  purpose: v.picklist(PURPOSES),
  states: count,
  transitions: count,
  depth: count,
  memoryMB: count,
  seconds: count,
  swarm: v.exactOptional(v.object({ worker: count, seed: v.number() })),
});

const column = v.union([
  v.instance(Float64Array),
  v.instance(Uint32Array),
  v.instance(Uint16Array),
  v.instance(Uint8Array),
]);

const tableSchema = v.pipe(
  v.object({
    names: v.array(v.string()),
    columns: v.array(column),
    times: column,
    large: v.array(v.tuple([count, v.bigint()])),
    statuses: v.instance(Uint8Array),
    reasons: v.instance(Uint16Array),
    texts: v.array(v.string()),
  }),
  v.check(
    ({ names, columns, times, statuses, reasons, texts }) =>
      columns.length === names.length &&
      columns.every(({ length }) => length === times.length) &&
      statuses.length === times.length &&
      reasons.length === times.length &&
      statuses.every((code) => code < STATUSES.length) &&
      reasons.every((index) => index < texts.length),
    'the columns do not fit each other',
  ),
);

const contentSchema = v.object({
  runs: v.array(searchRunSchema),
  bests: v.array(v.object({ time: ticks, values: configuration, states: count, seconds: count })),
  samples: v.array(v.object({ seconds: count, states: count, memoryMB: count, depth: count })),
  found: v.exactOptional(v.array(v.object({ time: ticks, values: configuration, steps: count }))),
  schedules: v.exactOptional(v.object({ configuration, shortest: ticks, longest: ticks })),
  table: v.exactOptional(tableSchema),
});

/** What a run found, beside its place in the list. */
export interface SavedContent extends Pick<Run, 'runs' | 'bests' | 'samples'> {
  readonly found?: TuningResult['found'];
  readonly schedules?: ScheduleTimes;
  readonly table: ResultsTable;
}

/** A record as it is kept. */
export const versioned = (record: object): Kept => ({ ...record, version: HISTORY_VERSION });

/** A record in the present version; nothing where it is of a version that this site does not know (a
 * later one, in an older tab), or is none. */
export function upgraded(record: unknown, upgrades = UPGRADES): Kept | undefined {
  const parsed = v.safeParse(v.looseObject({ version: v.pipe(v.number(), v.integer()) }), record);
  if (!parsed.success) return undefined;
  const { version, ...rest } = parsed.output;
  if (version < 1 || version > upgrades.length + 1) return undefined;
  return upgrades.slice(version - 1).reduce<Kept>((old, upgrade) => upgrade(old), rest);
}

/** A run of the list; nothing where the record cannot be read. */
export function readSavedRun(record: unknown): SavedRun | undefined {
  const parsed = v.safeParse(savedRunSchema, upgraded(record));
  return parsed.success ? parsed.output : undefined;
}

export function readContent(record: unknown): SavedContent | undefined {
  const parsed = v.safeParse(contentSchema, upgraded(record));
  if (!parsed.success) return undefined;
  const { table, ...rest } = parsed.output;
  return { ...rest, table: table ? ResultsTable.from(table) : new ResultsTable() };
}

/** Paths of a swarm that are kept. */
const MOST_FOUND = 1000;

/** More configurations than this are not kept: so many take 10 to 20 MB. */
export const MOST_KEPT = 1_000_000;

export function contentRecord({ runs, bests, samples, result, configurations }: Run): Kept {
  const { table } = configurations;
  const found = result?.found?.slice(0, MOST_FOUND).map(({ time, values, steps }) => ({
    time,
    values: { ...values },
    steps,
  }));
  const columns: TableColumns | undefined = table.size <= MOST_KEPT ? table.toColumns() : undefined;
  return versioned({
    runs,
    bests,
    samples,
    ...(found && { found }),
    ...(result?.schedules && { schedules: result.schedules }),
    ...(columns && { table: columns }),
  });
}

/** What a run found, without the times of its configurations. */
export function withoutTable(content: unknown): unknown {
  if (typeof content !== 'object' || content === null || !('table' in content)) return content;
  const { table: _, ...rest } = content;
  return rest;
}

/** The result of a run as it was. Its trail is not kept: it is found again in no time. */
export function resultOf(
  { status, minTime, optima, reason, runnerUp }: SavedRun,
  { found, schedules }: Pick<SavedContent, 'found' | 'schedules'> = {},
): TuningResult {
  return {
    status,
    optima,
    ...(minTime !== undefined && { minTime }),
    ...(reason !== undefined && { reason }),
    ...(runnerUp && { runnerUp }),
    ...(found && { found }),
    ...(schedules && { schedules }),
  };
}
