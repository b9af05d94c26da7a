import type { TreeNode } from '../tree-node.ts';
import { named as children } from '../parsed.ts';
import { placeIn } from './called-names.ts';
import type { Frame } from './host-names.ts';
import type { Host } from './host.ts';
import { contains, parametersOf, withoutBrackets } from './host-text.ts';
import { isReadOnly } from './host-writers.ts';
import { loopsAround } from './host-loops.ts';
import { launchesIn } from './launch.ts';
import { origins } from './origins.ts';
import { arrayIn } from './passed-arrays.ts';
import { isKind, runtimeCall } from './runtime-calls.ts';

/** Pointers that the host's text leaves without anything to read: null, or memory that was never set. */

/** An argument that leads nowhere, or to what nobody has set. */
export interface Empty {
  readonly is: 'null' | 'unset';
  /** The null pointer, or the allocation. */
  readonly by: TreeNode;
}

/** Undefined wherever the text may set it otherwise. */
export function emptyAt(host: Host, arg: TreeNode, frame: Frame): Empty | undefined {
  if (isNull(arg)) return { is: 'null', by: arg };
  const passed = arrayIn(arg);
  if (passed?.type !== 'identifier') return undefined;
  for (const { name, frame: own, site } of origins(host, passed, frame)) {
    const { function: inside } = own;
    if (isNull(site)) return { is: 'null', by: site };
    if (!inside || site.type !== 'identifier' || !isKept(host, name, inside, site))
      return undefined;
    if (parametersOf(inside).includes(name)) continue;
    const by = allocationOf(name, inside, site);
    return by && { is: 'unset', by };
  }
  return undefined;
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
    .filter((each) => each?.childForFieldName('declarator')?.text === name);
  const calls = inside.descendantsOfType('call_expression').flatMap((call) => {
    const callee = call?.childForFieldName('function')?.text ?? '';
    const [first] = children(call?.childForFieldName('arguments') ?? null);
    const isIt = first && placeIn(first).text === name && isKind(callee, 'allocate');
    return call && isIt ? [{ call, callee }] : [];
  });
  const [only, another] = calls;
  const isOfDevice = /Malloc(?:Async)?$/.test(only?.callee ?? '');
  const isBefore = only !== undefined && only.call.endIndex <= site.startIndex;
  const isSole = declared.length === 1 && another === undefined;
  return isSole && isBefore && isOfDevice ? only.call : undefined;
}

/** Nothing that may come before a place can have set it. */
function isKept(host: Host, name: string, inside: TreeNode, site: TreeNode): boolean {
  if (inside.descendantsOfType('goto_statement').length > 0) return false;
  if (new RegExp(`^\\s*#\\s*define\\b.*\\b${name}\\b`, 'm').test(host.root.text)) return false;
  const isLater = inside
    .descendantsOfType('lambda_expression')
    .some((each) => each && contains(each, site));
  const around = loopsAround(site);
  return (
    inside
      // `p(out)` of a declaration reads as a type.
      .descendantsOfType(['identifier', 'type_identifier'])
      .filter((each) => each?.text === name)
      .every(
        (use) =>
          use === null ||
          use.id === site.id ||
          (!isLater &&
            use.startIndex > site.endIndex &&
            !around.some((loop) => contains(loop, use))) ||
          leaves(host, use),
      )
  );
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
