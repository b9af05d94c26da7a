import type { Node as TreeNode } from 'web-tree-sitter';

/** The node that names the type of a launch's argument: a declared variable, or an object made there. */
export function typeNodeOf(arg: TreeNode | undefined): TreeNode | undefined {
  if (arg?.type === 'call_expression') return arg.childForFieldName('function') ?? undefined;
  if (arg?.type === 'compound_literal_expression')
    return arg.childForFieldName('type') ?? undefined;
  if (arg?.type !== 'identifier') return undefined;
  for (let around = arg.parent; around !== null; around = around.parent) {
    const found = around
      .descendantsOfType(['declaration', 'parameter_declaration'])
      .find((each) => each?.childrenForFieldName('declarator').some((one) => names(one, arg.text)));
    const type = found?.childForFieldName('type');
    if (type) return type.type === 'placeholder_type_specifier' ? undefined : type;
  }
  return undefined;
}

/** The declarator declares a variable of the name. */
function names(declarator: TreeNode | null, name: string): boolean {
  if (declarator === null || declarator.type === 'function_declarator') return false;
  if (declarator.type === 'identifier') return declarator.text === name;
  return names(declarator.childForFieldName('declarator'), name);
}
