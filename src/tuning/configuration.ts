import type { Configuration } from './verifier.ts';

/** Equal configurations have equal keys. */
export const keyOf = (values: Configuration): string =>
  JSON.stringify(Object.entries(values).sort(([left], [right]) => (left < right ? -1 : 1)));

/** `WG 16, TS 4` */
export const showConfiguration = (values: Configuration): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ') || 'its one configuration';

/** Orders by value, first parameter first. */
export function compareConfigurations(left: Configuration, right: Configuration): number {
  for (const [name, value] of Object.entries(left)) {
    const difference = value - (right[name] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
