import { named as children } from '../../parsed.ts';
import type { TreeNode } from '../../tree-node.ts';
import { functionDeclaratorOf } from '../declarators.ts';
import type { ElementType, Scope } from './cells.ts';
import { declaredBy } from './types.ts';

/** `float` for the `T` of `T *p`, where a call gives a `float *`. */
export function deduced(
  name: string,
  definition: TreeNode,
  args: readonly TreeNode[],
  scope: Scope,
): ElementType | undefined {
  const parameters = functionDeclaratorOf(
    definition.childForFieldName('declarator'),
  )?.childForFieldName('parameters');
  for (const [i, parameter] of children(parameters ?? null).entries()) {
    const declarator = parameter.childForFieldName('declarator');
    const arg = args[i];
    if (parameter.childForFieldName('type')?.text !== name || !declarator || !arg) continue;
    const { stars } = declaredBy(declarator);
    const isPlace = arg.text.startsWith('&');
    const variable = isPlace ? arg.childForFieldName('argument') : arg;
    const place = variable?.type === 'identifier' ? scope.find(variable.text) : undefined;
    if (place?.kind !== 'variable' || place.path.length > 0) continue;
    const { type } = place.variable;
    const own = type.stars + (isPlace ? 1 : 0) - stars;
    if (own >= 0 && !type.name.endsWith('[]')) return { name: type.name, stars: own };
  }
  return undefined;
}
