import { Cancelled } from '../../base/failure.ts';
import { ModelChecker, onMachine, type Problem } from '../../checker/index.ts';
import { MACHINES } from '../../device/index.ts';
import { CONSTANT_NAMES, PRESETS, presetValues } from '../../platform/index.ts';
import {
  type Loss,
  robustOrder,
  type SearchedPlatform,
  searchPlatform,
} from '../../tuning/index.ts';
import type { Question } from '../question.ts';
import type { JobView } from './job.ts';
import type { JobTools } from './jobs.ts';
import { SWEPT_LEVEL } from './sensitivity.ts';
import { aboutOf, type SideQuestion } from './side-question.ts';

/** A platform to be good on, with its known results. */
export interface RobustPlatform extends Pick<SearchedPlatform, 'name' | 'status' | 'minimum'> {
  readonly optima: SearchedPlatform['optima'];
}

/** The least worst-case loss over several platforms, as far as searched. */
export interface RobustnessView extends JobView {
  /** Names of those asked for. */
  readonly asked: readonly string[];
  /** Those that have been searched, in order. */
  readonly platforms: readonly RobustPlatform[];
  /** After all searches: the best by least worst-case loss. */
  readonly losses: readonly Loss[];
  /** Number of configurations. */
  readonly total: number;
  /** The kernel, in words. */
  readonly of: string;
  readonly question?: Question;
}

const ALL_BUT_SIZE = CONSTANT_NAMES.filter((name) => name !== 'size');

/** Finds the least worst-case loss over platforms (ids of `robustChoices`). */
export const ROBUSTNESS: SideQuestion<RobustnessView, [ids: readonly string[]]> = {
  id: 'robustness',
  none: { phase: 'none', asked: [], platforms: [], losses: [], total: 0, of: '' },
  free: () => ({ constants: ALL_BUT_SIZE, machine: true }),
  ask(tools, ids) {
    const { settings } = tools.store.getState();
    const problem = tools.problemOf({ ...settings, level: SWEPT_LEVEL });
    return (
      problem && {
        begun: { ...aboutOf(tools, problem), of: problem.kernel.name },
        steps: (job) => robustness(problem, ids, job),
      }
    );
  },
};

/** Configurations that are told of. */
const MOST_TOLD = 200;

/** The platforms one can ask for. */
export const robustChoices = (
  onMachine: boolean,
): readonly { readonly id: string; readonly label: string }[] => (onMachine ? MACHINES : PRESETS);

/** Times every configuration on each platform and compares the losses.
 * @param ids of `robustChoices`.
 * @throws {Error} where nothing can run on one of them, with which and why.
 * @throws {Cancelled} by its signal. */
export async function* robustness(
  problem: Problem,
  ids: readonly string[],
  { toolchain, memoryMB, programs, signal }: JobTools,
): AsyncGenerator<Partial<RobustnessView>, void> {
  const choices = robustChoices(problem.machine !== undefined);
  const chosen = choices.filter(({ id }) => ids.includes(id));
  yield { asked: chosen.map(({ label }) => label) };
  const searched: SearchedPlatform[] = [];
  for (const { id, label } of chosen) {
    const there = onPlatform(problem, id);
    if (!there) throw new Error(`No configuration can be run on ${label}.`);
    const checker = new ModelChecker(toolchain, there, { memoryMB, programs });
    const found = await searchPlatform(label, checker, signal);
    if (signal.aborted) throw new Cancelled();
    if (!('minimum' in found))
      throw new Error(`On ${label}: ${found.reason ?? found.status.replaceAll('-', ' ')}.`);
    searched.push(found);
    yield {
      platforms: searched.map(({ name, status, minimum, optima }) => ({
        name,
        status,
        minimum,
        optima,
      })),
    };
  }
  const losses = robustOrder(searched);
  yield { losses: losses.slice(0, MOST_TOLD), total: losses.length };
}

/** The problem on another machine or platform, at the same size. */
function onPlatform(problem: Problem, id: string): Problem | undefined {
  if (problem.machine) {
    const machine = MACHINES.find((one) => one.id === id)?.machine;
    return machine && onMachine(problem, machine);
  }
  const preset = PRESETS.find((one) => one.id === id);
  const { size } = problem.constants;
  return preset && { ...problem, constants: { ...presetValues(preset), size } };
}
