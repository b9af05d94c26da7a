import { languageOf } from '../front/cuda/words.ts';
import type { Given, HostLaunch } from '../front/reader.ts';
import type { KernelParser } from '../kernel/parser.ts';
import { type PosedLaunches, poseLaunches } from './pose-launches.ts';
import { type PosedValues, poseValues, type ValueSetting } from './pose-values.ts';

/** Which launch of a CUDA host is asked about: what its text says most of, all in their order, or one by its
 * number among the host's steps. */
export type LaunchChoice = 'usual' | 'all' | number;

/** Programs to verify; plain data. */
export interface PosedQuestion {
  /** Of all kernels. */
  readonly launches: readonly HostLaunch[];
  readonly posed: PosedValues | PosedLaunches;
}

/** None where `#if` decides which launches there are. */
function launchesOf(parser: KernelParser, text: string, given: Given): readonly HostLaunch[] {
  const steps = languageOf(text) === 'cuda' ? parser.stepsOf(text, given) : undefined;
  return steps?.filter((step) => step.kind === 'launch') ?? [];
}

/** A choice that the text does not have is as usual. */
export function poseQuestion(
  parser: KernelParser,
  text: string,
  setting: ValueSetting,
  choice: LaunchChoice,
): PosedQuestion {
  const launches = launchesOf(parser, text, setting);
  const all = choice === 'all' ? poseLaunches(parser, text, setting) : '';
  if (typeof all !== 'string') return { launches, posed: all };
  const own = launches.find(
    ({ number, kernel }) => number === choice && kernel === (setting.kernelName ?? kernel),
  );
  const posed = poseValues(parser, text, { ...setting, ...(own && { step: own.number }) });
  return { launches, posed };
}
