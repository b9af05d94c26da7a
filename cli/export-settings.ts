import type { Problem } from '../src/checker/index.ts';
import { ALL_MACHINE_FIELDS, machineOf, USUAL_MACHINE } from '../src/device/index.ts';
import { isOnMachine, perConstant } from '../src/platform/index.ts';
import { USUAL_MACHINE_SETTINGS, withMachineValue } from '../src/session/kept/machine-settings.ts';
import type { Settings } from '../src/session/kept/settings.ts';
import type { TuneArguments } from './tune-arguments.ts';
import { shippedText } from './input.ts';

/** The command line as the page's settings. */
export function settingsOf(
  { kernel, defines, kernelName, constants, machine, semantics, task }: TuneArguments,
  { model }: Problem,
  text: string,
): Settings {
  // The page has no command line, so macros precede the text.
  const macros = Object.entries(defines).map(([name, body]) => `#define ${name} ${body}\n`);
  let settings = USUAL_MACHINE_SETTINGS;
  for (const { name } of ALL_MACHINE_FIELDS)
    settings = withMachineValue(settings, name, String(machine[name]));
  if (machine.compiler !== machineOf(USUAL_MACHINE).machine.compiler)
    settings = withMachineValue(settings, 'compiler', machine.compiler);
  return {
    kernelText: macros.join('') + text,
    ...(kernelName !== undefined && { kernelName }),
    // A shipped example is nobody else's kernel.
    example: shippedText(kernel) === macros.join('') + text ? kernel : '',
    constants: perConstant(({ name }) => String(constants[name])),
    ...(isOnMachine(semantics) && { machine: settings }),
    semantics,
    level: model.level,
    method: typeof task === 'string' ? task : 'bisection',
  };
}
