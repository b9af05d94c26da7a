import { sha256 } from '../base/digest.ts';
import { addTicks, compareTicks, type Ticks } from '../base/ticks.ts';
import type { Checker, CheckerOptions } from '../checker/index.ts';
import type { ProgramFiles } from '../promela/index.ts';
import type { Toolchain } from '../spin/toolchain.ts';
import type { Finish } from '../tuning/index.ts';
import { type Asked, isAsked, withTable } from './asked.ts';
import type { ReadBundle } from './bundle.ts';
import { type BundleFile, bundleFiles } from './folder.ts';
import type { MergedRun } from './merge.ts';
import type { Plan, Searches, Shard, ShardSearch } from './plan.ts';
import { DEPTH } from './run-shard.ts';

type Purpose = ShardSearch['purpose'];

/** The subject's part of an export; the rest is common. */
export interface Sharding {
  /** In a line, for people. */
  readonly title: string;
  readonly model: string;
  /** Compile-time directives. */
  readonly defines: readonly string[];
  /** Unit of effort: `steps`. */
  readonly unit: string;
  /** Deadlocks are possible and searched for. */
  readonly canDiverge: boolean;
  /** Said while its export is prepared. */
  readonly preparing: string;
  /** Why it cannot be exported, in one sentence. */
  obstacle(): string | undefined;
  /** Times of real runs: slower configurations need no search. */
  known(place: ShardingPlace, signal?: AbortSignal): Promise<readonly Finish[]>;
  /** Tables that the verifiers read. */
  programs(signal?: AbortSignal): Promise<ProgramFiles | undefined>;
  asked(search: Pick<ShardSearch, 'purpose' | 'ranges' | 'seed'>): Asked;
  proof(shards: number): Promise<Proof>;
  /** Alternative sets of purposes that must cover every configuration. */
  readonly deciding: readonly (readonly Purpose[])[];
  /** Faults in one set's parts. */
  partsFault(searches: readonly ShardSearch[]): PartsFault | undefined;
  /** Follows the trails of shards. */
  checker(toolchain: Toolchain, options: CheckerOptions): Checker;
  /** A merged run as it is shown. */
  shown(run: MergedRun): MergedRun;
}

/** Where an export is prepared. */
export interface ShardingPlace {
  readonly toolchain: Toolchain;
  readonly memoryMB: number;
  /** Time to list a model's configurations; later finds still lie in a part. */
  readonly seconds?: number | undefined;
}

/** `gap` and `double`, or in a sentence. */
export type PartsFault = 'gap' | 'double' | { readonly message: string };

/** The searches of a proof, shard by shard. */
export interface Proof {
  readonly purposes: readonly Purpose[];
  readonly shares: readonly {
    /** Configurations. */
    readonly holds: number;
    readonly effort: number;
    readonly parts: readonly Pick<ShardSearch, 'ranges' | 'effort'>[];
  }[];
  /** Initial depth limit. */
  readonly depth: number;
  /** Searches can extend to the runner-up. */
  readonly hasNext: boolean;
}

/** The user's options. */
export interface ExportOptions {
  readonly kind: Plan['kind'];
  readonly shards: number;
  /** Per search. */
  readonly memoryMB: number;
  readonly seconds: number;
  /** Also find the runner-up. */
  readonly next: boolean;
  /** Number of random searches, and the first seed. */
  readonly seeds: number;
  readonly seed: number;
}

/** Searches that together cover all configurations. */
async function proofSearches(
  sharding: Sharding,
  { shards: wanted, memoryMB, seconds, next }: ExportOptions,
  bound: Ticks | undefined,
): Promise<Searches> {
  const { purposes, shares, depth, hasNext } = await sharding.proof(wanted);
  const shards: Shard[] = [];
  const searches: ShardSearch[] = [];
  for (const [index, { holds, effort, parts }] of shares.entries()) {
    const shard = index + 1;
    const known = bound === undefined ? {} : { bound };
    shards.push({ shard, holds, effort, memoryMB, seconds, ...known });
    for (const part of parts)
      for (const purpose of purposes) {
        const asked = withTable(sharding.asked({ purpose, ...part }), memoryMB);
        searches.push({ search: searches.length + 1, shard, purpose, ...asked, ...part });
      }
  }
  return { kind: 'proof', next: next && hasNext, depth, shards, searches };
}

