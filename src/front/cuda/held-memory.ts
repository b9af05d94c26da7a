import type { TreeNode } from '../tree-node.ts';
import { named as children } from '../parsed.ts';
import { placeIn } from './called-names.ts';
import { isConditional, loopsAround } from './host-loops.ts';
import type { Frame } from './host-names.ts';
import type { Host } from './host.ts';
import { declarationOf, parametersOf, pathOf, valuesOf, withoutBrackets } from './host-text.ts';
import { arrayIn } from './passed-arrays.ts';
import { origins } from './origins.ts';
import { isNotHeldSeen } from './run/seen.ts';
import { isKind, runtimeCall } from './runtime-calls.ts';

/** Pointers that lead to no memory of the device when they are passed. */

/** Memory of the host. */
const OF_HOST = /^(?:(?:std::)?[mc]alloc\s*\(|new\b)/;

/** The device can access the host's memory. */
const IS_SHARED = /HostRegister|PageableMemoryAccess|MemAdvise/;

/** An argument's memory is freed before the launch, or was never the device's. */
export function isNotHeld(host: Host, arg: TreeNode, frame: Frame): boolean {
  const passed = arrayIn(arg);
  if (isNotHeldSeen(host, arg) && !IS_SHARED.test(host.root.text)) return true;
  if (passed === undefined) return false;
  const isElement = withoutBrackets(arg).type === 'subscript_expression';
  return [...origins(host, passed, frame)].some(
    ({ name, frame: own, site }) =>
      own.function !== undefined &&
      (isFreed(name, own.function, site) ||
        isOfHost(host, name, own.function) ||
        (!isElement && isMadeOnHost(host, name, own.function))),
  );
}

/** A local array, or a vector with the usual memory. */
function isMadeOnHost(host: Host, name: string, inside: TreeNode): boolean {
  const { type, declarator } = declarationOf(name, inside, inside) ?? { type: '' };
  const made = declarator?.childForFieldName('declarator');
  const array = made?.type === 'array_declarator' ? made : declarator;
  const isArray =
    array?.type === 'array_declarator' &&
    array.childForFieldName('declarator')?.type === 'identifier' &&
    array.parent?.type !== 'parameter_declaration';
  const isVector = /^(?:std::|thrust::host_)?vector<[^<>,]*>$/.test(type.replaceAll(' ', ''));
  const isStandard =
    !type.startsWith('vector') || /\busing\s+namespace\s+std\b/.test(host.root.text);
  return (isArray || (isVector && isStandard)) && !IS_SHARED.test(host.root.text);
}

/** The pointer is freed, or given other memory. */
interface Event {
  readonly node: TreeNode;
  readonly isFree: boolean;
}

function isFreed(array: string, inside: TreeNode, site: TreeNode): boolean {
  const events = inside
    .descendantsOfType(['call_expression', 'assignment_expression'])
    .flatMap((node) => (node && !isConditional(node, site) ? (eventOf(node, array) ?? []) : []));
  const isBefore = ({ node }: Event): boolean => node.startIndex < site.startIndex;
  if (events.findLast(isBefore)?.isFree === true) return true;
  // The round before may have freed it.
  return loopsAround(site).some(({ startIndex, endIndex }) => {
    const round = events.filter(
      ({ node }) => node.startIndex >= startIndex && node.endIndex <= endIndex,
    );
    const last = round.findLast(isBefore) ?? round.at(-1);
    return last?.isFree === true;
  });
}

function eventOf(node: TreeNode, array: string): Event | undefined {
  if (node.type === 'assignment_expression') {
    const target = node.childForFieldName('left');
    return target && pathOf(target) === array ? { node, isFree: false } : undefined;
  }
  const callee = node.childForFieldName('function')?.text ?? '';
  const given = givenTo(node, array);
  const isFree = isKind(callee, 'free');
  return given.length > 0 && (isFree || maySet(node, given)) ? { node, isFree } : undefined;
}

const givenTo = (call: TreeNode, array: string): readonly TreeNode[] =>
  children(call.childForFieldName('arguments')).filter((arg) => pathOf(placeIn(arg)) === array);

/** It is passed the pointer's place, or is a function that may take a reference. */
function maySet(call: TreeNode, given: readonly TreeNode[]): boolean {
  const callee = call.childForFieldName('function')?.text ?? '';
  const isLaunch = call.children.some((child) => child.type === 'kernel_call_syntax');
  const isPlain = isLaunch || runtimeCall(callee) !== undefined;
  return given.some(({ text }) => text.includes('&')) || (given.length > 0 && !isPlain);
}

/** Nothing, or nothing but the host's own memory, is ever put there. */
function isOfHost(host: Host, array: string, inside: TreeNode): boolean {
  if (parametersOf(inside).includes(array) || !isDeclaredIn(inside, array)) return false;
  const isSetElsewhere = inside
    .descendantsOfType('call_expression')
    .some((call) => call && maySet(call, givenTo(call, array)));
  const isCaptured = inside
    .descendantsOfType('lambda_expression')
    .some((each) => each.text.includes(array));
  const made = inside
    .descendantsOfType('init_declarator')
    .filter((each) => each.childForFieldName('declarator')?.text.replace(/^\*\s*/, '') === array)
    .flatMap((each) => each.childForFieldName('value') ?? []);
  const isOther = [...valuesOf(inside, array), ...made].some(
    (value) => !OF_HOST.test(plain(value)),
  );
  return !isSetElsewhere && !isCaptured && !isOther && !IS_SHARED.test(host.root.text);
}

/** `float *array`, and no array of pointers. */
const isDeclaredIn = (inside: TreeNode, array: string): boolean =>
  inside
    .descendantsOfType('pointer_declarator')
    .some((each) => each.childForFieldName('declarator')?.text === array);

/** The value without its casts. */
function plain(value: TreeNode): string {
  const inner = withoutBrackets(value);
  const isCast = /_cast\s*</.test(inner.childForFieldName('function')?.text ?? '');
  const [only] = isCast ? children(inner.childForFieldName('arguments')) : [];
  return only ? plain(only) : inner.text;
}
