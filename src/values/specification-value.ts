import { elementsLong } from '../base/words.ts';
import { FORM } from '../base/arithmetic.ts';
import { BINARY, faultOf, type InfixOperator, isComparison, isShift } from '../base/operators.ts';
import { ARITHMETIC, isArithmeticOperator } from '../base/arithmetic-operators.ts';
import type { Term } from './specification.ts';

/** The memory that a term is about. */
export interface SpecificationMemory {
  /** A bigint of an integer type, a number of a floating one; undefined beyond the ends. */
  element(array: string, index: number, old: boolean, member?: string): number | bigint | undefined;
  lengthOf(array: string): number;
  /** A constant, a parameter or an argument. */
  valueOf(name: string): number | bigint | undefined;
  /** Two numbers count as equal: one is too large for what holds the other. */
  readonly isWrapped?: (left: number | bigint, right: number | bigint) => boolean;
}

/** Why a term has no value. */
export class NoValue extends Error {}

type Bindings = ReadonlyMap<string, bigint>;
const NOTHING: Bindings = new Map();
type Quantified = Extract<Term, { kind: 'quantifier' }>;

/** Integers are exact bigints, divided as in C; a floating side makes the other one float. Truth is
 * 1n or 0n.
 * @throws {NoValue} */
export function termValue(
  term: Term,
  memory: SpecificationMemory,
  bound: Bindings = NOTHING,
): number | bigint {
  switch (term.kind) {
    case 'number':
      return term.value;
    case 'name': {
      const found = bound.get(term.name) ?? memory.valueOf(term.name);
      if (found === undefined) throw new NoValue(`${term.name} has no value`);
      return found;
    }
    case 'element': {
      const index = Number(termValue(term.index, memory, bound));
      const found = memory.element(term.array, index, term.old, term.member);
      if (found === undefined)
        throw new NoValue(
          `there is no ${term.array}[${index}]: it has ${elementsLong(memory.lengthOf(term.array))}`,
        );
      return found;
    }
    case 'unary': {
      const operand = termValue(term.operand, memory, bound);
      if (term.operator === '!') return truth(!isTrue(operand));
      if (term.operator === '-') return -operand;
      return ~integer(operand);
    }
    case 'binary': {
      const left = termValue(term.left, memory, bound);
      const { decides } = BINARY[term.operator];
      if (decides !== undefined && isTrue(left) === decides) return truth(decides);
      const right = termValue(term.right, memory, bound);
      if (decides !== undefined) return truth(isTrue(right));
      const isWrapped = term.operator === '==' && memory.isWrapped?.(left, right) === true;
      return isWrapped ? truth(true) : binaryValue(term.operator, left, right);
    }
    case 'conditional':
      return isTrue(termValue(term.condition, memory, bound))
        ? termValue(term.then, memory, bound)
        : termValue(term.otherwise, memory, bound);
    case 'quantifier':
      return quantified(term, memory, bound);
    case 'call':
      return call(
        term.name,
        term.args.map((each) => termValue(each, memory, bound)),
      );
    case 'sorted': {
      const length = memory.lengthOf(term.array);
      const at = (index: number): number | bigint =>
        memory.element(term.array, index, term.old) ?? 0n;
      for (let i = 1; i < length; i += 1) if (!(at(i - 1) <= at(i))) return 0n;
      return 1n;
    }
  }
}

/** The actual value behind a false comparison, as a sentence with a leading space; empty for other
 * terms. */
export function whyFalse(
  term: Term,
  memory: SpecificationMemory,
  bound: Bindings = NOTHING,
): string {
  if (term.kind === 'quantifier' && term.quantifier === 'forall') {
    let why = '';
    eachValue(term, memory, bound, (value, inside) => {
      if (!isTrue(value)) why = whyFalse(term.body, memory, new Map(inside));
      return !isTrue(value);
    });
    return why;
  }
  if (term.kind !== 'binary') return '';
  if (term.operator === '&&')
    return whyFalse(
      isTrue(termValue(term.left, memory, bound)) ? term.right : term.left,
      memory,
      bound,
    );
  if (!isComparison(term.operator)) return '';
  const left = termValue(term.left, memory, bound);
  const right = termValue(term.right, memory, bound);
  const where = [...bound].map(([name, value]) => `${name} = ${value}`).join(', ');
  return ` ${where === '' ? 'The' : `For ${where} the`} left side is ${left}, and the right side is ${right}.`;
}

