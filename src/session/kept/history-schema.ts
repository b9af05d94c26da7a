import * as v from 'valibot';
import {
  PURPOSES,
  type SearchRun,
  STATUSES,
  type TuningResult,
  VERDICTS,
} from '../../tuning/index.ts';
import {
  carriedModel,
  type ModelDocument,
  modelDocumentSchema,
  printOfModel,
  tuningSchema,
} from '../promela/model-document.ts';
import { ResultsTable, ResultsView, tableSchema } from '../run/results-table.ts';
import { IDLE, type Run, UNKEPT } from '../run/run.ts';
import { figure, figures, listed } from './kept-list.ts';
import {
  type CheckContent,
  checkContentSchema,
  checkRecord,
  type DoneCheck,
  type SavedCheck,
  savedCheckSchema,
  withoutTrails,
} from './saved-check.ts';
import { sameProblem, type Settings, settingsSchema } from './settings.ts';
import { type Kept, upgraded, type Upgrades } from './versions.ts';

/** A change of kept runs needs an entry here. */
const UPGRADES: Upgrades = [];

const ticks = v.union([v.pipe(v.number(), v.safeInteger()), v.bigint()]);
const configuration = v.record(v.string(), v.pipe(v.number(), v.finite()));

/** Without its trail, which is quickly found again. */
const resultSchema = v.object({
  status: v.picklist(STATUSES),
  minTime: v.optional(ticks),
  optima: v.array(configuration),
  reason: v.optional(v.string()),
  runnerUp: v.optional(v.object({ time: ticks, configurations: v.array(configuration) })),
});

const savedRunSchema = v.object({
  ...resultSchema.entries,
  ...listed,
  settings: settingsSchema,
  seconds: v.exactOptional(figure),
  /** Configurations whose results are known. */
  configurations: figure,
  unkept: v.exactOptional(v.picklist(UNKEPT)),
  /** Faults of its kernel, in a few words each. */
  warnings: v.exactOptional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.maxLength(20))),
  /** The configuration whose trace was looked at last. */
  opened: v.exactOptional(configuration),
  /** The model (see `printOfModel`) and its tuning; the settings then have no kernel. */
  model: v.exactOptional(
    v.object({ print: v.pipe(v.string(), v.maxLength(100)), tuning: tuningSchema }),
  ),
});

/** A tuning of a kernel or model, as the list shows it. */
export type SavedRun = v.InferOutput<typeof savedRunSchema>;

/** A row in the list of runs. */
export type Saved = SavedRun | SavedCheck;

export const isCheck = (saved: Saved): saved is SavedCheck => 'kind' in saved;

export const isTuning = (saved: Saved): saved is SavedRun => !isCheck(saved);

const searchRunSchema = v.object({
  bound: v.nullable(ticks),
  verdict: v.picklist(VERDICTS),
  purpose: v.picklist(PURPOSES),
  ...figures,
  isCut: v.exactOptional(v.boolean()),
  swarm: v.exactOptional(v.object({ worker: figure, seed: v.number() })),
} satisfies Record<keyof SearchRun, v.GenericSchema>);

const contentSchema = v.pipe(
  v.object({
    runs: v.array(searchRunSchema),
    bests: v.array(
      v.object({ time: ticks, values: configuration, states: figure, seconds: figure }),
    ),
    samples: v.array(
      v.object({ seconds: figure, states: figure, memoryMB: figure, depth: figure }),
    ),
    found: v.exactOptional(
      v.array(v.object({ time: ticks, values: configuration, steps: figure })),
    ),
    schedules: v.exactOptional(v.object({ configuration, shortest: ticks, longest: ticks })),
    table: v.exactOptional(tableSchema),
    /** The model that was tuned. */
    document: v.exactOptional(modelDocumentSchema),
  }),
  v.transform(({ table, ...rest }) => ({
    ...rest,
    table: table ? ResultsTable.from(table) : new ResultsTable(),
  })),
);

export type SavedContent = v.InferOutput<typeof contentSchema>;

/** A record as it is kept. */
export const versioned = (record: object): Kept => ({ ...record, version: UPGRADES.length + 1 });

function read<Schema extends v.GenericSchema>(
  schema: Schema,
  record: unknown,
): v.InferOutput<Schema> | undefined {
  const parsed = v.safeParse(schema, record);
  return parsed.success ? parsed.output : undefined;
}

