import type { TreeNode } from '../tree-node.ts';
import { named } from '../parsed.ts';
import type { Declarator } from '../syntax.ts';
import { isAllocatedInText } from './argument-arrays.ts';
import { callsOf } from './argument-types.ts';
import type { Frame } from './host-names.ts';
import type { Host } from './host.ts';
import { callsOfLambda, isOnlyCalled, lambdaAround, parametersOfLambda } from './host-lambdas.ts';
import { parametersOf, pathOf, withoutBrackets } from './host-text.ts';
import type { Launch } from './launch.ts';
import { isReadOnly } from './host-writers.ts';
import { distancesSeen, meetingPointers, pairsOf, type Passed } from './member-arrays.ts';
import { origins } from './origins.ts';
import { arrayIn, mayBeOneElement, partOf, pointersIn, sameArrayAs } from './passed-arrays.ts';
import { givenToElements, mayMeet, sidesOf } from './pointer-moves.ts';
import { DeviceChanges } from './run/device-changes.ts';
import { placesIn, roundsOf } from './run/seen.ts';
import { arrayOf } from './run/steps.ts';

/** Arguments of a launch that may come to be one array. */

/** Pairs of arguments that are not always two arrays.
 * @param isChosen the launch is run with other numbers than the text's */
export const meetingArrays = (
  host: Host,
  launch: Launch,
  parameters: readonly Declarator[],
  isChosen: boolean,
  ofOpenLength: readonly string[],
): readonly (readonly [string, string])[] => {
  const frame = host.frameAt(launch.node);
  // Calls of a lambda tell its arguments.
  const open =
    placesIn(host).allocates && !lambdaAround(launch.node)
      ? untoldPointers(host, launch, frame, parameters, ofOpenLength)
      : [];
  const passed = parameters.flatMap((parameter, i) => {
    const arg = launch.args[i];
    return arg && parameter.type.kind === 'pointer'
      ? [{ name: parameter.name, arg, place: i, member: '' }]
      : [];
  });
  const isInText = ({ place }: (typeof passed)[number]): boolean =>
    sameArrayAs(host, launch, frame, parameters, place) !== undefined;
  const isSeen = (one: { arg: TreeNode; member: string }, other: typeof one): boolean => {
    const seen = distancesSeen(host, one, other);
    return seen.length > 0 && !seen.includes(undefined);
  };
  const inText = passed.flatMap((one, i) =>
    passed.slice(i + 1).flatMap((other) => {
      const meets =
        mayBeOneElement(one.arg, other.arg) ||
        mayBeOneArray(host, one.arg, other.arg, frame) ||
        isElementOfOne(host, one.arg, other.arg) ||
        isElementOfOne(host, other.arg, one.arg) ||
        isPassedTwice(host, one.arg, other.arg, frame);
      return meets && !isInText(other) && !isSeen(one, other)
        ? [[one.name, other.name] as const]
        : [];
    }),
  );
  const inMembers = pairsOf(host, launch, parameters).flatMap(([one, other]) => {
    const isOfMember = one.member !== '' || other.member !== '';
    const [first, second] = [one, other].map((each) => sourceOf(host, each, frame));
    return isOfMember &&
      first &&
      second &&
      !isSeen(one, other) &&
      mayBeOneSource(host, first, second)
      ? [[one.name, other.name] as const]
      : [];
  });
  const seen = meetingPointers(host, launch, parameters, isChosen).flatMap(([one, other]) => {
    const own = passed.find(({ name }) => name === other.name);
    return one.member === '' && own && isInText(own) ? [] : [[one.name, other.name] as const];
  });
  const told = new Set([...inText, ...inMembers, ...seen].map((pair) => pair.toSorted().join(' ')));
  const others = open.filter((pair) => !told.has(pair.toSorted().join(' ')));
  const own = passed.flatMap(({ name, arg }) =>
    variablesAt(host, launch, arg).map((variable) => [name, variable] as const),
  );
  return [...inText, ...inMembers, ...seen, ...others, ...own];
};

/** Variables of the device that the kernel names, and that an argument leads to. */
function variablesAt(host: Host, { kernel }: Launch, arg: TreeNode): readonly string[] {
  const led = new Set((roundsOf(host, arg, true) ?? []).map(({ value }) => arrayOf(value)));
  const symbols = [...placesIn(host).run.symbols.values()].filter(({ memory }) => led.has(memory));
  const changes = symbols.length > 0 ? new DeviceChanges(host.root) : undefined;
  return symbols.flatMap(({ name }) => (changes?.mayFollow(kernel, name) ? [name] : []));
}

