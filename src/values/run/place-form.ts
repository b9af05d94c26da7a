import { type Interval, sure } from '../../base/interval.ts';
import { isSigned, SCALARS } from '../../front/scalar.ts';
import type { Instruction, Value, ValueProgram } from '../program.ts';
import type { Definitions } from './definitions.ts';
import type { PointsTo } from './points-to.ts';
import type { Implied } from './implied.ts';
import type { Possible } from './possible.ts';
import { boundsOf } from './register-settings.ts';
import { behind } from './regions.ts';
import { constantIn, stepOf } from './steps.ts';
import { countOf } from '../walk.ts';
import {
  alike,
  areAlike,
  type Form,
  type Free,
  hasAlike,
  isNatural,
  keyOf,
  number,
  one,
  onlyAlike,
  type Part,
  productOfAlike,
  rangeOf,
  sum,
  times,
} from './form.ts';

/** A counter, and the numbers that it can give, where they are known. */
export interface Numbered {
  readonly counter: number;
  readonly range?: Interval | undefined;
}

/** The sum of a scan that a register holds. */
type Summed = (register: number, at: number) => Numbered | undefined;

/** Registers are followed this far back. */
const DEEPEST = 24;
const NO_BOUND = 2 ** 31;

/** Integers and addresses as sums of identifiers and unknowns, whatever memory holds. */
export class Forms {
  readonly #program: ValueProgram;
  readonly #possible: Possible;
  readonly #definitions: Definitions;
  /** The counter that an atomic access takes a number of, if it is one. */
  readonly #counterOf: (setter: Instruction) => Numbered | undefined;
  readonly #readFrom: PointsTo['read'];
  readonly #implied: Implied;
  readonly #summed: Summed;
  /** Numbers too large begin again. */
  readonly #wraps: boolean;
  #unknowns = 0;

  constructor(
    program: ValueProgram,
    definitions: Definitions,
    possible: Possible,
    counterOf: (setter: Instruction) => Numbered | undefined,
    readFrom: PointsTo['read'],
    implied: Implied,
    summed: Summed,
    wraps = true,
  ) {
    this.#program = program;
    this.#definitions = definitions;
    this.#possible = possible;
    this.#counterOf = counterOf;
    this.#readFrom = readFrom;
    this.#implied = implied;
    this.#summed = summed;
    this.#wraps = wraps;
  }

  /** For arrays as hosts mean them: no number of an argument is too large. */
  unwrapped(): Forms {
    return new Forms(
      this.#program,
      this.#definitions,
      this.#possible,
      this.#counterOf,
      this.#readFrom,
      this.#implied,
      this.#summed,
      false,
    );
  }

  /** Bytes into its object of an instruction's address. */
  place(address: Value, at: number, depth = 0): Form | undefined {
    if (depth > DEEPEST) return undefined;
    switch (address.kind) {
      case 'address':
        return number(0);
      case 'offset': {
        const start = this.place(address.pointer, at, depth + 1);
        return start && sum(start, this.#integer(address.bytes, at, depth + 1), 1);
      }
      case 'register': {
        const setter = this.#definitions.reaching(address.register, at);
        const set = setter === undefined ? undefined : this.#program.code[setter];
        const value = this.#taken(set);
        return value && this.place(value, setter ?? at, depth + 1);
      }
      default:
        return undefined;
    }
  }

  /** A register's value, also from where it was put. */
  #taken(set: Instruction | undefined): Value | undefined {
    if (set?.kind === 'load') return this.#readFrom(set);
    return set?.kind === 'set' ? set.value : undefined;
  }

  integer(value: Value, at: number): Form {
    return this.#integer(value, at, 0);
  }

