import { settersOf, valuesIn } from '../walk.ts';
import type { Value, ValueProgram } from '../program.ts';

/** The instructions, other than plain steps, whose results reach values through registers. */
export function loadsBehind({ code }: ValueProgram): (values: readonly Value[]) => Set<number> {
  const setters = settersOf(code);
  return (values) => {
    const loads = new Set<number>();
    const met = new Set<number>();
    const waiting = [...values];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      for (const part of valuesIn(next)) {
        if (part.kind !== 'register' || met.has(part.register)) continue;
        met.add(part.register);
        for (const index of setters.get(part.register) ?? []) {
          const step = code[index];
          if (step?.kind === 'set') waiting.push(step.value);
          else loads.add(index);
        }
      }
    return loads;
  };
}
