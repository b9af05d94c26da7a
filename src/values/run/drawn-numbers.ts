import { groupedBy } from '../../base/grouped.ts';
import { type Scalar, SCALARS } from '../../front/scalar.ts';
import type { Value, ValueProgram } from '../program.ts';
import { targetOf } from '../walk.ts';
import { addressesOf } from './locked-memory.ts';
import { onlyTarget, type PointsTo } from './points-to.ts';

/** A value's relation to a drawn number: the number plus a constant, at least 0; or true only where the last was drawn,
 * or false only there. */
export type Tells = { readonly plus: number } | { readonly isLast: boolean };

/** Follows the number through registers and single words of shared memory, all of whose values tell the same. */
export function tellers(
  { code, objects, registers }: ValueProgram,
  points: PointsTo,
  take: number,
  last: number,
): (value: Value) => Tells | undefined {
  const setters = groupedBy(code, targetOf);
  const underWay = new Set<string>();
  /** Alike for all, but for a `false` that says nothing of the last. */
  const alike = (all: readonly (Tells | 'false' | undefined)[]): Tells | undefined => {
    const [first, ...others] = all.filter((each) => each !== 'false');
    if (first === undefined) return undefined;
    const isMixed = others.some((each) => each === undefined || !areSame(first, each));
    const hasFalse = all.includes('false');
    return isMixed || (hasFalse && !('isLast' in first && first.isLast)) ? undefined : first;
  };
  const guarded = (key: string, of: () => Tells | undefined): Tells | undefined => {
    if (underWay.has(key)) return undefined;
    underWay.add(key);
    const found = of();
    underWay.delete(key);
    return found;
  };
  const given = (value: Value): Tells | 'false' | undefined =>
    isFalse(value) ? 'false' : tells(value);
  const stored = (object: number, type: Scalar): Tells | undefined => {
    const { space, bytes, input } = objects[object] ?? {};
    if (space !== 'local' || input !== undefined) return undefined;
    const writes = code.filter((step) => {
      const targets = addressesOf(step).flatMap((each) => [...of(each)]);
      return step.kind !== 'load' && targets.includes(object);
    });
    const all = writes.map((step) =>
      step.kind === 'store' && step.type === type && SCALARS[type].bytes === bytes
        ? given(step.value)
        : undefined,
    );
    return guarded(`object ${object}`, () => alike(all));
  };
  const of = (address: Value): readonly number[] => {
    const targets = points.of(address);
    return targets === 'any' ? [...objects.keys()] : [...targets];
  };
  const set = (register: number): Tells | undefined => {
    if (registers[register]?.input !== undefined) return undefined;
    const all = (setters.get(register) ?? []).map((step) => {
      if (step === code[take]) return { plus: 0 };
      if (step.kind === 'set') return given(step.value);
      const object = step.kind === 'load' ? onlyTarget(points.of(step.address)) : undefined;
      return step.kind === 'load' && object !== undefined ? stored(object, step.type) : undefined;
    });
    return alike(all);
  };
  const tells = (value: Value): Tells | undefined => {
    switch (value.kind) {
      case 'register':
        return guarded(`register ${value.register}`, () => set(value.register));
      case 'convert': {
        return converted(tells(value.operand), value);
      }
      case 'unary': {
        const told = value.operator === '!' ? tells(value.operand) : undefined;
        return told !== undefined && 'isLast' in told ? { isLast: !told.isLast } : undefined;
      }
      case 'binary':
        return combined(value, tells, last);
      default:
        return undefined;
    }
  };
  return tells;
}

/** A constant's value. */
export const numberOf = (value: Value | undefined): number | undefined =>
  value?.kind === 'constant' ? Number(value.value) : undefined;

const isFalse = (value: Value): boolean =>
  value.kind === 'convert' ? isFalse(value.operand) : numberOf(value) === 0;

const areSame = (one: Tells, other: Tells): boolean =>
  'plus' in one
    ? 'plus' in other && one.plus === other.plus
    : 'isLast' in other && one.isLast === other.isLast;

function converted(
  told: Tells | undefined,
  { type, operand }: Extract<Value, { kind: 'convert' }>,
): Tells | undefined {
  const isWhole = SCALARS[type].bytes >= SCALARS[operand.type].bytes;
  if (told === undefined || 'isLast' in told)
    return isWhole || type === 'bool' || told?.isLast === true ? told : undefined;
  return isWhole && SCALARS[type].kind !== 'float' ? told : undefined;
}

/** The same with the sides of a comparison changed. */
const MIRRORED = { '==': '==', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;

const isComparing = (operator: string): operator is keyof typeof MIRRORED => operator in MIRRORED;

function combined(
  { operator, left, right }: Extract<Value, { kind: 'binary' }>,
  tells: (value: Value) => Tells | undefined,
  last: number,
): Tells | undefined {
  const [one, other] = [tells(left), tells(right)];
  if (operator === '&' || operator === '|') {
    const isLast = operator === '&';
    const isTold = [one, other].some((each) => each && 'isLast' in each && each.isLast === isLast);
    return isTold ? { isLast } : undefined;
  }
  const [told, constant] = one === undefined ? [other, numberOf(left)] : [one, numberOf(right)];
  if (told === undefined || constant === undefined) return undefined;
  if (operator === '+')
    return 'plus' in told && constant >= 0 ? { plus: told.plus + constant } : undefined;
  if (!isComparing(operator)) return undefined;
  return compared(told, one === undefined ? MIRRORED[operator] : operator, constant, last);
}

/** A number or a truth against a constant. */
function compared(
  told: Tells,
  operator: keyof typeof MIRRORED,
  constant: number,
  last: number,
): Tells | undefined {
  if ('isLast' in told) {
    if (constant !== 0 || (operator !== '==' && operator !== '!=')) return undefined;
    return { isLast: told.isLast === (operator === '!=') };
  }
  const from = operator === '>' || operator === '<=' ? last - 1 : last;
  if (constant - told.plus !== from) return undefined;
  return { isLast: operator === '==' || operator === '>=' || operator === '>' };
}
