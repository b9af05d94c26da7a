import type { EmptyArgument } from '../../front/syntax.ts';
import type { Span } from '../../base/span.ts';
import { type Assumption, meantAsZero } from '../finding.ts';
import type { Instruction, MemoryObject, Value, ValueProgram } from '../program.ts';
import { pointsTo } from '../run/points-to.ts';
import { writtenIn } from '../walk.ts';

/** The part of an array that the host's text leaves unset, or what it tells and is not followed. */
interface Left {
  readonly is: EmptyArgument['is'];
  readonly line: number;
  readonly span: Span;
  readonly part?: EmptyArgument['part'];
}

/** Memory that the host allocates and never sets is no input where the kernel writes it too; where it only reads it,
 * any input stands for it, if somebody sets it. */
export function withUnset(program: ValueProgram, left: ReadonlyMap<string, Left>): ValueProgram {
  if (left.size === 0) return program;
  const { of } = pointsTo(program);
  const ledTo = (addressIn: (step: Instruction) => Value | undefined): ReadonlySet<number> =>
    new Set(
      program.code.flatMap((each) => {
        const address = addressIn(each);
        const all = address && of(address);
        return all === undefined || all === 'any' ? [] : [...all];
      }),
    );
  const targets = ledTo(writtenIn);
  const read = ledTo((step) => (step.kind === 'load' ? step.address : undefined));
  const added = ledTo((step) => (step.kind === 'atomic' ? step.address : undefined));
  const assumed: Assumption[] = [];
  const objects = program.objects.map((object, index): MemoryObject => {
    const own = object.isArgument ? left.get(object.name) : undefined;
    const { input } = object;
    if (own === undefined || (input?.kind !== 'unknown' && input?.kind !== 'given')) return object;
    const { is, line, part } = own;
    if (input.kind === 'given')
      return part ? { ...object, input: { ...input, unset: { gaps: part.gaps, line } } } : object;
    if (is === 'told otherwise') return { ...object, input: { kind: 'unknown', isTold: true } };
    if (is === 'not followed' || is === 'set in part' || is === 'given in part') {
      if (read.has(index) || added.has(index)) assumed.push(isSet(object.name, own));
      return is === 'set in part'
        ? { ...object, input: { kind: 'unknown', isTold: true } }
        : object;
    }
    if (part === undefined) {
      if (targets.has(index)) return { ...object, input: { kind: 'unset', line } };
      if (!read.has(index)) return object;
      assumed.push(isSet(object.name, own));
      return { ...object, input: { kind: 'unknown', isLeftOut: true } };
    }
    return part.all === object.bytes
      ? { ...object, input: { kind: 'unknown', unset: { gaps: part.gaps, line } } }
      : object;
  });
  for (const { name = '', isArgument } of program.registers) {
    const own = isArgument === true ? left.get(name) : undefined;
    if (own) assumed.push(isMeantAsZero(name, own));
  }
  if (assumed.length === 0) return { ...program, objects };
  return { ...program, objects, assumptions: [...(program.assumptions ?? []), ...assumed] };
}

const isLeft = (name: string, line: number): string =>
  `The host allocates ${name} in line ${line} and never sets it; any contents were taken for it.`;

const isInPart = (name: string, line: number): string =>
  `How much of ${name} line ${line} sets is not followed; any contents were taken for all of it.`;

const WHY: Readonly<Record<Left['is'], (name: string, line: number) => string>> = {
  null: isLeft,
  unset: isLeft,
  'told otherwise': isLeft,
  'not followed': (name, line) =>
    `Which memory ${name} is in line ${line} is not followed; any contents were taken for it.`,
  'set in part': isInPart,
  'given in part': isInPart,
};

/** A constant that the host does not set before the launch. */
const isMeantAsZero = (name: string, { line, span }: Left): Assumption => ({
  what: 'other inputs',
  why: `The host does not set ${name} of line ${line} before the launch; it is 0.`,
  hint: `Copy to ${name} before the launch.`,
  span,
  weakens: false,
  touches: 'none',
  holdsIf: meantAsZero(name),
});

const isSet = (name: string, { is, line, span }: Left): Assumption => ({
  what: 'other inputs',
  why: WHY[is](name, line),
  hint: `Copy to ${name} before the launch.`,
  span,
  weakens: false,
  touches: 'none',
  holdsIf: `somebody sets ${name}`,
});
