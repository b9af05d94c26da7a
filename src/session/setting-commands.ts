import type { LevelChoice } from '../checker/index.ts';
import { type MachineNumber, USUAL_MACHINE } from '../device/index.ts';
import type { ConstantName } from '../platform/index.ts';
import type { MethodId } from '../tuning/index.ts';
import type { SessionTools } from './environment.ts';
import { machineSettings, withMachineNumber } from './kept/machine-setting.ts';
import {
  checkLimits,
  exampleSettings,
  type Limits,
  presetConstants,
  type Settings,
} from './kept/settings.ts';

/** The commands that change settings alone.
 * @param change changes settings that pose the problem.
 * @param adjust changes settings that the problem does not depend on. */
export const settingCommands = (
  { store, exampleText }: SessionTools,
  change: (changed: Partial<Settings>) => void,
  adjust: (changed: Partial<Settings>) => void,
) => ({
  setKernelText: (kernelText: string) => change({ kernelText }),
  openExample(id: string): void {
    const text = exampleText(id);
    if (text !== undefined) change(exampleSettings(id, text));
  },
  /** Which kernel of the text is tuned. */
  setKernelName: (kernelName: string) => change({ kernelName }),
  setConstant(name: ConstantName, value: string): void {
    change({ constants: { ...store.getState().settings.constants, [name]: value } });
  },
  applyPreset(id: string): void {
    const constants = presetConstants(id, store.getState().settings.constants.size);
    if (constants) change({ constants });
  },
  /** Where no machine has been chosen the usual one is: its units are not those of an abstract platform. */
  setSemantics(semantics: Settings['semantics']): void {
    const { machine, constants } = store.getState().settings;
    const usual = semantics === 'device' && !machine && machineSettings(USUAL_MACHINE, constants);
    change({ semantics, ...usual });
  },
  /** Of the device semantics: a machine by name, with its units, schedulers and lanes. */
  setMachine(id: string): void {
    const chosen = machineSettings(id, store.getState().settings.constants);
    if (chosen) change(chosen);
  },
  /** Without a text the number is as the machine's name says. */
  setMachineNumber: (name: MachineNumber, text: string | undefined) =>
    change({ machine: withMachineNumber(store.getState().settings.machine, name, text) }),
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