/** Seeds dealt to shards in turn. */
function swarmSearches(
  { asked, canDiverge }: Sharding,
  { shards: wanted, memoryMB, seconds, seeds, seed: first }: ExportOptions,
  bound: Ticks | undefined,
): Searches {
  const number = Math.min(wanted, seeds);
  const shards: Shard[] = [];
  const searches: ShardSearch[] = [];
  for (let shard = 1; shard <= number; shard += 1) {
    let holds = 0;
    for (let at = shard - 1; at < seeds; at += number) {
      const seed = ((first + at - 1) % (2 ** 31 - 1)) + 1;
      holds += 1;
      const purposes: Purpose[] =
        canDiverge && at === 0 ? ['deadlock', 'over-time'] : ['over-time'];
      for (const purpose of purposes) {
        const search = searches.length + 1;
        searches.push({ search, shard, seed, effort: 1, purpose, ...asked({ purpose, seed }) });
      }
    }
    const known = bound === undefined ? {} : { bound };
    shards.push({ shard, holds, effort: holds, memoryMB, seconds, ...known });
  }
  return { kind: 'swarm', next: false, depth: DEPTH.first, shards, searches };
}

/** The least known time, or the next one of another configuration. */
function boundOf(known: readonly Finish[], isNext: boolean): Ticks | undefined {
  const times = [...new Set(known.map(({ time }) => time))].toSorted(compareTicks);
  return isNext
    ? (times[1] ?? (times[0] === undefined ? undefined : addTicks(times[0], times[0])))
    : times[0];
}

/** Exports a subject as a folder.
 * @param question for the merge.
 * @param known times of runs already made.
 * @throws {Failure} without hashes in the browser. */
export async function exported(
  sharding: Sharding,
  question: { readonly name: string; readonly text: string },
  known: readonly Finish[],
  options: ExportOptions & { readonly overtime: string },
  signal?: AbortSignal,
): Promise<readonly BundleFile[]> {
  const { title, model, defines } = sharding;
  const isSwarm = options.kind === 'swarm';
  const bound = boundOf(known, !isSwarm && options.next);
  const programs = await sharding.programs(signal);
  const searches = isSwarm
    ? swarmSearches(sharding, options, bound)
    : await proofSearches(sharding, options, bound);
  return bundleFiles({
    title,
    overtime: options.overtime,
    searches,
    model,
    problem: question,
    defines,
    programs,
    known: known.map(({ time, values }) =>
      [time, ...Object.entries(values).map(([name, value]) => `${name}=${value}`)].join(' '),
    ),
  });
}

/** The mismatch between question and folder, in a sentence. Everything is worked out anew; only
 * verifiers' output is believed. */
export async function unfit(
  sharding: Sharding,
  { plan, model }: Pick<ReadBundle, 'plan' | 'model'>,
): Promise<string | undefined> {
  if (sharding.model !== model)
    return `The model is not the one that this version of Overtime makes: it was exported by ${plan.overtime}. Merge it with that version, or export again.`;
  for (const [name, bytes] of Object.entries((await sharding.programs()) ?? {}))
    if (plan.files[name] !== (await sha256(bytes)))
      return `The table ${name} is not the one that this version of Overtime makes: export again.`;
  const strange = plan.searches.find((one) => !isAsked(one, sharding.asked(one)));
  if (strange)
    return `Search ${strange.search} of shards.json is not what is asked: it was changed.`;
  if (plan.kind === 'swarm') return undefined;
  for (const purposes of sharding.deciding) {
    const parts = plan.searches.filter(({ purpose }) => purposes.includes(purpose));
    const wrong = sharding.partsFault(parts);
    if (wrong === 'gap') return 'The searches of shards.json leave out some configurations.';
    if (wrong === 'double') return 'The searches of shards.json have some configurations twice.';
    if (wrong) return wrong.message;
  }
  return undefined;
}
