import { SCALARS } from '../../front/scalar.ts';
import type { Instruction, Value } from '../program.ts';
import { divisorsIn, valuesOf } from '../walk.ts';
import type { Facts } from './facts.ts';
import type { Ledger } from './ledger.ts';
import { onlyTarget } from './points-to.ts';
import type { Store } from './store.ts';

/** Faults that no input avoids once it comes there: a condition that there is none would never hold. */

/** No input leads the access inside of its array. */
export function isNeverInside(
  { facts, program }: Ledger,
  at: number,
  store: Store | undefined,
): boolean {
  const access = program.code[at];
  if (access === undefined || !('address' in access)) return false;
  const object =
    store?.object ?? program.objects[onlyTarget(facts.points.of(access.address)) ?? -1];
  const range = facts.possible.offsets(at);
  if (object === undefined || range === undefined) return false;
  const isBehind = range.low + SCALARS[access.type].bytes > object.bytes;
  return range.high < 0 || (isBehind && object.length !== 'assumed');
}

/** The same of an array that is part of a struct, whose index a claim compares with its length. */
export function isNeverWithin(
  { possible }: Facts,
  at: number,
  { condition, within }: Extract<Instruction, { kind: 'assert' | 'assume' }>,
): boolean {
  if (condition.kind !== 'binary' || within === undefined) return false;
  const { left } = condition;
  const range = possible.range(left.kind === 'convert' ? left.operand : left, at);
  return range !== undefined && (range.low >= (within.elements ?? Infinity) || range.high < 0);
}

/** All that an instruction divides by is 0 whenever it comes there. */
export function dividesByNothingElse({ possible }: Facts, at: number, step: Instruction): boolean {
  const divisors = valuesOf(step).flatMap(divisorsIn);
  const isZero = (divisor: Value): boolean => {
    const range = possible.range(divisor, at);
    return range?.low === 0 && range.high === 0;
  };
  return divisors.length > 0 && divisors.every(isZero);
}
