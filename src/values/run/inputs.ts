import { WORDS_OF } from '../../front/language.ts';
import type { MemoryObject, ValueProgram } from '../program.ts';
import { isFloat, SCALARS, type Scalar } from '../../front/scalar.ts';
import { readScalar } from './conversion.ts';
import {
  type Choice,
  CONTENTS,
  type Contents,
  GOLDEN,
  remembering,
  scalarsOf,
  scrambled,
  withChosen,
} from './filled-arrays.ts';
import { isFilled, openInput, readsOpenObjects } from './open-inputs.ts';
import { allowedArguments } from './allowed-arguments.ts';
import { apart, ofAllItems } from './other-arguments.ts';
import type { Choice as Chosen } from './probe.ts';
import { SHADOW } from './registers.ts';
import type { Layout } from './store.ts';
import type { Trial } from './trial.ts';
import { usualArguments } from './usual.ts';

/** Memory and arguments before a run. */
export interface Filling {
  readonly trial: Trial;
  /** Initial bytes of each object, and whether nobody stated them. */
  readonly objects: readonly (Uint8Array | undefined)[];
  readonly arguments: readonly (number | bigint | undefined)[];
}

/** All inputs worth a run, or as many as time allows. */
export interface Inputs {
  /** Infinity where not all can be tried: contents nobody states. */
  readonly count: number;
  /** The first inputs need to be run in any case. */
  readonly filling: (number: number) => Filling | undefined;
  /** One whose values differ, where they may. */
  readonly varied: number;
  /** The first, and the same with other contents where nobody states them. */
  readonly usual: readonly number[];
  /** Its arguments are those of the first. */
  readonly isUsual: (number: number) => boolean;
  /** The first input, but for what is chosen; of a trial, the same again. */
  readonly chosen: (choices: readonly Chosen[]) => Filling | undefined;
  /** The first input with arguments that nobody states, or some of them, larger than any other: rows are longer than
   * needed. */
  readonly larger: (than?: number, names?: readonly string[]) => Filling | undefined;
  readonly of: (trial: Trial) => Filling | undefined;
  /** Some are unstated: findings that depend on them need more than the first. */
  readonly isOpen: boolean;
  /** Every combination of what is `any` is among them. */
  readonly isComplete: boolean;
  /** Values tried for unstated inputs, in words. */
  readonly tried: string;
}

/** One way of filling what nobody states. */
interface Variant {
  readonly contents: Contents;
  /** An argument's value, by its place among the unstated ones. */
  readonly argument: (place: number) => number;
  readonly isUsual: boolean;
}

const WORDS: Readonly<Record<Contents, string | undefined>> = {
  distinct: undefined,
  zero: 'where all contents that nobody states are 0',
  index: 'where each element that nobody states is its own index',
  one: 'where all contents that nobody states are 1',
  few: 'for some contents that nobody states',
  large: 'for some large contents that nobody states',
};

