import { randomOptions } from '../checker/builds.ts';
import {
  type Choices,
  type ModelSource,
  openModel,
  openStates,
  PromelaChecker,
  reductionOf,
  TUNING_DEFINES,
  TUNING_PAN,
} from '../checker/index.ts';
import { Failure } from '../base/failure.ts';
import { lacksOf, type Tuning, withTuningClaim } from '../promela/index.ts';
import type { Toolchain } from '../spin/toolchain.ts';
import type { Trail } from '../tuning/index.ts';
import { type Asked, isAsked, withTable } from './asked.ts';
import { shared } from './balance.ts';
import type { ReadBundle } from './bundle.ts';
import type { ExportOptions } from './exporting.ts';
import { type BundleFile, bundleFiles } from './folder.ts';
import {
  axesOfListed,
  LEAST,
  type Limits,
  limitsOfBox,
  listedEffort,
  listedProblem,
  MOST,
} from './listed-space.ts';
import { dealt, type Searches } from './make-plan.ts';
import type { Shard, ShardSearch } from './plan.ts';
import { type ModelQuestion, QUESTION_FILES, questionText, titleOf } from './question.ts';
import { DEPTH } from './run-shard.ts';
import { wholeSpace } from './space.ts';

/** Entries of the hash table of an exhaustive search, and bits of a random one, as powers of two. */
const TABLE = { exact: 22, bits: 25 };
/** Configurations of which the best of each is told: of more only those that are within the best of all. */
const MOST_TOLD = 100_000;
/** Characters of pan's command line: it keeps no more. */
const MOST_WORDS = 350;

/** A Promela model as the verifiers of a bundle have it, with what it is tuned for behind it. */
export interface TunedModel {
  readonly text: string;
  readonly defines: readonly string[];
  /** What it is tuned for; `open` where its searches can be of parts. */
  readonly tuning: Tuning;
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
  // Nobody knows what embedded C writes.
  const isReadable = !facts.hasEmbeddedC && tuning.parameters.length > 0;
  const first = isReadable ? { ...tuning, open: [] } : tuning;
  const { files: sources } = await toolchain.generate({
    model: withTuningClaim(text, facts, first),
  });
  const { on } = reductionOf({ facts, sources, fair: false });
  // The tables that are read are those of the text with the claim: what it knows changes no state of a process.
  const names = tuning.parameters.map((each) => /^\w+/.exec(each.trim())?.[0] ?? each);
  const whole = isReadable ? { ...tuning, open: openStates(sources, names) } : tuning;
  return {
    text: withTuningClaim(text, facts, whole),
    defines: [...TUNING_DEFINES, ...(on ? [] : ['NOREDUCE'])],
    tuning: whole,
  };
}

/** The configurations that a model chooses, where its searches can be of parts; nothing where they cannot.
 * @param seconds of searching for them; what is found later is of some part all the same. */
export async function choicesOf(
  toolchain: Toolchain,
  source: ModelSource,
  { tuning }: Pick<TunedModel, 'tuning'>,
  memoryMB: number,
  seconds?: number,
): Promise<Choices | undefined> {
  if (!tuning.open) return undefined;
  const checker = new PromelaChecker(toolchain, source, { memoryMB }, tuning);
  const choices = await checker.choices(seconds);
  return choices.found.length > 1 ? choices : undefined;
}

/** What a search of any model asks: `over-time` for better and better runs, `optima` for all within the best,
 * `census` for the best of each configuration. */
function askedOfModel(
  { parameters }: Pick<Tuning, 'parameters'>,
  { purpose, ranges = {}, seed }: Pick<ShardSearch, 'purpose' | 'ranges' | 'seed'>,
): Asked {
  const limits = parameters.flatMap((name, at) => {
    const { low = LEAST, high = MOST } = ranges[name.replaceAll(/\s/g, '')] ?? {};
    return low === LEAST && high === MOST ? [] : [`r${at}=${low}:${high}`];
  });
  return {
    pan: [
      ...[...TUNING_PAN, '-c0', ...(purpose === 'over-time' ? ['-e'] : [])],
      ...(seed === undefined ? [`-w${TABLE.exact}`] : randomOptions(seed, TABLE.bits)),
    ].join(' '),
    words: [
      `improve=${purpose === 'over-time' ? 1 : 0}`,
      ...(purpose === 'census' ? ['report=1'] : []),
      ...limits,
    ].join(' '),
  };
}

