import { Cancelled } from '../../base/failure.ts';
import { compareTicks, type Ticks } from '../../base/ticks.ts';
import {
  atLevel,
  combinations,
  configurationOf,
  ModelChecker,
  type Problem,
} from '../../checker/index.ts';
import type { VerifierPool } from '../../checker/index.ts';
import type { DeviceBound } from '../../device/index.ts';
import { ExprError } from '../../kernel/index.ts';
import { timeSplit, type TimeSplit } from '../../trace/index.ts';
import {
  compareConfigurations,
  type Configuration,
  keyOf,
  type RunnerUp,
  type TuningResult,
} from '../../tuning/index.ts';
import { machineView } from '../views/machine-view.ts';
import { dialsOf, type ProblemDial } from './dials.ts';
import {
  type Dial,
  MOST_STEPS,
  nearestWin,
  type Outcome,
  turnedTo,
  type Win,
} from './nearest-win.ts';
import { SWEPT_LEVEL } from './sensitivity.ts';
import type { JobTools, JobView } from './side-job.ts';

/** Where the time of a configuration goes. */
export interface Explained {
  readonly values: Configuration;
  readonly time: Ticks;
  /** Of its trace; without elements where nothing but the machine's bound tells it. */
  readonly split: TimeSplit;
  /** Of a real machine. */
  readonly bound?: DeviceBound | undefined;
}

/** What turning a constant does to the optimum. */
export interface DialEffect extends Pick<Dial, 'name' | 'meaning' | 'value'> {
  /** The values for which the optimum was proved, ascending; not the one that is set. */
  readonly tried: readonly number[];
  /** Downwards, upwards, or both. */
  readonly wins: readonly Win[];
}

/** Why the best configuration of a run is the best, as far as it has been found out. */
export interface WhyView extends JobView {
  readonly best?: Explained;
  /** The next best, and whether another that was not looked at may lie between. */
  readonly next?: Explained & { readonly isProved: boolean };
  /** Configurations that can be run, where all were counted. */
  readonly total?: number;
  /** By constant, those that were turned. */
  readonly effects: readonly DialEffect[];
  /** Why constants were not turned, or not all of them, in one sentence. */
  readonly untried?: string;
  /** Whether that is for its cost, so that somebody may ask for it all the same. */
  readonly isCostly?: boolean;
  /** Constants that are to be turned, where that is known. */
  readonly dials?: number;
  /** Searches that were made for it, beside those of the run. */
  readonly searches: number;
}

export const NO_WHY: WhyView = { phase: 'none', effects: [], searches: 0 };

/** What is to be explained. */
export interface Question {
  readonly problem: Problem;
  readonly result: TuningResult;
  /** The fastest that is known beside the optima, where the result names none. */
  readonly nextKnown: RunnerUp | undefined;
  /** Whether the verifier of a model can be had without fetching the compiler. */
  readonly isAtHand: (problem: Problem) => boolean;
  /** The same with arithmetic counted, where the problem has it free, and whether its verifier can be had without
   * fetching the compiler. */
  readonly counting?: { readonly problem: Problem; readonly isAtHand: boolean } | undefined;
  /** Goes on whatever it costs. */
  readonly atAnyCost: boolean;
}

export interface WhyTools extends JobTools {
  readonly pool?: VerifierPool;
  /** Milliseconds. */
  readonly now: () => number;
}

/** Configurations that are searched again and again without being asked. */
const MOST_CONFIGURATIONS = 4096;
/** The same on a real machine, where what every warp does is to be found out anew each time. */
const MOST_ON_MACHINES = 64;
/** Steps of a trace that is replayed at the level of the run; longer ones are folded. */
const MOST_TRACED = 200_000;
/** Seconds that all of it may take. */
const MOST_SECONDS = 20;

/** Finds out why the best configuration is the best: where its time goes, what the next best pays more for,
 * and what of the platform would have to change for another to win.
 * @throws {Cancelled} by its signal. */
