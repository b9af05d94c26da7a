import type { Machine } from '../device/index.ts';
import type { LevelChoice } from '../checker/index.ts';
import { CONSTANT_NAMES, type ConstantName } from '../platform/index.ts';
import type { MethodId } from '../tuning/index.ts';
import type { SessionTools } from './environment.ts';
import { USUAL_MACHINE_SETTINGS, withMachineValue } from './kept/machine-settings.ts';
import { checkLimits, type Limits, presetConstants, type Settings } from './kept/settings.ts';

/** The commands that change settings alone.
 * @param change changes settings that pose the problem.
 * @param adjust changes settings that the problem does not depend on. */
export const settingCommands = (
  { store }: SessionTools,
  change: (changed: Partial<Settings>) => void,
  adjust: (changed: Partial<Settings>) => void,
) => ({
  /** Which kernel of the text is tuned. */
  setKernelName: (kernelName: string) => change({ kernelName }),
  setConstant(name: ConstantName, value: string): void {
    change({ constants: { ...store.getState().settings.constants, [name]: value } });
  },
  /** A constant by a name that may be anything. */
  setNamed(name: string, value: string): void {
    const known = CONSTANT_NAMES.find((one) => one === name);
    if (!known) return;
    change({ constants: { ...store.getState().settings.constants, [known]: value } });
  },
  applyPreset(id: string): void {
    const constants = presetConstants(id, store.getState().settings.constants.size);
    if (constants) change({ constants });
  },
  /** The machine of the device semantics, with the constants of its preset. */
  setMachine: (preset: string) => change({ machine: { preset, changed: {} } }),
  /** Another value of a constant of the machine, as typed; with none, that of its preset again. */
  setMachineValue(name: keyof Machine, value: string | undefined): void {
    const { machine = USUAL_MACHINE_SETTINGS } = store.getState().settings;
    change({ machine: withMachineValue(machine, name, value) });
  },
  setLevel: (level: LevelChoice) => change({ level }),
  setMethod: (method: MethodId) => change({ method }),
  /** Sets all limits at once; what is left out is as usual again. Ones that make no sense are ignored. */
  setLimits(limits: Limits): void {
    const checked = checkLimits(limits);
    if (checked) adjust({ limits: checked });
  },
  /** See `Settings.compilerChecks`. */
  setCompilerChecks: (compilerChecks: boolean) => adjust({ compilerChecks }),
});
