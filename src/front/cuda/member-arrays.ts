import type { TreeNode } from '../tree-node.ts';
import type { Declarator, Type } from '../syntax.ts';
import { pathOf } from './host-text.ts';
import type { Host } from './host.ts';
import type { Launch } from './launch.ts';
import { mayBeOneElement } from './passed-arrays.ts';
import { ofMember } from './run/contents.ts';
import { roundsOf, symbolPassed } from './run/seen.ts';

type Pointer = Extract<Type, { readonly kind: 'pointer' }>;

/** Arrays of which a launch passes one more than once, where the text alone does not say so. */

export interface Passed {
  readonly name: string;
  readonly arg: TreeNode;
  /** `.x`, or nothing of a pointer. */
  readonly member: string;
  /** In its struct. */
  readonly place: number;
  readonly type: Pointer;
}

/** Pointers that a launch passes, those in structs and in variables of the device too. */
const passedBy = (
  host: Host,
  { args, node }: Launch,
  parameters: readonly Declarator[],
): readonly Passed[] =>
  parameters.flatMap(({ name, type, space }, i): readonly Passed[] => {
    const arg = args[i] ?? symbolPassed(host, name, host.frameAt(node))?.arg;
    if (!arg || space === 'constant') return [];
    if (type.kind === 'pointer') return [{ name, arg, member: '', place: 0, type }];
    return (type.kind === 'struct' ? (type.members ?? []) : []).flatMap((each, place) =>
      each.type.kind === 'pointer'
        ? [{ name: `${name}.${each.name}`, arg, member: `.${each.name}`, place, type: each.type }]
        : [],
    );
  });

/** Elements from one pointer to another in each of the launch's rounds; undefined where one is not followed. */
export const distancesSeen = (
  host: Host,
  one: Pick<Passed, 'arg' | 'member'>,
  other: Pick<Passed, 'arg' | 'member'>,
): readonly (number | 'apart' | undefined)[] => {
  const [first = [], second] = [one, other].map(({ arg, member }) =>
    (roundsOf(host, arg, true) ?? []).map(({ value }) => ofMember(value, member)),
  );
  return first.map((value, i) => {
    const its = second?.[i];
    if (value?.kind !== 'pointer' || its?.kind !== 'pointer') return undefined;
    return value.to && value.to === its.to ? its.at - value.at : 'apart';
  });
};

/** Two lead into one array, always so many elements apart. */
function meets(host: Host, one: Passed, other: Passed): number | 'at times' | 'never' {
  const seen = distancesSeen(host, one, other);
  if (seen.length > 0 && !seen.includes(undefined)) {
    const [first] = seen;
    const isOne = seen.every((each) => each === first);
    if (!isOne || first === undefined) return 'at times';
    if (typeof first !== 'number') return 'never';
    const isPlain = one.member === '' && other.member === '';
    const isAlike = JSON.stringify(one.type.to) === JSON.stringify(other.type.to);
    return first === 0 || (isAlike && (isPlain || first > 0)) ? first : 'at times';
  }
  if (seen.some((each) => typeof each === 'number')) return 'at times';
  if (one.member !== other.member || one.member === '') return 'never';
  const isSame = pathOf(one.arg) === pathOf(other.arg) && !/\(|\+\+|--/.test(one.arg.text);
  return isSame ? 0 : mayBeOneElement(one.arg, other.arg) ? 'at times' : 'never';
}

export const pairsOf = (host: Host, launch: Launch, parameters: readonly Declarator[]) => {
  const passed = passedBy(host, launch, parameters);
  return passed.flatMap((other, i) => passed.slice(0, i).map((one) => [one, other] as const));
};

/** A place in the array of a pointer before this one that it always leads to. */
export function sameAsBefore(
  host: Host,
  launch: Launch,
  parameters: readonly Declarator[],
  name: string,
): string | undefined {
  for (const [one, other] of pairsOf(host, launch, parameters)) {
    const from = other.name === name ? meets(host, one, other) : 'never';
    if (from === 0) return one.name;
    // Numbers that are chosen are at other places.
    if (typeof from === 'number' && !host.isChoosing) return `${one.name} + ${from}`;
  }
  return undefined;
}

/** Those that do so at times, or at places that a launch with other numbers does not have. */
export const meetingPointers = (
  host: Host,
  launch: Launch,
  parameters: readonly Declarator[],
  isChosen: boolean,
): readonly (readonly [Passed, Passed])[] =>
  pairsOf(host, launch, parameters).filter(([one, other]) => {
    const from = meets(host, one, other);
    return from === 'at times' || (isChosen && typeof from === 'number' && from !== 0);
  });
