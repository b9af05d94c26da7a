import { productOf } from '../../base/product.ts';
import { hull, type Interval, sure } from '../../base/interval.ts';
import { isInteger, type Scalar } from '../../front/scalar.ts';
import type { Instruction, Value, ValueProgram } from '../program.ts';
import { settersOf, writtenIn } from '../walk.ts';
import { onlyTarget, type PointsTo } from './points-to.ts';
import { behind } from './regions.ts';
import { constantIn } from './steps.ts';

/** The numbers that a register may have read, of an array that holds none but stated ones. */
export function statedContents(
  program: ValueProgram,
  points: PointsTo,
): (register: number) => Interval | undefined {
  const { code, objects, global } = program;
  const setters = settersOf(code);
  const known = new Map<string, Interval | undefined>();
  const constantStored = (type: Scalar, at: number): number | undefined => {
    const step = code[at];
    return step?.kind === 'store' && step.type === type ? constantIn(step.value) : undefined;
  };
  const beginning = (object: number, type: Scalar): Interval | 'nothing' | undefined => {
    const { input, element, members, length } = objects[object] ?? {};
    if (input === undefined) return 'nothing';
    if (element !== type || members !== undefined) return undefined;
    if (input.kind === 'any') return sure(input.low, input.high);
    const found = input.kind === 'given' && input.values.length > 0 && around(input.values);
    // Behind an end that was assumed there may be others, but where all are one.
    return found && (length === 'stated' || found.low === found.high) ? found : undefined;
  };
  const writersOf = (object: number): readonly number[] => {
    const isWritten = (address: Value | undefined): boolean => {
      const targets = address && points.of(address);
      return targets === 'any' || targets?.has(object) === true;
    };
    return [...code.keys()].filter((at) => code[at] && isWritten(writtenIn(code[at])));
  };
  const contents = (object: number, type: Scalar): Interval | undefined => {
    const begins = beginning(object, type);
    if (begins === undefined) return undefined;
    const stored = writersOf(object).map((at) => constantStored(type, at));
    if (stored.includes(undefined)) return undefined;
    const all = stored.map((each) => sure(Number(each), Number(each)));
    const [first, ...others] = begins === 'nothing' ? all : [begins, ...all];
    return first && others.reduce(hull, first);
  };
  /** Numbers of a counter that only goes up, and not beyond all, are none below where it begins. */
  const counted = (object: number, type: Scalar): Interval | undefined => {
    const begins = beginning(object, type);
    if (begins === undefined) return undefined;
    let { low, high } = begins === 'nothing' ? sure(0, 0) : begins;
    let added = 0;
    for (const at of writersOf(object)) {
      const step = code[at];
      const up = step?.kind === 'atomic' && step.type === type ? upBy(step) : undefined;
      const stored = constantStored(type, at);
      if (up === undefined && stored === undefined) return undefined;
      low = Math.min(low, stored ?? low);
      high = Math.max(high, stored ?? high);
      added += (up ?? 0) * (behind(code, at).has(at) ? MOST_ROUNDS : 1) * productOf(global);
    }
    return low >= 0 && high + added <= MOST ? sure(0, MOST) : undefined;
  };
  return (register) => {
    const [setter = -1, another] = setters.get(register) ?? [];
    const step = code[setter];
    if (step?.kind !== 'load' && step?.kind !== 'atomic') return undefined;
    const object = onlyTarget(points.of(step.address));
    if (another !== undefined || object === undefined || !isInteger(step.type)) return undefined;
    const key = `${object} ${step.kind} ${step.type}`;
    const made = step.kind === 'load' ? contents : counted;
    if (!known.has(key)) known.set(key, made(object, step.type));
    return known.get(key);
  };
}

const MOST = 2 ** 31 - 1;
/** Times that an item adds in a loop. */
const MOST_ROUNDS = 2 ** 15;

/** The number that an atomic access adds. */
function upBy({ operation, operands }: Extract<Instruction, { kind: 'atomic' }>) {
  if (operation === 'load') return 0;
  if (operation === 'increment') return 1;
  const by = operation === 'add' && operands[0] !== undefined ? constantIn(operands[0]) : undefined;
  return by !== undefined && by >= 0 ? by : undefined;
}

const around = (values: readonly (number | bigint)[]): Interval =>
  sure(
    values.reduce<number>((least, each) => Math.min(least, Number(each)), Infinity),
    values.reduce<number>((most, each) => Math.max(most, Number(each)), -Infinity),
  );
