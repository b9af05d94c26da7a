import { addTicks, compareTicks, type Ticks } from '../base/ticks.ts';
import {
  type Configuration,
  type ConfigurationResult,
  configurationsAt,
  firstValid,
  INCOMPLETE,
  keyOf,
  type RunnerUp,
  runnerUpIn,
  type SearchRequest,
  type SearchRun,
  showConfiguration,
  type TuningResult,
} from '../tuning/index.ts';
import type { Evidence } from './evidence.ts';
import type { Checker } from './perform.ts';
import type { Check } from './recheck-check.ts';
import type { Terms } from './terms.ts';

/** A claim that is held against what is found here; amounts are costs. */
interface Held {
  readonly checker: Checker;
  readonly terms: Terms;
  readonly signal: AbortSignal;
}

/** Leaves of the evidence that differ, by path. `versions.overtime` is a remark.
 * @param isAll the file has every search, so that the depth limit follows from them. */
export function evidenceCheck(theirs: Evidence, ours: Evidence, isAll: boolean): Check {
  const about = 'evidence';
  const [left, right] = [theirs, ours].map((each) => new Map(leavesOf(comparable(each, isAll))));
  const paths = new Set([...(left?.keys() ?? []), ...(right?.keys() ?? [])]);
  const other = [...paths].filter((path) => left?.get(path) !== right?.get(path));
  if (other.length === 0)
    return { about, holds: true, words: 'Versions, build and options of the proof are the same.' };
  const said = other.map(
    (path) =>
      `${path} is ${left?.get(path) ?? 'absent'} in the file and ${right?.get(path) ?? 'absent'} here`,
  );
  return { about, holds: false, words: `The evidence is another: ${said.slice(0, 3).join('; ')}.` };
}

/** Without hashes, which are compared by themselves, and remarks. */
const comparable = (
  { versions, build, semantics, level, proof }: Evidence,
  isAll: boolean,
): unknown => ({
  versions: { spin: versions.spin, clang: versions.clang },
  build,
  semantics,
  level,
  proof: proof && {
    bound: String(proof.bound),
    pan: proof.pan.filter((word) => isAll || !/^-m\d+$/.test(word)),
    figures: proof.figures,
  },
});

/** `proof.pan.2` and what stands there. */
function* leavesOf(value: unknown, path = ''): Generator<readonly [string, string]> {
  if (value === undefined) return;
  if (typeof value !== 'object' || value === null) return yield [path, String(value)];
  for (const [name, part] of Object.entries(value))
    yield* leavesOf(part, path === '' ? name : `${path}.${name}`);
}

type Best = Pick<TuningResult, 'optima' | 'runnerUp' | 'reason'> & { readonly minTime: Ticks };

/** Every optimum and the next best, by one search that lists all configurations within the bound. */
export async function bestCheck(
  { minTime, optima, runnerUp, reason }: Best,
  { checker, terms, signal }: Held,
): Promise<Check> {
  const about = 'optima';
  const bound = runnerUp ? runnerUp.time : minTime;
  const report = await checker.search({ bound, all: true, signal });
  if (report.cut !== undefined) {
    const words = `The search for every configuration within ${terms.amount(terms.shown(bound))} was cut off (${report.cut}).`;
    return { about, holds: undefined, words };
  }
  const amount = terms.amount(terms.shown(minTime));
  const found = configurationsAt(report.finishes, minTime);
  if (reason !== undefined && reason !== INCOMPLETE)
    return { about, holds: false, words: `Of a proof this is not said: ${reason}` };
  const isComplete = reason === undefined;
  const strange = strangeIn(optima, found) ?? (isComplete ? strangeIn(found, optima) : undefined);
  if (strange) {
    const who = strangeIn([strange], found) ? 'does not have' : 'has, and is not named with,';
    return { about, holds: false, words: `${showConfiguration(strange)} ${who} ${amount}.` };
  }
  const next = runnerUp && nextFault(runnerUp, runnerUpIn(report.finishes, found), terms);
  if (next !== undefined) return { about, holds: false, words: next };
  const few = found.length === 1 ? 'One configuration has' : `${found.length} configurations have`;
  const beside = runnerUp ? `; the next best has ${terms.amount(terms.shown(runnerUp.time))}` : '';
  return { about, holds: true, words: `${few} ${amount}, as in the file${beside}.` };
}

/** One that the others lack, or that stands there twice. */
function strangeIn(
  some: readonly Configuration[],
  others: readonly Configuration[],
): Configuration | undefined {
  const keys = new Set(others.map(keyOf));
  return some.find(
    (one, at) =>
      !keys.has(keyOf(one)) || some.slice(0, at).some((same) => keyOf(same) === keyOf(one)),
  );
}

function nextFault(
  claimed: RunnerUp,
  found: RunnerUp | undefined,
  terms: Terms,
): string | undefined {
  const inWords = ({ time, configurations }: RunnerUp): string =>
    `${terms.amount(terms.shown(time))} at ${configurations.map(showConfiguration).join(' and ')}`;
  const isSame =
    found &&
    compareTicks(found.time, claimed.time) === 0 &&
    !strangeIn(claimed.configurations, found.configurations) &&
    !strangeIn(found.configurations, claimed.configurations);
  if (isSame) return undefined;
  return `The next best is ${found ? inWords(found) : 'not there'}, and in the file ${inWords(claimed)}.`;
}

