import { CONSTANT_NAMES } from '../base/constants.ts';
import { type Expr, namesIn } from './expr.ts';
import { blankComments } from './lexer.ts';
import type { Pragma } from './pragma.ts';
import { type Wavefronts, wavefrontsOf } from './warp.ts';

/** Values of arguments that are made of numbers, parameters and constants of the platform. */
export const statedIn = (
  pragmas: readonly Pragma[],
  parameters: readonly string[],
): ReadonlyMap<string, Expr> =>
  new Map(
    pragmas.flatMap((pragma): [string, Expr][] => {
      if (pragma.kind !== 'value') return [];
      const isKnown = (name: string): boolean =>
        parameters.includes(name) || CONSTANT_NAMES.some((each) => each === name);
      const { expr } = pragma.value;
      return [...namesIn(expr)].every(isKnown) ? [[pragma.target.name, expr]] : [];
    }),
  );

/** The wavefronts that a HIP text is read for. */
export function wavefrontsIn(source: string, pragmas: readonly Pragma[]): Wavefronts | undefined {
  const stated = pragmas.find((each) => each.kind === 'value' && each.target.name === 'warpSize');
  const told = stated?.kind === 'value' ? stated.value.text.trim() : undefined;
  return wavefrontsOf(blankComments(source).text, told);
}
