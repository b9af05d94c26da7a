import { Cancelled } from '../base/failure.ts';
import { messageOf } from '../base/message.ts';
import { addTicks, compareTicks, type Ticks } from '../base/ticks.ts';
import {
  type Configuration,
  keyOf,
  type SearchReport,
  type SearchRun,
  showConfiguration,
  type Trail,
  type TuningResult,
} from '../tuning/index.ts';
import type { Evidence, Figures } from './evidence.ts';
import type { Checker } from './perform.ts';
import type { Terms } from './terms.ts';

/** A claim from elsewhere. */
export interface Claim {
  /** With amounts, as it is shown. */
  readonly result: Pick<TuningResult, 'status' | 'minTime' | 'optima' | 'trail'>;
  readonly evidence?: Evidence | undefined;
  /** Searches, for the figures of the proving one. */
  readonly runs?: readonly SearchRun[] | undefined;
}

/** One thing that was looked at again. */
export interface Check {
  readonly about: 'model' | 'verifier' | 'proof' | 'run';
  /** Undefined if undecided or insignificant. */
  readonly holds: boolean | undefined;
  /** In a sentence. */
  readonly words: string;
}

/** Claimed about a `Tunable`. */
interface Claimed {
  readonly terms: Terms;
  strangeWord(words: readonly string[]): string | undefined;
}

/** Checks again what is claimed, with the model and the verifier of this version of Overtime: that no run is
 * better, by the search that was exhausted, and that one is as good, by the trail. Hashes that differ are
 * told; they make nothing wrong.
 * @param overtime the version of Overtime.
 * @throws {Cancelled} by its signal. */
export async function* recheck(
  { terms, strangeWord }: Claimed,
  { result, evidence, runs = [] }: Claim,
  checker: Checker,
  overtime: string,
  signal: AbortSignal,
): AsyncGenerator<Check> {
  await checker.ready?.(signal);
  // Costs are what is searched for.
  const claimed = terms.result(result);
  const { minTime, status, trail } = claimed;
  const own = await checker.evidence?.(claimed, [], overtime);
  if (own)
    yield compared('model', 'The text of the model', evidence?.sha256.model, own.sha256.model);
  if (own?.sha256.verifier !== undefined)
    yield compared('verifier', 'The verifier', evidence?.sha256.verifier, own.sha256.verifier);
  const isLess = minTime !== undefined && compareTicks(minTime, checker.least ?? 0) > 0;
  if (status === 'deadlock' && own) {
    yield stopped(await checker.search({ bound: 'deadlock', signal }));
  } else if (status !== 'proved' || minTime === undefined) {
    const words = `The answer is ${status.replaceAll('-', ' ')}: it claims no proof.`;
    yield { about: 'proof', holds: undefined, words };
  } else if (isLess) {
    const bound = addTicks(minTime, -1);
    const shown = terms.shown(bound);
    const made = runs.find(
      (run) => run.purpose === 'over-time' && run.bound === shown && run.verdict === 'satisfied',
    );
    const report = await checker.search({ bound, signal });
    yield refuted(report, bound, evidence?.proof?.figures ?? made, terms);
  } else {
    yield { about: 'proof', holds: true, words: terms.leastOfAll };
  }
  if (minTime === undefined) return;
  const strange = trail && strangeWord(trail.words);
  yield strange === undefined
    ? await followed({ ...claimed, minTime }, trail, checker, terms, signal)
    : {
        about: 'run',
        holds: false,
        words: `The trail is of something else: its ${strange} does not belong here.`,
      };
}

/** Everything decided holds, and something was decided. */
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
        about,
        holds: false,
        words: `${what} is another than it was${about === 'verifier' ? ', or was compiled otherwise' : ''}: another version of Overtime made it, or the file was changed. What is checked is ours.`,
      };
}

/** The program cannot finish within the bound. */
function refuted(
  report: SearchReport,
  bound: Ticks,
  figures: Figures | undefined,
  words: Terms,
): Check {
  const { verdict, cut, finishes, states, transitions, depth } = report;
  const about = 'proof';
  if (verdict === 'violated') {
    const [finish] = finishes;
    const which = finish
      ? `${words.amount(words.shown(finish.time))} at ${showConfiguration(finish.values)}`
      : 'it does';
    return { about, holds: false, words: `${words.found(bound)}: ${which}.` };
  }
  if (verdict === 'incomplete')
    return {
      about,
      holds: undefined,
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
    about,
    holds: true,
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

/** Some run reaches the claimed cost. */
async function followed(
  { minTime, optima }: { readonly minTime: Ticks; readonly optima: readonly Configuration[] },
  trail: Trail | undefined,
  checker: Checker,
  terms: Terms,
  signal: AbortSignal,
): Promise<Check> {
  const about = 'run';
  const amount = (cost: Ticks): string => terms.amount(terms.shown(cost));
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
