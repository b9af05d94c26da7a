import { type Problem } from '../src/checker/index.ts';
import { machineOf, USUAL_MACHINE } from '../src/device/index.ts';
import { perConstant } from '../src/platform/index.ts';
import {
  ALL_MACHINE_FIELDS,
  USUAL_MACHINE_SETTINGS,
  withMachineValue,
} from '../src/session/kept/machine-settings.ts';
import type { Settings } from '../src/session/kept/settings.ts';
import type { TuneArguments } from './arguments.ts';
import { shippedText } from './input.ts';

/** What was asked on the command line, as the page has it. */
export function settingsOf(
  { kernel, defines, kernelName, constants, machine, semantics, task }: TuneArguments,
  { model }: Problem,
  text: string,
): Settings {
  // The page knows no words of a command line: macros stand before the text.
  const macros = Object.entries(defines).map(([name, body]) => `#define ${name} ${body}\n`);
  let settings = USUAL_MACHINE_SETTINGS;
  for (const { name } of ALL_MACHINE_FIELDS)
    settings = withMachineValue(settings, name, String(machine[name]));
  if (machine.compiler !== machineOf(USUAL_MACHINE).machine.compiler)
    settings = withMachineValue(settings, 'compiler', machine.compiler);
  return {
    kernelText: macros.join('') + text,
    ...(kernelName !== undefined && { kernelName }),
    // One that everybody has is no kernel of somebody else's.
    example: shippedText(kernel) === macros.join('') + text ? kernel : '',
    constants: perConstant(({ name }) => String(constants[name])),
    ...(semantics === 'device' && { machine: settings }),
    ...{ semantics, level: model.level },
    method: typeof task === 'string' ? task : 'bisection',
  };
}
