import type { TreeNode } from '../tree-node.ts';
import { nameOfCallee } from './callee.ts';
import { named } from '../parsed.ts';
import { functionDeclaratorOf, levelsOf, parametersIn } from './declarators.ts';
import { contains, functionAround } from './host-text.ts';

const PARAMETERS = ['parameter_declaration', 'optional_parameter_declaration'];

/** Where a node names the type of an object made there. */
const MADE_BY: Readonly<Record<string, string | undefined>> = {
  call_expression: 'function',
  compound_literal_expression: 'type',
};

/** Helpers that pass an argument on are followed this far. */
const DEEPEST = 4;

/** The node that tells a type, and how many pointers lead to it. */
interface Told {
  readonly node: TreeNode;
  readonly levels: number;
}

/** Truths and characters are no `int` here, as they are in C. */
const VALUES = /^(?:number_literal|(?:cast|pointer|subscript|field)_expression)$/;

/** An expression that has a type by itself. */
export const isValue = (node: TreeNode): boolean =>
  VALUES.test(node.type) ||
  (node.type === 'binary_expression' &&
    /^[-+*/%]$/.test(node.childForFieldName('operator')?.text ?? ''));

/** The node that tells the type of a launch's argument: the type of a declared variable or of an object
 * made there, a lambda, or a value.
 * @param path see `pathsTo` */
export function typeNodeOf(
  arg: TreeNode | undefined,
  path: CallPath = [],
  depth = 0,
): Told | undefined {
  if (!arg) return undefined;
  if (arg.type === 'lambda_expression' || isValue(arg)) return { node: arg, levels: 0 };
  const field = MADE_BY[arg.type];
  if (field !== undefined) {
    const node = arg.childForFieldName(field);
    return node ? { node, levels: 0 } : undefined;
  }
  if (arg.type !== 'identifier' || depth > DEEPEST) return undefined;
  for (let around = arg.parent; around !== null; around = around.parent) {
    const found = around
      .descendantsOfType(['declaration', ...PARAMETERS])
      .find((each) => declaratorIn(each, arg.text) !== undefined);
    const type = found?.childForFieldName('type');
    if (!found || !type) continue;
    const levels = levelsOf(declaratorIn(found, arg.text) ?? null);
    if (type.type === 'placeholder_type_specifier')
      return typeNodeOf(initialOf(found, arg.text), path, depth + 1);
    const passed = PARAMETERS.includes(found.type) ? passedFor(found, type, path[0]) : undefined;
    return passed === undefined
      ? withLevels(deducedBy(found, type, path, depth) ?? { node: type, levels: 0 }, levels)
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
): Told | undefined {
  const inside = functionAround(place);
  if (!inside || !isOpenIn(inside, type)) return undefined;
  const args = named(callsOf(inside)[call]?.childForFieldName('arguments') ?? null);
  for (const [i, parameter] of parametersIn(inside).entries()) {
    const own = parameter.childForFieldName('type');
    const isOf = own !== null && new RegExp(`\\b${type.text}\\b`).test(own.text);
    const given = isOf ? typeNodeOf(args[i], further, depth + 1) : undefined;
    if (!own || !given) continue;
    if (own.text === type.text)
      return withLevels(given, -levelsOf(parameter.childForFieldName('declarator')));
    const [parts, its] = [own, given.node].map((each) => each.descendantsOfType('type_descriptor'));
    const at = parts?.findIndex(({ text }) => text === type.text) ?? -1;
    const part = parts?.length === its?.length ? its?.[at] : undefined;
    if (part) return { node: part, levels: 0 };
  }
  return undefined;
}

const withLevels = ({ node, levels }: Told, more: number): Told => ({
  node,
  levels: levels + more,
});

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

/** Templates around a place are given their arguments by these names. */
function isGivenAlong(place: TreeNode, path: CallPath, uses: readonly TreeNode[]): boolean {
  const along = callsAlong(place, path).map((call) => call.childForFieldName('function'));
  return uses.every((use) => along.some((callee) => callee !== null && contains(callee, use)));
}

/** Only its name is there, of an instantiation or a pointer to it. */
export const UNCALLED: CallPath = [-1];

/** `go<1>(a)`, or `space::go<1>(a)`, and not `&go<1>`. */
function isCalled(use: TreeNode): boolean {
  let at = use;
  while (at.parent?.type === 'qualified_identifier') at = at.parent;
  return at.parent?.type === 'call_expression';
}

/** Calls of the function around a launch, which may pass it arguments of other types; one at least. */
export function callsAround(
  launch: TreeNode | undefined,
  uses: readonly TreeNode[],
): readonly CallPath[] {
  const around = launch && functionAround(launch);
  const paths = around ? pathsTo(around) : [];
  if (!launch || paths.length === 0) return [[]];
  if (!uses.every(isCalled)) return [UNCALLED];
  const given = paths.filter((path) => isGivenAlong(launch, path, uses));
  return given.length > 0 ? given : paths;
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
  return declaratorIn(declaration, name)?.childForFieldName('value') ?? undefined;
}

const declaratorIn = (declaration: TreeNode, name: string): TreeNode | undefined =>
  declaration.childrenForFieldName('declarator').find((each) => names(each, name));

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
