import type { Fix } from '../../base/diagnostic.ts';
import type { Assumed } from '../finding.ts';

/** An assumption about arguments' values, with the lines that settle it. */
export function assumedOf(
  usual: (name: string) => number,
  values: readonly (readonly [name: string, value: number])[],
  other = 'size',
): Assumed | undefined {
  if (values.length === 0) return undefined;
  const lines = (of: (value: number) => string): readonly Fix[] =>
    values.map(([name, value]) => ({
      line: `#pragma tuner input ${name} = ${of(value)}`,
      where: 'top',
    }));
  const words = values.map(([name, value]) => `${name} is ${value}`).join(' and ');
  return {
    words,
    so: lines(String),
    otherwise: lines(() => other),
    usual: values.map(([name]) => `${name} is ${usual(name)}`).join(' and '),
    arguments: Object.fromEntries(values.map(([name]) => [name, usual(name)])),
  };
}
