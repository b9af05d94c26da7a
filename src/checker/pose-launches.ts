import type { HostStepOf } from '../front/reader.ts';
import type { KernelParser } from '../kernel/parser.ts';
import { type PosedValues, poseValues, type ValueSetting } from './pose-values.ts';

/** The host's steps, with the programs of its launches by their numbers; plain data. */
export interface PosedLaunches {
  readonly steps: readonly HostStepOf[];
  readonly posed: ReadonlyMap<number, PosedValues>;
}

/** Or why there is nothing to verify. */
export function poseLaunches(
  parser: KernelParser,
  text: string,
  setting: ValueSetting,
): PosedLaunches | string {
  const steps = parser.stepsOf(text, setting);
  if (steps === undefined) return 'which launches there are depends on #if';
  const posed = new Map<number, PosedValues>();
  for (const step of steps)
    if (step.kind === 'launch')
      posed.set(step.number, poseValues(parser, text, { ...setting, step: step.number }));
  if (posed.size === 0) return 'the host launches no kernel';
  return { steps, posed };
}
