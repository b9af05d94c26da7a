import type { MemoryObject, Value, ValueProgram } from '../program.ts';
import type { Input } from '../specification.ts';
import { pointsTo } from './points-to.ts';

/** Whether nobody says what an object or an argument is before a run. */
export const openInput = (input: Input | undefined): boolean =>
  input === undefined || input.kind === 'unknown';

/** Whether an object has anything in it before a kernel runs. */
export const isFilled = ({ space, input }: MemoryObject): boolean =>
  input !== undefined || space === 'global' || space === 'constant';

/** Whether the items of a program may read an object of which nobody says what is in it before. What is only
 * written has no influence on anything. */
export function readsOpenObjects(program: ValueProgram): boolean {
  const open = new Set(
    program.objects.flatMap((object, index) =>
      isFilled(object) && openInput(object.input) ? [index] : [],
    ),
  );
  if (open.size === 0) return false;
  const { of } = pointsTo(program);
  const isOpen = (address: Value): boolean => {
    const targets = of(address);
    return targets === 'any' || [...targets].some((each) => open.has(each));
  };
  return program.code.some((step) => {
    if (step.kind === 'load' || step.kind === 'atomic') return isOpen(step.address);
    return step.kind === 'copy' && isOpen(step.from);
  });
}

/** Whether a program may read anything of which the text does not say what it is before it runs. */
export const readsUnknown = (program: ValueProgram): boolean =>
  program.registers.some(({ input }) => input?.kind === 'unknown') || readsOpenObjects(program);

/** Whether all values of a range are inputs of a program. */
export const hasChoices = ({ objects, registers }: ValueProgram): boolean =>
  [...objects, ...registers].some(({ input }) => input?.kind === 'any');
