import type { Slots, Values } from './names.ts';

/** Results that are kept: parameters that nothing depends on are often among the last, which change fastest. */
const MOST = 64;

/** The same function, that need not be called again for values it has been called with lately. What it comes to must
 * depend on them alone. */
export function remembered<Result>(
  slots: Slots,
  compute: (values: Values) => Result,
): (values: Values) => Result {
  const known = new Map<string, Result>();
  return (values) => {
    const { count } = slots;
    const key = Array.from(values).join(' ');
    const found = known.get(key);
    if (found !== undefined) return found;
    const result = compute(values);
    // A name that was met only now has no value in the key.
    if (slots.count !== count) known.clear();
    else known.set(key, result);
    for (const oldest of known.keys()) {
      if (known.size <= MOST) break;
      known.delete(oldest);
    }
    return result;
  };
}
