import { type Interval, sure } from '../../base/interval.ts';
import { productOf } from '../../base/product.ts';
import { SCALARS } from '../../front/scalar.ts';
import type { Instruction, ValueProgram } from '../program.ts';
import type { Input } from '../specification.ts';
import { groupsOf, targetOf } from '../walk.ts';
import type { Definitions } from './definitions.ts';
import { readIn } from './group-base.ts';
import { touches } from './locked-memory.ts';
import { pickedItems } from './picked-items.ts';
import type { PointsTo } from './points-to.ts';
import type { Possible } from './possible.ts';
import { constantIn } from './steps.ts';

type Atomic = Extract<Instruction, { kind: 'atomic' }>;

/** Larger counts are those of a type, and say nothing. */
const MOST_COUNTED = 2 ** 30;

interface Known {
  readonly program: ValueProgram;
  readonly points: PointsTo;
  readonly possible: Possible;
  readonly definitions: Definitions;
  /** Accesses of an object. */
  readonly usersOf: (object: number) => readonly number[];
}

/** A counter's first number at most. */
export const mostGiven = ({ values }: Extract<Input, { kind: 'given' }>): number =>
  values.reduce<number>((most, each) => Math.max(most, Number(each)), 0);

/** The highest number that counters reach. */
export function countedBy({ program, points, possible, definitions, usersOf }: Known) {
  const { code, objects } = program;
  /** A counter of a group, where each item counts once and it begins with constants. */
  const ofGroup = (object: number): { begin: Interval; steps: number } | undefined => {
    if (objects[object]?.space !== 'local') return undefined;
    const begins: number[] = [];
    const sizes = new Set<number>();
    let steps = 0;
    for (const user of usersOf(object)) {
      const access = code[user];
      if (access?.kind === 'load') continue;
      if (access?.kind === 'store' || access?.kind === 'atomic')
        sizes.add(SCALARS[access.type].bytes);
      const begin = access?.kind === 'store' ? constantIn(access.value) : undefined;
      if (begin !== undefined) begins.push(begin);
      else if (access?.kind === 'atomic' && steps === 0 && !definitions.isRepeated(user))
        steps = stepsOf(access);
      else return undefined;
    }
    if (steps === 0 || begins.length === 0 || sizes.size > 1) return undefined;
    return { begin: sure(Math.min(...begins), Math.max(...begins)), steps };
  };
  const counted = (object: number, items: number): Interval | undefined => {
    const { begin, steps } = ofGroup(object) ?? { begin: sure(0, 0), steps: 0 };
    const by = items * steps;
    const range = sure(begin.low + Math.min(0, by), begin.high + Math.max(0, by));
    const isKnown = steps !== 0 && Math.max(-range.low, range.high) <= MOST_COUNTED;
    return isKnown ? range : undefined;
  };
  const inGroup = productOf(program.local);
  /** Its contents in the end, or on the way. */
  const amountOf = ({ operation, operands: [by] }: Atomic, at: number): Interval | undefined => {
    if (operation === 'increment') return sure(1, 1);
    if (operation !== 'add' || by === undefined) return undefined;
    const read = readIn({ program, points, definitions }, by, at);
    return (read && counted(read.object, inGroup)) ?? possible.range(by, at);
  };
  /** Its final value at most: the stated one, and once from each work-item that comes there. */
  const mostIn = (object: number): number | undefined => {
    const { input, space } = objects[object] ?? {};
    if (space !== 'global' || input?.kind !== 'given') return undefined;
    let most = mostGiven(input);
    for (const user of usersOf(object)) {
      const access = code[user];
      if (access?.kind !== 'atomic' || access.operation === 'load') continue;
      const high = amountOf(access, user)?.high;
      if (high === undefined || definitions.isRepeated(user)) return undefined;
      most += high * pickedItems(program).at(user).length * groupsOf(program);
    }
    return most < MOST_COUNTED ? most : undefined;
  };
  return {
    /** Numbers that a counter of a group gives. */
    numbersOf: (object: number): Interval | undefined => counted(object, inGroup - 1),
    /** A counter of a group that goes up from 0. */
    isFromZero: (object: number): boolean => {
      const { begin, steps } = ofGroup(object) ?? { begin: sure(1, 1), steps: 0 };
      return steps > 0 && begin.low === 0 && begin.high === 0;
    },
    amountOf,
    mostIn,
  };
}

/** A counter's step, up or down; 0 for anything else. */
function stepsOf({ operation, operands }: Atomic): number {
  if (operation === 'increment') return 1;
  if (operation === 'decrement') return -1;
  if (operation !== 'add' && operation !== 'sub') return 0;
  const [by] = operands;
  const value = (by && constantIn(by)) ?? 0;
  return operation === 'add' ? value : -value;
}

export const directionOf = (access: Atomic): number => Math.sign(stepsOf(access));

/** Only ever counted up, and what it gives is asked for. */
export function isCounter(program: ValueProgram, points: PointsTo, object: number): boolean {
  const uses = program.code.filter((step) => touches(step, program, points, object));
  return (
    uses.every((step) => step.kind === 'atomic' && directionOf(step) > 0) &&
    uses.some((step) => targetOf(step) !== undefined)
  );
}
