import { hull, type Interval, sure } from '../../base/interval.ts';
import { BINARY, isComparison, PREFIX } from '../../base/operators.ts';
import { isFloat, isInteger, isSigned, SCALARS } from '../../front/scalar.ts';
import type { Value, ValueProgram } from '../program.ts';
import { countOf, divisorsIn, valuesOf } from '../walk.ts';
import { statedContents } from './contents.ts';
import type { Flow } from './flow.ts';
import { NO_GUARDS, without } from './guards.ts';
import { fractions } from './possible-fractions.ts';
import { areEqual, COMPARED, COUNT_BITS, OF_SAME, pickIn } from './possible-operators.ts';
import type { PointsTo } from './points-to.ts';
import { boundsOf, type Here, Settings } from './register-settings.ts';

/** Registers are followed this far back. */
const DEEPEST = 24;
/** Guards looked at for one value: what one compares with has guards of its own. */
const MOST_GUARDS = 200;

/** Known whatever memory and arguments hold. */
export interface Possible {
  /** The condition of a branch may be true, or false. */
  readonly mayBe: (branch: number, isTrue: boolean) => boolean;
  /** Bytes into its object, of an access's first byte. */
  readonly offsets: (access: number) => Interval | undefined;
  /** The least of these where no signed number goes beyond all, which C leaves open. */
  readonly leastOffset: (access: number) => number | undefined;
  /** A value of what an instruction computes. */
  readonly range: (value: Value, at: number) => Interval | undefined;
}

/** Intervals by types, operators, and the conditions that lead to a place. */
export function possibilities(program: ValueProgram, flow: Flow, points: PointsTo): Possible {
  const { code } = program;
  const settings = new Settings(program, flow);
  const contents = statedContents(program, points);
  const intervals = new Intervals(program, settings, contents);
  const places = new Map<number, Interval | undefined>();
  const leasts = new Map<number, number | undefined>();
  const conditions = new Map<number, Interval | undefined>();
  const isNever = (divisor: Value, at: number): boolean => {
    const { low = 0, high = 0 } = intervals.ofInteger(divisor, settings.at(at), 0) ?? {};
    return low > 0 || high < 0;
  };
  return {
    mayBe(branch, isTrue) {
      const dividing = code[~branch];
      if (dividing !== undefined)
        return (
          !isTrue ||
          !valuesOf(dividing)
            .flatMap(divisorsIn)
            .every((by) => isNever(by, ~branch))
        );
      const step = code[branch];
      if (step?.kind !== 'branch') return true;
      if (!conditions.has(branch))
        conditions.set(branch, intervals.ofInteger(step.condition, settings.at(branch), 0));
      const range = conditions.get(branch);
      if (range === undefined) return true;
      return isTrue ? range.low !== 0 || range.high !== 0 : range.low <= 0 && range.high >= 0;
    },
    offsets(access) {
      const step = code[access];
      if (step === undefined || !('address' in step)) return undefined;
      if (!places.has(access))
        places.set(access, intervals.offset(step.address, settings.at(access), 0));
      return places.get(access);
    },
    leastOffset(access) {
      const step = code[access];
      if (step === undefined || !('address' in step)) return undefined;
      if (!leasts.has(access)) {
        const cut = new Intervals(program, settings, contents, 'cut');
        leasts.set(access, cut.offset(step.address, settings.at(access), 0)?.low);
      }
      return leasts.get(access);
    },
    range: (value, at) => intervals.ofInteger(value, settings.at(at), 0),
  };
}