/** The inputs of a program. @param seed of samples. */
export function inputsOf(program: ValueProgram, layout: Layout, seed: number): Inputs {
  const { objects, registers } = program;
  const usual = usualArguments(program);
  const choices: Choice[] = [];
  const isOpen = readsOpenObjects(program);
  let hasOpenArguments = false;
  for (const [index, object] of objects.entries()) {
    if (object.input?.kind === 'any')
      for (const _ of scalarsOf(object, layout.bytes[index] ?? object.bytes))
        choices.push(object.input);
  }
  for (const { input } of registers) {
    if (input?.kind === 'any') choices.push(input);
    if (input?.kind === 'unknown') hasOpenArguments = true;
  }
  const combinations = choices.reduce((product, { low, high }) => product * (high - low + 1), 1);
  const isComplete = combinations <= 2 ** 31;
  const [size] = program.global;
  const [width] = program.local;
  const { group, item } = WORDS_OF[program.language];
  const openNames = registers.flatMap(({ input, name }) =>
    input?.kind === 'unknown' && name !== undefined ? [name] : [],
  );
  const openAt = registers.flatMap(({ input, name }, register) =>
    input?.kind === 'unknown' && name !== undefined ? [register] : [],
  );
  const isFloatAt = (place: number): boolean =>
    isFloat(registers[openAt[place] ?? -1]?.type ?? 'int');
  const usualAt = (place: number): number => usual(openNames[place]);
  const others = [...new Set([width, 1, 2, 0])].filter((value) => value !== size);
  const values = [size, ...others];
  const wantedVariants: readonly Variant[] = [
    ...CONTENTS.slice(0, isOpen ? CONTENTS.length : 1).map((contents) => ({
      contents,
      isUsual: true,
      argument: usualAt,
    })),
    ...(hasOpenArguments ? others : []).map((argument) => ({
      contents: 'distinct' as const,
      isUsual: false,
      argument: () => argument,
    })),
    // Less than 1, as distances and steps often are.
    ...(openNames.some((_, place) => isFloatAt(place)) ? ['distinct' as const] : []).map(
      (contents) => ({
        contents,
        isUsual: false,
        argument: (place: number) => (isFloatAt(place) ? SMALL : usualAt(place)),
      }),
    ),
    // Several arguments each have another value.
    ...(openNames.length > 1 ? values : []).map((_, turn) => ({
      contents: 'distinct' as const,
      isUsual: false,
      argument: (place: number) => {
        const value = values[(turn + place) % values.length];
        return value === undefined || value === size ? usualAt(place) : value;
      },
    })),
    ...[...apart(openNames.length, usualAt), ...ofAllItems(program, openNames, usualAt)].map(
      (argument) => ({ contents: 'distinct' as const, isUsual: false, argument }),
    ),
  ];
  const variants = wantedVariants.map((each, turn): Variant => {
    if (each.isUsual) return each;
    const allowed = allowedArguments(program, (_, place) => each.argument(place), turn);
    return {
      ...each,
      argument: (place) => allowed.get(openAt[place] ?? -1) ?? each.argument(place),
    };
  });
  const variantOf = (number: number): Variant | undefined =>
    variants[isComplete ? Math.floor(number / combinations) : number % variants.length];
  const filledAt = remembering();
  const filling = (number: number, chosen: readonly Chosen[] = []): Filling | undefined => {
    const variant = variantOf(number);
    if (variant === undefined) return undefined;
    const { contents, argument, isUsual } = variant;
    let rest = number % combinations;
    let at = 0;
    const choose = ({ low, high }: Choice): number => {
      const ways = high - low + 1;
      at += 1;
      if (!isComplete) {
        if (number === 0) return low;
        if (number === 1) return high;
        return low + (scrambled(seed + number * 7919 + at * 104729) % ways);
      }
      const chosen = low + (rest % ways);
      rest = Math.floor(rest / ways);
      return chosen;
    };
    const argumentOf = new Map(
      chosen.flatMap(({ of, value }) => (of.kind === 'argument' ? [[of.register, value]] : [])),
    );
    const words =
      chosen.length > 0
        ? wordsOf(program, chosen)
        : isUsual
          ? WORDS[contents]
          : `where ${openNames.map((name, place) => `${name} is ${argument(place)}`).join(', ')}`;
    let place = 0;
    const next = (): number => {
      place += 1;
      return argument(place - 1);
    };
    return {
      trial: {
        number,
        words,
        unusual: openNames.flatMap((name, at): readonly (readonly [string, number])[] => {
          const given = openAt[at] === undefined ? undefined : argumentOf.get(openAt[at]);
          const value = given ?? (isUsual ? undefined : argument(at));
          return value === undefined ? [] : [[name, value]];
        }),
        ...(chosen.length > 0 && { chosen }),
      },
      objects: objects.map((object, index) =>
        isFilled(object)
          ? withChosen(
              filledAt(object, layout.bytes[index] ?? object.bytes, contents, index, choose),
              object,
              chosen.filter(({ of }) => of.kind === 'elements' && of.object === index),
            )
          : undefined,
      ),
      arguments: registers.map(({ input, type }, register) => {
        if (input === undefined) return undefined;
        if (input.kind === 'given') return input.values[0] ?? 0;
        if (input.kind === 'any') return choose(input);
        if (type === 'pointer') return 0;
        const value = next();
        const given = argumentOf.get(register);
        if (given !== undefined) return isFloat(type) ? given : Math.trunc(given);
        return isFloat(type) && isUsual ? 1.5 : value;
      }),
    };
  };
  return {
    count: isComplete ? combinations * variants.length : Infinity,
    filling: (number) => filling(number),
    varied: isComplete ? Math.floor(combinations * GOLDEN) : 2 * variants.length,
    usual: choices.length > 0 ? [0] : [...variants.keys()].filter((at) => variants[at]?.isUsual),
    isUsual: (number) => variantOf(number)?.isUsual ?? true,
    chosen: (choices) => filling(0, choices),
    larger: (than = 0, names = openNames) => {
      const value = Math.max(4 * size, than) + 1;
      return filling(
        0,
        openAt.flatMap((register, at) =>
          names.includes(openNames[at] ?? '')
            ? [{ of: { kind: 'argument', register }, value }]
            : [],
        ),
      );
    },
    of: ({ number, chosen }) => filling(number, chosen),
    isOpen: isOpen || hasOpenArguments,
    isComplete,
    tried: [
      ...(hasOpenArguments
        ? [`arguments of 0, 1, 2, the ${group}'s and the launch's number of ${item}s`]
        : []),
      ...(isOpen ? [`${CONTENTS.length} kinds of contents`] : []),
    ].join(' and '),
  };
}

/** A value below 1 for an argument of a type with fractions. */
const SMALL = 0.125;
/** `where n is 17 and the elements of in are 4711`. */
function wordsOf({ registers, objects }: ValueProgram, chosen: readonly Chosen[]): string {
  const words: string[] = [];
  for (const [index, { of, value }] of chosen.entries())
    if (of.kind === 'argument')
      words.push(`${registers[of.register]?.name ?? 'an argument'} is ${value}`);
    else {
      const { object } = of;
      const name = objects[object]?.name ?? 'an array';
      const isOther = (each: Chosen | undefined): boolean =>
        each?.of.kind === 'elements' && each.of.object === object;
      if (of.isOdd) {
        if (!isOther(chosen[index - 1]))
          words.push(`elements of ${name} at odd places are ${value}`);
        continue;
      }
      const after = chosen[index + 1];
      const odd = (isOther(after) ? after?.value : undefined) ?? value;
      words.push(
        Object.is(odd, value)
          ? `all elements of ${name} are ${value}`
          : `elements of ${name} at even places are ${value} and those at odd places ${odd}`,
      );
    }
  return `where ${words.join(', and ')}`;
}

/** Shadow of an object's contents before a run. */
export const initialShadow = (object: MemoryObject): number =>
  isFilled(object) ? (openInput(object.input) ? SHADOW.contents : 0) : SHADOW.unwritten;

/** A scalar of an object's bytes, by its place. */
export const scalarAt = (
  data: Uint8Array,
  offset: number,
  type: Scalar,
): number | bigint | undefined =>
  offset < 0 || offset + SCALARS[type].bytes > data.byteLength
    ? undefined
    : readScalar(new DataView(data.buffer, data.byteOffset, data.byteLength), offset, type);
