import type { Configuration } from './verifier.ts';

export const sameConfiguration = (left: Configuration, right: Configuration): boolean =>
  Object.keys(left).length === Object.keys(right).length &&
  Object.entries(left).every(([name, value]) => right[name] === value);

/** `WG 16, TS 4` */
export const showConfiguration = (values: Configuration): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

/** Order by the values of the parameters, the first parameter first. */
export function compareConfigurations(left: Configuration, right: Configuration): number {
  for (const [name, value] of Object.entries(left)) {
    const difference = value - (right[name] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
