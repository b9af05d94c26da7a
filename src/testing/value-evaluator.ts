import type { ArithmeticOperator } from '../base/arithmetic-operators.ts';
import type { AtomicOperation, Instruction, Value, ValueProgram } from '../values/program.ts';
import { isFloat, isInteger, isSigned, SCALARS, type Scalar } from '../front/scalar.ts';

/** Runs the code of one work-item alone, as plainly as can be: integers are bigints, memory is bytes. */

type Number = number | bigint;

/** Steps after which a kernel is taken to run for ever. */
const MOST_STEPS = 1_000_000;

/** The bytes of each memory object after the first item has run; before, they are zeros or what `given` says. */
export function runItem(
  program: ValueProgram,
  given: Readonly<Record<string, Number>> = {},
): ReadonlyMap<string, DataView> {
  const { objects, code } = program;
  const memory = objects.map(({ bytes, input, element }) => {
    const view = new DataView(new ArrayBuffer(bytes));
    if (input?.kind === 'given')
      input.values.forEach((value, i) => write(view, i * SCALARS[element].bytes, element, value));
    return view;
  });
  const registers: (Number | undefined)[] = program.registers.map(({ name, type, input }) => {
    const value = name === undefined ? undefined : given[name];
    if (value !== undefined) return converted(value, type);
    return input?.kind === 'given' ? converted(input.values[0] ?? 0, type) : undefined;
  });

  const place = (address: Value): [DataView, number] => {
    const pointer = BigInt(of(address));
    const view = memory[Number(pointer >> 32n) - 1];
    if (view === undefined) throw new Error('a pointer to nothing');
    return [view, Number((pointer & 0xffffffffn) - 0x80000000n)];
  };

  const of = (value: Value): Number =>
    evaluated(
      value,
      registers,
      () => 0n,
      (register) => program.registers[register]?.name,
    );

  let at = 0;
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    const step: Instruction | undefined = code[at];
    if (step === undefined || step.kind === 'end')
      return new Map(
        objects.map(({ name }, i) => [name, memory[i] ?? new DataView(new ArrayBuffer(0))]),
      );
    at += 1;
    switch (step.kind) {
      case 'set':
        registers[step.target] = of(step.value);
        break;
      case 'load':
        registers[step.target] = read(...place(step.address), step.type);
        break;
      case 'store':
        write(...place(step.address), step.type, of(step.value));
        break;
      case 'jump':
        at = step.to;
        break;
      case 'branch':
        at = of(step.condition) === 0n ? step.otherwise : step.then;
        break;
      case 'assert':
        if (of(step.condition) === 0n) throw new Error(`${step.text} does not hold`);
        break;
      case 'atomic': {
        const [view, offset] = place(step.address);
        const old = read(view, offset, step.type);
        const [a = 0n, b = 0n] = step.operands.map(of);
        write(view, offset, step.type, updated(step.operation, old, a, b));
        if (step.target !== undefined) registers[step.target] = old;
        break;
      }
      case 'copy':
      case 'wait':
        throw new Error(`${step.kind} needs a group`);
      default:
        break;
    }
  }
  throw new Error('the kernel does not end');
}

/** The value of an expression over registers.
 * @param id of `get_local_id` and its like. */
export function evaluated(
  value: Value,
  registers: readonly (Number | undefined)[],
  id: (of: 'local' | 'group' | 'global', dimension: number) => bigint,
  nameOf: (register: number) => string | undefined = () => undefined,
): Number {
  const of = (part: Value): Number => evaluated(part, registers, id, nameOf);

  switch (value.kind) {
    case 'constant':
      return isFloat(value.type) ? value.value : BigInt(value.value);
    case 'register': {
      const found = registers[value.register];
      if (found === undefined)
        throw new Error(`${nameOf(value.register)} is read before it is written`);
      return found;
    }
    case 'id':
      return id(value.of, value.dimension);
    case 'address':
      return (BigInt(value.object) + 1n) * 2n ** 32n + 2n ** 31n;
    case 'offset':
      return BigInt(of(value.pointer)) + BigInt(of(value.bytes));
    case 'select':
      return of(value.condition) === 0n ? of(value.otherwise) : of(value.then);
    case 'unary': {
      const operand = of(value.operand);
      if (value.operator === '!') return Number(operand) === 0 ? 1n : 0n;
      if (typeof operand === 'number') return -operand;
      return converted(value.operator === '-' ? -operand : ~operand, value.type);
    }
    case 'convert':
      return converting(of(value.operand), value);
    case 'reinterpret': {
      const view = new DataView(new ArrayBuffer(8));
      write(view, 0, value.operand.type, of(value.operand));
      return read(view, 0, value.type);
    }
    case 'binary':
      return binary(of(value.left), of(value.right), value);
    case 'call':
      return called(value.name, value.args.map(of), value.args[0]?.type ?? value.type, value.type);
  }
}