function searchesOf(
  tuning: Tuning,
  choices: Choices | undefined,
  options: ExportOptions,
): Searches {
  const { kind, shards: wanted, memoryMB, seconds } = options;
  if (kind === 'swarm')
    return dealt(options, undefined, (seed) => [
      { purpose: 'over-time', ...askedOfModel(tuning, { purpose: 'over-time', seed }) },
    ]);
  const limits = { memoryMB, seconds };
  const isTold = choices?.isAll === true && choices.found.length <= MOST_TOLD;
  const purposes = isTold ? (['census'] as const) : (['over-time', 'optima'] as const);
  const shards: Shard[] = [];
  const searches: ShardSearch[] = [];
  for (const { parts, holds } of partsOf(tuning, choices, wanted)) {
    const shard = shards.length + 1;
    shards.push({ shard, holds, effort: holds, ...limits });
    for (const { ranges, effort } of parts)
      for (const purpose of purposes) {
        const asked = withTable(
          askedOfModel(tuning, { purpose, ...(ranges && { ranges }) }),
          memoryMB,
        );
        const search = searches.length + 1;
        searches.push({ search, shard, purpose, ...asked, ...(ranges && { ranges }), effort });
      }
  }
  return { kind: 'proof', next: false, depth: 10 * DEPTH.first, shards, searches };
}

/** What each shard is to search; one where the configurations cannot be told apart before they have run. */
function partsOf(
  { parameters }: Tuning,
  choices: Choices | undefined,
  wanted: number,
): readonly {
  readonly holds: number;
  readonly parts: readonly {
    readonly ranges?: Readonly<Record<string, Limits>>;
    readonly effort: number;
  }[];
}[] {
  const names = parameters.map((name) => name.replaceAll(/\s/g, ''));
  const axes = axesOfListed(names, choices?.found ?? []);
  // Each range of a search stands in its command line.
  const isLong = names.length * 27 > MOST_WORDS;
  if (!choices || isLong) return [{ holds: 1, parts: [{ effort: 1 }] }];
  const shares = shared(wholeSpace(axes), listedEffort(axes, choices.found), wanted);
  return shares.map(({ pieces, effort }) => ({
    holds: effort,
    parts: pieces.map((piece) => ({
      ranges: limitsOfBox(axes, piece.box),
      effort: piece.effort,
    })),
  }));
}

/** Any model as a folder for other machines.
 * @param choices the configurations that it chooses, where its searches can be of parts. */
export const exportedModel = (
  { text, defines, tuning }: TunedModel,
  choices: Choices | undefined,
  { question, overtime }: { readonly question: ModelQuestion; readonly overtime: string },
  options: ExportOptions,
): Promise<readonly BundleFile[]> =>
  bundleFiles({
    ...{ title: titleOf(question), overtime },
    searches: searchesOf(tuning, choices, options),
    ...{ model: text, defines, known: [] },
    problem: { name: QUESTION_FILES.model, text: questionText(question) },
  });

/** What is asked of any model as a folder for other machines.
 * @param memoryMB for the list of its configurations, here.
 * @throws {Failure} where the model cannot be tuned for that. */
export async function exportedQuestion(
  toolchain: Toolchain,
  question: ModelQuestion,
  here: { readonly memoryMB: number; readonly overtime: string },
  options: ExportOptions,
): Promise<readonly BundleFile[]> {
  const { source, tuning } = question;
  const model = await tunedModel(toolchain, source, tuning);
  const choices =
    options.kind === 'proof' ? await choicesOf(toolchain, source, model, here.memoryMB) : undefined;
  return exportedModel(model, choices, { question, overtime: here.overtime }, options);
}

/** Why what was run is not what a model is tuned for, in one sentence; nothing where it is. */
export function unfitModel(
  { text, tuning }: TunedModel,
  { plan, model }: Pick<ReadBundle, 'plan' | 'model'>,
): string | undefined {
  if (text !== model)
    return `The model is not the one that this version of Overtime makes: it was exported by ${plan.overtime}. Export it again.`;
  const strange = plan.searches.find((one) => !isAsked(one, askedOfModel(tuning, one)));
  if (strange)
    return `Search ${strange.search} of shards.json is not what the model asks: it was changed.`;
  if (plan.kind === 'swarm') return undefined;
  const deciding = plan.searches.filter(({ purpose }) => purpose !== 'over-time');
  const parts = deciding.map(({ ranges = {} }) => ranges);
  if (tuning.open === undefined && parts.some((ranges) => Object.keys(ranges).length > 0))
    return 'The searches of shards.json are of parts, which this model does not have.';
  const names = tuning.parameters.map((name) => name.replaceAll(/\s/g, ''));
  const wrong = listedProblem(names, parts);
  if (wrong === 'gap') return 'The searches of shards.json leave out some configurations.';
  if (wrong === 'double') return 'The searches of shards.json have some configurations twice.';
  return undefined;
}

/** Whether a trail is of such a model. */
export const isModelTrail = ({ words }: Trail): boolean =>
  words.every((word) =>
    /^(?:T=-?\d{1,19}|improve=[01]|report=[01]|r\d{1,3}=-?\d{1,10}:-?\d{1,10})$/.test(word),
  );