export async function* whyBest(
  question: Question,
  tools: WhyTools,
): AsyncGenerator<Partial<WhyView>, void> {
  const { problem, result, nextKnown } = question;
  const values = await toldOf(problem, result, tools);
  if (values === undefined || result.minTime === undefined) return;
  const best = await explained(problem, { values, time: result.minTime }, tools);
  yield { ...(best && { best }), searches: 1 };
  const next = result.runnerUp ?? nextKnown;
  const [second] = next?.configurations ?? [];
  if (next && second) {
    const split = await explained(problem, { values: second, time: next.time }, tools);
    const isProved = result.runnerUp !== undefined && result.status === 'proved';
    yield { ...(split && { next: { ...split, isProved } }), searches: 2 };
  }
  yield* turned(question, tools);
}

/** Which of the optima is told of: the one whose counterexample is open, so that paragraph and charts are of the same. */
async function toldOf(
  problem: Problem,
  { optima, trail }: TuningResult,
  tools: WhyTools,
): Promise<Configuration | undefined> {
  const [first] = optima;
  if (!first || !trail || optima.length === 1 || !isShort(problem, first)) return first;
  const { values } = await checkerOf(problem, tools).replayFinish(trail, tools.signal);
  const told = keyOf(configurationOf(problem, values, {}));
  return optima.find((one) => keyOf(one) === told) ?? first;
}

const checkerOf = (
  problem: Problem,
  { toolchain, memoryMB, programs, pool }: WhyTools,
): ModelChecker =>
  new ModelChecker(toolchain, problem, { memoryMB, programs, ...(pool && { pool }) });

const isShort = ({ model, constants }: Problem, values: Configuration): boolean =>
  model.steps(values, constants) <= MOST_TRACED;

/** The problem at the level whose traces are quickly told. */
const traced = (problem: Problem, values: Configuration): Problem =>
  isShort(problem, values) ? problem : (atLevel(problem, SWEPT_LEVEL) ?? problem);

/** Where the time of a configuration goes; nothing where its trace does not take the time that is known. */
async function explained(
  problem: Problem,
  { values, time }: Pick<Explained, 'values' | 'time'>,
  tools: WhyTools,
): Promise<Explained | undefined> {
  const view = machineView(problem, values);
  const checker = checkerOf(traced(problem, values), tools);
  const { signal } = tools;
  const { trail } = await checker.search({ bound: time, configuration: values, signal });
  if (!trail) return undefined;
  const trace = await checker.replay(trail, signal);
  if (compareTicks(trace.endTick, time) !== 0) return undefined;
  const bound = typeof view === 'object' ? view.bound : undefined;
  return { values, time, split: timeSplit(trace), bound };
}

/** Turns one constant after the other until another configuration wins. */
async function* turned(
  { problem, result, isAtHand, atAnyCost, counting }: Question,
  tools: WhyTools,
): AsyncGenerator<Partial<WhyView>, void> {
  const swept = atLevel(problem, SWEPT_LEVEL);
  const untried = swept ? hindrance(swept, result, isAtHand, atAnyCost) : NO_LEVEL;
  if (!swept || untried) return yield untried ?? NO_LEVEL;
  const { now, signal } = tools;
  const base = checkerOf(swept, tools);
  let searches = 2;
  const ask = async (checker: ModelChecker | undefined): Promise<Winners | undefined> => {
    if (signal.aborted) throw new Cancelled();
    searches += 1;
    return checker && winnersOf(checker, signal);
  };
  const present = await ask(base);
  if (!present || compareTicks(present.time, result.minTime ?? -1) !== 0)
    return yield { untried: 'Its times could not be told again at the level for quick searches.' };
  yield { total: present.total, searches };
  const keys = new Set(present.optima.map(keyOf));
  const began = now();
  const effects: DialEffect[] = [];
  const isCounted = counting !== undefined && (counting.isAtHand || atAnyCost);
  const dials = dialsOf(
    swept,
    {
      base,
      counting: isCounted ? checkerOf(counting.problem, tools) : undefined,
      total: present.total,
    },
    tools,
  );
  yield { dials: dials.length };
  for (const dial of dials) {
    if (!atAnyCost && now() - began > MOST_SECONDS * 1000) {
      const left = dials.slice(effects.length).map(({ name }) => name);
      return yield { untried: `There was no time yet to try ${left.join(', ')}.`, isCostly: true };
    }
    effects.push(await effectOf(dial, keys, ask));
    yield { effects: [...effects], searches };
  }
  if (counting && !isCounted) yield UNCOUNTED;
}

