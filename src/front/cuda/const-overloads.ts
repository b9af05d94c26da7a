import type { Node as TreeNode } from 'web-tree-sitter';
import { named } from '../parsed.ts';
import { modifiersOf } from './declarators.ts';
import type { Candidate } from './structs.ts';

/** By `this` and then by parameter, whether a function leaves what it is given as it is. */
const constantsOf = ({ declarator, self }: Candidate): readonly boolean[] => [
  self !== undefined && declarator.children.some((each) => each?.text === 'const'),
  ...named(declarator.childForFieldName('parameters')).map(
    (each) =>
      modifiersOf(each).has('const') &&
      /pointer|reference/.test(each.childForFieldName('declarator')?.type ?? ''),
  ),
];

/** Tells instances apart that differ in `const` alone. */
export const constantsIn = (candidate: Candidate): string =>
  constantsOf(candidate)
    .flatMap((is, at) => (is ? [at === 0 ? ' const' : ` const ${at}`] : []))
    .join('');

/** What stands for `this` in a call, and its arguments. */
function operandsOf(node: TreeNode): readonly (TreeNode | null | undefined)[] {
  const called = node.childForFieldName('function');
  const own = called?.type === 'field_expression' ? called : node;
  const self = own.childForFieldName('argument') ?? own.childForFieldName('left');
  const args = node.childForFieldName('arguments') ?? node.childForFieldName('indices');
  const right = node.childForFieldName('right');
  return [self, ...(args ? named(args) : [right])];
}

function around(node: TreeNode, type: string): TreeNode | null {
  let at: TreeNode | null = node;
  while (at !== null && at.type !== type) at = at.parent;
  return at;
}

/** A type that may be that of a constant: `auto`, or a template's. */
function mayBeConstant(type: TreeNode | null): boolean {
  if (type === null || /\bauto\b/.test(type.text)) return true;
  const template = around(type, 'template_declaration')?.childForFieldName('parameters');
  return new RegExp(`\\b${type.text.replaceAll(/\W/g, '\\$&')}\\b`).test(template?.text ?? '');
}

/** Whether the object that an expression names is a constant, as far as its declaration says so. */
function isConstant(node: TreeNode | null | undefined): boolean | undefined {
  const inside = (field: string): boolean | undefined => isConstant(node?.childForFieldName(field));
  switch (node?.type) {
    case 'parenthesized_expression':
      return isConstant(named(node)[0]);
    case 'pointer_expression':
    case 'subscript_expression':
      return inside('argument');
    case 'field_expression':
      // What a member points to is not the object's.
      return node.childForFieldName('operator')?.text === '.' ? inside('argument') : undefined;
    case 'identifier': {
      const own = around(node, 'function_definition');
      const declared = (
        own?.descendantsOfType(['declaration', 'parameter_declaration']) ?? []
      ).filter(
        (each) =>
          each?.descendantsOfType('identifier').find((one) => one?.parent?.type !== 'argument_list')
            ?.text === node.text,
      );
      const [first, another] = declared;
      if (!first || another || mayBeConstant(first.childForFieldName('type'))) return undefined;
      return modifiersOf(first).has('const');
    }
    default:
      return undefined;
  }
}

const bodyOf = ({ node }: Candidate): string =>
  (node.childForFieldName('body')?.text ?? '').replaceAll(/\bconst\b|\s/g, '');

/** Of functions that differ in `const` alone, the one that a call means; undefined where nothing tells and they do
 * not do the same. */
export function byConstants<T extends { readonly candidate: Candidate }>(
  fits: readonly T[],
  node: TreeNode,
): T | undefined {
  const [first] = fits;
  if (first === undefined || fits.length === 1) return first;
  const operands = operandsOf(node);
  const all = fits.map((one) => ({ one, constants: constantsOf(one.candidate) }));
  const differing = operands.flatMap((operand, at) =>
    all.some(({ constants }) => constants[at] !== all[0]?.constants[at]) ? [{ at, operand }] : [],
  );
  const known = differing.map(({ at, operand }) => ({ at, is: isConstant(operand) }));
  if (known.some(({ is }) => is === undefined))
    return fits.every(({ candidate }) => bodyOf(candidate) === bodyOf(first.candidate))
      ? first
      : undefined;
  return all.find(({ constants }) => known.every(({ at, is }) => constants[at] === is))?.one;
}