/** A number as one of a type: integers are cut to their width. */
function converted(value: Number, type: Scalar): Number {
  if (type === 'float') return Math.fround(Number(value));
  if (isFloat(type)) return Number(value);
  const whole = typeof value === 'bigint' ? value : BigInt(Math.trunc(value));
  if (type === 'pointer') return whole;
  if (type === 'bool') return whole === 0n ? 0n : 1n;
  const bits = SCALARS[type].bytes * 8;
  return isSigned(type) ? BigInt.asIntN(bits, whole) : BigInt.asUintN(bits, whole);
}

function converting(
  value: Number,
  { type, saturate, rounding }: Extract<Value, { kind: 'convert' }>,
): Number {
  let made = value;
  if (typeof made === 'number' && isInteger(type)) {
    const ways = { rte: even, rtz: Math.trunc, rtp: Math.ceil, rtn: Math.floor };
    made = ways[rounding ?? 'rtz'](made);
  }
  if (saturate !== true) return converted(made, type);
  const bits = BigInt(SCALARS[type].bytes * 8);
  const low = isSigned(type) ? -(2n ** (bits - 1n)) : 0n;
  const high = isSigned(type) ? 2n ** (bits - 1n) - 1n : 2n ** bits - 1n;
  if (Number.isNaN(Number(made))) return 0n;
  if (made <= low) return low;
  return made >= high ? high : converted(made, type);
}

/** Halves go to the even neighbour. */
function even(value: number): number {
  const rounded = Math.round(value);
  return rounded - value === 0.5 && rounded % 2 !== 0 ? rounded - 1 : rounded;
}

/** The oracle's own table of C's operators: of big integers, and of doubles where C has it. */
const TABLE = {
  '==': [(a, b) => truth(a === b), (a, b) => truth(a === b)],
  '!=': [(a, b) => truth(a !== b), (a, b) => truth(a !== b)],
  '<': [(a, b) => truth(a < b), (a, b) => truth(a < b)],
  '<=': [(a, b) => truth(a <= b), (a, b) => truth(a <= b)],
  '>': [(a, b) => truth(a > b), (a, b) => truth(a > b)],
  '>=': [(a, b) => truth(a >= b), (a, b) => truth(a >= b)],
  '+': [(a, b) => a + b, (a, b) => a + b],
  '-': [(a, b) => a - b, (a, b) => a - b],
  '*': [(a, b) => a * b, (a, b) => a * b],
  '/': [(a, b) => a / b, (a, b) => a / b],
  '%': [(a, b) => a % b],
  '<<': [(a, b) => a << b],
  '>>': [(a, b) => a >> b],
  '&': [(a, b) => a & b],
  '|': [(a, b) => a | b],
  '^': [(a, b) => a ^ b],
} satisfies Record<ArithmeticOperator, Operator> as Record<ArithmeticOperator, Operator>;

type Operator = readonly [
  whole: (a: bigint, b: bigint) => Number,
  fraction?: (a: number, b: number) => Number,
];

const truth = (holds: boolean): bigint => (holds ? 1n : 0n);

function binary(a: Number, b: Number, value: Extract<Value, { kind: 'binary' }>): Number {
  const [whole, fraction] = TABLE[value.operator];
  if (typeof a === 'bigint' && typeof b === 'bigint') return converted(whole(a, b), value.type);
  if (fraction === undefined) throw new Error(`C has no ${value.operator} of floating numbers`);
  return converted(fraction(Number(a), Number(b)), value.type);
}

/** The value that an atomic operation leaves. */
export function updated(operation: AtomicOperation, old: Number, a: Number, b: Number): Number {
  switch (operation) {
    case 'add':
      return BigInt(old) + BigInt(a);
    case 'sub':
      return BigInt(old) - BigInt(a);
    case 'increment':
      return BigInt(old) + 1n;
    case 'decrement':
      return BigInt(old) - 1n;
    case 'increment-to':
      return old < a ? BigInt(old) + 1n : 0n;
    case 'decrement-from':
      return old > 0 && old <= a ? BigInt(old) - 1n : a;
    case 'compare-exchange':
      return old === a ? b : old;
    case 'min':
      return a < old ? a : old;
    case 'max':
      return a > old ? a : old;
    case 'and':
      return BigInt(old) & BigInt(a);
    case 'or':
      return BigInt(old) | BigInt(a);
    case 'xor':
      return BigInt(old) ^ BigInt(a);
    case 'load':
      return old;
    case 'exchange':
    case 'store':
      return a;
  }
}

