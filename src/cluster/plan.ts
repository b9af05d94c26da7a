import * as v from 'valibot';
import { jsonIn } from '../base/json-text.ts';
import { parseTicks, type Ticks } from '../base/ticks.ts';

const FORMAT = 'overtime-shards';
const VERSION = 1;

/** What the searches of a bundle come to together.
 * - `proof`: each configuration is in exactly one search, and all searches are exhausted.
 * - `swarm`: each search takes everything in an order of its own, and may miss states. */
export const KINDS = ['proof', 'swarm'] as const;

/** A search's question.
 * - `deadlock`: a run that gets stuck.
 * - `over-time`: ever better runs.
 * - `optima`: all runs within the best known bound.
 * - `census`: all runs, for every configuration's time. */
const SHARD_PURPOSES = ['deadlock', 'over-time', 'optima', 'census'] as const;

const MOST_SHARDS = 100_000;
const MOST_SEARCHES = 1_000_000;
const text = v.pipe(v.string(), v.maxLength(2000));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const ticksText = v.pipe(
  v.string(),
  v.maxLength(20),
  v.transform(parseTicks),
  v.check((time): time is Ticks => time !== undefined),
  v.transform((time): Ticks => time ?? 0),
);

const searchSchema = v.object({
  /** Counted from 1, over all shards. */
  search: v.pipe(count, v.minValue(1)),
  shard: v.pipe(count, v.minValue(1)),
  purpose: v.picklist(SHARD_PURPOSES),
  /** pan's options without depth, and the model's words without the bound. */
  pan: text,
  words: text,
  /** Lowest and highest value by parameter name. */
  ranges: v.exactOptional(
    v.record(v.pipe(v.string(), v.maxLength(200)), v.object({ low: v.number(), high: v.number() })),
  ),
  /** Swarm searches only. */
  seed: v.exactOptional(count),
  /** Steps that the model predicts. */
  effort: v.pipe(v.number(), v.minValue(0)),
});

const shardSchema = v.object({
  shard: v.pipe(count, v.minValue(1)),
  /** Combinations of values, valid or not, or seeds. */
  holds: count,
  effort: v.pipe(v.number(), v.minValue(0)),
  /** Limits of a search: memory and seconds. */
  memoryMB: v.pipe(count, v.minValue(1)),
  seconds: v.pipe(count, v.minValue(1)),
  /** Starting bound in ticks, from a known run. */
  bound: v.exactOptional(ticksText),
});

const planSchema = v.object({
  format: v.literal(FORMAT),
  version: v.literal(VERSION),
  kind: v.picklist(KINDS),
  overtime: v.pipe(v.string(), v.maxLength(80)),
  /** SHA-256 of model.pml and of other files read. */
  model: hash,
  files: v.record(v.pipe(v.string(), v.maxLength(100)), hash),
  /** Searches for optima extend to the runner-up. */
  next: v.boolean(),
  /** Initial depth limit. */
  depth: v.pipe(count, v.minValue(100)),
  shards: v.pipe(v.array(shardSchema), v.minLength(1), v.maxLength(MOST_SHARDS)),
  searches: v.pipe(v.array(searchSchema), v.minLength(1), v.maxLength(MOST_SEARCHES)),
});

export type Plan = Readonly<v.InferOutput<typeof planSchema>>;
export type Shard = Readonly<v.InferOutput<typeof shardSchema>>;
export type ShardSearch = Readonly<v.InferOutput<typeof searchSchema>>;

/** The searches of a plan, without hashes. */
export type Searches = Pick<Plan, 'kind' | 'next' | 'depth' | 'shards' | 'searches'>;

/** `shards.json`: one line per shard and search, for the shell. */
export function planText(plan: Omit<Plan, 'format' | 'version'>): string {
  const { shards, searches, ...head } = plan;
  const first = JSON.stringify({ format: FORMAT, version: VERSION, ...head }).slice(1, -1);
  return `{${first},\n"shards":[${linesOf(shards, shardLine)}\n],\n"searches":[${linesOf(searches, searchLine)}\n]}\n`;
}

/** Counts shards by line. */
export const shardsIn = (text: string): number => text.match(/^\{"shard":/gm)?.length ?? 0;

/** By line: copying all shards at once would take gigabytes. */
function linesOf<Row>(rows: readonly Row[], lineOf: (row: Row) => object): string {
  let text = '';
  for (const row of rows) text += `${text === '' ? '' : ','}\n${JSON.stringify(lineOf(row))}`;
  return text;
}

const shardLine = ({ bound, ...shard }: Shard): object => ({
  ...shard,
  ...(bound !== undefined && { bound: String(bound) }),
});

/** The shell's fields follow freely named ones. */
const searchLine = ({ search, shard, ranges, ...rest }: ShardSearch): object => ({
  search,
  shard,
  ...(ranges && { ranges }),
  ...rest,
});

/** Reads a `shards.json`, which may be anything. */
export function readPlan(
  text: string,
): { readonly ok: true; readonly plan: Plan } | { readonly ok: false; readonly message: string } {
  const value = jsonIn(text);
  if (value === undefined) return { ok: false, message: 'shards.json ends early, or is no JSON.' };
  const versioned = v.safeParse(
    v.looseObject({ format: v.literal(FORMAT), version: v.number() }),
    value,
  );
  if (versioned.success && versioned.output.version > VERSION)
    return { ok: false, message: 'A later version of Overtime wrote shards.json.' };
  const parsed = v.safeParse(planSchema, value);
  if (parsed.success) return { ok: true, plan: parsed.output };
  const where = v.getDotPath(parsed.issues[0]) ?? 'its head';
  return { ok: false, message: `shards.json is damaged, or was changed: ${where} cannot be read.` };
}
