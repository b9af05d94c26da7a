import { Cancelled } from '../base/failure.ts';
import { messageOf } from '../base/message.ts';
import { addTicks, compareTicks, parseTicks, type Ticks } from '../base/ticks.ts';
import {
  type Configuration,
  type ConfigurationResult,
  keyOf,
  type SearchReport,
  type SearchRun,
  showConfiguration,
  type Trail,
  type TuningResult,
} from '../tuning/index.ts';
import type { Evidence, Figures } from './evidence.ts';
import type { Checker } from './perform.ts';
import type { Check } from './recheck-check.ts';
import { bestCheck, evidenceCheck, searchesCheck, timesCheck } from './recheck-figures.ts';
import type { Terms } from './terms.ts';

/** A claim from elsewhere. */
export interface Claim {
  /** With amounts, as it is shown. */
  readonly result: Pick<
    TuningResult,
    'status' | 'minTime' | 'optima' | 'runnerUp' | 'reason' | 'trail'
  >;
  readonly evidence?: Evidence | undefined;
  /** The file's searches; `isCut` if it could not hold all. */
  readonly runs?: readonly SearchRun[] | undefined;
  readonly isCut?: boolean;
  /** Times of single configurations. */
  readonly times?: Iterable<ConfigurationResult> | undefined;
}

/** Claimed about a `Tunable`. */
interface Claimed {
  readonly terms: Terms;
  strangeWord(words: readonly string[]): string | undefined;
}

/** Checks again what is claimed, with the model and the verifier of this version of Overtime: that no run is
 * better, by the search that was exhausted; that one is as good, by the trail; and every other figure, by
 * making it again. Remarks are who wrote it and when, and the seconds and memory that it took.
 * @param overtime the version of Overtime.
 * @throws {Cancelled} by its signal. */
export async function* recheck(
  { terms, strangeWord }: Claimed,
  { result, evidence, runs: shownRuns = [], isCut = false, times = [] }: Claim,
  checker: Checker,
  overtime: string,
  signal: AbortSignal,
): AsyncGenerator<Check> {
  await checker.ready?.(signal);
  // Costs are what is searched for.
  const claimed = terms.result(result);
  const { minTime, status, trail } = claimed;
  const runs = shownRuns.map(({ bound, ...run }) => ({
    ...run,
    bound: bound === null ? null : terms.shown(bound),
  }));
  const own = await checker.evidence?.(claimed, runs, overtime);
  const { sha256, build } = evidence ?? {};
  if (own) yield compared('model', 'The text of the model', sha256?.model, own.sha256.model);
  if (own?.sha256.programs !== undefined)
    yield compared('programs', 'The table of programs', sha256?.programs, own.sha256.programs);
  // Two levels of optimisation make two files of one verifier.
  const isSameBuild = !LEVELS.has(build?.[0] ?? '') || build?.[0] === own?.build[0];
  if (own?.sha256.verifier !== undefined && isSameBuild)
    yield compared('verifier', 'The verifier', sha256?.verifier, own.sha256.verifier);
  if (own && evidence) {
    const ours = isSameBuild
      ? own
      : { ...own, build: [...evidence.build.slice(0, 1), ...own.build.slice(1)] };
    yield evidenceCheck(evidence, ours, !isCut);
  }
  const isLess = minTime !== undefined && compareTicks(minTime, checker.least ?? 0) > 0;
  if (status === 'deadlock' && own) {
    yield stopped(await checker.search({ bound: 'deadlock', signal }));
  } else if (status !== 'proved' || minTime === undefined) {
    const words = `The answer is ${status.replaceAll('-', ' ')}: it claims no proof.`;
    yield { about: 'proof', holds: undefined, words };
  } else if (isLess) {
    const bound = addTicks(minTime, -1);
    const report = await checker.search({ bound, signal });
    const { figures, bound: of } = evidence?.proof ?? {};
    yield refuted(report, bound, of === bound ? figures : undefined, terms);
  } else {
    yield { about: 'proof', holds: true, words: terms.leastOfAll };
  }
  if (minTime === undefined) return;
  const held = { checker, terms, signal };
  if (status === 'proved') {
    yield await bestCheck({ ...claimed, minTime }, held);
    const again = [
      await timesCheck(
        [...times].map((row) => inCosts(row, terms)),
        held,
      ),
      await searchesCheck(runs, held),
    ];
    for (const check of again) if (check) yield check;
  }
  const strange = trail && (strangeWord(trail.words) ?? tooTight(trail.words, minTime));
  yield strange === undefined
    ? await followed({ ...claimed, minTime }, trail, checker, terms, signal)
    : {
        about: 'run',
        holds: false,
        words: `The trail is of something else: its ${strange} does not belong here.`,
      };
}

const inCosts = ({ time, ...row }: ConfigurationResult, terms: Terms): ConfigurationResult =>
  time === undefined ? row : { ...row, time: terms.shown(time) };

/** A bound that the run it led to would have missed. */
function tooTight(words: readonly string[], minTime: Ticks): string | undefined {
  const bound = parseTicks(words.find((word) => /^T=\d+$/.test(word))?.slice(2) ?? '');
  return bound === undefined || compareTicks(bound, minTime) >= 0 ? undefined : `word T=${bound}`;
}

/** Of optimisation; a kept verifier of the better one serves for both. */
const LEVELS = new Set(['-O0', '-O2']);

function compared(
  about: 'model' | 'programs' | 'verifier',
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
        words: `${what} is another than it was${about === 'verifier' ? ', or was compiled otherwise' : ''}: another version of Overtime made it, or the file was changed. Everything below is checked with ours.`,
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
  const isOther = figures !== undefined && inWords(figures) !== inWords(same);
  const beside = isOther ? `; the file has ${inWords(figures)}` : figures ? ', as in the file' : '';
  return {
    about,
    holds: !isOther,
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