  /** An integer that does not wrap on the way. */
  #integer(value: Value, at: number, depth: number): Form {
    const range = this.#possible.range(value, at) ?? sure(-Infinity, Infinity);
    const form = depth > DEEPEST ? undefined : this.#parts(value, at, depth);
    if (form === undefined) return this.#free(range, 1);
    const bounds = boundsOf(value.type);
    const { low, high } = rangeOf(form);
    const isFree = [...form.terms.values()].every(
      (term) => term.kind === 'free' && (this.#wraps || term.of === undefined),
    );
    // C leaves open what a signed sum or product too large would be.
    const isLeftOpen = value.kind === 'binary' || value.kind === 'register';
    const mayWrap = !(isLeftOpen && isSigned(value.type));
    const isOutside = bounds === undefined || low < bounds.low || high > bounds.high;
    const isWrapped = isOutside && ((mayWrap && this.#wraps) || bounds === undefined);
    // Conditions on the way may know more of the whole than of its parts.
    const isNarrower = isFree && range.high - range.low < high - low;
    if (isWrapped || !isNarrower) return isWrapped ? this.#free(range, 1) : form;
    const [name] = form.terms.keys();
    const isNamed = !this.#wraps && form.terms.size === 1 && form.rest === 0;
    return this.#free(range, 1, { name: isNamed ? name : undefined });
  }

  #free(
    range: Interval,
    factor: number,
    { name, ...made }: Omit<Free, 'kind'> & { readonly name?: string | undefined } = {},
  ): Form {
    this.#unknowns += 1;
    return one(name ?? `free ${this.#unknowns}`, { kind: 'free', factor, range, ...made });
  }

  /** A quotient or remainder of what is not negative, as sizes divide it. */
  #part(kind: Part['kind'], of: Form, by: Form, value: Value, at: number): Form | undefined {
    if (this.#wraps || !areAlike(by) || !isNatural(of)) return undefined;
    if (by.terms.size === 0 && (by.rest <= 0 || !areAlike(of))) return undefined;
    const { high } = this.#possible.range(value, at) ?? sure(0, Infinity);
    const name = `${kind} ${keyOf(of)} by ${keyOf(by)}`;
    return this.#free(sure(0, high), 1, { name, part: { kind, of, by } });
  }

  /** A number that is shifted to the left and back, as one of 24 bits is, where that changes nothing. */
  #kept(shifted: Value, back: Value, at: number): Value | undefined {
    const by = constantIn(back);
    if (shifted.kind !== 'binary' || shifted.operator !== '<<' || by === undefined)
      return undefined;
    if (constantIn(shifted.right) !== by) return undefined;
    const [bounds, range] = [boundsOf(shifted.type), this.#possible.range(shifted.left, at)];
    if (bounds === undefined || range === undefined) return undefined;
    const isSmall = range.low >= bounds.low / 2 ** by && range.high <= bounds.high / 2 ** by;
    return isSmall || !this.#wraps ? shifted.left : undefined;
  }

  /** A product with arguments. */
  #scaled(x: Form, y: Form, value: Value, at: number): Form | undefined {
    const product = areAlike(x) && areAlike(y) ? productOfAlike(x, y) : undefined;
    if (product !== undefined) return product;
    const [argument, of] = onlyAlike(x) ? [onlyAlike(x), y] : [onlyAlike(y), x];
    if (argument === undefined) return undefined;
    const range = this.#possible.range(value, at) ?? sure(-Infinity, Infinity);
    return this.#free(range, 1, { factors: argument.factors, of: times(of, argument.factor) });
  }

  #parts(value: Value, at: number, depth: number): Form | undefined {
    const inner = (part: Value): Form => this.#integer(part, at, depth + 1);
    switch (value.kind) {
      case 'constant':
        return boundsOf(value.type) && number(Number(value.value));
      case 'id': {
        const last = countOf(this.#program, value.of, value.dimension) - 1;
        return one(`${value.of} ${value.dimension}`, {
          kind: 'id',
          id: value,
          factor: 1,
          range: sure(0, last),
        });
      }
      case 'convert': {
        if (value.saturate === true || boundsOf(value.operand.type) === undefined) return undefined;
        const form = inner(value.operand);
        const [only, another] = form.terms.values();
        // Numbers that differ do so with a sign too.
        const isSame = SCALARS[value.type].bytes === SCALARS[value.operand.type].bytes;
        if (isSame && only?.kind === 'ticket' && only.factor === 1 && form.rest === 0)
          if (another === undefined) return ticket(only, value);
        // What is alike may be cut to fewer bits, and bring items together.
        const isCut = SCALARS[value.type].bytes < SCALARS[value.operand.type].bytes;
        return isCut && hasAlike(form) ? undefined : form;
      }
      case 'register':
        return this.#register(value.register, value, at, depth);
      case 'binary': {
        const { operator, left, right } = value;
        if (operator === '+') return sum(inner(left), inner(right), 1);
        if (operator === '-') return sum(inner(left), inner(right), -1);
        const [x, y] = [inner(left), inner(right)];
        const digit = y.terms.size === 0 ? digitOf(x, operator, y.rest) : undefined;
        if (digit !== undefined) return digit;
        const kind = operator === '/' ? 'quotient' : operator === '%' ? 'remainder' : undefined;
        if (kind !== undefined) return this.#part(kind, x, y, value, at);
        const kept = operator === '>>' ? this.#kept(left, right, at) : undefined;
        if (kept !== undefined) return inner(kept);
        if (operator === '>>' && y.terms.size === 0 && y.rest >= 0)
          return this.#part('quotient', x, number(2 ** y.rest), value, at);
        if (operator === '<<' && y.terms.size === 0) return times(x, 2 ** y.rest);
        if (operator !== '*') return undefined;
        if (x.terms.size === 0) return times(y, x.rest);
        return y.terms.size === 0 ? times(x, y.rest) : this.#scaled(x, y, value, at);
      }
      default:
        return undefined;
    }
  }

