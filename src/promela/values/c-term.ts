import { type InfixOperator, isComparison } from '../../base/operators.ts';
import { ARITHMETIC, isArithmeticOperator } from '../../base/arithmetic-operators.ts';
import type { MemoryObject, ValueProgram } from '../../values/program.ts';
import { isFloat, SCALARS, type Scalar } from '../../front/scalar.ts';
import type { Term } from '../../values/specification.ts';
import { cMemoryType, cNumber } from './c-type.ts';
import { Unprintable } from './unprintable.ts';

/** A term in C: 128-bit integer or double. Without a value it sets `v_lost`. */
interface Printed {
  readonly c: string;
  readonly real: boolean;
}

export interface TermScope {
  readonly program: ValueProgram;
  readonly constants: Readonly<Record<string, number>>;
  readonly bound: ReadonlyMap<string, string>;
}

const INT = 'v_whole';
const typeOf = ({ real }: Printed): string => (real ? 'double' : INT);

/** A term's truth in C, over memory `mem` at the end and `old` before.
 * @throws {Unprintable} */
export const cHolds = (term: Term, scope: TermScope): string => truth(cTerm(term, scope));

const truth = ({ c }: Printed): string => `((${c}) != 0)`;
const whole = (c: string): Printed => ({ c, real: false });
const real = (c: string): Printed => ({ c, real: true });
const asReal = ({ c, real: isReal }: Printed): string => (isReal ? c : `((double) ${c})`);

function integer(printed: Printed): string {
  if (printed.real) throw new Unprintable('a floating number where an integer is needed');
  return printed.c;
}

function cTerm(term: Term, scope: TermScope): Printed {
  const of = (part: Term): Printed => cTerm(part, scope);
  switch (term.kind) {
    case 'number':
      return number(term.value);
    case 'name':
      return named(term.name, scope);
    case 'element':
      return element(term, scope);
    case 'unary': {
      const operand = of(term.operand);
      if (term.operator === '!') return whole(`(!${truth(operand)})`);
      if (term.operator === '~') return whole(`(~(${integer(operand)}))`);
      return operand.real ? real(`(-(${operand.c}))`) : whole(`v_minus (0, ${operand.c})`);
    }
    case 'binary':
      return binary(term.operator, of(term.left), of(term.right));
    case 'conditional': {
      const [asked, then, otherwise] = [of(term.condition), of(term.then), of(term.otherwise)];
      if (then.real || otherwise.real)
        return real(`(${truth(asked)} ? ${asReal(then)} : ${asReal(otherwise)})`);
      return whole(`(${truth(asked)} ? ${then.c} : ${otherwise.c})`);
    }
    case 'quantifier':
      return quantified(term, scope);
    case 'call':
      return call(term.name, term.args.map(of));
    case 'sorted':
      return sorted(term.array, term.old, scope);
  }
}

function number(value: number | bigint): Printed {
  if (typeof value === 'number') return real(cNumber(value));
  if (BigInt.asIntN(64, value) === value)
    return whole(`((${INT}) (v_i64) ${BigInt.asUintN(64, value)}ULL)`);
  if (value > 0n && BigInt.asUintN(64, value) === value) return whole(`((${INT}) ${value}ULL)`);
  throw new Unprintable(`the number ${value}`);
}

function named(name: string, { program, constants, bound }: TermScope): Printed {
  const index = bound.get(name);
  if (index !== undefined) return whole(index);
  const register = program.registers.findIndex((one) => one.input && one.name === name);
  const argument = program.registers[register];
  if (argument) return converted(argument.type, `a->r${register}`);
  const value = program.configuration[name] ?? constants[name];
  if (value === undefined) throw new Unprintable(`the name ${name}`);
  return number(Number.isInteger(value) ? BigInt(value) : value);
}

const converted = (type: Scalar, c: string): Printed =>
  isFloat(type) ? real(`((double) ${c})`) : whole(`((${INT}) ${c})`);

function objectNamed(name: string, { program }: TermScope): readonly [MemoryObject, number] {
  const index = program.objects.findIndex(
    (one) => one.name === name && (one.space === 'global' || one.space === 'constant'),
  );
  const object = program.objects[index];
  if (!object) throw new Unprintable(`the array ${name}`);
  return [object, index];
}

/** An element of an array at an index that C computes. */
function element(
  { array, old, index, member }: Extract<Term, { kind: 'element' }>,
  scope: TermScope,
): Printed {
  const [object, number] = objectNamed(array, scope);
  const found =
    member === undefined ? undefined : object.members?.find(({ name }) => name === member);
  if (member !== undefined && !found) throw new Unprintable(`the member ${member} of ${array}`);
  const type = found?.type ?? object.element;
  const { bytes } = SCALARS[type];
  const stride = found ? (object.stride ?? bytes) : bytes;
  const at = integer(cTerm(index, scope));
  const copied = `({ ${cMemoryType(type)} v_x = 0; v_element (${number}, ${old ? 1 : 0}, ${at}, ${stride}, ${found?.offset ?? 0}, ${bytes}, &v_x); v_x; })`;
  return converted(type, type === 'half' ? `v_from_half (${copied})` : copied);
}

