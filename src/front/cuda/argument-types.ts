import type { Node as TreeNode } from 'web-tree-sitter';
import { nameOfCallee } from './calls.ts';
import { named } from '../parsed.ts';

/** Helpers that pass an argument on are followed this far. */
const DEEPEST = 4;

/** The node that tells the type of a launch's argument: the type of a declared variable or of an object
 * made there, or a lambda. */
export function typeNodeOf(arg: TreeNode | undefined, depth = 0): TreeNode | undefined {
  if (arg?.type === 'lambda_expression') return arg;
  if (arg?.type === 'call_expression') return arg.childForFieldName('function') ?? undefined;
  if (arg?.type === 'compound_literal_expression')
    return arg.childForFieldName('type') ?? undefined;
  if (arg?.type !== 'identifier' || depth > DEEPEST) return undefined;
  for (let around = arg.parent; around !== null; around = around.parent) {
    const found = around
      .descendantsOfType(['declaration', 'parameter_declaration'])
      .find((each) => each?.childrenForFieldName('declarator').some((one) => names(one, arg.text)));
    const type = found?.childForFieldName('type');
    if (!found || !type) continue;
    if (type.type === 'placeholder_type_specifier')
      return typeNodeOf(initialOf(found, arg.text), depth + 1);
    const passed = found.type === 'parameter_declaration' ? passedFor(found, type) : undefined;
    return passed === undefined ? type : typeNodeOf(passed, depth + 1);
  }
  return undefined;
}

/** A call's argument for a parameter whose type its function's template leaves open. */
function passedFor(parameter: TreeNode, type: TreeNode): TreeNode | undefined {
  let definition: TreeNode | null = parameter;
  while (definition !== null && definition.type !== 'function_definition')
    definition = definition.parent;
  const template = definition?.parent?.type === 'template_declaration' ? definition.parent : null;
  const isOpen = template
    ?.childForFieldName('parameters')
    ?.namedChildren.some((each) => each?.text.endsWith(` ${type.text}`));
  return isOpen === true ? passedFrom(parameter)?.[0] : undefined;
}

/** Arguments of the first call of a parameter's function, from the parameter on. */
function passedFrom(parameter: TreeNode): readonly TreeNode[] | undefined {
  const list = parameter.parent;
  const declarator = list?.parent;
  const name = declarator?.childForFieldName('declarator')?.text;
  if (!list || name === undefined) return undefined;
  const index = named(list).findIndex(({ id }) => id === parameter.id);
  let root: TreeNode = parameter;
  while (root.parent !== null) root = root.parent;
  const call = root.descendantsOfType('call_expression').find((each) => {
    const callee = each?.childForFieldName('function');
    return callee && nameOfCallee(callee)[0] === name;
  });
  return call ? named(call.childForFieldName('arguments')).slice(index) : undefined;
}

/** The arguments that `args...` of a function's own pack stands for. */
export function packPassed(expansion: TreeNode): readonly TreeNode[] {
  const name = expansion.childForFieldName('pattern')?.text;
  for (let around = expansion.parent; around !== null; around = around.parent) {
    const found = around
      .descendantsOfType('variadic_parameter_declaration')
      .find((each) => each?.descendantsOfType('identifier').at(-1)?.text === name);
    if (found) return passedFrom(found) ?? [];
  }
  return [];
}

function initialOf(declaration: TreeNode, name: string): TreeNode | undefined {
  const found = declaration
    .childrenForFieldName('declarator')
    .find((each) => each?.type === 'init_declarator' && names(each, name));
  return found?.childForFieldName('value') ?? undefined;
}

/** The declarator declares a variable of the name. */
function names(declarator: TreeNode | null, name: string): boolean {
  if (declarator === null || declarator.type === 'function_declarator') return false;
  if (declarator.type === 'identifier') return declarator.text === name;
  // A reference has its name in no field.
  const inner = declarator.childForFieldName('declarator');
  return names(
    inner ?? (declarator.type === 'reference_declarator' ? declarator.namedChild(0) : null),
    name,
  );
}