  #register(register: number, value: Value, at: number, depth: number): Form | undefined {
    const { input, isArgument } = this.#program.registers[register] ?? {};
    const setters = this.#definitions.all(register);
    if (input !== undefined && isArgument === true && setters.length === 0)
      return alike([register], 1);
    const summed = this.#summed(register, at);
    if (summed !== undefined) return ticket(summed, value);
    const setter = this.#definitions.reaching(register, at);
    const only = setter === undefined ? undefined : this.#program.code[setter];
    const from = only?.kind === 'set' && only.value.kind === 'register' ? only.value : undefined;
    const drawn = this.#drawn(from?.register ?? register, at, this.#possible.range(value, at));
    if (drawn !== undefined) return ticket(drawn, value);
    const taken = this.#taken(only);
    if (taken !== undefined) return this.#integer(taken, setter ?? at, depth + 1);
    const counter = only && this.#counterOf(only);
    if (counter !== undefined) return ticket(counter, value);
    return input === undefined ? this.#counted(register, value, at, depth) : undefined;
  }

  /** A number of a counter, where bounds exclude the constants that a register may hold instead, or where
   * whoever comes here has drawn one since. */
  #drawn(
    register: number,
    at: number,
    known: Interval | undefined,
    depth = 0,
  ): Numbered | undefined {
    // Two registers may take each other's values.
    if (depth > DEEPEST) return undefined;
    const { code } = this.#program;
    const constantOf = (index: number): number | undefined => {
      const step = code[index];
      return step?.kind === 'set' ? constantIn(step.value) : undefined;
    };
    const all = this.#definitions.all(register);
    const isSince = (index: number, by: number): boolean =>
      constantOf(by) === undefined && this.#implied(at, by) && !behind(code, by).has(index);
    const [setter, another] = all.filter((index) => {
      const set = constantOf(index);
      if (set === undefined) return true;
      const isOutside = known !== undefined && (set < known.low || set > known.high);
      return !isOutside && !all.some((by) => isSince(index, by));
    });
    if (setter === undefined || another !== undefined) return undefined;
    if (this.#program.registers[register]?.input !== undefined) return undefined;
    const step = this.#program.code[setter];
    // In a loop it may be an older one.
    if (step === undefined || this.#definitions.isRepeated(setter)) return undefined;
    return step.kind === 'set' && step.value.kind === 'register'
      ? this.#drawn(step.value.register, setter, known, depth + 1)
      : this.#counterOf(step);
  }

  /** A loop's variable: where it begins, and so many steps of one length. */
  #counted(register: number, value: Value, at: number, depth: number): Form | undefined {
    const setters = this.#definitions.all(register).map((index) => {
      const instruction = this.#program.code[index];
      const by = instruction?.kind === 'set' ? stepOf(instruction.value, register) : undefined;
      return { index, instruction, by };
    });
    const start = setters.find(({ by }) => by === undefined);
    const { by: step = 0, index } = setters.find(({ by }) => by !== undefined) ?? {};
    if (setters.length !== 2 || start?.instruction?.kind !== 'set') return undefined;
    if (step === 0 || index === undefined || !this.#definitions.isRepeated(index)) return undefined;
    const from = this.#integer(start.instruction.value, start.index, depth + 1);
    const begins = rangeOf(from);
    const whole = this.#possible.range(value, at);
    const farthest =
      step > 0 ? (whole?.high ?? NO_BOUND) - begins.low : begins.high - (whole?.low ?? -NO_BOUND);
    const rounds = Math.floor(Math.min(farthest, NO_BOUND) / Math.abs(step));
    const name = this.#wraps ? undefined : `rounds of ${register}`;
    return sum(from, this.#free(sure(0, Math.max(0, rounds)), step, { name }), 1);
  }
}

/** A part of an identifier: `id % by`, or `id / by`. */
function digitOf({ terms, rest }: Form, operator: string, by: number): Form | undefined {
  const [[name = '', term] = [], another] = terms;
  if (term?.kind !== 'id' || another !== undefined || term.factor !== 1 || rest !== 0)
    return undefined;
  const isMask = operator === '&' && Number.isInteger(Math.log2(by + 1));
  const count = operator === '>>' ? 2 ** by : isMask ? by + 1 : by;
  const isRest = operator === '%' || isMask;
  const isQuotient = operator === '/' || operator === '>>';
  if (!(isRest || isQuotient) || count < 1 || !Number.isInteger(count)) return undefined;
  const { high } = term.range;
  const last = isRest ? Math.min(high, count - 1) : Math.floor(high / count);
  const named = `${name} ${isRest ? REST : QUOTIENT} ${count}`;
  return one(named, { kind: 'digit', id: term.id, factor: 1, range: sure(0, last) });
}

const REST = '%';
const QUOTIENT = '/';

/** Identifiers among names of terms that are told apart, whole or as all their parts. */
export const wholeIds = (names: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(
    [...names].map((name) => {
      const [of, dimension, part, count] = name.split(' ');
      const id = `${of} ${dimension}`;
      if (part === undefined) return id;
      const other = part === REST ? QUOTIENT : REST;
      return names.has(`${id} ${other} ${count}`) ? id : name;
    }),
  );

function ticket({ counter, range: known }: Numbered, { type }: Value): Form {
  const bounds = boundsOf(type) ?? sure(-Infinity, Infinity);
  const isInside = known !== undefined && known.low >= bounds.low && known.high <= bounds.high;
  const range = isInside ? known : bounds;
  return one(`ticket ${counter}`, { kind: 'ticket', counter, factor: 1, range });
}
