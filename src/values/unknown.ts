import { pointsTo } from './run/points-to.ts';
import type { Value, ValueProgram } from './program.ts';

/** Whether a program may read something of which the text does not say what it is before it runs. */
export function readsUnknown(program: ValueProgram): boolean {
  const { code, objects, registers } = program;
  if (registers.some(({ input }) => input?.kind === 'unknown')) return true;
  const unknown = new Set(
    objects.flatMap(({ input }, index) => (input?.kind === 'unknown' ? [index] : [])),
  );
  const { of } = pointsTo(program);
  const isUnknown = (address: Value): boolean => {
    const targets = of(address);
    return (
      unknown.size > 0 && (targets === 'any' || [...targets].some((each) => unknown.has(each)))
    );
  };
  return code.some((step) => {
    if (step.kind === 'load' || step.kind === 'atomic') return isUnknown(step.address);
    return step.kind === 'copy' && isUnknown(step.from);
  });
}