/** A row; nothing where the record cannot be read. */
export const readSaved = (record: unknown): Saved | undefined =>
  read(v.union([savedRunSchema, savedCheckSchema]), upgraded(record, UPGRADES));

export const readContent = (record: unknown): SavedContent | undefined =>
  read(contentSchema, upgraded(record, UPGRADES));

export const readCheck = (record: unknown): CheckContent | undefined =>
  read(checkContentSchema, upgraded(record, UPGRADES));

export const checkContent = (done: DoneCheck): Kept => versioned(checkRecord(done));

/** More configurations are not kept: these take 10 to 20 MB. */
export const MOST_KEPT = 1_000_000;

/** Paths of a swarm that are kept. */
const MOST_FOUND = 1000;

/** An ended run with the schema's fields; undefined without a result. */
export function savedRun(
  run: Run,
  {
    id,
    name,
    named,
    savedAt,
    order,
    opened,
    warnings,
  }: Pick<SavedRun, 'id' | 'name' | 'named' | 'savedAt' | 'order' | 'opened' | 'warnings'>,
  settings: Settings,
  document?: ModelDocument,
): SavedRun | undefined {
  const { size } = run.configurations;
  return read(savedRunSchema, {
    ...run,
    ...run.result,
    id,
    name,
    named,
    savedAt,
    settings,
    configurations: size,
    ...(order !== undefined && { order }),
    ...(opened && { opened }),
    ...(warnings && { warnings }),
    ...(document && { model: { print: printOfModel(document), tuning: document.tuning } }),
    ...(size > MOST_KEPT && { unkept: 'large-map' }),
  });
}

/** Leaves out models' runs. Equal lists give the same one. */
export function ofKernels(runs: readonly Saved[]): readonly SavedRun[] {
  const known =
    kernelRuns.get(runs) ?? runs.filter(isTuning).filter(({ model }) => model === undefined);
  kernelRuns.set(runs, known);
  return known;
}

const kernelRuns = new WeakMap<readonly Saved[], readonly SavedRun[]>();

/** Newer answers replace older ones; a stopped one only stopped ones. */
export const replaces = (one: Saved, before: Saved): boolean =>
  isOfSame(one, before) && (!wasStopped(one) || wasStopped(before));

const wasStopped = (saved: Saved): boolean =>
  isCheck(saved) ? saved.isStopped : saved.status === 'cancelled';

function isOfSame(one: Saved, other: Saved): boolean {
  if (isCheck(one) || isCheck(other))
    return (
      isCheck(one) && isCheck(other) && JSON.stringify(one.model) === JSON.stringify(other.model)
    );
  if (!one.model && !other.model) return sameProblem(one.settings, other.settings);
  return (
    JSON.stringify(one.model) === JSON.stringify(other.model) &&
    one.settings.method === other.settings.method
  );
}

export function contentRecord(
  { runs, bests, samples, result, configurations }: Run,
  document?: ModelDocument,
): Kept {
  const { table } = configurations;
  const { found, schedules } = result ?? {};
  return versioned({
    runs,
    bests,
    samples,
    ...(found && {
      found: found.slice(0, MOST_FOUND).map(({ time, values, steps }) => ({ time, values, steps })),
    }),
    ...(schedules && { schedules }),
    ...(document && { document: carriedModel(document) }),
    ...(table.size <= MOST_KEPT && { table: table.toColumns() }),
  });
}

/** The findings without their largest part. */
export function smaller(content: Kept): Kept {
  const { table: _, results, ...rest } = content;
  return { ...rest, ...(Array.isArray(results) && { results: withoutTrails(results) }) };
}

/** A run's result, but without its trail. */
export function resultOf(
  saved: SavedRun,
  { found, schedules }: Partial<SavedContent> = {},
): TuningResult {
  const known = v.parse(resultSchema, saved);
  return { ...known, ...(found && { found }), ...(schedules && { schedules }) };
}

/** A run of the history, as it ended. */
export function restoredRun(
  saved: SavedRun,
  content: Partial<SavedContent> = {},
  now: number,
): Run {
  const { runs = [], bests = [], samples = [], table } = content;
  const { seconds, unkept } = saved;
  return {
    ...IDLE,
    runs,
    bests,
    samples,
    phase: 'ended',
    configurations: new ResultsView(table),
    result: resultOf(saved, content),
    startedAt: now,
    ...(seconds !== undefined && { seconds }),
    ...(unkept && { unkept }),
  };
}
