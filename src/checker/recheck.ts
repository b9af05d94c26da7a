import { Cancelled } from '../base/failure.ts';
import { messageOf } from '../base/message.ts';
import type { Ticks } from '../base/ticks.ts';
import { domainValues } from '../kernel/index.ts';
import { CONSTANT_NAMES } from '../platform/index.ts';
import { FLAGS, rangesIn } from '../promela/index.ts';
import {
  type Configuration,
  keyOf,
  type SearchReport,
  showConfiguration,
  type Trail,
  type TuningResult,
} from '../tuning/index.ts';
import { type Evidence, evidenceOf, type Figures } from './evidence.ts';
import type { ModelChecker } from './model-checker.ts';
import { type Problem, rangesOf } from './problem.ts';

/** What somebody else claims of a problem. */
export interface Claim {
  readonly result: Pick<TuningResult, 'status' | 'minTime' | 'optima'>;
  readonly evidence?: Evidence | undefined;
  readonly trail?: Trail | undefined;
}

/** One thing that was looked at again. */
export interface Check {
  readonly about: 'model' | 'verifier' | 'proof' | 'run';
  /** Undefined where it could not be decided, or says nothing by itself. */
  readonly holds: boolean | undefined;
  /** In a sentence. */
  readonly words: string;
}

/** Checks again what is claimed, with the model and the verifier of this version of Overtime: that there is no
 * faster run, by the search that was exhausted, and that there is one as fast, by the trail. Hashes that differ
 * are told; they make nothing wrong.
 * @param overtime the version of Overtime.
 * @throws {Cancelled} by its signal. */
export async function* recheck(
  problem: Problem,
  { result, evidence, trail }: Claim,
  checker: ModelChecker,
  overtime: string,
  signal: AbortSignal,
): AsyncGenerator<Check> {
  const own = await evidenceOf(
    problem,
    { ...result, ...(trail && { trail }) },
    [],
    checker,
    overtime,
  );
  yield compared('model', 'The text of the model', evidence?.sha256.model, own.sha256.model);
  if (own.sha256.verifier !== undefined)
    yield compared('verifier', 'The verifier', evidence?.sha256.verifier, own.sha256.verifier);
  const { proof } = own;
  if (proof) {
    const report = await checker.search({ bound: proof.bound, signal });
    yield proof.bound === 'deadlock'
      ? stopped(report)
      : refuted(report, proof.bound, evidence?.proof?.figures, OF_TICKS);
  } else if (result.status !== 'deadlock') {
    yield {
      about: 'proof',
      holds: undefined,
      words: `The answer is ${result.status}: it claims no proof.`,
    };
  }
  if (result.minTime === undefined) return;
  const unfit = trail && unfitWord(problem, trail.words);
  const claimed = { ...result, minTime: result.minTime };
  yield unfit === undefined
    ? await followed(claimed, trail, checker, OF_TICKS, signal)
    : {
        ...{ about: 'run', holds: false },
        words: `The trail is of something else: its ${unfit} does not belong to this kernel and platform.`,
      };
}

/** How a run is told that is as good as a bound. */
export interface RunWords {
  /** `A run does finish within 583 ticks` */
  readonly found: (bound: Ticks) => string;
  /** `No run finishes within 583 ticks` */
  readonly none: (bound: Ticks) => string;
  /** `for a run within 583 ticks` */
  readonly sought: (bound: Ticks) => string;
  /** `584 ticks` */
  readonly amount: (time: Ticks) => string;
}

const OF_TICKS: RunWords = {
  found: (bound) => `A run does finish within ${bound} ticks`,
  none: (bound) => `No run finishes within ${bound} ticks`,
  sought: (bound) => `for a run within ${bound} ticks`,
  amount: (time) => `${time} ticks`,
};

/** Whether all that was decided holds, and something was. */
export const allHold = (checks: readonly Check[]): boolean =>
  checks.some(({ about, holds }) => holds === true && (about === 'proof' || about === 'run')) &&
  checks.every(
    ({ about, holds }) => holds !== false || about === 'model' || about === 'verifier',
  ) &&
  !checks.some(({ about, holds }) => about === 'proof' && holds === undefined);

function compared(
  about: 'model' | 'verifier',
  what: string,
  theirs: string | undefined,
  ours: string | undefined,
): Check {
  if (theirs === undefined || ours === undefined)
    return {
      about,
      holds: undefined,
      words: `${what} cannot be compared: there is no hash of it.`,
    };
  return theirs === ours
    ? { about, holds: true, words: `${what} is the same (SHA-256 ${ours.slice(0, 12)}...).` }
    : {
        ...{ about, holds: false },
        words: `${what} is another than it was${about === 'verifier' ? ', or was compiled otherwise' : ''}: another version of Overtime made it, or the file was changed. What is checked is ours.`,
      };
}

