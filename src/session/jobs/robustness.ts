import { Cancelled } from '../../base/failure.ts';
import { ModelChecker, onMachine, type Problem } from '../../checker/index.ts';
import { MACHINES } from '../../device/index.ts';
import { PRESETS, presetValues } from '../../platform/index.ts';
import {
  type Loss,
  robustOrder,
  type SearchedPlatform,
  searchPlatform,
} from '../../tuning/index.ts';
import type { Question } from '../question.ts';
import type { JobTools, JobView } from './side-job.ts';

/** A platform that a configuration is to be good on, with what is known of it. */
export interface RobustPlatform extends Pick<SearchedPlatform, 'name' | 'status' | 'minimum'> {
  readonly optima: SearchedPlatform['optima'];
}

/** Which configuration loses least where it loses most, over several platforms, as far as they are searched. */
export interface RobustnessView extends JobView {
  /** Names of those asked for. */
  readonly asked: readonly string[];
  /** Those that have been searched, in order. */
  readonly platforms: readonly RobustPlatform[];
  /** When all have been: the least worst-case loss first, the best of them. */
  readonly losses: readonly Loss[];
  /** How many configurations there are. */
  readonly total: number;
  /** The kernel, in words. */
  readonly of: string;
  readonly question?: Question;
}

export const NO_ROBUSTNESS: RobustnessView = {
  ...{ phase: 'none', asked: [], platforms: [], losses: [], total: 0, of: '' },
};

/** Configurations that are told of. */
const MOST_TOLD = 200;

/** What can be asked for: real machines in the device semantics, the presets of the abstract platform otherwise. */
export const robustChoices = (
  isDevice: boolean,
): readonly { readonly id: string; readonly label: string }[] => (isDevice ? MACHINES : PRESETS);

/** Takes the time of every configuration on each of the platforms, one after the other, and compares what each loses.
 * @param ids of `robustChoices`.
 * @throws {Error} where nothing can be run on one of them; the message says which and why.
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
        ...{ name, status, minimum, optima },
      })),
    };
  }
  const losses = robustOrder(searched);
  yield { losses: losses.slice(0, MOST_TOLD), total: losses.length };
}

/** The problem with another machine, or another platform and the same size. */
function onPlatform(problem: Problem, id: string): Problem | undefined {
  if (problem.machine) {
    const machine = MACHINES.find((one) => one.id === id)?.machine;
    return machine && onMachine(problem, machine);
  }
  const preset = PRESETS.find((one) => one.id === id);
  const { size } = problem.constants;
  return preset && { ...problem, constants: { ...presetValues(preset), size } };
}