/** Pairs of which nobody tells where one leads; the kernel may write to one of them. */
function untoldPointers(
  host: Host,
  launch: Launch,
  frame: Frame,
  parameters: readonly Declarator[],
  ofOpenLength: readonly string[],
): readonly (readonly [string, string])[] {
  const isUntold = ({ name, arg, member, type }: Passed): boolean =>
    ofOpenLength.includes(name) && !isAllocatedInText(host, type, arg, frame, member);
  const isRead = ({ arg, member }: Passed): boolean =>
    member === '' && isReadOnly(host, launch.kernel, launch.args.indexOf(arg));
  return pairsOf(host, launch, parameters).flatMap(([one, other]) => {
    const seen = distancesSeen(host, one, other);
    const isTold = seen.length > 0 && !seen.includes(undefined);
    const isOpen = !isTold && (isUntold(one) || isUntold(other));
    return isOpen && !(isRead(one) && isRead(other)) ? [[one.name, other.name] as const] : [];
  });
}

interface Source {
  readonly node: TreeNode;
  readonly frame: Frame;
}

/** Where the text sets a pointer; that of a struct's member where the struct is made. */
const sourceOf = (host: Host, { arg, member, place }: Passed, frame: Frame): Source | undefined =>
  member === ''
    ? { node: arg, frame }
    : host.memberSource(arg, { name: member.slice(1), place }, frame);

const mayBeOneArray = (host: Host, one: TreeNode, other: TreeNode, frame: Frame): boolean =>
  mayBeOneSource(host, { node: one, frame }, { node: other, frame });

const mayBeOneSource = (host: Host, one: Source, other: Source): boolean =>
  sidesTogether(one.node, other.node).some(([side, otherSide]) =>
    placesOf(host, side, one.frame).some((each) =>
      placesOf(host, otherSide, other.frame).some(
        (there) =>
          there.frame.function?.id === each.frame.function?.id &&
          mayMeet(host.root, each.name, there.name, each.frame),
      ),
    ),
  );

/** One is an element of an array of pointers which was given what the other is, or one array twice. */
function isElementOfOne(host: Host, one: TreeNode, other: TreeNode): boolean {
  const [owner, itsOwner] = [pointersIn(one), pointersIn(other)];
  if (!owner) return false;
  const given = givenToElements(host.root, pathOf(owner));
  if (!itsOwner || pathOf(itsOwner) !== pathOf(owner))
    return given.includes(pathOf(arrayIn(other) ?? other));
  return given.some((each) => each.includes('[')) || new Set(given).size < given.length;
}

/** Some of the calls of the function or lambda around the launch pass one array for both. */
function isPassedTwice(host: Host, one: TreeNode, other: TreeNode, { function: inside }: Frame) {
  const lambda = lambdaAround(one);
  const names = lambda ? parametersOfLambda(lambda) : inside ? parametersOf(inside) : [];
  const [at = -1, there = -1] = [one, other].map((arg) => names.indexOf(arrayIn(arg)?.text ?? ''));
  if (lambda ? Math.max(at, there) < 0 : !inside || Math.min(at, there) < 0) return false;
  // Elsewhere it may be called with one array.
  if (lambda && !isOnlyCalled(lambda)) return at >= 0 && there >= 0;
  const calls = lambda ? callsOfLambda(lambda) : inside ? callsOf(inside) : [];
  return calls.some((call) => {
    const args = named(call.childForFieldName('arguments'));
    const first = at < 0 ? one : args[at];
    const second = there < 0 ? other : args[there];
    return first && second && mayBeOneArray(host, first, second, host.frameAt(call));
  });
}

function placesOf(host: Host, arg: TreeNode, frame: Frame) {
  const array = partOf(host, arg, frame)?.array ?? arrayIn(arg);
  return array ? [...origins(host, array, frame)] : [];
}

/** Pairs that two arguments may be in one launch: of `x ? a : b` and `x ? b : a` never `a` twice. */
function sidesTogether(one: TreeNode, other: TreeNode): readonly (readonly [TreeNode, TreeNode])[] {
  const [first, second] = [one, other].map(withoutBrackets);
  const [asked, askedToo] = [first, second].map(
    (each) => each?.childForFieldName('condition')?.text,
  );
  if (first && second && asked !== undefined && asked === askedToo)
    return ['consequence', 'alternative'].flatMap((side) => {
      const [own, its] = [first, second].map((each) => each.childForFieldName(side));
      return own && its ? sidesTogether(own, its) : [];
    });
  return sidesOf(one).flatMap((side) => sidesOf(other).map((its) => [side, its] as const));
}
