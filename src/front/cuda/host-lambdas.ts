import type { TreeNode } from '../tree-node.ts';
import { named as children } from '../parsed.ts';

/** Lambdas of the host, and their calls. */

/** A lambda that is kept under a name, by which it is called and nothing else; or called where it is made. */
export const isOnlyCalled = (lambda: TreeNode): boolean =>
  isCallee(lambda) || usesOf(lambda)?.every(isCallee) === true;

const isCallee = (node: TreeNode): boolean =>
  node.parent?.childForFieldName('function')?.id === node.id;

/** Its calls by its name, or where it is made. */
export const callsOfLambda = (lambda: TreeNode): readonly TreeNode[] =>
  [lambda, ...(usesOf(lambda) ?? [])].flatMap((use) =>
    isCallee(use) && use.parent ? [use.parent] : [],
  );

/** Where its name is used; undefined where it has none. */
function usesOf(lambda: TreeNode): readonly TreeNode[] | undefined {
  const name = lambda.parent?.childForFieldName('declarator');
  const block = lambda.parent?.parent?.parent;
  if (name?.type !== 'identifier' || block?.type !== 'compound_statement') return undefined;
  return block
    .descendantsOfType('identifier')
    .filter((use) => use.text === name.text && use.id !== name.id);
}

/** The innermost lambda that a place is in. */
export function lambdaAround(place: TreeNode): TreeNode | undefined {
  let at = place.parent;
  while (at && !/^(?:lambda_expression|function_definition)$/.test(at.type)) at = at.parent;
  return at?.type === 'lambda_expression' ? at : undefined;
}

export const parametersOfLambda = (lambda: TreeNode): readonly string[] =>
  children(lambda.childForFieldName('declarator')?.childForFieldName('parameters') ?? null).map(
    (each) => each.descendantsOfType('identifier').at(-1)?.text ?? '',
  );
