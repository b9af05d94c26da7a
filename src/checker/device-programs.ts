import type { Machine } from '../device/index.ts';
import { configurations, type Kernel } from '../kernel/index.ts';
import type { Constants } from '../platform/index.ts';
import { type MadeProgram, makeProgram } from '../promela/index.ts';
import { programsOn } from './device-costs.ts';

/** Whose programs are to be made. */
export interface ProgramsRequest {
  readonly kernel: Kernel;
  readonly machine: Machine;
  readonly constants: Constants;
}

/** Makes the programs of a kernel's configurations out of the way of whoever asks: one takes milliseconds, and there
 * are thousands. */
export interface ProgramsMaker {
  /** @param onProgress is told how many combinations of values have been looked at. @throws {Cancelled} */
  make(
    request: ProgramsRequest,
    onProgress: (looked: number) => void,
    signal: AbortSignal | undefined,
  ): Promise<readonly MadeProgram[]>;
}

/** The programs of every configuration that the constraints allow, or of each `of`th of them; nothing for one that
 * they rule out. @throws {ExprError} where a parameter has no values on this platform. */
export function* madePrograms(
  { kernel, machine, constants }: ProgramsRequest,
  part = 0,
  of = 1,
): Generator<MadeProgram | undefined> {
  const { programOf } = programsOn(kernel, machine);
  let valid = 0;
  for (const { values, reason } of configurations(kernel, { ...constants })) {
    const isMine = reason === undefined && (valid += 1) % of === part;
    yield isMine ? makeProgram(kernel, values, constants, programOf) : undefined;
  }
}