/** Every configuration's time and status: from one census, or a search of each. */
export async function timesCheck(
  rows: Iterable<ConfigurationResult>,
  held: Held,
): Promise<Check | undefined> {
  const about = 'times';
  const all = [...rows];
  if (all.length === 0) return undefined;
  const listed = new Map(
    [...(held.checker.configurations() ?? [])].map(({ values, reason }) => [keyOf(values), reason]),
  );
  const isListed = held.checker.configurations() !== undefined;
  const taken = await timesOf(held);
  for (const row of all) {
    const key = keyOf(row.values);
    const which = showConfiguration(row.values);
    if (isListed && !listed.has(key))
      return { about, holds: false, words: `${which} is no configuration of this program.` };
    const reason = listed.get(key);
    if (isListed && (row.status === 'invalid' ? row.reason : undefined) !== reason) {
      const words = `${which} ${reason === undefined ? 'is valid here' : `cannot run here: ${reason}`}.`;
      return { about, holds: false, words };
    }
    const fault = reason === undefined ? await rowFault(row, taken, held) : undefined;
    if (fault !== undefined) return { about, holds: false, words: `${which} ${fault}.` };
  }
  const words = `The ${all.length} times of single configurations are the same.`;
  return { about, holds: true, words };
}

/** Of a census, where one is possible. */
async function timesOf({ checker, signal }: Held): Promise<ReadonlyMap<string, Ticks> | undefined> {
  const report = await checker.census?.({ signal });
  if (!report || report.cut !== undefined) return undefined;
  const { finishes } = report;
  return new Map(
    Array.from({ length: finishes.size }, (_, row) => [
      keyOf(finishes.values(row)),
      finishes.time(row),
    ]),
  );
}

/** Undefined where it holds; else the rest of a sentence about the configuration. */
async function rowFault(
  { values, time, status }: ConfigurationResult,
  taken: ReadonlyMap<string, Ticks> | undefined,
  { checker, terms, signal }: Held,
): Promise<string | undefined> {
  if (time === undefined) {
    if (status !== 'deadlock')
      return status === 'proved' ? 'has no time that was proved' : undefined;
    const { deadlock } = await checker.search({ bound: 'deadlock', configuration: values, signal });
    return deadlock ? undefined : 'does not stop half way';
  }
  const amount = (cost: Ticks): string => terms.amount(terms.shown(cost));
  const known = taken?.get(keyOf(values));
  if (known !== undefined)
    return compareTicks(known, time) === 0
      ? undefined
      : `has ${amount(known)}, not ${amount(time)}`;
  const { finishes } = await checker.search({ bound: time, configuration: values, signal });
  const isReached = finishes.some(
    (finish) => compareTicks(finish.time, time) === 0 && keyOf(finish.values) === keyOf(values),
  );
  if (!isReached) return `has no run of ${amount(time)}`;
  if (status !== 'proved' || compareTicks(time, checker.least ?? 0) <= 0) return undefined;
  const less = { bound: addTicks(time, -1), configuration: values, signal };
  const { verdict } = await checker.search(less);
  return verdict === 'satisfied' ? undefined : `is not proved to need ${amount(time)}`;
}

/** Every exhausted or successful search of the file, made again. */
export async function searchesCheck(
  runs: readonly SearchRun[],
  { checker, terms, signal }: Held,
): Promise<Check | undefined> {
  const about = 'searches';
  const ended = runs.filter(
    ({ verdict, purpose }) => verdict !== 'incomplete' && purpose !== 'schedules',
  );
  if (ended.length === 0) return undefined;
  const made = new Map<string, Promise<string>>();
  for (const run of ended) {
    const claimed = figuresIn(run);
    const found: string[] = [];
    for (const request of requestsOf(run, checker)) {
      const key = JSON.stringify(request, (_, each: unknown) =>
        typeof each === 'bigint' ? String(each) : each,
      );
      const again = made.get(key) ?? repeated(request, checker, signal);
      made.set(key, again);
      found.push(await again);
      if (found.at(-1) === claimed) break;
    }
    if (found.includes(claimed)) continue;
    const what = run.bound === null ? `without a bound (${run.purpose})` : terms.sought(run.bound);
    const words = `The search ${what} has ${claimed} in the file, and ${[...new Set(found)].join(' or ')} here.`;
    return { about, holds: false, words };
  }
  return {
    about,
    holds: true,
    words: `The ${ended.length} searches of the file have the same figures.`,
  };
}

type Request = Pick<SearchRequest, 'all' | 'improve' | 'configuration'> & {
  readonly bound: SearchRequest['bound'] | 'census';
};

/** Strategies' requests that a reported search may have been. */
function requestsOf({ purpose, bound }: SearchRun, checker: Checker): readonly Request[] {
  const within = bound ?? 'none';
  switch (purpose) {
    case 'over-time':
      return [
        { bound: within },
        { bound: within, improve: checker.listsBest === true ? 'listing' : true, all: true },
      ];
    case 'termination': {
      const first = firstValid(checker);
      const configuration = 'reason' in first ? undefined : first.values;
      return [{ bound: 'none', ...(configuration && { configuration }) }, { bound: 'none' }];
    }
    case 'deadlock':
      return [{ bound: 'deadlock' }];
    case 'optima':
      return [{ bound: within, all: true }];
    case 'census':
      return [{ bound: 'census' }];
    case 'schedules':
      return [];
  }
}

async function repeated(
  { bound, ...request }: Request,
  checker: Checker,
  signal: AbortSignal,
): Promise<string> {
  if (bound !== 'census') return figuresIn(await checker.search({ ...request, bound, signal }));
  const report = await checker.census?.({ signal });
  if (!report) return 'no census';
  return figuresIn({ ...report, verdict: report.cut === undefined ? 'satisfied' : 'incomplete' });
}

const figuresIn = ({
  verdict,
  states,
  transitions,
  depth,
}: Pick<SearchRun, 'verdict' | 'states' | 'transitions' | 'depth'>): string =>
  `${states} states, ${transitions} transitions, depth ${depth} (${verdict})`;
