import * as v from 'valibot';
import { parseTicks, type Ticks } from '../base/ticks.ts';

const FORMAT = 'overtime-shards';
const VERSION = 1;

/** What the searches of a bundle come to together.
 * - `proof`: each configuration is in exactly one search, and all searches are exhausted.
 * - `swarm`: each search takes everything in an order of its own, and may miss states. */
export const KINDS = ['proof', 'swarm'] as const;

/** What a search of a shard is for.
 * - `deadlock`: a run that stops half way.
 * - `over-time`: better and better runs.
 * - `optima`: all runs within the best bound that is known when it begins.
 * - `census`: all runs, for the time of every configuration. */
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
  /** pan's options but for its depth, and the words of the model but for the bound. */
  pan: text,
  words: text,
  /** Of a search through configurations: lowest and highest value by the parameter's name in the model. */
  ranges: v.exactOptional(
    v.record(v.pipe(v.string(), v.maxLength(200)), v.object({ low: v.number(), high: v.number() })),
  ),
  /** Of a search of a swarm. */
  seed: v.exactOptional(count),
  /** Steps that the model predicts. */
  effort: v.pipe(v.number(), v.minValue(0)),
});

const shardSchema = v.object({
  shard: v.pipe(count, v.minValue(1)),
  /** Combinations of values, valid or not, or seeds. */
  holds: count,
  effort: v.pipe(v.number(), v.minValue(0)),
  /** The most memory of a search, and the seconds that it may take. */
  memoryMB: v.pipe(count, v.minValue(1)),
  seconds: v.pipe(count, v.minValue(1)),
  /** T in ticks from which its searches begin, where a run of that time is known. */
  bound: v.exactOptional(ticksText),
});

const planSchema = v.object({
  format: v.literal(FORMAT),
  version: v.literal(VERSION),
  kind: v.picklist(KINDS),
  overtime: v.pipe(v.string(), v.maxLength(80)),
  /** SHA-256 of model.pml, and of each further file that the verifier or the merge reads. */
  model: hash,
  files: v.record(v.pipe(v.string(), v.maxLength(100)), hash),
  /** Whether the searches for optima go as far as the next best time. */
  next: v.boolean(),
  /** Steps of the longest path that a search begins with. */
  depth: v.pipe(count, v.minValue(100)),
  shards: v.pipe(v.array(shardSchema), v.minLength(1), v.maxLength(MOST_SHARDS)),
  searches: v.pipe(v.array(searchSchema), v.minLength(1), v.maxLength(MOST_SEARCHES)),
});

export type Plan = Readonly<v.InferOutput<typeof planSchema>>;
export type Shard = Readonly<v.InferOutput<typeof shardSchema>>;
export type ShardSearch = Readonly<v.InferOutput<typeof searchSchema>>;

/** `shards.json`: one line a shard and one a search, so that the shell finds them. */
export function planText(plan: Omit<Plan, 'format' | 'version'>): string {
  const { shards, searches, ...head } = plan;
  const first = JSON.stringify({ format: FORMAT, version: VERSION, ...head }).slice(1, -1);
  return `{${first},\n"shards":[${linesOf(shards, shardLine)}\n],\n"searches":[${linesOf(searches, searchLine)}\n]}\n`;
}

/** How many shards a `shards.json` of ours has. */
export const shardsIn = (text: string): number => text.match(/^\{"shard":/gm)?.length ?? 0;

/** Line by line: of many shards all copies at once would take gigabytes. */
function linesOf<Row>(rows: readonly Row[], lineOf: (row: Row) => object): string {
  let text = '';
  for (const row of rows) text += `${text === '' ? '' : ','}\n${JSON.stringify(lineOf(row))}`;
  return text;
}

const shardLine = ({ bound, ...shard }: Shard): object => ({
  ...shard,
  ...(bound !== undefined && { bound: String(bound) }),
});

/** What the shell looks for stands behind what may have any name. */
const searchLine = ({ search, shard, ranges, ...rest }: ShardSearch): object => ({
  ...{ search, shard },
  ...(ranges && { ranges }),
  ...rest,
});

/** Reads a `shards.json`, which may be anything. */
export function readPlan(
  text: string,
): { readonly ok: true; readonly plan: Plan } | { readonly ok: false; readonly message: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, message: 'shards.json ends early, or is no JSON.' };
  }
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
