import type { TreeNode } from '../tree-node.ts';
import { named as children } from '../parsed.ts';
import type { Declarator } from '../syntax.ts';
import { placeIn } from './called-names.ts';
import { numberOf } from './followed.ts';
import { type Frame, seenAt } from './host-names.ts';
import type { Host } from './host.ts';
import { contains, parametersOf, withoutBrackets } from './host-text.ts';
import { isReadOnly } from './host-writers.ts';
import { loopsAround } from './host-loops.ts';
import { type Launch, launchesIn } from './launch.ts';
import { origins } from './origins.ts';
import { arrayIn } from './passed-arrays.ts';
import { isKind, runtimeCall } from './runtime-calls.ts';
import { type Empty, emptySeen } from './run/seen.ts';

/** Pointers that the host's text leaves without anything to read: null, or memory that was never set. */

/** Those of a launch, by their names. */
export const emptyArguments = (
  host: Host,
  { args }: Launch,
  frame: Frame,
  parameters: readonly Declarator[],
): readonly (Empty & { readonly name: string })[] =>
  parameters.flatMap(({ name, type }, i) => {
    const arg = args[i];
    if (!arg) return [];
    if (type.kind === 'struct')
      return (type.members ?? []).flatMap((member) => {
        const is = member.type.kind === 'pointer' && emptySeen(host, arg, `.${member.name}`);
        return is ? [{ ...is, name: `${name}.${member.name}` }] : [];
      });
    const found =
      type.kind === 'pointer' ? (emptyAt(host, arg, frame) ?? emptySeen(host, arg)) : undefined;
    return found ? [{ ...found, name }] : [];
  });

/** A call that sets an array from its beginning. */
interface Setting {
  readonly call: TreeNode;
  readonly frame: Frame;
}

/** Undefined wherever the text may set it otherwise. */
function emptyAt(host: Host, arg: TreeNode, frame: Frame): Empty | undefined {
  if (isNull(arg)) return { is: 'null', by: arg };
  const passed = arrayIn(arg);
  if (passed?.type !== 'identifier') return undefined;
  const settings: Setting[] = [];
  for (const { name, frame: own, site } of origins(host, passed, frame)) {
    const { function: inside } = own;
    if (isNull(site)) return { is: 'null', by: site };
    const calls = inside && site.type === 'identifier' && settingCalls(host, name, inside, site);
    if (!calls) return undefined;
    settings.push(...calls.map((call) => ({ call, frame: own })));
    if (parametersOf(inside).includes(name)) continue;
    const by = allocationOf(name, inside, site);
    return by && (settings.length === 0 ? { is: 'unset', by } : partly(host, by, own, settings));
  }
  return undefined;
}

/** All that is set is the array's beginning. */
function partly(
  host: Host,
  allocation: TreeNode,
  frame: Frame,
  settings: readonly Setting[],
): Empty | undefined {
  const bytesOf = (call: TreeNode, place: number, own: Frame): number =>
    numberOf(host.value(children(call.childForFieldName('arguments'))[place], seenAt(call, own))) ??
    Infinity;
  const all = bytesOf(allocation, 1, frame);
  const set = Math.max(...settings.map(({ call, frame: own }) => bytesOf(call, 2, own)));
  const by = settings.at(-1)?.call;
  return by && set < all && all < Infinity ? { is: 'unset', by, part: { set, all } } : undefined;
}

const isNull = (node: TreeNode): boolean => {
  const inner = withoutBrackets(node);
  const value = inner.type === 'cast_expression' ? inner.childForFieldName('value') : undefined;
  return value ? isNull(value) : /^(?:nullptr|NULL|0)$/.test(inner.text);
};

/** The call that allocates what a variable of a function points to, if there is but one variable and one call. */
function allocationOf(name: string, inside: TreeNode, site: TreeNode): TreeNode | undefined {
  const declared = inside
    .descendantsOfType('pointer_declarator')
    .filter((each) => each.childForFieldName('declarator')?.text === name);
  const calls = inside.descendantsOfType('call_expression').flatMap((call) => {
    const callee = call.childForFieldName('function')?.text ?? '';
    const [first] = children(call.childForFieldName('arguments') ?? null);
    const isIt = first && placeIn(first).text === name && isKind(callee, 'allocate');
    return call && isIt ? [{ call, callee }] : [];
  });
  const [only, another] = calls;
  const isOfDevice = /Malloc(?:Async)?$/.test(only?.callee ?? '');
  const isBefore = only !== undefined && only.call.endIndex <= site.startIndex;
  const isSole = declared.length === 1 && another === undefined;
  return isSole && isBefore && isOfDevice ? only.call : undefined;
}

