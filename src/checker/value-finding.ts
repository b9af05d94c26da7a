import { capital, elementsLong } from '../base/words.ts';
import { WORDS_OF } from '../front/language.ts';
import type { Finding } from '../values/finding.ts';
import type { Instruction, ValueProgram } from '../values/program.ts';
import { SCALARS } from '../front/scalar.ts';
import type { ValueEvent } from '../values/trace.ts';
import type { WrongLine } from './value-lines.ts';

/** A finding in words.
 * @param other the race's other access. */
export function findingOf(
  program: ValueProgram,
  wrong: WrongLine,
  other: ValueEvent | undefined,
): Finding {
  const { configuration, ensures, code, span: kernel } = program;
  const { kind, place } = wrong;
  const claim = place < 0 ? ensures[-1 - place] : undefined;
  const step = code[place];
  const span = claim?.span ?? step?.span ?? kernel;
  const message = claim
    ? `This does not hold in the end: ${claim.text}.`
    : sentence(program, wrong, step, other);
  return {
    kind,
    span,
    message,
    configuration,
    ...(other && {
      related: [
        {
          span: other.span,
          message: `The other access, by ${itemOf(program, other.group, other.item)}.`,
        },
      ],
    }),
  };
}

/** An item's number, and its group if there are several. */
function itemOf({ language, local, global }: ValueProgram, group: number, item: number): string {
  const words = WORDS_OF[language];
  const items = local[0] * local[1] * local[2];
  const isOne = global[0] * global[1] * global[2] === items;
  const within = isOne ? '' : ` of ${words.group} ${group}`;
  return item < 0 || item >= items
    ? `the asynchronous copy${within}`
    : `${words.item} ${item}${within}`;
}

/** An array element as written. */
function cellOf({ objects }: ValueProgram, object: number, offset: number): string {
  const found = objects[object];
  return found
    ? `${found.name}[${Math.floor(offset / SCALARS[found.element].bytes)}]`
    : 'memory that is none';
}

function sentence(
  program: ValueProgram,
  wrong: WrongLine,
  step: Instruction | undefined,
  other: ValueEvent | undefined,
): string {
  const { kind, group, item, object, offset } = wrong;
  const who = itemOf(program, group, item);
  const text = step && 'text' in step ? step.text : undefined;
  switch (kind) {
    case 'race-local':
    case 'race-global':
    case 'race-between-groups': {
      const cell = cellOf(program, object, offset);
      const whom =
        kind === 'race-between-groups'
          ? `${WORDS_OF[program.language].group} ${wrong.other}`
          : itemOf(program, group, wrong.other);
      const does = step?.kind === 'load' ? 'reads' : step?.kind === 'atomic' ? 'changes' : 'writes';
      // With an unknown partner, one of the two must be a write.
      const known = other && DOES[other.kind];
      const did = known ?? (does === 'reads' ? 'writes' : 'uses');
      const between =
        kind === 'race-between-groups'
          ? `${WORDS_OF[program.language].group}s run in any order`
          : 'nothing keeps them in order';
      return `${capital(who)} ${does} ${cell}, which ${whom} ${did}: ${between}.`;
    }
    case 'bounds': {
      if (step?.kind === 'assert')
        return `${capital(who)} accesses what is outside of ${step.within?.array ?? 'its array'}: ${step.text}.`;
      const found = program.objects[object];
      if (!found)
        return `${capital(who)} follows a pointer to nothing${text === undefined ? '' : `: ${text}`}.`;
      const length = Math.floor(found.bytes / SCALARS[found.element].bytes);
      return `${capital(who)} uses ${cellOf(program, object, offset)}, but ${found.name} has ${elementsLong(length)}.`;
    }
    case 'uninitialised': {
      if (object >= 0)
        return `${capital(who)} reads ${cellOf(program, object, offset)}, which nobody has written.`;
      const name = program.registers[offset]?.name ?? 'a variable';
      return `${capital(who)} reads ${name}, which has no value yet.`;
    }
    case 'non-termination':
      return `${capital(who)} never comes to the end of this loop.`;
    case 'divergence':
      return wrong.offset < 0
        ? `${capital(who)} waits here for ${itemOf(program, group, wrong.other)}, which has ended.`
        : `${capital(who)} waits here, but ${itemOf(program, group, wrong.other)} does not come to the same place.`;
    case 'result':
      if (object === -2) return `${capital(who)} divides by zero.`;
      return `For ${who} this does not hold: ${text ?? 'an assertion'}.`;
  }
}

const DOES: Readonly<Partial<Record<ValueEvent['kind'], string>>> = {
  read: 'reads',
  write: 'writes',
  atomic: 'changes',
};