/** The program cannot finish within the bound. */
export function refuted(
  report: SearchReport,
  bound: Ticks,
  figures: Figures | undefined,
  words: RunWords,
): Check {
  const { verdict, cut, finishes, states, transitions, depth } = report;
  const about = 'proof';
  if (verdict === 'violated') {
    const [finish] = finishes;
    const which = finish
      ? `${words.amount(finish.time)} at ${showConfiguration(finish.values)}`
      : 'it does';
    return { about, holds: false, words: `${words.found(bound)}: ${which}.` };
  }
  if (verdict === 'incomplete')
    return {
      ...{ about, holds: undefined },
      words: `The search ${words.sought(bound)} was cut off (${cut ?? 'unfinished'}), so that nothing is proved here.`,
    };
  const same = { states, transitions, depth };
  const isSame =
    figures &&
    figures.states === states &&
    figures.transitions === transitions &&
    figures.depth === depth;
  const beside =
    figures === undefined ? '' : isSame ? ', as in the file' : `; the file has ${inWords(figures)}`;
  return {
    ...{ about, holds: true },
    words: `${words.none(bound)}: the search was exhausted again, with ${inWords(same)}${beside}.`,
  };
}

const inWords = ({ states, transitions, depth }: Figures): string =>
  `${states} states, ${transitions} transitions, depth ${depth}`;

function stopped({ deadlock }: SearchReport): Check {
  return deadlock
    ? { about: 'proof', holds: true, words: 'A run that stops half way was found again.' }
    : { about: 'proof', holds: false, words: 'No run that stops half way was found.' };
}

/** There is a run that comes to what is claimed. */
export async function followed(
  { minTime, optima }: { readonly minTime: Ticks; readonly optima: readonly Configuration[] },
  trail: Trail | undefined,
  checker: Pick<ModelChecker, 'search' | 'replayFinish'>,
  { amount }: RunWords,
  signal: AbortSignal,
): Promise<Check> {
  const about = 'run';
  if (!trail) {
    const report = await checker.search({ bound: minTime, signal });
    const holds = report.finishes.some(({ time }) => time === minTime);
    const words = holds
      ? `There is no trail; a search found a run of ${amount(minTime)}.`
      : `There is no trail, and no run of ${amount(minTime)} was found.`;
    return { about, holds, words };
  }
  try {
    const { time, values } = await checker.replayFinish(trail, signal);
    const end = `leads to ${amount(time)} at ${showConfiguration(values)}`;
    if (time !== minTime)
      return { about, holds: false, words: `The trail ${end}, not to ${amount(minTime)}.` };
    return optima.some((one) => keyOf(one) === keyOf(values))
      ? { about, holds: true, words: `The trail was followed, and ${end}.` }
      : { about, holds: false, words: `The trail ${end}, which the answer does not name.` };
  } catch (error) {
    if (error instanceof Cancelled) throw error;
    return { about, holds: false, words: `The trail cannot be followed: ${messageOf(error)}` };
  }
}

/** The first word of a verifier's command line that is not one of the problem's: other constants, or values
 * that no parameter has, would make it a run of something else. */
export function unfitWord(problem: Problem, words: readonly string[]): string | undefined {
  const constants = CONSTANT_NAMES.map((name) => `${name}=${problem.constants[name]}`);
  const missing = constants.find((word) => !words.includes(word));
  if (missing !== undefined) return `word for ${missing.split('=')[0] ?? ''}`;
  const { kernel, model } = problem;
  const own = new Map(
    kernel.parameters.map(({ name, domain }) => [
      model.parameterNames.get(name) ?? name,
      new Set(domainValues(domain, { ...problem.constants })),
    ]),
  );
  const steps = rangesOf(problem);
  const flags = new RegExp(`^(?:T=-?\\d{1,19}|(?:${FLAGS.join('|')})=[01])$`);
  return words.find((word) => {
    if (constants.includes(word) || flags.test(word)) return false;
    const [[name = '', range] = []] = Object.entries(rangesIn([word]));
    const values = own.get(name);
    if (!range || !values?.has(range.low) || !values.has(range.high)) return true;
    return range.low !== range.high && range.step !== steps[name]?.step;
  });
}