/** The calls that may come before a place and set an array from its beginning; undefined where something else may. */
function settingCalls(
  host: Host,
  name: string,
  inside: TreeNode,
  site: TreeNode,
): readonly TreeNode[] | undefined {
  if (inside.descendantsOfType('goto_statement').length > 0) return undefined;
  if (new RegExp(`^\\s*#\\s*define\\b.*\\b${name}\\b`, 'm').test(host.root.text)) return undefined;
  const isLater = inside
    .descendantsOfType('lambda_expression')
    .some((each) => each && contains(each, site));
  const around = loopsAround(site);
  const isBehind = (use: TreeNode): boolean =>
    !isLater && use.startIndex > site.endIndex && !around.some((loop) => contains(loop, use));
  const uses = inside
    // `p(out)` of a declaration reads as a type.
    .descendantsOfType(['identifier', 'type_identifier'])
    .flatMap((use) =>
      use.text === name && use.id !== site.id && !isBehind(use) && !leaves(host, use) ? [use] : [],
    );
  const calls = uses.map(settingBy);
  return calls.every((each) => each !== undefined) ? calls : undefined;
}

/** `cudaMemset(a, ..)` or `cudaMemcpy(a, ..)` of a use of `a`. */
function settingBy(use: TreeNode): TreeNode | undefined {
  let at = use;
  while (at.parent && /^(?:parenthesized|cast)_expression$/.test(at.parent.type)) at = at.parent;
  const call = at.parent?.type === 'argument_list' ? at.parent.parent : undefined;
  const isIt =
    call?.type === 'call_expression' &&
    isKind(call.childForFieldName('function')?.text ?? '', 'set', 'copy') &&
    children(at.parent)[0]?.id === at.id;
  return isIt ? call : undefined;
}

/** This use neither sets what the pointer leads to, nor hands the pointer on. */
function leaves(host: Host, use: TreeNode): boolean {
  if (use.type === 'type_identifier') return false;
  let at = use;
  let isPlace = false;
  for (;;) {
    const { parent } = at;
    switch (parent?.type) {
      case 'parenthesized_expression':
      case 'cast_expression':
        break;
      case 'pointer_expression':
        if (!parent.text.startsWith('&')) return isMeasured(parent);
        isPlace = true;
        break;
      case 'subscript_expression':
        return isMeasured(parent);
      case 'binary_expression':
        if (/^[!=]=$/.test(parent.childForFieldName('operator')?.text ?? '')) return true;
        if (parent.childForFieldName('operator')?.text !== '+') return false;
        break;
      case 'unary_expression':
        return parent.childForFieldName('operator')?.text === '!';
      case 'condition_clause':
      case 'sizeof_expression':
      case 'pointer_declarator':
      case 'parameter_declaration':
        return true;
      case 'argument_list':
        return leavesIn(host, parent, at, isPlace);
      default:
        return false;
    }
    at = parent;
  }
}

/** `sizeof *a` */
const isMeasured = ({ parent }: TreeNode): boolean =>
  parent?.type === 'sizeof_expression' ||
  (parent?.type === 'parenthesized_expression' && parent.parent?.type === 'sizeof_expression');

function leavesIn(host: Host, list: TreeNode, arg: TreeNode, isPlace: boolean): boolean {
  const call = list.parent;
  if (call?.type !== 'call_expression') return false;
  const [launch] = launchesIn(call).filter(({ node }) => node.id === call.id);
  if (launch) {
    const at = launch.args.findIndex(({ id }) => id === arg.id);
    return at >= 0 && isReadOnly(host, launch.kernel, at);
  }
  const place = children(list).findIndex(({ id }) => id === arg.id);
  const callee = call.childForFieldName('function')?.text ?? '';
  const use = host.definition(callee) ? undefined : runtimeCall(callee)?.use(place);
  if (isPlace) return use === 'makes' || use === 'leaves';
  return use === 'reads' || use === 'leaves' || use === 'frees';
}
