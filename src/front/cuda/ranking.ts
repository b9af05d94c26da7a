import type { TreeNode } from '../tree-node.ts';
import type { Expression, Type } from '../syntax.ts';
import { targetOf } from '../types.ts';
import { compare, type Conversion } from './conversion-ranks.ts';
import { modifiersOf } from './declarators.ts';
import type { Instance } from './instances.ts';
import { allOf, type Fits, isSame } from './patterns.ts';
import type { Candidate } from './structs.ts';

/** Overloads as C++ ranks them. */

/** A function that a call may mean. */
export interface Fit {
  readonly candidate: Candidate;
  readonly instance: Instance;
  /** Conversions, by argument. */
  readonly steps: readonly Conversion[];
  /** Arguments tell a template's parameter differently. */
  readonly isTorn: boolean;
}

/** Types of a function's parameters, be it places or values. */
export const takenBy = ({
  parameters,
  places,
  defaults,
}: Instance): readonly (Type | undefined)[] =>
  parameters
    .map(({ type }, at) => (places[at] === true ? targetOf(type) : type))
    .slice(parameters.length - defaults.length);

/** They take the same arguments. */
const isAlike = (one: Fit, other: Fit): Fits => {
  const [some, others] = [takenBy(one.instance), takenBy(other.instance)];
  const count = Math.min(one.steps.length, other.steps.length);
  return allOf(
    some.slice(0, count).map((type, at): Fits => {
      const its = others[at];
      return type === undefined || its === undefined ? undefined : isSame(type, its);
    }),
  );
};

/** Better, worse, or neither; undefined where the text does not tell. */
type Order = 'better' | 'worse' | 'equal' | 'apart';

function bySteps(one: Fit, other: Fit): Order {
  const orders = one.steps.map((step, i) => compare(step, other.steps[i] ?? step));
  const [isNearer, isFarther] = [orders.some((each) => each < 0), orders.some((each) => each > 0)];
  if (isNearer) return isFarther ? 'apart' : 'better';
  return isFarther ? 'worse' : 'equal';
}

const isTemplate = ({ candidate }: Fit): boolean => candidate.template.length > 0;

const requirement = ({ candidate: { node } }: Fit): boolean =>
  [...node.children, ...(node.parent?.type === 'template_declaration' ? node.parent.children : [])]
    .filter((each): each is TreeNode => each !== null)
    .some(({ type }) => type === 'requires_clause');

const isOfDevice = ({ candidate: { node } }: Fit): boolean => {
  const words = modifiersOf(node);
  return words.has('__device__') || words.has('__global__');
};

const hasBody = ({ candidate: { node } }: Fit): boolean => node.childForFieldName('body') !== null;

/** One is better than the other, whatever the rest.
 * @param isSpecial one template's parameters are a special form of the other's */
function isBetter(one: Fit, other: Fit, isSpecial: (one: Fit, other: Fit) => Fits): boolean {
  const order = bySteps(one, other);
  if (order !== 'equal') return order === 'better';
  if (isTemplate(one) !== isTemplate(other)) return isTemplate(other);
  if (isTemplate(one)) {
    const [more, less] = [isSpecial(one, other), isSpecial(other, one)];
    if (more !== less) return more === true && less === false;
    if (more === true && requirement(one) !== requirement(other)) return requirement(one);
  }
  return false;
}

/** Those of which none is better than the others: the one that is meant, or what nothing tells apart but
 * `const`. Empty where what they take differs. */
export function bestOf<T extends Fit>(
  fits: readonly T[],
  args: readonly Expression[],
  isSpecial: (one: Fit, other: Fit) => Fits,
): readonly T[] {
  if (fits.length < 2) return fits;
  const whole = fits.some(({ isTorn }) => !isTorn) ? fits.filter(({ isTorn }) => !isTorn) : fits;
  // An argument of an unknown type fits any.
  const isUnknown = args.some(
    ({ type, kind }, at) =>
      kind !== 'list' &&
      type === undefined &&
      whole.some((each) => {
        const [some, first] = [
          takenBy(each.instance)[at],
          takenBy((whole[0] ?? each).instance)[at],
        ];
        return some === undefined || first === undefined || isSame(some, first) !== true;
      }),
  );
  if (isUnknown) return [];
  const best = whole.filter(
    (one) => !whole.some((other) => other !== one && isBetter(other, one, isSpecial)),
  );
  const [first, another] = best;
  if (first === undefined || another === undefined) return best;
  if (!best.every((each) => bySteps(first, each) === 'equal' && isAlike(first, each) === true))
    return [];
  for (const asks of [isOfDevice, hasBody]) {
    const kept = best.filter(asks);
    if (kept.length > 0 && kept.length < best.length) return kept;
  }
  return best;
}
