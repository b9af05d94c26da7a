import { Cancelled } from '../../base/failure.ts';
import { compareTicks, type Ticks } from '../../base/ticks.ts';
import { estimatedSteps, type Level, LEVELS } from '../../promela/index.ts';
import type { Configuration } from '../../tuning/index.ts';
import { ModelChecker, type Problem } from '../../checker/index.ts';
import type { Question } from '../question.ts';
import type { JobTools, JobView } from './side-job.ts';

/** A configuration that takes one time at the level and another at the one below. */
export interface Disagreement {
  readonly values: Configuration;
  /** Absent where it does not finish. */
  readonly above?: Ticks | undefined;
  readonly below?: Ticks | undefined;
}

/** A level compared with the one below, configuration by configuration, as far as it has come. */
export interface LevelCheckView extends JobView {
  readonly level: Level;
  readonly below: Level;
  readonly question?: Question;
  /** Configurations that were compared, and how many there are. */
  readonly done: number;
  readonly total: number;
  /** Those that the level below would take too long or too much memory for, or cannot count. */
  readonly left: number;
  readonly disagreements: readonly Disagreement[];
}

export const NO_LEVEL_CHECK: LevelCheckView = {
  phase: 'none',
  level: 'baton',
  below: 'free',
  done: 0,
  total: 0,
  left: 0,
  disagreements: [],
};

/** Steps of the level below that one configuration may take: seconds. */
const MOST_STEPS = 30_000_000;

/** The next more detailed level; nothing below the first. */
export const levelBelow = (level: Level): Level | undefined => LEVELS[LEVELS.indexOf(level) - 1];

/** Compares a problem's level with the one below.
 * @param lower the problem at that. */
export function checkLevel(
  problem: Problem,
  lower: Problem,
  { toolchain, memoryMB, signal }: JobTools,
): AsyncIterable<Progress> {
  const { kernel, semantics, model, constants } = lower;
  // Not that of the model, which is of one path: at level free there are many.
  const estimate = estimatedSteps(kernel, semantics, model.level);
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

/** Compares the time of every configuration that can be run at two levels: at level free over all
 * schedules. @throws {Cancelled} by its signal. */
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

/** Every time at which a configuration finishes over its schedules, ascending; undefined where the search
 * was cut off. */
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
