import {
  boundOf,
  type DeviceBound,
  type DeviceProgram,
  type Limit,
  limitsOf,
  type Machine,
  machineOn,
  type WarpAccess,
  warpAccesses,
} from '../../device/index.ts';
import type { Problem } from '../../checker/index.ts';
import { ExprError } from '../../front/expr.ts';
import type { Configuration } from '../../tuning/index.ts';

/** A configuration on its machine, in the device semantics. */
export interface MachineView {
  readonly values: Configuration;
  readonly machine: Machine;
  readonly program: Pick<
    DeviceProgram,
    'items' | 'warps' | 'groups' | 'resident' | 'limit' | 'registers' | 'spilled' | 'localBytes'
  >;
  readonly limits: readonly Limit[];
  readonly bound: DeviceBound;
  /** In the order of the text. */
  readonly accesses: readonly WarpAccess[];
}

/** A configuration on the machine, or why not. Undefined in other semantics. */
export function machineView(
  { kernel, model, constants, machine }: Problem,
  values: Configuration,
): MachineView | string | undefined {
  if (!machine || !model.program) return undefined;
  const on = machineOn(machine, constants);
  try {
    const program = model.program(values, constants);
    return {
      values,
      machine: on,
      program,
      limits: limitsOf(on, program),
      bound: boundOf(program, on),
      accesses: warpAccesses(kernel, on, values, constants),
    };
  } catch (error) {
    if (error instanceof ExprError) return error.message;
    throw error;
  }
}
