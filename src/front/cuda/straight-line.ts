import type { TreeNode } from '../tree-node.ts';
import { isConditional, loopsAround } from './host-loops.ts';
import { contains } from './host-text.ts';

/** The value that a variable has at a place, where the text goes there in a straight line. */
export function lastSet(
  values: readonly TreeNode[],
  place: TreeNode | undefined,
): TreeNode | undefined {
  const last = values
    .filter((each) => place && each.endIndex <= place.startIndex)
    .toSorted((a, b) => a.startIndex - b.startIndex)
    .at(-1);
  const statement = last && statementOf(last);
  const block = statement?.parent;
  if (!place || !last || block?.type !== 'compound_statement' || !contains(block, place))
    return undefined;
  const isPlain = (each: TreeNode): boolean =>
    statementOf(each)?.parent?.type === 'compound_statement' && !isConditional(each, place);
  if (isElsewhere(place, block) || !values.every(isPlain)) return undefined;
  // A round before may have set it again.
  const isOpen = loopsAround(place).some(
    (loop) => !contains(loop, last) && values.some((each) => contains(loop, each)),
  );
  return isOpen ? undefined : last;
}

/** The statement that only gives a variable this value. */
function statementOf(value: TreeNode): TreeNode | undefined {
  const { parent } = value;
  // `dim3 block(64);` reads as a function's declaration.
  if (/^(?:init|function)_declarator$/.test(parent?.type ?? '')) return parent?.parent ?? undefined;
  const isPlain =
    parent?.type === 'assignment_expression' &&
    parent.childForFieldName('operator')?.text === '=' &&
    parent.parent?.type === 'expression_statement';
  return isPlain ? parent.parent : undefined;
}

/** A lambda is called at another time, and jumps lead anywhere. */
function isElsewhere(place: TreeNode, block: TreeNode): boolean {
  let at: TreeNode | null = place;
  while (at && at.id !== block.id && at.type !== 'lambda_expression') at = at.parent;
  if (at?.type === 'lambda_expression') return true;
  while (at?.parent && at.type !== 'function_definition') at = at.parent;
  return at?.descendantsOfType('goto_statement').length !== 0;
}
