import type { TreeNode } from '../tree-node.ts';
import { named as children } from '../parsed.ts';
import type { Frame } from './host-names.ts';
import type { Host } from './host.ts';
import { declarationOf, pathOf } from './host-text.ts';
import { parametersIn } from './declarators.ts';
import { launchesIn } from './launch.ts';
import { isKind, runtimeCall } from './runtime-calls.ts';

/** Places of the host's text that may change what is in an array, other than by filling it with a loop or a copy. */

interface HowWritten {
  /** Copies to the whole array count too. */
  readonly areCopies: boolean;
}

export function writersOf(
  host: Host,
  array: string,
  frame: Pick<Frame, 'function'>,
  { areCopies, seen = new Set() }: HowWritten & { readonly seen?: Set<string> },
): readonly TreeNode[] {
  const { function: inside } = frame;
  seen.add(array);
  const [owner = array] = array.replace(/\[\]$/, '').split('.');
  const isOwn = inside !== undefined && declarationOf(owner, inside, inside) !== undefined;
  const names = new Set([array, owner]);
  return (isOwn ? inside : host.root)
    .descendantsOfType(['identifier', 'field_expression'])
    .flatMap((node) => {
      if (!names.has(pathOf(node))) return [];
      if (node.parent?.type === 'field_expression') return [];
      const name = otherNameFrom(node);
      const others =
        name === undefined || seen.has(name)
          ? []
          : writersOf(host, name, frame, { areCopies: true, seen }).filter(
              ({ startIndex }) => startIndex > node.startIndex,
            );
      return mayWrite(host, node, array, areCopies) ? [node, ...others] : others;
    });
}

/** `e` of `int *e = a`, by which the array may be written too. */
function otherNameFrom(node: TreeNode): string | undefined {
  let at = node;
  while (
    at.parent &&
    /^(?:parenthesized|cast|binary|conditional|pointer)_expression$/.test(at.parent.type)
  )
    at = at.parent;
  const { parent } = at;
  const isValue = ['value', 'right'].some(
    (field) => parent?.childForFieldName(field)?.id === at.id,
  );
  if (!parent || !isValue || isOfConstants(parent)) return undefined;
  const target = parent.childForFieldName('declarator') ?? parent.childForFieldName('left');
  return target?.descendantsOfType('identifier').at(-1)?.text;
}

function mayWrite(host: Host, node: TreeNode, array: string, areCopies: boolean): boolean {
  let at = node;
  let isElement = false;
  for (;;) {
    const { parent } = at;
    if (parent === null) return false;
    const isIn = (field: string): boolean => parent.childForFieldName(field)?.id === at.id;
    switch (parent.type) {
      case 'parenthesized_expression':
      case 'cast_expression':
      case 'binary_expression':
      case 'conditional_expression':
        break;
      case 'subscript_expression':
        if (!isIn('argument')) return false;
        isElement = true;
        break;
      case 'pointer_expression':
        isElement = !parent.text.startsWith('&');
        break;
      case 'argument_list':
        return parent.parent?.type === 'call_expression'
          ? isByCall(host, parent.parent, { arg: at, isElement, areCopies })
          : !isElement;
      case 'assignment_expression':
        return isIn('left') ? isElement && !isOfLoop(parent, array) : !isElement;
      case 'update_expression':
        return isElement;
      case 'init_declarator':
        return isIn('value') && !isElement && !isOfConstants(parent);
      case 'initializer_list':
      case 'return_statement':
      case 'lambda_capture_specifier':
        return !isElement;
      default:
        return false;
    }
    at = parent;
  }
}

/** `h[i] = ...` in a loop of `i`. */
function isOfLoop(set: TreeNode, array: string): boolean {
  const target = set.childForFieldName('left');
  const [index] = children(target?.childForFieldName('indices') ?? null);
  const isPlain = set.childForFieldName('operator')?.text === '=';
  if (target?.type !== 'subscript_expression' || !isPlain || !index) return false;
  if (pathOf(target.childForFieldName('argument') ?? target) !== array) return false;
  const block = set.parent?.parent;
  const loop = block?.type === 'for_statement' ? block : block?.parent;
  const made = loop?.type === 'for_statement' ? loop.childForFieldName('initializer') : null;
  return (
    made?.descendantsOfType('init_declarator')[0]?.childForFieldName('declarator')?.text ===
    index.text
  );
}

const isOfConstants = (made: TreeNode): boolean =>
  /\bconst\b/.test(made.parent?.text.split('*', 1)[0] ?? '');

interface Passed extends HowWritten {
  readonly arg: TreeNode;
  readonly isElement: boolean;
}

function isByCall(host: Host, call: TreeNode, { arg, isElement, areCopies }: Passed): boolean {
  const callee = call.childForFieldName('function');
  const name = callee?.text.replace(/<.*/s, '') ?? '';
  const place = children(call.childForFieldName('arguments')).findIndex(({ id }) => id === arg.id);
  const isPart = /[-+[]/.test(arg.text.replaceAll('->', '')) && !arg.text.endsWith('[0]');
  const use = runtimeCall(name)?.use(place) ?? 'anything';
  // Contents by a copy are read elsewhere.
  if (use === 'writes') return areCopies || isPart || !isKind(name, 'set', 'copy');
  if ((isElement && !arg.text.startsWith('&')) || use !== 'anything') return false;
  const [launch] = launchesIn(call).filter((each) => each.node.id === call.id);
  if (launch) {
    const at = launch.args.findIndex(({ id }) => id === arg.id);
    return at < 0 || !isReadOnly(host, launch.kernel, at);
  }
  const definition = host.definition(name);
  return !definition || !isConstantIn(definition, place);
}

const isConstantIn = (definition: TreeNode, place: number): boolean => {
  const text = parametersIn(definition)[place]?.text ?? '';
  const name = /\w+$/.exec(text)?.[0] ?? '';
  // Kernels may cast it away.
  const isCast = new RegExp(
    `const_cast\\b[^;]*\\b${name}\\b|\\(\\s*(?!const)[\\w ]+\\*\\s*\\)\\s*\\(?${name}\\b`,
  );
  return /\bconst\b[^*]*\*/.test(text) && !isCast.test(definition.text);
};

/** The kernel's parameter is a pointer. */
export const takesPointer = (host: Host, kernel: string, place: number): boolean =>
  parametersIn(host.definition(kernel))[place]?.text.includes('*') === true;

/** The kernel's parameter leads to constants. */
export function isReadOnly(host: Host, kernel: string, place: number): boolean {
  const definition = host.definition(kernel);
  return definition !== undefined && isConstantIn(definition, place);
}
