import type { Value, ValueProgram } from '../program.ts';
import { nameOf, valuesIn } from '../walk.ts';
import { definitionsOf } from './definitions.ts';
import type { Flow } from './flow.ts';

/** A store changes what a load has read at the same place. */
export function updates(
  program: ValueProgram,
  flow: Flow,
): (load: number, store: number) => boolean {
  const { code } = program;
  const { reaching } = definitionsOf(program, flow);
  /** Steps that a store's value is made of. */
  const made = new Map<number, ReadonlySet<number>>();
  const madeOf = (store: number, value: Value): ReadonlySet<number> => {
    const known = made.get(store);
    if (known !== undefined) return known;
    const found = new Set<number>();
    const waiting: (readonly [Value, number])[] = [[value, store]];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      for (const part of valuesIn(next[0])) {
        const setter = part.kind === 'register' ? reaching(part.register, next[1]) : undefined;
        if (setter === undefined || found.has(setter)) continue;
        found.add(setter);
        const set = code[setter];
        if (set?.kind === 'set') waiting.push([set.value, setter]);
      }
    made.set(store, found);
    return found;
  };
  const isUpdate = (load: number, store: number): boolean => {
    const [read, write] = [code[load], code[store]];
    return (
      read?.kind === 'load' &&
      write?.kind === 'store' &&
      nameOf(read.address) === nameOf(write.address) &&
      madeOf(store, write.value).has(load)
    );
  };
  // Every race of the two asks again.
  const known = new Map<number, boolean>();
  return (load, store) => {
    const pair = load * code.length + store;
    const is = known.get(pair) ?? isUpdate(load, store);
    known.set(pair, is);
    return is;
  };
}
