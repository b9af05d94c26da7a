import type { SessionEnvironment } from './environment.ts';
import { checkLimits, exampleSettings, presetConstants } from './kept/settings.ts';
import type { Commands, Settings } from './state.ts';

export interface SettingsPort extends Pick<SessionEnvironment, 'exampleText'> {
  readonly settings: () => Settings;
  /** Changes settings that pose the problem. */
  readonly change: (changed: Partial<Settings>) => void;
  /** Changes settings that the problem does not depend on. */
  readonly adjust: (changed: Partial<Settings>) => void;
  readonly checkWithCompiler: (wanted: boolean) => void;
}

type SettingCommands = Pick<
  Commands,
  | 'setKernelText'
  | 'openExample'
  | 'setKernelName'
  | 'setConstant'
  | 'applyPreset'
  | 'setSemantics'
  | 'setLevel'
  | 'setMethod'
  | 'setLimits'
  | 'setCompilerChecks'
>;

/** The commands that change settings alone. */
export function settingCommands(port: SettingsPort): SettingCommands {
  const { settings, change, adjust, exampleText, checkWithCompiler } = port;
  return {
    setKernelText: (kernelText) => change({ kernelText }),
    openExample(id) {
      const text = exampleText(id);
      if (text !== undefined) change(exampleSettings(id, text));
    },
    setKernelName: (kernelName) => change({ kernelName }),
    setConstant(name, value) {
      change({ constants: { ...settings().constants, [name]: value } });
    },
    applyPreset(id) {
      const constants = presetConstants(id, settings().constants.size);
      if (constants) change({ constants });
    },
    setSemantics: (semantics) => change({ semantics }),
    setLevel: (level) => change({ level }),
    setMethod: (method) => change({ method }),
    setLimits(limits) {
      const checked = checkLimits(limits);
      if (checked) adjust({ limits: checked });
    },
    setCompilerChecks(compilerChecks) {
      adjust({ compilerChecks });
      checkWithCompiler(compilerChecks);
    },
  };
}
