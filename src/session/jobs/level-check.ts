import { Cancelled } from '../../base/failure.ts';
import { compareTicks, type Ticks } from '../../base/ticks.ts';
import { estimatedSteps, type Level, LEVELS } from '../../promela/index.ts';
import type { Configuration } from '../../tuning/index.ts';
import { atLevel, ModelChecker, type Problem } from '../../checker/index.ts';
import type { Question } from '../question.ts';
import type { JobView } from './job.ts';
import type { JobTools } from './jobs.ts';
import { aboutOf, type SideQuestion } from './side-question.ts';
import { semanticsOf } from '../../platform/index.ts';

/** A configuration whose times at the two levels differ. */
export interface Disagreement {
  readonly values: Configuration;
  /** Absent where it does not finish. */
  readonly above?: Ticks | undefined;
  readonly below?: Ticks | undefined;
}

/** A level against the one below, as far as compared. */
export interface LevelCheckView extends JobView {
  readonly level: Level;
  readonly below: Level;
  readonly question?: Question;
  /** Configurations that were compared, and how many there are. */
  readonly done: number;
  readonly total: number;
  /** Too long, too large or not countable at the level below. */
  readonly left: number;
  readonly disagreements: readonly Disagreement[];
}

/** Compares every configuration's time with the level below. */
export const LEVEL_CHECK: SideQuestion<LevelCheckView, []> = {
  id: 'levelCheck',
  none: {
    phase: 'none',
    level: 'baton',
    below: 'free',
    done: 0,
    total: 0,
    left: 0,
    disagreements: [],
  },
  isOutdated: ({ level }, { derived }) => level !== derived.level,
  ask(tools) {
    const problem = tools.derivation()?.problem;
    const below = problem && levelBelow(problem.model.level);
    const lower = below && atLevel(problem, below);
    if (!below || !lower) return undefined;
    const { question } = aboutOf(tools, problem);
    return {
      begun: { level: problem.model.level, below, question },
      steps: (job) => checkLevel(problem, lower, job),
    };
  },
};

/** Steps one configuration may take at the level below: seconds. */
const MOST_STEPS = 30_000_000;

/** The next more detailed level; nothing below the first. */
export const levelBelow = (level: Level): Level | undefined => LEVELS[LEVELS.indexOf(level) - 1];

/** Compares a problem's level with the one below.
 * @param lower the problem at that. */
function checkLevel(
  problem: Problem,
  lower: Problem,
  { toolchain, memoryMB, signal }: JobTools,
): AsyncIterable<Progress> {
  const { kernel, semantics, model, constants } = lower;
  // The model's estimate is of one path; level free has many.
  const estimate = estimatedSteps(kernel, semanticsOf(semantics), model.level);
  return compareLevels(
    new ModelChecker(toolchain, problem, { memoryMB }),
    new ModelChecker(toolchain, lower, { memoryMB }),
    (values) =>
      estimate(values, constants) > MOST_STEPS ||
      (!model.wide && model.uncountable(values, constants) !== undefined),
    signal,
  );
}

type Progress = Pick<LevelCheckView, 'done' | 'total' | 'left' | 'disagreements'>;

/** Compares configurations' times at two levels, over all schedules at level free. @throws
 * {Cancelled} by its signal. */
export async function* compareLevels(
  above: ModelChecker,
  below: ModelChecker,
  isTooMuch: (values: Configuration) => boolean,
  signal: AbortSignal,
): AsyncGenerator<Progress, void> {
  const all = [...above.configurations()].filter(({ reason }) => reason === undefined);
  const disagreements: Disagreement[] = [];
  let [done, left] = [0, 0];
  const progress = (): Progress => {
    return { done, left, total: all.length, disagreements: [...disagreements] };
  };
  yield progress();
  for (const { values } of all) {
    if (signal.aborted) throw new Cancelled();
    const one = isTooMuch(values) ? undefined : await timesOf(above, values, signal);
    const other = one && (await timesOf(below, values, signal));
    if (!one || !other) {
      left += 1;
    } else {
      done += 1;
      if (one.length !== other.length || one.some((time) => !other.includes(time))) {
        const different = other.find((time) => time !== one[0]) ?? other[0];
        disagreements.push({ values, above: one[0], below: different });
      }
    }
    if (one) yield progress();
  }
  yield progress();
}

/** All finishing times over its schedules, ascending; undefined if cut off. */
async function timesOf(
  checker: ModelChecker,
  configuration: Configuration,
  signal: AbortSignal,
): Promise<readonly Ticks[] | undefined> {
  const report = await checker.search({ bound: 'none', all: true, configuration, signal });
  if (report.cut === 'cancelled') throw new Cancelled();
  if (report.cut !== undefined) return undefined;
  const times = [...new Set(report.finishes.map(({ time }) => time))];
  return times.sort(compareTicks);
}
