import type { Value, ValueProgram } from '../program.ts';
import type { Definitions } from './definitions.ts';
import { registerIn } from './guards.ts';
import { pickedItems } from './picked-items.ts';
import { onlyTarget, type PointsTo, type Targets } from './points-to.ts';
import { behind } from './regions.ts';

/** `if (l == 0) base = atomic_add(n, found);`: where a group keeps the first of the elements that it takes for all of
 * its work-items. */
export interface Base {
  readonly object: number;
  /** The addition. */
  readonly add: number;
  /** The group's counter, with all that it has counted. */
  readonly drawn: number;
}

interface Known {
  readonly program: ValueProgram;
  readonly points: PointsTo;
  readonly definitions: Definitions;
  /** Accesses of an object. */
  readonly usersOf: (object: number) => readonly number[];
  /** The counter begins at 0 and goes up. */
  readonly isFromZero: (object: number) => boolean;
}

/** The counter of which a value is a read. */
export function readIn(
  { program, points, definitions }: Pick<Known, 'program' | 'points' | 'definitions'>,
  value: Value | undefined,
  at: number,
): { readonly object: number; readonly load: number } | undefined {
  const register = value && registerIn(value);
  const load = register === undefined ? undefined : definitions.reaching(register, at);
  const step = load === undefined ? undefined : program.code[load];
  if (load === undefined) return undefined;
  if (step?.kind === 'set') return readIn({ program, points, definitions }, step.value, load);
  const object = step?.kind === 'load' ? onlyTarget(points.of(step.address)) : undefined;
  return object === undefined ? undefined : { object, load };
}

/** Bases by the loads that read them. */
export function groupBases(known: Known): (load: number) => Base | undefined {
  const { program, points, definitions, usersOf, isFromZero } = known;
  const { code, objects } = program;
  const targetOf = (address: Value): number | undefined => {
    const targets: Targets = points.of(address);
    const object = onlyTarget(targets);
    return object !== undefined && objects[object]?.space === 'local' ? object : undefined;
  };
  const writersOf = (object: number): readonly number[] =>
    usersOf(object).filter((index) => code[index]?.kind !== 'load');
  const additionOf = (value: Value, at: number): number | undefined => {
    const register = registerIn(value);
    const setter = register === undefined ? undefined : definitions.reaching(register, at);
    const step = setter === undefined ? undefined : code[setter];
    if (step?.kind === 'set') return additionOf(step.value, setter ?? at);
    return step?.kind === 'atomic' && step.operation === 'add' ? setter : undefined;
  };
  return (load) => {
    const step = code[load];
    const object = step?.kind === 'load' ? targetOf(step.address) : undefined;
    const [store = -1, another] = object === undefined ? [] : writersOf(object);
    const kept = code[store];
    if (object === undefined || kept?.kind !== 'store' || another !== undefined) return undefined;
    const add = additionOf(kept.value, store);
    const atomic = code[add ?? -1];
    if (add === undefined || atomic?.kind !== 'atomic' || definitions.isRepeated(store)) return;
    const read = readIn(known, atomic.operands[0], add);
    if (read === undefined || objects[read.object]?.space !== 'local') return undefined;
    if (!isFromZero(read.object) || pickedItems(program).at(store).length !== 1) return undefined;
    // Nobody counts on behind the read, or begins again in front of it.
    const later = behind(code, read.load);
    const isAll = writersOf(read.object).every((writer) => {
      const isBegin = code[writer]?.kind === 'store';
      const isAgain = usersOf(read.object).some(
        (count) => isBegin && code[count]?.kind === 'atomic' && behind(code, count).has(writer),
      );
      return !later.has(writer) && !isAgain;
    });
    return isAll ? { object, add, drawn: read.object } : undefined;
  };
}
