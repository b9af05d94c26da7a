import { randomOptions } from '../checker/builds.ts';
import { type ModelSource, openModel, reductionOf } from '../checker/index.ts';
import { Failure } from '../base/failure.ts';
import { lacksOf, type Tuning, withTuningClaim } from '../promela/index.ts';
import type { Toolchain } from '../spin/toolchain.ts';
import type { Trail } from '../tuning/index.ts';
import { type Asked, isAsked, withTable } from './asked.ts';
import type { ReadBundle } from './bundle.ts';
import type { ExportOptions } from './exporting.ts';
import { type BundleFile, bundleFiles } from './folder.ts';
import { dealt, type Searches } from './make-plan.ts';
import type { ShardSearch } from './plan.ts';
import { DEPTH } from './run-shard.ts';

/** pan's options for any model that is tuned: what it asserts, and where it may end, is not asked. */
const PAN = '-E -A -n -N overtime_claim';
const DEFINES = ['SAFETY', 'VECTORSZ=32768'];
/** Entries of the hash table of an exhaustive search, and bits of a random one, as powers of two. */
const TABLE = { exact: 22, bits: 25 };

/** A Promela model as the verifiers of a bundle have it, with what it is tuned for behind it. */
export interface TunedModel {
  readonly text: string;
  readonly defines: readonly string[];
}

/** @throws {Failure} where the model cannot be tuned for that. */
export async function tunedModel(
  toolchain: Toolchain,
  source: ModelSource,
  tuning: Tuning,
): Promise<TunedModel> {
  const { text, facts } = await openModel(toolchain, source);
  const lacks = lacksOf(facts, tuning);
  if (lacks.length > 0)
    throw new Failure('model', `The model cannot be tuned: ${lacks.join('; ')}.`, 'Name others.');
  const model = withTuningClaim(text, facts, tuning);
  const { files: sources } = await toolchain.generate({ model });
  const { on } = reductionOf({ facts, sources, fair: false });
  return { text: model, defines: [...DEFINES, ...(on ? [] : ['NOREDUCE'])] };
}

/** What a search of any model asks: first for better and better runs, then for all within the best. */
const askedOfModel = (purpose: ShardSearch['purpose'], seed?: number): Asked => ({
  pan: [
    ...[PAN, '-c0', ...(purpose === 'over-time' ? ['-e'] : [])],
    ...(seed === undefined ? [`-w${TABLE.exact}`] : randomOptions(seed, TABLE.bits)),
  ].join(' '),
  words: `improve=${purpose === 'over-time' ? 1 : 0}`,
});

/** A proof of any model is one search, for nothing says how its configurations could be told apart before they are
 * chosen; only a swarm has several shards. */
function searchesOf(options: ExportOptions): Searches {
  const { kind, memoryMB, seconds } = options;
  if (kind === 'swarm')
    return dealt(options, undefined, (seed) => [
      { purpose: 'over-time', ...askedOfModel('over-time', seed) },
    ]);
  const searches = (['over-time', 'optima'] as const).map((purpose, at) => ({
    ...{ search: at + 1, shard: 1, purpose, effort: 1 },
    ...withTable(askedOfModel(purpose), memoryMB),
  }));
  const shards = [{ shard: 1, holds: 1, effort: 2, memoryMB, seconds }];
  return { kind: 'proof', next: false, depth: 10 * DEPTH.first, shards, searches };
}

/** Any model as a folder for other machines. */
export const exportedModel = (
  { text, defines }: TunedModel,
  content: { readonly title: string; readonly text: string; readonly overtime: string },
  options: ExportOptions,
): Promise<readonly BundleFile[]> =>
  bundleFiles({
    ...{ title: content.title, overtime: content.overtime, searches: searchesOf(options) },
    ...{ model: text, defines, known: [] },
    problem: { name: 'problem.json', text: content.text },
  });

/** Why what was run is not what a model is tuned for, in one sentence; nothing where it is. */
export function unfitModel(
  { text }: TunedModel,
  { plan, model }: Pick<ReadBundle, 'plan' | 'model'>,
): string | undefined {
  if (text !== model)
    return `The model is not the one that this version of Overtime makes: it was exported by ${plan.overtime}. Export it again.`;
  const strange = plan.searches.find(
    ({ pan, words, purpose, seed }) => !isAsked({ pan, words }, askedOfModel(purpose, seed)),
  );
  if (strange)
    return `Search ${strange.search} of shards.json is not what the model asks: it was changed.`;
  const isDecided = plan.searches.some(({ purpose }) => purpose === 'optima');
  return plan.kind === 'proof' && !isDecided ? 'No search of shards.json decides.' : undefined;
}

/** Whether a trail is of such a model. */
export const isModelTrail = ({ words }: Trail): boolean =>
  words.every((word) => /^(?:T=-?\d{1,19}|improve=[01])$/.test(word));
