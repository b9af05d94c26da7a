import type { TreeNode } from '../tree-node.ts';
import type { Declarator } from '../syntax.ts';
import { pathOf } from './host-text.ts';
import type { Host } from './host.ts';
import type { Launch } from './launch.ts';
import { mayBeOneElement } from './passed-arrays.ts';
import { ofMember, roundsOf } from './run/seen.ts';

/** Arrays that a launch passes in members of structs. */

interface Passed {
  readonly name: string;
  readonly arg: TreeNode;
  /** `.x`, or nothing of a pointer. */
  readonly member: string;
}

/** Pointers that a launch passes, those in structs too. */
const passedBy = ({ args }: Launch, parameters: readonly Declarator[]): readonly Passed[] =>
  parameters.flatMap(({ name, type }, i): readonly Passed[] => {
    const arg = args[i];
    if (!arg) return [];
    if (type.kind === 'pointer') return [{ name, arg, member: '' }];
    return (type.kind === 'struct' ? (type.members ?? []) : []).flatMap((each) =>
      each.type.kind === 'pointer'
        ? [{ name: `${name}.${each.name}`, arg, member: `.${each.name}` }]
        : [],
    );
  });

/** Two lead to one place in the launch's rounds; what nobody tells is never. */
function meets(host: Host, one: Passed, other: Passed): 'always' | 'at times' | 'never' {
  const [first, second] = [one, other].map(({ arg, member }) =>
    (roundsOf(host, arg, true) ?? []).map(({ value }) => ofMember(value, member)),
  );
  const places = (first ?? []).map((value, i) => {
    const its = second?.[i];
    return value?.kind === 'pointer' && its?.kind === 'pointer' && value.to
      ? value.to === its.to && value.at === its.at
      : undefined;
  });
  const isText = one.member === other.member && one.member !== '';
  if (places.length === 0 || places.includes(undefined)) {
    if (!isText) return 'never';
    const isSame = pathOf(one.arg) === pathOf(other.arg) && !/\(|\+\+|--/.test(one.arg.text);
    return isSame ? 'always' : mayBeOneElement(one.arg, other.arg) ? 'at times' : 'never';
  }
  return places.every((each) => each === true)
    ? 'always'
    : places.includes(true)
      ? 'at times'
      : 'never';
}

const pairsOf = (launch: Launch, parameters: readonly Declarator[]) => {
  const passed = passedBy(launch, parameters);
  return passed.flatMap((other, i) =>
    passed
      .slice(0, i)
      .flatMap((one) => (one.member === '' && other.member === '' ? [] : [[one, other] as const])),
  );
};

/** A pointer before this one that always leads to the same array, one of them in a struct. */
export const sameMemberAs = (
  host: Host,
  launch: Launch,
  parameters: readonly Declarator[],
  name: string,
): string | undefined =>
  pairsOf(launch, parameters).find(
    ([one, other]) => other.name === name && meets(host, one, other) === 'always',
  )?.[0].name;

/** Those that do so at times. */
export const meetingMembers = (
  host: Host,
  launch: Launch,
  parameters: readonly Declarator[],
): readonly (readonly [string, string])[] =>
  pairsOf(launch, parameters).flatMap(([one, other]) =>
    meets(host, one, other) === 'at times' ? [[one.name, other.name] as const] : [],
  );