const UNCOUNTED = {
  untried:
    'Arithmetic is free, and whether another would win if it took time was not tried: that is another model, to be compiled first.',
  isCostly: true,
};

const NO_LEVEL = {
  untried: 'This model has no level that is quick enough to try other platforms.',
};

/** Why other platforms are not tried. */
function hindrance(
  swept: Problem,
  { status, schedules }: TuningResult,
  isAtHand: Question['isAtHand'],
  atAnyCost: boolean,
): Pick<WhyView, 'untried' | 'isCostly'> | undefined {
  if (status !== 'proved' || schedules)
    return { untried: 'What would let another win is asked where the best is proved.' };
  if (!swept.model.folding.repeats) return NO_LEVEL;
  const all = combinations(swept);
  const most = swept.machine ? MOST_ON_MACHINES : MOST_CONFIGURATIONS;
  const head = `Whether another would win on another ${swept.machine ? 'machine' : 'platform'} was not tried: it takes`;
  const search = `a search of ${all.toLocaleString('en')} ${all === 1 ? 'configuration' : 'configurations'} for each`;
  if (!atAnyCost && all > most) return { untried: `${head} ${search}.`, isCostly: true };
  if (!atAnyCost && !isAtHand(swept))
    return {
      untried: `${head} another model, to be compiled first, and ${search}.`,
      isCostly: true,
    };
  return undefined;
}

/** Turns one constant both ways. */
async function effectOf(
  dial: ProblemDial,
  present: ReadonlySet<string>,
  ask: (checker: ModelChecker | undefined) => Promise<Winners | undefined>,
): Promise<DialEffect> {
  const tried = new Set<number>();
  const outcomeAt = async (value: number): Promise<Outcome> => {
    const winners = await ask(dial.at(value));
    if (!winners) return 'unknown';
    tried.add(value);
    return winners.optima.some((values) => present.has(keyOf(values))) ? 'stays' : winners.optima;
  };
  const { name, meaning, value } = dial;
  const wins: Win[] = [];
  // A constant of a machine is asked for half and twice as much, as the view Sensitivity does.
  const steps = dial.isFine || dial.hasFractions === undefined ? MOST_STEPS : 1;
  for (const direction of ['down', 'up'] as const) {
    const win = await nearestWin(dial, turnedTo(dial, direction, steps), outcomeAt);
    if (win) wins.push(win);
  }
  return { name, meaning, value, tried: [...tried].sort((a, b) => a - b), wins };
}

/** The proved minimum of a platform. */
interface Winners {
  readonly time: Ticks;
  readonly optima: readonly Configuration[];
  readonly total: number;
}

/** The fastest configurations, by one search through all of them; nothing where that proves nothing, or a
 * configuration can stop half way. */
async function winnersOf(checker: ModelChecker, signal: AbortSignal): Promise<Winners | undefined> {
  try {
    if (checker.canDiverge) {
      const { verdict } = await checker.search({ bound: 'deadlock', signal });
      if (verdict !== 'satisfied') return undefined;
    }
    const report = await checker.census?.({ signal });
    if (!report || report.cut !== undefined || report.finishes.size === 0) return undefined;
    const { finishes } = report;
    let time = finishes.time(0);
    let rows = [0];
    for (let row = 1; row < finishes.size; row += 1) {
      const order = compareTicks(finishes.time(row), time);
      if (order < 0) [time, rows] = [finishes.time(row), [row]];
      else if (order === 0) rows.push(row);
    }
    return {
      time,
      optima: rows.map((row) => finishes.values(row)).sort(compareConfigurations),
      total: finishes.size,
    };
  } catch (error) {
    // A parameter has no values on this platform.
    if (error instanceof ExprError) return undefined;
    throw error;
  }
}
