import type { Assumed } from '../finding.ts';
import { assumedOf } from './assumed-arguments.ts';
import type { Trial } from './trial.ts';

/** The key of those that are taken first. */
export const USUAL = '';

/** Which arguments an input has, of those that nobody states. */
export const argumentsOf = ({ unusual }: Trial): string => unusual.join(' ') || USUAL;

/** The same by name. */
export const valuesIn = (key: string): ReadonlyMap<string, number> =>
  new Map(
    key.split(' ').flatMap((each): [string, number][] => {
      const [name = '', value] = each.split(',');
      return value === undefined ? [] : [[name, Number(value)]];
    }),
  );

/** Arguments that choose what a kernel does, where others avoid a fault. @param avoiding keys of such */
export function assumedModes(
  modes: readonly string[],
  avoiding: readonly string[],
  usual: (name: string) => number,
): Assumed | undefined {
  const way = avoiding
    .map(valuesIn)
    .find((values) =>
      [...values].every(([name, value]) => modes.includes(name) || value === usual(name)),
    );
  if (way === undefined || modes.length === 0) return undefined;
  const assumed = (valueOf: (name: string) => number) =>
    assumedOf(
      usual,
      modes.map((name) => [name, valueOf(name)]),
    );
  const otherOf = (name: string): number => way.get(name) ?? usual(name);
  const [own, other] = [assumed(usual), assumed(otherOf)];
  const given = Object.fromEntries(modes.map((name) => [name, otherOf(name)]));
  return own && other && { ...own, otherwise: other.so, usual: other.words, arguments: given };
}