export const isTrue = (value: number | bigint): boolean =>
  typeof value === 'bigint' ? value !== 0n : value !== 0;

const truth = (holds: boolean): bigint => (holds ? 1n : 0n);

function integer(value: number | bigint): bigint {
  if (typeof value === 'bigint') return value;
  throw new NoValue('this needs integers');
}

/** Evaluates the body for each index, until the listener has heard enough. */
function eachValue(
  { index, low, high, body }: Quantified,
  memory: SpecificationMemory,
  bound: Bindings,
  hear: (value: number | bigint, inside: Bindings) => boolean,
): void {
  const from = integer(termValue(low, memory, bound));
  const to = integer(termValue(high, memory, bound));
  const inside = new Map(bound);
  for (let i = from; i < to; i += 1n)
    if (hear(termValue(body, memory, inside.set(index, i)), inside)) return;
}

function quantified(
  term: Quantified,
  memory: SpecificationMemory,
  bound: Bindings,
): number | bigint {
  const { quantifier } = term;
  if (quantifier === 'forall' || quantifier === 'exists') {
    let holds = quantifier === 'forall';
    eachValue(term, memory, bound, (value) => {
      const isDecided = isTrue(value) !== holds;
      if (isDecided) holds = !holds;
      return isDecided;
    });
    return truth(holds);
  }
  let result: number | bigint | undefined =
    quantifier === 'min' || quantifier === 'max' ? undefined : 0n;
  eachValue(term, memory, bound, (value) => {
    if (result === undefined) result = value;
    else if (quantifier === 'sum') result = binaryValue('+', result, value);
    else if (quantifier === 'count') result = binaryValue('+', result, truth(isTrue(value)));
    else if (quantifier === 'min' ? value < result : value > result) result = value;
    return false;
  });
  if (result === undefined) throw new NoValue(`there is no ${quantifier} of nothing`);
  return result;
}

/** Longer shifts are a mistake, and would fill the memory. */
const MOST_SHIFT = 1000n;

/** Mixed integers and floats are computed as floats, as in C. */
function binaryValue(
  operator: InfixOperator,
  left: number | bigint,
  right: number | bigint,
): number | bigint {
  const { exact, near, result } = BINARY[operator];
  if (typeof left === 'bigint' && typeof right === 'bigint') {
    if (isShift(operator) && (right < 0n || right > MOST_SHIFT))
      throw new NoValue(`this shifts by ${right}`);
    const fault = faultOf(operator, right);
    if (fault !== undefined) throw new NoValue(`this ${fault}`);
    return exact(left, right);
  }
  const isReal = operator === '%' || (isArithmeticOperator(operator) && ARITHMETIC[operator].real);
  if (!isReal) throw new NoValue(`${operator} needs integers`);
  const value = near(Number(left), Number(right), FORM.double);
  return result === 'truth' ? BigInt(value) : value;
}

function call(name: string, args: readonly (number | bigint)[]): number | bigint {
  const [first = 0n, second = 0n] = args;
  switch (name) {
    case 'abs':
      return first < 0 ? -first : first;
    case 'min':
      return second < first ? second : first;
    case 'max':
      return second > first ? second : first;
    default:
      return real(name, Number(first), Number(second));
  }
}

function real(name: string, x: number, y: number): number {
  switch (name) {
    case 'sqrt':
      return Math.sqrt(x);
    case 'exp':
      return Math.exp(x);
    case 'log':
      return Math.log(x);
    case 'sin':
      return Math.sin(x);
    case 'cos':
      return Math.cos(x);
    case 'pow':
      return x ** y;
    case 'floor':
      return Math.floor(x);
    case 'ceil':
      return Math.ceil(x);
    default:
      throw new NoValue(`${name} is not known`);
  }
}
