import type { Value, ValueProgram } from '../program.ts';
import { nameOf, valuesIn } from '../walk.ts';
import { definitionsOf } from './definitions.ts';
import type { Flow } from './flow.ts';

/** Values are followed this far back. */
const DEEPEST = 16;

/** A store changes what a load has read at the same place. */
export function updates(
  program: ValueProgram,
  flow: Flow,
): (load: number, store: number) => boolean {
  const { code } = program;
  const { reaching } = definitionsOf(program, flow);
  const isMadeOf = (load: number, value: Value, at: number, depth: number): boolean =>
    [...valuesIn(value)].some((part) => {
      const setter = part.kind === 'register' ? reaching(part.register, at) : undefined;
      if (setter === undefined || setter === load) return setter === load;
      const set = code[setter];
      return set?.kind === 'set' && depth < DEEPEST
        ? isMadeOf(load, set.value, setter, depth + 1)
        : false;
    });
  return (load, store) => {
    const [read, write] = [code[load], code[store]];
    return (
      read?.kind === 'load' &&
      write?.kind === 'store' &&
      nameOf(read.address) === nameOf(write.address) &&
      isMadeOf(load, write.value, store, 0)
    );
  };
}
