import { SCALARS } from '../../front/scalar.ts';
import type { Value, ValueProgram } from '../program.ts';
import { onlySetting, partsOf, valuesIn, writtenIn } from '../walk.ts';
import { definitionsOf } from './definitions.ts';
import type { Flow } from './flow.ts';
import { objectsOf, type PointsTo } from './points-to.ts';

/** Bring several numbers to one. */
const SQUEEZES: ReadonlySet<string> = new Set(['/', '%', '>>', '&', '|', '==', '!=', '<', '>']);

/** Accesses of global memory at numbers of a list that the kernel is given, as of rows that do not depend on each
 * other: it may have each number once. Not those that add up, which are for lists that have some often. */
export function indexLists(
  program: ValueProgram,
  flow: Flow,
  points: PointsTo,
): (instruction: number) => boolean {
  const { code, objects } = program;
  const { all } = definitionsOf(program, flow);
  const setting = onlySetting(program);
  const written = new Set(
    code.flatMap((step) => {
      const address = writtenIn(step);
      return address === undefined ? [] : objectsOf(points.of(address), program);
    }),
  );
  const setterOf = (register: number) => {
    const [only, other] = all(register);
    return only === undefined || other !== undefined ? undefined : code[only];
  };
  const isList = (address: Value): boolean =>
    objectsOf(points.of(address), program).every((at) => {
      const object = objects[at];
      return object?.isArgument === true && !written.has(at) && SCALARS[object.element].bytes > 2;
    });
  const squeezes = (value: Value): boolean => {
    if (value.kind === 'binary' && SQUEEZES.has(value.operator)) return true;
    if (value.kind === 'select' || value.kind === 'call') return true;
    if (value.kind !== 'register') return partsOf(value).some(squeezes);
    const set = setting(value.register);
    if (set) return squeezes(set);
    const setter = setterOf(value.register);
    return setter?.kind === 'load' && !isList(setter.address);
  };
  /** Adds to what it has read there. */
  const addsUp = (value: Value, places: readonly number[]): boolean => {
    if (value.kind !== 'binary' || (value.operator !== '+' && value.operator !== '-')) return false;
    return [...valuesIn(value)].some((part) => {
      const setter = part.kind === 'register' ? setterOf(part.register) : undefined;
      if (setter?.kind !== 'load') return false;
      return objectsOf(points.of(setter.address), program).some((at) => places.includes(at));
    });
  };
  return (instruction) => {
    const step = code[instruction];
    if (step?.kind !== 'load' && step?.kind !== 'store') return false;
    const places = objectsOf(points.of(step.address), program);
    if (step.kind === 'store' && addsUp(step.value, places)) return false;
    return places.every((at) => objects[at]?.space === 'global') && !squeezes(step.address);
  };
}
