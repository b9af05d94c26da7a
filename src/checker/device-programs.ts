import type { Diagnostic } from '../base/diagnostic.ts';
import { deviceCosts, type DeviceCosts, type Machine, machineOn } from '../device/index.ts';
import { configurations, type Kernel } from '../kernel/index.ts';
import type { Constants } from '../platform/index.ts';
import { type MadeProgram, makeProgram, type ProgramOf } from '../promela/index.ts';

/** What a kernel's text says that its warps do on a machine, whose units, schedulers and lanes are those of a platform,
 * and what is assumed for that. */
export function programsOn(
  kernel: Kernel,
  machine: Machine,
  constants: Constants | undefined,
): { readonly programOf: ProgramOf; readonly diagnostics: readonly Diagnostic[] } {
  let known: { readonly machine: Machine; readonly costs: DeviceCosts } | undefined;
  const costsOn = (platform: Constants): DeviceCosts => {
    const on = machineOn(machine, platform);
    const { units, schedulers, lanes } = known?.machine ?? {};
    if (!known || units !== on.units || schedulers !== on.schedulers || lanes !== on.lanes)
      known = { machine: on, costs: deviceCosts(kernel, on) };
    return known.costs;
  };
  return {
    programOf: (values, platform) => costsOn(platform).program(values, platform),
    diagnostics: constants ? costsOn(constants).diagnostics : [],
  };
}

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
  const { programOf } = programsOn(kernel, machine, constants);
  let valid = 0;
  for (const { values, reason } of configurations(kernel, { ...constants })) {
    const isMine = reason === undefined && (valid += 1) % of === part;
    yield isMine ? makeProgram(kernel, values, constants, programOf) : undefined;
  }
}
