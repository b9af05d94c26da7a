import { named as children } from '../parsed.ts';
import { isStepped } from './called-names.ts';
import { isLarge } from './choice.ts';
import type { Frame } from './host-names.ts';
import type { Host } from './host.ts';
import { valuesOf } from './host-text.ts';
import { isKind } from './runtime-calls.ts';
import { placesIn } from './run/seen.ts';
import type { LaunchStep, Step } from './run/steps.ts';

/** The host's launches in the order in which it comes to them. */

export const stepsOf = (host: Host): readonly Step[] => placesIn(host).run.sequence.all;

/** The names at a launch as the followed host has them there. */
export function frameOf(host: Host, { launch, numbers, moves, made }: LaunchStep): Frame {
  const frame = host.frameAt(launch.node);
  const sizes = [...made].flatMap(([name, call]) => {
    const callee = call.childForFieldName('function')?.text ?? '';
    const [, bytes] = isKind(callee, 'allocate')
      ? children(call.childForFieldName('arguments'))
      : [];
    return bytes ? [[name, { node: bytes, frame: host.frameAt(call) }] as const] : [];
  });
  // One that is too large to be run is chosen otherwise, if nothing else is put there.
  const isFixed = (name: string): boolean =>
    valuesOf(frame.function ?? host.root, name).length <= 1 &&
    !host.isSetByCall(name, frame) &&
    !isStepped(host, name, frame);
  const rounds = [...numbers].filter(([name, value]) => !isLarge(value) || !isFixed(name));
  return { ...frame, rounds: new Map(rounds), moves, sizes: new Map(sizes) };
}