class Intervals {
  readonly #program: ValueProgram;
  readonly #settings: Settings;
  readonly #contents: ReturnType<typeof statedContents>;
  /** Signed numbers beyond all. */
  readonly #beyond: 'any' | 'cut';
  readonly #fraction = fractions<Here>({
    deepest: DEEPEST,
    integer: (value, here, depth) => this.ofInteger(value, here, depth),
    setters: (register, here, of) => this.#settings.hullOf(register, here, of),
    guards: (register, here) => here.guards.get(register) ?? [],
  });
  /** Guards inside of guards, and those that were looked at. */
  #nesting = 0;
  #looked = 0;

  constructor(
    program: ValueProgram,
    settings: Settings,
    contents: ReturnType<typeof statedContents>,
    beyond: 'any' | 'cut' = 'any',
  ) {
    this.#beyond = beyond;
    this.#program = program;
    this.#settings = settings;
    this.#contents = contents;
  }

  /** An integer's interval, at most its type's bounds. */
  ofInteger(value: Value, here: Here, depth: number): Interval | undefined {
    const bounds = boundsOf(value.type);
    if (bounds === undefined) return undefined;
    const found = depth > DEEPEST ? undefined : this.#ofParts(value, here, depth);
    const fits = found !== undefined && found.low >= bounds.low && found.high <= bounds.high;
    const isCut = this.#beyond === 'cut' && isSigned(value.type) && SCALARS[value.type].bytes >= 4;
    const low = isCut ? Math.max(found?.low ?? bounds.low, bounds.low) : bounds.low;
    const range = fits ? found : sure(low, bounds.high);
    return value.kind === 'register' ? this.#guarded(value.register, range, here, depth) : range;
  }

  #ofParts(value: Value, here: Here, depth: number): Interval | undefined {
    const of = (part: Value): Interval | undefined => this.ofInteger(part, here, depth + 1);
    switch (value.kind) {
      case 'constant':
        return isInteger(value.type) || value.type === 'bool'
          ? sure(Number(value.value), Number(value.value))
          : undefined;
      case 'id':
        return sure(0, countOf(this.#program, value.of, value.dimension) - 1);
      case 'register':
        return (
          this.#contents(value.register) ??
          this.#settings.hullOf(value.register, here, (set, there, held) => {
            const one = this.ofInteger(set, there, depth + 1);
            return one && this.#asGuarded(value.register, one, { ...there, guards: held }, depth);
          })
        );
      case 'convert':
        return isFloat(value.operand.type) ? this.#ofCut(value, here, depth) : of(value.operand);
      case 'unary': {
        const operand = of(value.operand);
        return operand && PREFIX[value.operator].interval(operand);
      }
      case 'select': {
        const [then, otherwise] = [of(value.then), of(value.otherwise)];
        if (then === undefined || otherwise === undefined) return undefined;
        const pick = pickIn(value);
        return pick === undefined
          ? hull(then, otherwise)
          : sure(pick(then.low, otherwise.low), pick(then.high, otherwise.high));
      }
      case 'binary': {
        const { operator } = value;
        const [left, right] = [of(value.left), of(value.right)];
        if (left === undefined || right === undefined) return undefined;
        const ofSame = OF_SAME.get(operator);
        if (ofSame !== undefined && areEqual(value.left, value.right)) return sure(ofSame, ofSame);
        if (isComparison(operator)) return COMPARED[operator](left, right);
        return BINARY[operator].interval(left, right);
      }
      case 'call':
        return COUNT_BITS.has(value.name) ? sure(0, SCALARS[value.type].bytes * 8) : undefined;
      case 'reinterpret':
      case 'offset':
      case 'address':
        return undefined;
    }
  }

  /** A fraction as a whole number: what is no number is 0. */
  #ofCut(
    { operand, rounding = 'rtz' }: Extract<Value, { kind: 'convert' }>,
    here: Here,
    depth: number,
  ): Interval {
    const { low, high } = this.#fraction(operand, here, depth + 1);
    const [down, up] = rounding === 'rtz' ? [Math.trunc, Math.trunc] : [Math.floor, Math.ceil];
    return sure(Math.min(0, down(low)), Math.max(0, up(high)));
  }

  #guarded(register: number, range: Interval, here: Here, depth: number): Interval {
    const found = this.#asGuarded(register, range, here, depth);
    return found.low <= found.high ? found : range;
  }

  /** @returns an interval of nothing where no number of the range is let through. */
  #asGuarded(register: number, range: Interval, here: Here, depth: number): Interval {
    let { low, high } = range;
    const some = here.guards.get(register) ?? [];
    const guards = some.length > 0 ? without(here.guards, register) : NO_GUARDS;
    if (this.#nesting === 0) this.#looked = 0;
    for (const { operator, other, type } of some) {
      this.#looked += 1;
      if (this.#looked > MOST_GUARDS) break;
      this.#nesting += 1;
      const bound = this.ofInteger(other, { ...here, guards }, depth + 8);
      this.#nesting -= 1;
      const whole = boundsOf(type);
      if (bound === undefined || whole === undefined) continue;
      // Below a natural bound, a negative number taken as unsigned is not.
      const isNatural = !isSigned(type) && bound.high < 2 ** 31;
      if (low < whole.low && !isNatural) continue;
      if (operator === '<' || operator === '<=' || operator === '==') {
        high = Math.min(high, bound.high - (operator === '<' ? 1 : 0));
        if (isNatural) low = Math.max(low, 0);
      }
      if (low < whole.low) continue;
      if (operator === '>' || operator === '>=' || operator === '==')
        low = Math.max(low, bound.low + (operator === '>' ? 1 : 0));
      if (operator === '!=' && bound.low === bound.high) {
        if (bound.low === low) low += 1;
        if (bound.high === high) high -= 1;
      }
    }
    return sure(low, high);
  }

  offset(address: Value, here: Here, depth: number): Interval | undefined {
    if (depth > DEEPEST) return undefined;
    switch (address.kind) {
      case 'address':
        return sure(0, 0);
      case 'offset': {
        const [to, by] = [
          this.offset(address.pointer, here, depth + 1),
          this.ofInteger(address.bytes, here, 0),
        ];
        return to && by && sure(to.low + by.low, to.high + by.high);
      }
      case 'register':
        return this.#settings.hullOf(address.register, here, (set, there) =>
          this.offset(set, there, depth + 1),
        );
      case 'select': {
        const [then, otherwise] = [address.then, address.otherwise].map((each) =>
          this.offset(each, here, depth + 1),
        );
        return then && otherwise && hull(then, otherwise);
      }
      default:
        return undefined;
    }
  }
}
