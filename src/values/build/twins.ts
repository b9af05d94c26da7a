import type { Reports } from '../../base/diagnostic.ts';
import { WORDS_OF } from '../../front/language.ts';
import type { FunctionDeclaration } from '../../front/syntax.ts';
import type { MemoryObject, Twin, ValueProgram } from '../program.ts';
import type { Same } from '../specification-of.ts';
import type { Range } from './context.ts';
import { type Configured, emitted, finished } from './emitted.ts';

type Made = Omit<ValueProgram, 'configuration' | 'ensures' | 'twins'>;

/** The kernels and functions that a kernel is compared with. */
export const twinsOf = (
  text: Configured,
  made: Made,
  all: readonly Same[],
  reports: Reports,
): readonly Twin[] =>
  all.flatMap((same) => {
    // With itself there is nothing to compare.
    if (same.name === made.kernel) return [];
    const program = programOf(text, made, same, reports);
    return program === undefined ? [] : [{ ...same, program }];
  });

function programOf(
  text: Configured,
  made: Made,
  { name, nameSpan, items }: Same,
  reports: Reports,
): ValueProgram | undefined {
  const { functions } = text.program;
  const reference = functions.find((each) => each.name === name && each.body !== undefined);
  const refuse = (message: string, hint?: string): undefined => {
    reports.error('broken-ensures', nameSpan, `In this pragma: ${message}.`, hint);
    return undefined;
  };
  if (reference === undefined) {
    const names = functions.filter(({ body }) => body !== undefined).map((each) => each.name);
    const others = names.filter((each) => each !== made.kernel).join(', ');
    return refuse(
      `there is no kernel or function ${name}`,
      others === '' ? 'Write it into the text.' : `There are ${others}.`,
    );
  }
  const range = rangeOf(reference, made, items);
  if (range === undefined)
    return refuse(`${name} is no kernel: one ${WORDS_OF[made.language].item} runs it`);
  const context = emitted(text, reference, range);
  const errors = context.reports.all.filter(({ severity }) => severity === 'error');
  for (const { code, span, message, hint } of errors) reports.error(code, span, message, hint);
  if (errors.length > 0) return undefined;
  const twin = finished(context, reference, range, new Map());
  const objects: MemoryObject[] = [];
  for (const object of twin.objects) {
    const own = made.objects.find((each) => each.isArgument && each.name === object.name);
    if (!object.isArgument || object.space === 'local') objects.push(object);
    else if (own === undefined)
      return refuse(`the array ${object.name} of ${name} is none of ${made.kernel}`);
    else if (own.element !== object.element || own.stride !== object.stride)
      return refuse(`${object.name} has other elements in ${name} than in ${made.kernel}`);
    else objects.push({ ...object, bytes: own.bytes, length: own.length, input: own.input });
  }
  for (const register of twin.registers)
    if (register.input?.kind === 'unknown') {
      const isShared = made.registers.some(
        (each) => each.isArgument === true && each.name === register.name,
      );
      if (!isShared)
        return refuse(
          `nobody says what the argument ${register.name} of ${name} is`,
          `Write #pragma tuner value ${register.name} = ...`,
        );
    }
  if (!objects.some(({ isArgument, space }) => isArgument && space === 'global'))
    return refuse(`${name} has no array in common with ${made.kernel}`);
  const registers = twin.registers.map((register) => {
    const own = made.registers.find((each) => each.name === register.name);
    return register.input?.kind === 'unknown' ? { ...register, input: own?.input } : register;
  });
  return { ...twin, objects, registers, configuration: {}, ensures: [], twins: [] };
}

/** A function is run by one work-item; a kernel by as many as are named, or as the other has. */
function rangeOf(
  { isKernel }: FunctionDeclaration,
  { local, global, dimensions }: Made,
  items: readonly number[],
): Range | undefined {
  if (!isKernel)
    return items.length > 0 ? undefined : { local: [1, 1, 1], global: [1, 1, 1], dimensions: 1 };
  const [x = 1, y = 1, z = 1] = items;
  const all: ValueProgram['global'] = items.length === 0 ? global : [x, y, z];
  const group = (dimension: 0 | 1 | 2): number =>
    all[dimension] % local[dimension] === 0 ? local[dimension] : 1;
  const named = items.length === 3 ? 3 : items.length === 2 ? 2 : 1;
  return {
    local: [group(0), group(1), group(2)],
    global: all,
    dimensions: items.length === 0 ? dimensions : named,
  };
}
