import { SCALARS } from '../../front/scalar.ts';
import type { Value, ValueProgram } from '../program.ts';
import { valuesIn } from '../walk.ts';
import { allowedArguments } from './allowed-arguments.ts';
import { argumentsIn } from './dependence.ts';
import { pointsTo } from './points-to.ts';
import { constantIn } from './steps.ts';

/** Bytes of the longest vector of four. */
const LONGEST = 16;

/** What is taken for an argument that nobody states, by its name: as many as there are items; where
 * several bytes of an array make an element, as many bytes as those take. */
export function usualArguments(program: ValueProgram): (name: string | undefined) => number {
  const { code, objects, usual = {} } = program;
  const [size] = program.global;
  const { of } = pointsTo(program);
  const isOfBytes = (object: number): boolean => {
    const { element, members, space } = objects[object] ?? {};
    const isPlain = members === undefined && (space === 'global' || space === 'constant');
    return isPlain && element !== undefined && SCALARS[element].bytes === 1;
  };
  /** Several bytes make an element: something in it is multiplied by a number. */
  const hasSteps = (address: Value): boolean => {
    const met = new Set<number>();
    const waiting = [address];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      for (const part of valuesIn(next)) {
        const isStep = part.kind === 'binary' && (part.operator === '*' || part.operator === '<<');
        if (isStep && (constantIn(part.right) ?? constantIn(part.left) ?? 0) > 1) return true;
        if (part.kind !== 'register' || met.has(part.register)) continue;
        met.add(part.register);
        for (const step of code)
          if (step.kind === 'set' && step.target === part.register) waiting.push(step.value);
      }
    return false;
  };
  const wider = code.flatMap((step) => {
    if (step.kind !== 'load' && step.kind !== 'store' && step.kind !== 'atomic') return [];
    const targets = of(step.address);
    const isByBytes = targets !== 'any' && [...targets].some(isOfBytes);
    const isWider = SCALARS[step.type].bytes > 1 || hasSteps(step.address);
    return isByBytes && isWider ? [step.address] : [];
  });
  const names = new Set(wider.length === 0 ? [] : argumentsIn(program)(wider));
  const wanted = (name = ''): number => usual[name] ?? (names.has(name) ? size * LONGEST : size);
  const { registers } = program;
  const allowed = new Map(
    [...allowedArguments(program, (register) => wanted(registers[register]?.name))].map(
      ([register, value]) => [registers[register]?.name, value] as const,
    ),
  );
  return (name) => allowed.get(name) ?? wanted(name);
}