function binary(operator: InfixOperator, left: Printed, right: Printed): Printed {
  if (!isArithmeticOperator(operator)) return whole(`(${truth(left)} ${operator} ${truth(right)})`);
  const isReal = left.real || right.real;
  if (isComparison(operator)) {
    const [a, b] = isReal ? [asReal(left), asReal(right)] : [left.c, right.c];
    return whole(`((${a}) ${operator} (${b}))`);
  }
  if (isReal) {
    if (operator === '%') return real(`__builtin_fmod (${asReal(left)}, ${asReal(right)})`);
    if (!ARITHMETIC[operator].real) integer(left.real ? left : right);
    return real(`((${asReal(left)}) ${operator} (${asReal(right)}))`);
  }
  const { wholes } = ARITHMETIC[operator];
  if (wholes !== null) return whole(`${wholes} (${left.c}, ${right.c})`);
  return whole(`((${left.c}) ${operator} (${right.c}))`);
}

function quantified(
  { quantifier, index, low, high, body }: Extract<Term, { kind: 'quantifier' }>,
  scope: TermScope,
): Printed {
  const name = `v_q${scope.bound.size}`;
  const [from, to] = [integer(cTerm(low, scope)), integer(cTerm(high, scope))];
  const inside = cTerm(body, { ...scope, bound: new Map([...scope.bound, [index, name]]) });
  const over = (type: string, start: string, step: string, end = `${name}_r`): string =>
    `({ ${type} ${name}_r = ${start}; ${INT} ${name} = ${from}, ${name}_e = ${to}; int ${name}_n = 0; ` +
    `for (; ${name} < ${name}_e; ${name}++) { ${step} } (void) ${name}_n; ${end}; })`;
  const result = `${name}_r`;
  switch (quantifier) {
    case 'forall':
      return whole(over(INT, '1', `if (!${truth(inside)}) { ${result} = 0; break; }`));
    case 'exists':
      return whole(over(INT, '0', `if (${truth(inside)}) { ${result} = 1; break; }`));
    case 'count':
      return whole(over(INT, '0', `if (${truth(inside)}) ${result}++;`));
    case 'sum': {
      const add = inside.real ? `${result} + ${inside.c}` : `v_plus (${result}, ${inside.c})`;
      return { ...inside, c: over(typeOf(inside), '0', `${result} = ${add};`) };
    }
    case 'min':
    case 'max': {
      const sign = quantifier === 'min' ? '<' : '>';
      const type = typeOf(inside);
      const step = `${type} ${name}_x = ${inside.c}; if (!${name}_n++ || ${name}_x ${sign} ${result}) ${result} = ${name}_x;`;
      const end = `(${name}_n ? ${result} : (v_lost = 1, ${result}))`;
      return { ...inside, c: over(type, '0', step, end) };
    }
  }
}

const REAL: ReadonlySet<string> = new Set('sqrt exp log sin cos pow floor ceil'.split(' '));

function call(name: string, args: readonly Printed[]): Printed {
  const [a = whole('0'), b = whole('0')] = args;
  if (name === 'abs')
    return a.real
      ? real(`__builtin_fabs (${a.c})`)
      : whole(`({ ${INT} v_z = ${a.c}; v_z < 0 ? v_minus (0, v_z) : v_z; })`);
  if (name === 'min' || name === 'max') {
    const isReal = a.real || b.real;
    const [first, second] = isReal ? [asReal(a), asReal(b)] : [a.c, b.c];
    const type = isReal ? 'double' : INT;
    const sign = name === 'min' ? '<' : '>';
    const c = `({ ${type} v_x = ${first}, v_y = ${second}; v_y ${sign} v_x ? v_y : v_x; })`;
    return { c, real: isReal };
  }
  if (!REAL.has(name)) throw new Unprintable(`the function ${name}`);
  return real(`__builtin_${name} (${args.map(asReal).join(', ')})`);
}

function sorted(array: string, old: boolean, scope: TermScope): Printed {
  const [object] = objectNamed(array, scope);
  const size = BigInt(Math.floor(object.bytes / SCALARS[object.element].bytes));
  const index: Term = { kind: 'name', name: ' at' };
  const next: Term = {
    kind: 'binary',
    operator: '+',
    left: index,
    right: { kind: 'number', value: 1n },
  };
  const at = (place: Term): Term => ({ kind: 'element', array, old, index: place });
  return quantified(
    {
      kind: 'quantifier',
      quantifier: 'forall',
      index: ' at',
      low: { kind: 'number', value: 0n },
      high: { kind: 'number', value: size - 1n },
      body: { kind: 'binary', operator: '<=', left: at(index), right: at(next) },
    },
    scope,
  );
}
