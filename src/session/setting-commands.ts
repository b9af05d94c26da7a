import type { Machine } from '../device/index.ts';
import type { LaunchChoice, LevelChoice } from '../checker/index.ts';
import { CONSTANT_NAMES, type ConstantName, MACHINE_SEMANTICS } from '../platform/index.ts';
import type { MethodId } from '../tuning/index.ts';
import {
  type MachineSettings,
  USUAL_MACHINE_SETTINGS,
  withMachineValue,
} from './kept/machine-settings.ts';
import { checkLimits, type Limits, presetConstants, type Settings } from './kept/settings.ts';
import { FittingSemantics, type Notice } from './notice.ts';
import type { Runs } from './run/runs.ts';
import type { SessionTools } from './tools.ts';
import type { Workspace } from './workspace/workspace.ts';

/** The commands that change settings. */
export function settingCommands(
  { store, exampleText }: SessionTools,
  runs: Runs,
  workspace: Workspace,
) {
  const fitting = new FittingSemantics(exampleText);
  /** The value before dragging began. */
  let dragged: ReturnType<Workspace['now']> | undefined;
  const settings = (): Settings => store.getState().settings;

  /** Changes settings that pose the problem. */
  function change(changed: Partial<Settings>, notice?: Notice): void {
    const before = workspace.now();
    runs.renew({ ...settings(), ...changed }, notice);
    workspace.changed(before);
  }

  /** Changes settings that the problem does not depend on. */
  function adjust(changed: Partial<Settings>): void {
    const before = workspace.now();
    store.setState({ settings: { ...settings(), ...changed } });
    workspace.changed(before);
  }

  const setConstant = (name: ConstantName, value: string): void =>
    change({ constants: { ...settings().constants, [name]: value } });

  return {
    /** Typed or pasted text; semantics meant for other kernels changes along. */
    setKernelText(kernelText: string): void {
      if (kernelText === settings().kernelText) return;
      // Who goes on typing has not read it yet.
      const { notice = store.getState().notice, ...also } = fitting.of(settings(), kernelText);
      change({ kernelText, ...also }, notice);
    },
    /** The text with parameters of a file. */
    setParameters: (kernelText: string) => change({ kernelText }),
    setSemantics(semantics: Settings['semantics']): void {
      fitting.chosen();
      change({ semantics });
    },
    /** Which kernel of the text is tuned. */
    setKernelName: (kernelName: string) => change({ kernelName }),
    setConstant,
    /** A constant while the hand is on it; `letGo` ends it. */
    dragConstant(name: ConstantName, value: string): void {
      dragged ??= workspace.now();
      const posed = runs.dragging.at();
      runs.dragging.to({ ...posed, constants: { ...posed.constants, [name]: value } });
    },
    letGo(): void {
      const before = dragged;
      dragged = undefined;
      if (before) runs.dragging.rest(() => workspace.changed(before));
    },
    /** A constant by a name that may be anything. */
    setNamed(name: string, value: string): void {
      const known = CONSTANT_NAMES.find((one) => one === name);
      if (known) setConstant(known, value);
    },
    applyPreset(id: string): void {
      const constants = presetConstants(id, settings().constants.size);
      if (constants) change({ constants });
    },
    /** The device semantics' machine, with its preset's constants. */
    setMachine: (preset: string) => change({ machine: { preset, changed: {} } }),
    /** A preset's machine with other constants. */
    setOwnMachine: (machine: MachineSettings) => change({ machine, semantics: MACHINE_SEMANTICS }),
    /** A machine constant as typed; undefined restores the preset's. */
    setMachineValue(name: keyof Machine, value: string | undefined): void {
      const { machine = USUAL_MACHINE_SETTINGS } = settings();
      change({ machine: withMachineValue(machine, name, value) });
    },
    setLevel: (level: LevelChoice) => change({ level }),
    setMethod: (method: MethodId) => change({ method }),
    /** Replaces all limits; omitted ones are as usual. Nonsense is ignored. */
    setLimits(limits: Limits): void {
      const checked = checkLimits(limits);
      if (checked) adjust({ limits: checked });
    },
    /** For how many elements values are verified. */
    setVerifiedSize: (verifiedSize: number) => adjust({ verifiedSize }),
    /** Which launch of the host is verified. */
    setLaunch: (launch: LaunchChoice) => adjust({ launch }),
    /** See `Settings.compilerChecks`. */
    setCompilerChecks: (compilerChecks: boolean) => adjust({ compilerChecks }),
    /** Tunes by itself shortly after each edit. */
    setLive(live: boolean): void {
      adjust({ live });
      runs.setLive(live);
    },
    closeNotice: () => store.setState({ notice: undefined }),
  };
}
