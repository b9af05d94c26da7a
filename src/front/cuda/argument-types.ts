import type { TreeNode } from '../tree-node.ts';
import { nameOfCallee } from './callee.ts';
import { named } from '../parsed.ts';
import { functionDeclaratorOf, parametersIn } from './declarators.ts';
import { contains, functionAround } from './host-text.ts';

const PARAMETERS = ['parameter_declaration', 'optional_parameter_declaration'];

/** Helpers that pass an argument on are followed this far. */
const DEEPEST = 4;

/** The node that tells the type of a launch's argument: the type of a declared variable or of an object
 * made there, or a lambda.
 * @param path see `pathsTo` */
export function typeNodeOf(
  arg: TreeNode | undefined,
  path: CallPath = [],
  depth = 0,
): TreeNode | undefined {
  if (arg?.type === 'lambda_expression') return arg;
  if (arg?.type === 'call_expression') return arg.childForFieldName('function') ?? undefined;
  if (arg?.type === 'compound_literal_expression')
    return arg.childForFieldName('type') ?? undefined;
  if (arg?.type !== 'identifier' || depth > DEEPEST) return undefined;
  for (let around = arg.parent; around !== null; around = around.parent) {
    const found = around
      .descendantsOfType(['declaration', ...PARAMETERS])
      .find((each) => each?.childrenForFieldName('declarator').some((one) => names(one, arg.text)));
    const type = found?.childForFieldName('type');
    if (!found || !type) continue;
    if (type.type === 'placeholder_type_specifier')
      return typeNodeOf(initialOf(found, arg.text), path, depth + 1);
    const passed = PARAMETERS.includes(found.type) ? passedFor(found, type, path[0]) : undefined;
    return passed === undefined
      ? (deducedBy(found, type, path, depth) ?? type)
      : typeNodeOf(passed, path.slice(1), depth + 1);
  }
  return undefined;
}

/** A call's argument for a parameter whose type its function's template leaves open. */
function passedFor(parameter: TreeNode, type: TreeNode, call = 0): TreeNode | undefined {
  return isOpenIn(functionAround(parameter), type) ? passedFrom(parameter, call)?.[0] : undefined;
}

/** The function's template takes a type by this name. */
const isOpenIn = (definition: TreeNode | undefined, type: TreeNode): boolean =>
  templateOf(definition)
    ?.childForFieldName('parameters')
    ?.namedChildren.some((each) => each.text.endsWith(` ${type.text}`)) === true;

/** A type of the template around that a call's arguments tell: `double` of a `vector<double>` for `vector<T>`. */
function deducedBy(
  place: TreeNode,
  type: TreeNode,
  [call = 0, ...further]: CallPath,
  depth: number,
): TreeNode | undefined {
  const inside = functionAround(place);
  if (!inside || !isOpenIn(inside, type)) return undefined;
  const args = named(callsOf(inside)[call]?.childForFieldName('arguments') ?? null);
  for (const [i, parameter] of parametersIn(inside).entries()) {
    const own = parameter.childForFieldName('type');
    const isOf = own !== null && new RegExp(`\\b${type.text}\\b`).test(own.text);
    const given = isOf ? typeNodeOf(args[i], further, depth + 1) : undefined;
    if (!own || !given) continue;
    if (own.text === type.text) return given;
    const [parts, its] = [own, given].map((each) => each.descendantsOfType('type_descriptor'));
    const at = parts?.findIndex(({ text }) => text === type.text) ?? -1;
    const part = parts?.length === its?.length ? its?.[at] : undefined;
    if (part) return part;
  }
  return undefined;
}

const templateOf = (definition: TreeNode | undefined): TreeNode | undefined =>
  definition?.parent?.type === 'template_declaration' ? definition.parent : undefined;

/** Arguments of a call of a parameter's function, from the parameter on. */
function passedFrom(parameter: TreeNode, call: number): readonly TreeNode[] | undefined {
  const list = parameter.parent;
  const definition = functionAround(parameter);
  if (!list || definition === undefined) return undefined;
  const index = named(list).findIndex(({ id }) => id === parameter.id);
  const args = callsOf(definition)[call]?.childForFieldName('arguments');
  return args ? named(args).slice(index) : undefined;
}

/** A call of a function, of its calls in the text, and of the functions around it further on. */
export type CallPath = readonly number[];

/** The calls that lead to a function; whose types a template around one leaves open, by that one's calls. */
export function pathsTo(definition: TreeNode, depth = 0): readonly CallPath[] {
  return callsOf(definition).flatMap((call, index) => {
    const around = functionAround(call);
    const isOpen = around !== undefined && templateOf(around) !== undefined && depth < DEEPEST;
    const outer = isOpen ? pathsTo(around, depth + 1) : [];
    return (outer.length === 0 ? [[]] : outer).map((path) => [index, ...path]);
  });
}

/** Calls that a path to a place is made of, the innermost first. */
export function callsAlong(place: TreeNode, path: CallPath): readonly TreeNode[] {
  const calls: TreeNode[] = [];
  for (const index of path) {
    const around = functionAround(calls.at(-1) ?? place);
    const call = around && callsOf(around)[index];
    if (call) calls.push(call);
  }
  return calls;
}

/** Templates around a place are given their arguments by these names; a name that nobody calls is on each path. */
export function isGivenAlong(place: TreeNode, path: CallPath, uses: readonly TreeNode[]): boolean {
  const along = callsAlong(place, path).map((call) => call.childForFieldName('function'));
  return uses.every((use) => {
    const isCalled = use.parent?.type === 'call_expression';
    return !isCalled || along.some((callee) => callee !== null && contains(callee, use));
  });
}

/** The calls of a function in its text. */
export function callsOf(definition: TreeNode): readonly TreeNode[] {
  const declarator = functionDeclaratorOf(definition.childForFieldName('declarator'));
  const name = declarator?.childForFieldName('declarator')?.text;
  let root = definition;
  while (root.parent !== null) root = root.parent;
  return root.descendantsOfType('call_expression').flatMap((each) => {
    const callee = each.childForFieldName('function');
    return each && callee && name !== undefined && nameOfCallee(callee)[0] === name ? [each] : [];
  });
}

/** The arguments that `args...` of a function's own pack stands for. */
export function packPassed(expansion: TreeNode, [call = 0]: CallPath = []): readonly TreeNode[] {
  const name = expansion.childForFieldName('pattern')?.text;
  for (let around = expansion.parent; around !== null; around = around.parent) {
    const found = around
      .descendantsOfType('variadic_parameter_declaration')
      .find((each) => each.descendantsOfType('identifier').at(-1)?.text === name);
    if (found) return passedFrom(found, call) ?? [];
  }
  return [];
}

function initialOf(declaration: TreeNode, name: string): TreeNode | undefined {
  const found = declaration
    .childrenForFieldName('declarator')
    .find((each) => each.type === 'init_declarator' && names(each, name));
  return found?.childForFieldName('value') ?? undefined;
}

/** The declarator declares a variable of the name. */
function names(declarator: TreeNode | null, name: string): boolean {
  if (declarator === null || declarator.type === 'function_declarator') return false;
  if (declarator.type === 'identifier') return declarator.text === name;
  // A reference has its name in no field.
  const inner = declarator.childForFieldName('declarator');
  return names(
    inner ??
      (declarator.type === 'reference_declarator' ? (declarator.namedChildren[0] ?? null) : null),
    name,
  );
}
