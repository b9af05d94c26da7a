import { SCALARS } from '../../front/scalar.ts';
import type { ValueProgram } from '../program.ts';
import { argumentsIn } from './dependence.ts';
import { pointsTo } from './points-to.ts';

/** Bytes of the longest vector of four. */
const LONGEST = 16;

/** What is taken for an argument that nobody states, by its name: as many as there are items; where
 * an array of bytes is read as wider elements, as many bytes as they take. */
export function usualArguments(program: ValueProgram): (name: string | undefined) => number {
  const { code, objects } = program;
  const [size] = program.global;
  const { of } = pointsTo(program);
  const isOfBytes = (object: number): boolean => {
    const { element, members, space } = objects[object] ?? {};
    const isPlain = members === undefined && (space === 'global' || space === 'constant');
    return isPlain && element !== undefined && SCALARS[element].bytes === 1;
  };
  const wider = code.flatMap((step) => {
    if (step.kind !== 'load' && step.kind !== 'store' && step.kind !== 'atomic') return [];
    const targets = of(step.address);
    const isByBytes = targets !== 'any' && [...targets].some(isOfBytes);
    return isByBytes && SCALARS[step.type].bytes > 1 ? [step.address] : [];
  });
  const names = new Set(wider.length === 0 ? [] : argumentsIn(program)(wider));
  return (name) => (name !== undefined && names.has(name) ? size * LONGEST : size);
}
