import type { MemoryObject, Value, ValueProgram } from '../program.ts';
import type { Input, Unset } from '../specification.ts';
import { pointsTo } from './points-to.ts';

/** Nobody states the object or argument before a run. */
export const openInput = (input: Input | undefined): boolean =>
  input === undefined || input.kind === 'unknown' || input.kind === 'unset';

/** The object has contents before a kernel runs. */
export const isFilled = ({ space, input }: MemoryObject): boolean =>
  input?.kind !== 'unset' && (input !== undefined || space === 'global' || space === 'constant');

/** Bytes of an argument's array that the host's text leaves unset, and the line that tells. */
export const unsetOf = ({
  input,
  bytes,
}: Pick<MemoryObject, 'input' | 'bytes'>): Unset | undefined => {
  if (input?.kind === 'unset') return { gaps: [{ from: 0, to: bytes }], line: input.line };
  return input?.kind === 'unknown' || input?.kind === 'given' ? input.unset : undefined;
};

/** The text leaves out what sets an array that is read: so it may for others. */
export const isSetElsewhere = ({ objects }: ValueProgram): boolean =>
  objects.some(({ input }) => input?.kind === 'unknown' && input.isLeftOut === true);

/** Items may read an object with unstated contents. One only written influences nothing. */
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

/** The program may read something the text does not state. */
export const readsUnknown = (program: ValueProgram): boolean =>
  program.registers.some(({ input }) => input?.kind === 'unknown') || readsOpenObjects(program);

/** All values of a range are inputs. */
export const hasChoices = ({ objects, registers }: ValueProgram): boolean =>
  [...objects, ...registers].some(({ input }) => input?.kind === 'any');
