import { hull, type Interval, sure } from '../../base/interval.ts';
import { isInteger, type Scalar } from '../../front/scalar.ts';
import type { Value, ValueProgram } from '../program.ts';
import { settersOf, writtenIn } from '../walk.ts';
import { onlyTarget, type PointsTo } from './points-to.ts';
import { constantIn } from './steps.ts';

/** The numbers that a register may have read, of an array that holds none but stated ones. */
export function statedContents(
  { code, objects }: ValueProgram,
  points: PointsTo,
): (register: number) => Interval | undefined {
  const setters = settersOf(code);
  const known = new Map<string, Interval | undefined>();
  const constantStored = (type: Scalar, at: number): number | undefined => {
    const step = code[at];
    return step?.kind === 'store' && step.type === type ? constantIn(step.value) : undefined;
  };
  const beginning = (object: number, type: Scalar): Interval | 'nothing' | undefined => {
    const { input, element, members, length } = objects[object] ?? {};
    if (input === undefined) return 'nothing';
    // What is behind an end that was assumed is not stated.
    if (element !== type || members !== undefined || length === 'assumed') return undefined;
    if (input.kind === 'any') return sure(input.low, input.high);
    return input.kind === 'given' && input.values.length > 0 ? around(input.values) : undefined;
  };
  const contents = (object: number, type: Scalar): Interval | undefined => {
    const begins = beginning(object, type);
    if (begins === undefined) return undefined;
    const isWritten = (address: Value | undefined): boolean => {
      const targets = address && points.of(address);
      return targets === 'any' || targets?.has(object) === true;
    };
    const writers = [...code.keys()].filter((at) => code[at] && isWritten(writtenIn(code[at])));
    const stored = writers.map((at) => constantStored(type, at));
    if (stored.includes(undefined)) return undefined;
    const all = stored.map((each) => sure(Number(each), Number(each)));
    const [first, ...others] = begins === 'nothing' ? all : [begins, ...all];
    return first && others.reduce(hull, first);
  };
  return (register) => {
    const [setter = -1, another] = setters.get(register) ?? [];
    const step = code[setter];
    if (another !== undefined || step?.kind !== 'load' || !isInteger(step.type)) return undefined;
    const object = onlyTarget(points.of(step.address));
    if (object === undefined) return undefined;
    const key = `${object} ${step.type}`;
    if (!known.has(key)) known.set(key, contents(object, step.type));
    return known.get(key);
  };
}

const around = (values: readonly (number | bigint)[]): Interval =>
  sure(
    values.reduce<number>((least, each) => Math.min(least, Number(each)), Infinity),
    values.reduce<number>((most, each) => Math.max(most, Number(each)), -Infinity),
  );
