import type { Diagnostic } from '../base/diagnostic.ts';
import {
  ALL_TERMS,
  deviceCosts,
  type DeviceCosts,
  type Machine,
  machineOn,
  registersOfGroup,
  type Terms,
} from '../device/index.ts';
import { ExprError } from '../front/expr.ts';
import type { Kernel } from '../kernel/ir.ts';
import type { Constants } from '../platform/index.ts';
import type { ProgramOf } from '../promela/index.ts';

/** A kernel's warp programs on a machine.
 * @param machine its units, schedulers and lanes come from the platform's constants. */
export function programsOn(
  kernel: Kernel,
  machine: Machine,
  terms: Terms = ALL_TERMS,
): { readonly programOf: ProgramOf; readonly diagnostics: readonly Diagnostic[] } {
  let last: { readonly on: Machine; readonly costs: DeviceCosts } | undefined;
  const costsOn = (constants: Constants): { readonly on: Machine; readonly costs: DeviceCosts } => {
    const { NU, NS, WR } = constants;
    const { units, schedulers, lanes } = last?.on ?? {};
    if (!last || units !== NU || schedulers !== NS || lanes !== WR) {
      const on = machineOn(machine, constants);
      last = { on, costs: deviceCosts(kernel, on, terms) };
    }
    return last;
  };
  return {
    programOf(values, constants) {
      const { on, costs } = costsOn(constants);
      const program = costs.program(values, constants);
      const { localBytes, items } = program;
      if (localBytes > on.localBytes)
        throw new ExprError(
          `needs ${localBytes} bytes of local memory; a unit has ${on.localBytes}`,
        );
      if (items > on.residentItems)
        throw new ExprError(`has ${items} items in a group; a unit holds ${on.residentItems}`);
      // A register count by pragma is clamped as a compiler would.
      const registers = kernel.registers ? registersOfGroup(on, program) : 0;
      if (registers > on.registers)
        throw new ExprError(
          `needs ${registers} registers for a group (${program.registers} an item); a unit has ${on.registers}`,
        );
      return program;
    },
    get diagnostics() {
      return deviceCosts(kernel, machine).diagnostics;
    },
  };
}
