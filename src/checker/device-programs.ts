import type { Machine } from '../device/index.ts';
import { configurations } from '../front/configurations.ts';
import type { Kernel } from '../kernel/ir.ts';
import type { Constants } from '../platform/index.ts';
import { type MadeProgram, makeProgram } from '../promela/index.ts';
import { programsOn } from './device-costs.ts';

/** Whose programs are to be made. */
export interface ProgramsRequest {
  readonly kernel: Kernel;
  readonly machine: Machine;
  readonly constants: Constants;
}

/** Makes programs of all configurations in the background: milliseconds each, times thousands. */
export interface ProgramsMaker {
  /** @param onProgress gets the combinations examined so far. @throws {Cancelled} */
  make(
    request: ProgramsRequest,
    onProgress: (looked: number) => void,
    signal: AbortSignal | undefined,
  ): Promise<readonly MadeProgram[]>;
}

/** Programs of every `of`th allowed configuration; nothing for excluded ones. @throws {ExprError} if
 * a parameter has no values here. */
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
