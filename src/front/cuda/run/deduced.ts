import { named as children } from '../../parsed.ts';
import type { TreeNode } from '../../tree-node.ts';
import { functionDeclaratorOf } from '../declarators.ts';
import type { ElementType, Place, Scope } from './cells.ts';
import { declaredBy } from './declared.ts';

/** Types of a template, as a call names them or gives them by its arguments. */
export function templateTypes(
  definition: TreeNode,
  callee: TreeNode | null,
  args: readonly TreeNode[],
  scope: Scope,
): ReadonlyMap<string, ElementType> {
  const { parent } = definition;
  const template = parent?.type === 'template_declaration' ? parent : undefined;
  const taken = children(template?.childForFieldName('parameters') ?? null);
  const list = /<\s*([^<>]*?)\s*>\s*$/s.exec(callee?.text ?? '')?.[1]?.split(/\s*,\s*/) ?? [];
  const found = new Map<string, ElementType>();
  for (const [i, each] of taken.entries()) {
    const [, name = ''] = /^(?:typename|class)\s+(\w+)/.exec(each.text) ?? [];
    const [, given = '', stars = ''] = /^(.*?)\s*(\**)$/s.exec(list[i] ?? '') ?? [];
    const type = given === '' ? deduced(name, definition, args, scope) : undefined;
    if (name !== '') found.set(name, type ?? { name: given, stars: stars.length });
  }
  return found;
}

/** Numbers of a template, as a call names them, or as they are without. */
export function templateNumbers(
  { parent }: TreeNode,
  callee: TreeNode | null,
): readonly { readonly name: string; readonly type: string; readonly value: TreeNode }[] {
  const template = parent?.type === 'template_declaration' ? parent : undefined;
  const given = callee?.descendantsOfType('template_argument_list').at(-1);
  return children(template?.childForFieldName('parameters') ?? null).flatMap((each, i) => {
    const value = children(given ?? null)[i] ?? each.childForFieldName('default_value');
    const [type, name] = ['type', 'declarator'].map((field) => each.childForFieldName(field));
    return value && type && name?.type === 'identifier'
      ? [{ name: name.text, type: type.text, value }]
      : [];
  });
}

/** `float` for the `T` of `const std::vector<T> &v`, where a call gives a `std::vector<float>`. */
function elementOf(taken: string, name: string, given: Place | undefined): ElementType | undefined {
  const [, outer, named] = /^([\w:]+)\s*<\s*(\w+)\s*>$/.exec(taken) ?? [];
  const type =
    given?.kind === 'variable' && given.path.length === 0 ? given.variable.type : undefined;
  const [, own, inner = '', stars = ''] =
    /^(?:const\s+)?([\w:]+)\s*<\s*([^<>,]*?)\s*(\**)\s*>$/.exec(type?.name ?? '') ?? [];
  return named === name && own === outer && type?.stars === 0
    ? { name: inner, stars: stars.length }
    : undefined;
}

/** `float` for the `T` of `T *p`, where a call gives a `float *`. */
function deduced(
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
    const taken = parameter.childForFieldName('type')?.text ?? '';
    const inside = arg && elementOf(taken, name, scope.find(arg.text));
    if (inside) return inside;
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