function called(name: string, args: readonly Number[], type: Scalar, made: Scalar): Number {
  const [x = 0, y = 0, z = 0] = args;
  const bits = SCALARS[type].bytes * 8;
  const digits = BigInt.asUintN(bits, typeof x === 'bigint' ? x : 0n).toString(2);
  switch (name) {
    case 'clz':
      return BigInt(digits === '0' ? bits : bits - digits.length);
    case 'ctz':
      return BigInt(digits === '0' ? bits : (/0*$/.exec(digits)?.[0].length ?? 0));
    case 'popcount':
      return BigInt(digits.replaceAll('0', '').length);
    case 'mul_hi':
      return converted((BigInt(x) * BigInt(y)) >> BigInt(bits), made);
    case 'add_sat':
    case 'sub_sat': {
      const sum = name === 'add_sat' ? BigInt(x) + BigInt(y) : BigInt(x) - BigInt(y);
      const cut = converted(sum, made);
      if (cut === sum) return cut;
      const [least, most] = isSigned(made) ? [2n ** 63n, 2n ** 63n - 1n] : [0n, 2n ** 64n - 1n];
      return sum < 0n ? -least : most;
    }
    case 'mad_sat':
      return called('add_sat', [BigInt(x) * BigInt(y), z], type, made);
    case 'ldexp':
      return converted(Number(x) * 2 ** Number(y), made);
    case 'ilogb':
      return BigInt(Math.floor(Math.log2(Math.abs(Number(x)))));
    case 'rint':
      return converted(even(Number(x)), made);
    case 'round':
      return converted(Math.sign(Number(x)) * Math.round(Math.abs(Number(x))), made);
    case 'fabs':
      return Math.abs(Number(x));
    case 'fmin':
      return Math.min(Number(x), Number(y));
    case 'fmax':
      return Math.max(Number(x), Number(y));
    case 'fmod':
      return Number(x) % Number(y);
    case 'fma':
      return converted(Number(x) * Number(y) + Number(z), made);
    case 'copysign':
      return Number(y) < 0 || Object.is(y, -0) ? -Math.abs(Number(x)) : Math.abs(Number(x));
    case 'sqrt':
      return converted(Math.sqrt(Number(x)), made);
    case 'floor':
      return Math.floor(Number(x));
    case 'ceil':
      return Math.ceil(Number(x));
    case 'trunc':
      return Math.trunc(Number(x));
    case 'pow':
      return converted(Number(x) ** Number(y), made);
    case 'sin':
      return converted(Math.sin(Number(x)), made);
    case 'cos':
      return converted(Math.cos(Number(x)), made);
    default:
      throw new Error(`${name} is not known to this evaluator`);
  }
}

/** A scalar of memory, whose lowest byte comes first. */
export function read(view: DataView, offset: number, type: Scalar): Number {
  if (type === 'float') return view.getFloat32(offset, true);
  if (type === 'double') return view.getFloat64(offset, true);
  let bits = 0n;
  const { bytes } = SCALARS[type];
  for (let i = bytes - 1; i >= 0; i -= 1) bits = bits * 256n + BigInt(view.getUint8(offset + i));
  return type === 'half' ? halfOf(bits) : converted(bits, type);
}

export function write(view: DataView, offset: number, type: Scalar, value: Number): void {
  if (type === 'float') return view.setFloat32(offset, Number(value), true);
  if (type === 'double') return view.setFloat64(offset, Number(value), true);
  let bits = type === 'half' ? bitsOfHalf(Number(value)) : BigInt(value);
  for (let i = 0; i < SCALARS[type].bytes; i += 1) {
    view.setUint8(offset + i, Number(BigInt.asUintN(8, bits)));
    bits >>= 8n;
  }
}

/** Normal halves and zero. */
function halfOf(bits: bigint): number {
  const exponent = Number((bits >> 10n) & 31n);
  const size = exponent === 0 ? 0 : (1 + Number(bits & 1023n) / 1024) * 2 ** (exponent - 15);
  return bits >> 15n === 1n ? -size : size;
}

function bitsOfHalf(value: number): bigint {
  const size = Math.abs(value);
  if (size === 0) return 0n;
  const exponent = Math.floor(Math.log2(size));
  const fraction = even((size / 2 ** exponent - 1) * 1024);
  return BigInt((value < 0 ? 0x8000 : 0) + ((exponent + 15) << 10) + fraction);
}
