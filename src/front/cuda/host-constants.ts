import type { TreeNode } from '../tree-node.ts';
import { show } from '../expr.ts';
import { bytesOf } from '../layout.ts';
import { contentsFrom } from './host-contents.ts';
import { chosen, MOST_VALUES } from './listed-contents.ts';
import { named as children } from '../parsed.ts';
import type { Type } from '../syntax.ts';
import { builtInType } from '../types.ts';
import type { Copied, Frame } from './host-names.ts';
import type { Host } from './host.ts';
import { contains, declarationOf, functionAround, parametersOf, plainType } from './host-text.ts';
import type { Launch } from './launch.ts';
import { launchesIn } from './launch.ts';
import { modifiersOf, parametersIn } from './declarators.ts';
import { isKind, runtimeCall } from './runtime-calls.ts';
import { typeOfCuda } from './words.ts';

/** Lists of numbers that the host copies to `__constant__` arrays. */

/** Calls through which an array is passed to the constant. */
const MOST_CALLS = 3;

/** A constant array's contents, in the pragmas' language. */
export function constantContents(
  host: Host,
  symbol: string,
  { node, frame, bytes }: Copied,
  to: Type | undefined,
): string | undefined {
  const width = to?.kind === 'scalar' ? bytesOf(to) : undefined;
  if (node.type !== 'identifier' || bytes === undefined || !to || !width) return undefined;
  const list = listOf(host, node.text, frame, MOST_CALLS);
  const held = declarationOf(node.text, frame.function, host.root)?.type;
  if (list === undefined && held !== undefined && isScalarType(held, to))
    return filledBy(host, node, frame, { bytes, width });
  if (list === undefined) return undefined;
  if (!isOfType(list.node, to)) return undefined;
  const values = children(list.node).map((each) =>
    to.kind === 'scalar' ? host.number(each, list.frame, to.scalar) : undefined,
  );
  if (values.length === 0 || values.length > MOST_VALUES) return undefined;
  // `sizeof` of an argument is that of a pointer.
  const isArgument = frame.function && parametersOf(frame.function).includes(node.text);
  const whole = isArgument === true ? symbol : `(?:${symbol}|${node.text})`;
  const isAll = new RegExp(`^sizeof\\s*\\(?\\s*${whole}\\s*\\)?$`).test(bytes.text);
  const copied = isAll
    ? undefined
    : host.elements(bytes, frame, { texts: new Set(), bytes: width });
  const isEnough = copied?.kind === 'number' && copied.value >= values.length;
  if (!isAll && !isEnough) return undefined;
  const told = values.flatMap((value) => value ?? []);
  // The rest of a list is 0.
  return told.length === values.length ? chosen([...told, '0'], 0, told.length + 1) : undefined;
}

/** Contents that a loop puts into the whole array that is copied. */
function filledBy(
  host: Host,
  node: TreeNode,
  frame: Frame,
  { bytes, width }: { readonly bytes: TreeNode; readonly width: number },
): string | undefined {
  const filled = contentsFrom(host, node.text, frame, { until: node });
  const copied = host.elements(bytes, frame, { texts: new Set(), bytes: width });
  const isAll = filled?.rounds && copied && show(filled.rounds) === show(copied);
  return isAll ? filled.text : undefined;
}

/** A list of an array with one dimension, of a constant's element type. */
function isOfType({ parent: made }: TreeNode, to: Type): boolean {
  const array = made?.childForFieldName('declarator');
  const isFlat =
    array?.type === 'array_declarator' &&
    array.childForFieldName('declarator')?.type === 'identifier';
  return isFlat && isScalarType(made?.parent?.childForFieldName('type')?.text ?? '', to);
}

/** A type's name is that of the constant's elements. */
function isScalarType(name: string, to: Type): boolean {
  const text = plainType(name);
  const type = typeOfCuda(text) ?? builtInType(text);
  return to.kind === 'scalar' && type?.kind === 'scalar' && type.scalar === to.scalar;
}

/** A constant has what this copy gives it, whenever the kernel is launched. */
export const isSurelyCopied = (
  host: Host,
  symbol: string,
  { node }: Copied,
  launch: Launch,
): boolean => isCopiedBefore(host, node, launch) && !isUsedElsewhere(host, symbol, node);

/** A copy is done whenever the kernel is launched. */
function isCopiedBefore(host: Host, copy: TreeNode, launch: Launch): boolean {
  const launches = launchesIn(host.root).filter(({ kernel }) => kernel === launch.kernel);
  return [launch, ...launches].every(({ node }) => isDoneBefore(host, copy, node, MOST_CALLS));
}

function isDoneBefore(host: Host, place: TreeNode, launch: TreeNode, calls: number): boolean {
  const inside = functionAround(place);
  const block = inside && blockOf(place, inside);
  if (inside === undefined || !block) return false;
  for (let at: TreeNode | undefined = launch, left = MOST_CALLS; at && left >= 0; left -= 1) {
    const around = functionAround(at);
    if (around?.id === inside.id)
      return place.startIndex < at.startIndex && at.endIndex <= block.endIndex;
    at = around && host.onlyCall(around);
  }
  const isOfBody = block.id === inside.childForFieldName('body')?.id;
  const call = calls > 0 && isOfBody ? host.onlyCall(inside) : undefined;
  const isLeft = inside
    .descendantsOfType(['return_statement', 'throw_statement'])
    .some((each) => each.startIndex < place.startIndex);
  return call !== undefined && !isLeft && isDoneBefore(host, call, launch, calls - 1);
}

