import { type Diagnostic, Reports } from '../base/diagnostic.ts';
import type { Span } from '../base/span.ts';
import type { Pragma } from '../front/pragma.ts';
import { ReadError } from '../front/token-reader.ts';
import type { Ensures } from './program.ts';
import {
  type InputText,
  type SameText,
  parseEnsures,
  parseInput,
  parseSame,
} from './specification-parser.ts';
import type { SpecificationScope } from './specification-term.ts';
import { NoValue, type SpecificationMemory, termValue } from './specification-value.ts';
import type { Input, Term } from './specification.ts';

/** Names a specification may mention in one configuration. */
export interface Specified {
  /** Lengths in scalars, or in structs for arrays with members. */
  readonly arrays: ReadonlyMap<
    string,
    { readonly length: number; readonly members: readonly string[] }
  >;
  /** Platform constants, parameters, and arguments the text gives values. */
  readonly numbers: ReadonlyMap<string, number | bigint>;
  /** Arguments that are no arrays. */
  readonly scalars: ReadonlySet<string>;
}

/** Another kernel or function to compare with, in numbers. */
export interface Same {
  readonly name: string;
  readonly nameSpan: Span;
  readonly tolerance: number;
  readonly items: readonly number[];
  readonly text: string;
  readonly span: Span;
}

export interface Specification {
  /** By array or argument name, `NAME.member` for structs. */
  readonly inputs: ReadonlyMap<string, Input>;
  readonly ensures: readonly Ensures[];
  readonly same: readonly Same[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The widest range of `any` that makes sense. */
const MOST_ANY = 2 ** 32;

/** Pragmas about the values of one configuration. */
export function specificationOf(pragmas: readonly Pragma[], specified: Specified): Specification {
  const reports = new Reports();
  const inputs = new Map<string, Input>();
  const ensures: Ensures[] = [];
  const same: Same[] = [];
  const { arrays, numbers, scalars } = specified;
  const scope = (isInput: boolean): SpecificationScope => ({
    lengthOf: (name) => (isInput ? undefined : arrays.get(name)?.length),
    membersOf: (name) => arrays.get(name)?.members ?? [],
    numberOf: (name) => exact(numbers.get(name)),
    isArgument: (name) => !isInput && scalars.has(name),
    names: [...(isInput ? [] : [...arrays.keys(), ...scalars]), ...numbers.keys()],
  });
  for (const pragma of pragmas) {
    if (pragma.kind !== 'input' && pragma.kind !== 'ensures') continue;
    const { kind, text, textSpan } = pragma;
    try {
      if (kind === 'ensures') {
        const twin = parseSame(text, textSpan.start, scope(true));
        if (twin !== undefined) {
          same.push({ ...sameOf(twin), text: text.trim(), span: textSpan });
          continue;
        }
        const term = parseEnsures(text, textSpan.start, scope(false));
        ensures.push({ term, text: text.trim(), span: textSpan });
        continue;
      }
      const input = parseInput(text, textSpan.start, scope(true));
      const key = input.member === undefined ? input.name : `${input.name}.${input.member}`;
      if (inputs.has(key))
        throw new ReadError(
          `there are two inputs of ${key}`,
          input.nameSpan,
          'Remove one of them.',
        );
      inputs.set(key, inputOf(input, specified));
    } catch (error) {
      if (error instanceof ReadError)
        reports.error(
          `broken-${kind}`,
          error.span,
          `In this pragma: ${error.message}.`,
          error.hint,
        );
      else if (error instanceof NoValue)
        reports.error(`broken-${kind}`, textSpan, `In this pragma: ${error.message}.`);
      else throw error;
    }
  }
  return { inputs, ensures, same, diagnostics: reports.all };
}

/** No array, no argument. */
const NUMBERS: SpecificationMemory = {
  element: () => undefined,
  lengthOf: () => 0,
  valueOf: () => undefined,
};

function sameOf({ name, nameSpan, tolerance, items }: SameText): Omit<Same, 'text' | 'span'> {
  const number = (term: Term): number => Number(termValue(term, NUMBERS));
  const found = tolerance === undefined ? 0 : number(tolerance);
  if (!(found >= 0)) throw new ReadError('a tolerance is 0 or more', nameSpan);
  const counts = items.map(number);
  if (counts.length > 3 || counts.some((count) => !Number.isInteger(count) || count < 1))
    throw new ReadError('the work-items behind over are one to three whole numbers', nameSpan);
  return { name, nameSpan, tolerance: found, items: counts };
}

function inputOf(input: InputText, { arrays, scalars }: Specified): Input {
  const { name, nameSpan, index, member, value } = input;
  const array = arrays.get(name);
  if (array === undefined && !scalars.has(name))
    throw new ReadError(
      `${name} is neither an array nor an argument of the kernel`,
      nameSpan,
      `There are ${[...arrays.keys(), ...scalars].join(', ') || 'none'}.`,
    );
  if ((index === undefined) !== (array === undefined))
    throw new ReadError(
      array === undefined ? `${name} is no array` : `${name} is an array`,
      nameSpan,
      `Write input ${name}${array === undefined ? '' : '[i]'} = ...`,
    );
  if (member !== undefined && array?.members.includes(member) !== true)
    throw new ReadError(`${name} has no member ${member}`, nameSpan);
  if (value.kind === 'any') {
    const [low, high] = [value.low, value.high].map((term) => Number(termValue(term, NUMBERS)));
    if (low === undefined || high === undefined || !(low <= high))
      throw new ReadError(`any(${low}, ${high}) has no values`, nameSpan);
    if (!Number.isInteger(low) || !Number.isInteger(high) || high - low >= MOST_ANY)
      throw new ReadError(`any needs two integers that are not too far apart`, nameSpan);
    return { kind: 'any', low, high };
  }
  const at = (i: number): number | bigint =>
    index === undefined
      ? termValue(value.term, NUMBERS)
      : termValue(value.term, NUMBERS, new Map([[index, BigInt(i)]]));
  // A host's array may have millions of elements; the last value is that of all further ones.
  const isOne = value.term.kind === 'number' && member === undefined;
  const length = array === undefined || isOne ? 1 : array.length;
  return { kind: 'given', values: Array.from({ length }, (_, i) => at(i)) };
}

/** Integers are exact, however they are kept. */
const exact = (value: number | bigint | undefined): number | bigint | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value;

/** The arrays that a term speaks of. */
export function arraysOf(term: Term): readonly string[] {
  switch (term.kind) {
    case 'number':
    case 'name':
      return [];
    case 'element':
      return [term.array, ...arraysOf(term.index)];
    case 'sorted':
      return [term.array];
    case 'unary':
      return arraysOf(term.operand);
    case 'binary':
      return [...arraysOf(term.left), ...arraysOf(term.right)];
    case 'conditional':
      return [term.condition, term.then, term.otherwise].flatMap(arraysOf);
    case 'quantifier':
      return [term.low, term.high, term.body].flatMap(arraysOf);
    case 'call':
      return term.args.flatMap(arraysOf);
  }
}
