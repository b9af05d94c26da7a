import { Cancelled } from '../../base/failure.ts';
import { compareTicks, type Ticks } from '../../base/ticks.ts';
import {
  atLevel,
  combinations,
  configurationOf,
  ModelChecker,
  type Problem,
  type VerifierPool,
} from '../../checker/index.ts';
import type { DeviceBound } from '../../device/index.ts';
import { ExprError } from '../../front/expr.ts';
import { timeSplit, type TimeSplit, type Trace } from '../../trace/index.ts';
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
import type { Job, JobView } from './job.ts';
import type { JobTools } from './jobs.ts';

/** Where the time of a configuration goes. */
export interface Explained {
  readonly values: Configuration;
  readonly time: Ticks;
  /** From its trace; without elements where only a bound is known. */
  readonly split: TimeSplit;
  readonly bound?: DeviceBound | undefined;
}

/** A constant's effect on the optimum. */
export interface DialEffect extends Pick<Dial, 'name' | 'meaning' | 'value'> {
  /** Other values with the optimum proved, ascending. */
  readonly tried: readonly number[];
  /** Downwards, upwards, or both. */
  readonly wins: readonly Win[];
}

/** Why a run's best is the best, as far as known. */
export interface WhyView extends JobView {
  readonly best?: Explained;
  /** The next best; unproved if an unseen one may lie between. */
  readonly next?: Explained & { readonly isProved: boolean };
  /** Configurations that can be run, where all were counted. */
  readonly total?: number;
  /** By constant, those that were turned. */
  readonly effects: readonly DialEffect[];
  /** Why not all constants were turned, in one sentence. */
  readonly untried?: string;
  /** Left out only for its cost; the user may still ask. */
  readonly isCostly?: boolean;
  /** Number of constants to turn, where known. */
  readonly dials?: number;
  /** Searches beyond those of the run. */
  readonly searches: number;
}

export const WHY: Job<WhyView> = {
  id: 'why',
  none: { phase: 'none', effects: [], searches: 0 },
  isUnlogged: true,
};

export interface Question {
  readonly problem: Problem;
  readonly result: TuningResult;
  /** The fastest known besides the optima, if the result names none. */
  readonly nextKnown: RunnerUp | undefined;
  /** The verifier needs no compiler to be fetched. */
  readonly isAtHand: (problem: Problem) => boolean;
  /** With arithmetic counted, where it is free; at hand if its verifier needs no compiler fetch. */
  readonly counting?: { readonly problem: Problem; readonly isAtHand: boolean } | undefined;
  /** Goes on whatever it costs. */
  readonly atAnyCost: boolean;
}

export interface WhyTools extends JobTools {
  readonly pool?: VerifierPool;
  /** Milliseconds. */
  readonly now: () => number;
}

/** The most configurations searched repeatedly without being asked. */
const MOST_CONFIGURATIONS = 4096;
/** On real machines the warps' work is found anew each time. */
const MOST_ON_MACHINES = 64;
/** Steps of a trace at the run's level; longer ones are folded. */
const MOST_TRACED = 200_000;
/** Seconds that all of it may take. */
const MOST_SECONDS = 20;

/** Finds where the best's time goes, what the next best pays more for, and which platform would
 * change the winner.
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

/** The same where it has to be quick: of the best's trace, which is there, and of the next best. */
export async function whyBriefly(
  problem: Problem,
  { minTime: time, runnerUp }: TuningResult,
  trace: Trace | undefined,
  checker: ModelChecker,
  signal: AbortSignal,
): Promise<Pick<WhyView, 'best' | 'next'>> {
  const values = trace && configurationOf(problem, trace.finish, trace.variables);
  if (!trace || !values || time === undefined) return {};
  const best = split(problem, { values, time }, trace);
  const [second] = runnerUp?.configurations ?? [];
  const next =
    runnerUp &&
    second &&
    (await toldBy(checker, problem, { values: second, time: runnerUp.time }, signal));
  return { ...(best && { best }), ...(next && { next: { ...next, isProved: true } }) };
}

/** Prefers the open counterexample's optimum, as in the charts. */
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

/** The level with quickly told traces. */
const traced = (problem: Problem, values: Configuration): Problem =>
  isShort(problem, values) ? problem : (atLevel(problem, SWEPT_LEVEL) ?? problem);

/** Where a configuration's time goes; undefined if its trace contradicts the known time. */
async function explained(
  problem: Problem,
  { values, time }: Pick<Explained, 'values' | 'time'>,
  tools: WhyTools,
): Promise<Explained | undefined> {
  const checker = checkerOf(traced(problem, values), tools);
  return toldBy(checker, problem, { values, time }, tools.signal);
}

async function toldBy(
  checker: ModelChecker,
  problem: Problem,
  told: Pick<Explained, 'values' | 'time'>,
  signal: AbortSignal,
): Promise<Explained | undefined> {
  const request = { bound: told.time, configuration: told.values, signal };
  const { trail } = await checker.search(request);
  return trail && split(problem, told, await checker.replay(trail, signal));
}

/** Undefined where the trace takes another time. */
function split(
  problem: Problem,
  { values, time }: Pick<Explained, 'values' | 'time'>,
  trace: Trace,
): Explained | undefined {
  const view = machineView(problem, values);
  if (compareTicks(trace.endTick, time) !== 0) return undefined;
  const bound = typeof view === 'object' ? view.bound : undefined;
  return { values, time, split: timeSplit(trace), bound };
}

/** Turns each constant until another configuration wins. */
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
  // Machine constants are halved and doubled, as in the view Sensitivity.
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

/** The fastest by one full search; undefined if unproved or one may stop half way. */
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