/** The block in which a statement is always done, of which this is a part. */
function blockOf(place: TreeNode, inside: TreeNode): TreeNode | undefined {
  if (inside.descendantsOfType(['goto_statement', 'try_statement']).length > 0) return undefined;
  let at: TreeNode | null = place;
  while (at && !/^(?:expression_statement|declaration)$/.test(at.type)) {
    const isPart =
      /^(?:call_expression|argument_list|assignment_expression|init_declarator|pointer_expression)$/;
    if (at.id !== place.id && !isPart.test(at.type)) return undefined;
    at = at.parent;
  }
  return at?.parent?.type === 'compound_statement' ? at.parent : undefined;
}

/** The host says a constant's name in more than its declaration, the copy and sizes. */
function isUsedElsewhere(host: Host, symbol: string, copy: TreeNode): boolean {
  const call = callAround(copy);
  return host.root.descendantsOfType(['identifier', 'string_content']).some((each) => {
    if (each.text !== symbol) return false;
    let at: TreeNode | null = each;
    while (at && !/^(?:function_definition|declaration)$/.test(at.type)) {
      const callee = at.childForFieldName('function')?.text ?? '';
      const isRead = at.type === 'sizeof_expression' || isKind(callee, 'from symbol');
      if (at.id === call?.id || isRead) return false;
      // Its initial contents are not read here.
      const made = at.type === 'init_declarator' ? at.childForFieldName('declarator') : null;
      if (made && contains(made, each)) return true;
      at = at.parent;
    }
    const around = at?.type === 'function_definition' ? at : at && functionAround(at);
    if (!around) return at?.type !== 'declaration';
    const words = modifiersOf(around);
    return !words.has('__global__') && !words.has('__device__');
  });
}

function callAround(node: TreeNode): TreeNode | undefined {
  let at = node.parent;
  while (at && at.type !== 'call_expression') at = at.parent;
  return at ?? undefined;
}

/** The list that an array begins with, where nothing changes it afterwards. */
function listOf(
  host: Host,
  name: string,
  frame: Frame,
  calls: number,
): { readonly node: TreeNode; readonly frame: Frame } | undefined {
  const made = host.declared(name, frame);
  if (made === undefined || calls === 0) return undefined;
  if (!isKept(host, name, frame.function ?? host.root, calls)) return undefined;
  if (made.node.type === 'identifier') return listOf(host, made.node.text, made.frame, calls - 1);
  const isOfHere = made.frame.function?.id === frame.function?.id;
  const isSame = isOfHere || isKept(host, name, host.root, calls);
  return made.node.type === 'initializer_list' && isSame ? made : undefined;
}

/** A part of the text only reads an array. */
function isKept(host: Host, name: string, inside: TreeNode, calls: number): boolean {
  return inside
    .descendantsOfType('identifier')
    .every((each) => each.text !== name || isRead(host, each, calls));
}

function isRead(host: Host, { parent: at, ...own }: TreeNode, calls: number): boolean {
  const { startIndex } = own;
  switch (at?.type) {
    case 'array_declarator':
    case 'parameter_declaration':
    case 'pointer_declarator':
    case 'sizeof_expression':
      return true;
    case 'parenthesized_expression':
      return at.parent?.type === 'sizeof_expression';
    case 'subscript_expression':
      return at.childForFieldName('argument')?.startIndex === startIndex && isValue(at);
    case 'argument_list': {
      const callee = at.parent?.childForFieldName('function')?.text ?? '';
      const place = children(at).findIndex((each) => each.startIndex === startIndex);
      const use = runtimeCall(callee)?.use(place);
      if (use === 'reads' || use === 'writes') return use === 'reads';
      const definition = host.definition(callee);
      const parameter = definition && parametersOf(definition)[place];
      if (definition === undefined || parameter === undefined || calls === 0) return false;
      const isConstant = /^[^*[]*\bconst\b/.test(parametersIn(definition)[place]?.text ?? '');
      return isConstant || isKept(host, parameter, definition, calls - 1);
    }
    default:
      return false;
  }
}

/** An element's value is taken, and nothing can change it there. */
function isValue(element: TreeNode): boolean {
  const { parent: at, startIndex } = element;
  switch (at?.type) {
    case 'assignment_expression':
      return at.childForFieldName('right')?.startIndex === startIndex;
    case 'init_declarator':
      return at.childForFieldName('declarator')?.type === 'identifier';
    case 'binary_expression':
      return !/^(?:<<|>>)$/.test(at.childForFieldName('operator')?.text ?? '');
    case 'condition_clause':
    case 'subscript_argument_list':
      return true;
    case 'argument_list':
      return isKind(at.parent?.childForFieldName('function')?.text ?? '', 'print');
    default:
      return false;
  }
}
