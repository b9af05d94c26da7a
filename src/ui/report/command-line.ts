import { shellWords } from '../../base/shell-words.ts';
import { ALL_MACHINE_FIELDS, machineOption } from '../../device/index.ts';
import { wordsOf } from '../../language/index.ts';
import { semanticsOf } from '../../platform/index.ts';
import { EXAMPLES } from '../../session/examples.ts';
import type { Question } from '../../session/question.ts';
import type { SessionState } from '../../session/state.ts';

type Settings = SessionState['settings'];

/** How a result is got again on a command line, and what has to be done before.
 * @param kernels names of all kernels of the text. */
export function commandLine(
  { kernelText, kernel, semantics, constants, machine }: Question,
  { level, method, limits }: Pick<Settings, 'level' | 'method' | 'limits'>,
  kernels: readonly string[],
): { readonly command: string; readonly before?: string } {
  const example = EXAMPLES.find(({ text }) => text === kernelText);
  const file = `kernel.${wordsOf(kernelText).ending}`;
  const { onMachine, constants: counted } = semanticsOf(semantics);
  const options: (readonly [string, string | number])[] = [
    ['kernel', example?.id ?? file],
    ...(kernels.length > 1 ? [['kernel-name', kernel] as const] : []),
    ['semantics', semantics],
    ['level', level],
    ['method', method],
    ...(onMachine ? [['preset', machine.preset] as const] : []),
    ...counted.map((name) => [name.toLowerCase(), constants[name].trim()] as const),
    ...(onMachine
      ? ALL_MACHINE_FIELDS.flatMap(({ name }) => {
          const typed = machine.changed[name];
          return typed === undefined ? [] : [[machineOption(name), typed.trim()] as const];
        })
      : []),
    ...(limits?.memoryMB === undefined ? [] : [['memory', limits.memoryMB] as const]),
    ...(limits?.seconds === undefined ? [] : [['timeout', limits.seconds] as const]),
    ...(limits?.workers === undefined ? [] : [['workers', limits.workers] as const]),
  ];
  const command = `npm run -s tune -- ${shellWords(options.flatMap(([name, value]) => [`--${name}`, value]))}`;
  return example ? { command } : { command, before: `Save the kernel below as ${file} first.` };
}
