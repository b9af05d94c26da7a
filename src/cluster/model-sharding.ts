import { Failure } from '../base/failure.ts';
import type { Ticks } from '../base/ticks.ts';
import { randomOptions } from '../checker/builds.ts';
import {
  type Choices,
  type ModelSource,
  openModel,
  openStates,
  PromelaChecker,
  reductionOf,
  type Terms,
  termsOf,
  TUNING_DEFINES,
  TUNING_PAN,
} from '../checker/index.ts';
import { lacksOf, type Tuning, withTuningClaim } from '../promela/index.ts';
import type { Toolchain } from '../spin/toolchain.ts';
import { shared } from './balance.ts';
import {
  axesOfListed,
  LEAST,
  limitsOfBox,
  listedEffort,
  listedProblem,
  MOST,
} from './listed-space.ts';
import type { MergedRun } from './merge.ts';
import { type ModelQuestion, titleOf } from './question.ts';
import { DEPTH } from './run-shard.ts';
import type { Proof, Sharding, ShardingPlace } from './sharding.ts';
import { wholeSpace } from './space.ts';

/** Hash table entries, exhaustive and bitstate, as powers of two. */
const TABLE = { exact: 22, bits: 25 };
/** Beyond these only the overall best are listed. */
const MOST_TOLD = 100_000;
/** Characters of pan's command line: it keeps no more. */
const MOST_WORDS = 350;

/** Splits any Promela model by its configurations.
 * @throws {Failure} if it cannot be tuned so. */
export async function modelSharding(
  question: ModelQuestion,
  place: ShardingPlace,
): Promise<Omit<Sharding, 'checker'> & { checker(...given: CheckerArguments): PromelaChecker }> {
  const { source } = question;
  const { text, defines, tuning } = await tunedModel(place.toolchain, source, question.tuning);
  const names = tuning.parameters.map((name) => name.replaceAll(/\s/g, ''));
  return {
    title: titleOf(question),
    model: text,
    defines,
    unit: 'configurations',
    preparing: 'Listing the configurations that it chooses',
    canDiverge: false,
    obstacle: () => undefined,
    known: () => Promise.resolve([]),
    programs: () => Promise.resolve(undefined),
    asked({ purpose, ranges = {}, seed }) {
      const limits = names.flatMap((name, at) => {
        const { low = LEAST, high = MOST } = ranges[name] ?? {};
        return low === LEAST && high === MOST ? [] : [`r${at}=${low}:${high}`];
      });
      const isImproving = purpose === 'over-time';
      return {
        pan: [
          ...TUNING_PAN,
          '-c0',
          ...(isImproving ? ['-e'] : []),
          ...(seed === undefined ? [`-w${TABLE.exact}`] : randomOptions(seed, TABLE.bits)),
        ].join(' '),
        words: [
          `improve=${isImproving ? 1 : 0}`,
          ...(purpose === 'census' ? ['report=1'] : []),
          ...limits,
        ].join(' '),
      };
    },
    async proof(wanted) {
      const choices = await choicesOf(source, tuning, place);
      const isTold = choices?.isAll === true && choices.found.length <= MOST_TOLD;
      return {
        // Over-time improves, optima lists all best, census the best of each.
        purposes: isTold ? ['census'] : ['over-time', 'optima'],
        shares: sharesOf(names, choices, wanted),
        depth: 10 * DEPTH.first,
        hasNext: false,
      };
    },
    deciding: [['deadlock', 'optima', 'census']],
    partsFault(searches) {
      const parts = searches.map(({ ranges = {} }) => ranges);
      if (tuning.open === undefined && parts.some((ranges) => Object.keys(ranges).length > 0))
        return {
          message: 'The searches of shards.json are of parts, which this model does not have.',
        };
      return listedProblem(names, parts);
    },
    checker: (toolchain, options) => new PromelaChecker(toolchain, source, options, tuning),
    shown: (run) => inTerms(run, termsOf(question.tuning)),
  };
}

type CheckerArguments = Parameters<Sharding['checker']>;

/** The model with its tuning claim; `open` if searches can be split. */
async function tunedModel(
  toolchain: Toolchain,
  source: ModelSource,
  tuning: Tuning,
): Promise<Pick<Sharding, 'defines'> & { readonly text: string; readonly tuning: Tuning }> {
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
  // Tables come from the text with the claim, which changes no process's states.
  const names = tuning.parameters.map((each) => /^\w+/.exec(each.trim())?.[0] ?? each);
  const whole = isReadable ? { ...tuning, open: openStates(sources, names) } : tuning;
  return {
    text: withTuningClaim(text, facts, whole),
    defines: [...TUNING_DEFINES, ...(on ? [] : ['NOREDUCE'])],
    tuning: whole,
  };
}

/** The model's configurations, if searches can be split. */
async function choicesOf(
  source: ModelSource,
  tuning: Tuning,
  { toolchain, memoryMB, seconds }: ShardingPlace,
): Promise<Choices | undefined> {
  if (!tuning.open) return undefined;
  const checker = new PromelaChecker(toolchain, source, { memoryMB }, tuning);
  const choices = await checker.choices(seconds);
  return choices.found.length > 1 ? choices : undefined;
}

/** One share if configurations cannot be known before running. */
function sharesOf(
  names: readonly string[],
  choices: Choices | undefined,
  wanted: number,
): Proof['shares'] {
  const axes = axesOfListed(names, choices?.found ?? []);
  // Ranges must fit on the command line.
  const isLong = names.length * 27 > MOST_WORDS;
  if (!choices || isLong) return [{ holds: 1, effort: 1, parts: [{ effort: 1 }] }];
  const shares = shared(wholeSpace(axes), listedEffort(axes, choices.found), wanted);
  return shares.map(({ pieces, effort }) => ({
    holds: effort,
    effort,
    parts: pieces.map((piece) => ({ ranges: limitsOfBox(axes, piece.box), effort: piece.effort })),
  }));
}

/** A merged run with its costs as amounts. */
export function inTerms(run: MergedRun, { shown, result }: Terms): MergedRun {
  const shownIfAny = (time: Ticks | undefined) => (time === undefined ? {} : { time: shown(time) });
  return {
    ...run,
    result: result(run.result),
    runs: run.runs.map((one) => ({ ...one, bound: one.bound === null ? null : shown(one.bound) })),
    configurations: run.configurations.map(({ time, ...one }) => ({ ...one, ...shownIfAny(time) })),
  };
}
