import type { TreeNode } from '../tree-node.ts';
import { named } from '../parsed.ts';
import { modifiersOf } from './declarators.ts';
import type { Candidate } from './structs.ts';

/** By `this` and then by parameter, whether a function leaves what it is given as it is. */
const constantsOf = ({ declarator, self }: Candidate): readonly boolean[] => [
  self !== undefined && declarator.children.some((each) => each.text === 'const'),
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

/** The `this` of a call and its arguments; the flag says that a pointer to it is given. */
function operandsOf(node: TreeNode): readonly Operand[] {
  const called = node.childForFieldName('function');
  const own = called?.type === 'field_expression' ? called : node;
  const self = own.childForFieldName('argument') ?? own.childForFieldName('left');
  const args = node.childForFieldName('arguments') ?? node.childForFieldName('indices');
  const right = node.childForFieldName('right');
  return [
    { node: self, isPointer: own.childForFieldName('operator')?.text === '->' },
    ...(args ? named(args) : [right]).map((each) => ({ node: each, isPointer: false })),
  ];
}

interface Operand {
  readonly node: TreeNode | null | undefined;
  readonly isPointer: boolean;
}

function around(node: TreeNode, type: string): TreeNode | null {
  let at: TreeNode | null = node;
  while (at !== null && at.type !== type) at = at.parent;
  return at;
}

const inText = (node: TreeNode, types: readonly string[]): readonly TreeNode[] =>
  node.root.descendantsOfType([...types]);

/** A type that may be that of a constant: `auto`, a template's, or a name for one. */
function mayBeConstant(type: TreeNode | null): boolean {
  if (type === null || /\bauto\b|_t\s*<|::\s*type\b/.test(type.text)) return true;
  const name = new RegExp(`\\b${type.text.replaceAll(/\W/g, '\\$&')}\\b`);
  const template = around(type, 'template_declaration')?.childForFieldName('parameters');
  return (
    name.test(template?.text ?? '') ||
    inText(type, ['alias_declaration', 'type_definition']).some(({ text }) => name.test(text))
  );
}

/** A member that is a constant, or none, whatever the object is. */
const isOfItsOwn = (field: TreeNode): boolean =>
  inText(field, ['field_declaration']).some(
    (each) =>
      /\b(?:const|mutable)\b|&/.test(each.text) &&
      each.descendantsOfType('field_identifier').some((one) => one.text === field.text),
  );

/** True if the declaration of an expression's object makes it constant; undefined where nothing says. */
function isConstant({ node, isPointer }: Operand): boolean | undefined {
  const inside = (through: boolean): boolean | undefined =>
    isConstant({ node: node?.childForFieldName('argument'), isPointer: through });
  switch (node?.type) {
    case 'parenthesized_expression':
      return isConstant({ node: named(node)[0], isPointer });
    case 'pointer_expression':
      return inside(!node.text.startsWith('&'));
    case 'subscript_expression':
      return inside(true);
    case 'field_expression': {
      const field = node.childForFieldName('field');
      // A member's target is not part of the object.
      if (isPointer || field === null || isOfItsOwn(field)) return undefined;
      return node.childForFieldName('operator')?.text === '.' ? inside(false) : undefined;
    }
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
      // Captures are constant inside a lambda.
      const lambda = around(node, 'lambda_expression');
      return around(first, 'lambda_expression')?.id === lambda?.id
        ? modifiersOf(first).has('const')
        : undefined;
    }
    default:
      return undefined;
  }
}

/** The function's body; undefined where it calls an overloaded name. */
function bodyOf({ node }: Candidate): string | undefined {
  const text = node.childForFieldName('body')?.text ?? '';
  const names = new Set([...text.matchAll(/(\w+)\s*\(/g)].map(([, name]) => name));
  const others = inText(node, ['function_declarator'])
    .filter((each) => around(each, 'function_definition') !== null)
    .map((each) => each.childForFieldName('declarator')?.text ?? '');
  return [...names].some((name) => others.filter((each) => each === name).length > 1)
    ? undefined
    : text.replaceAll(/\bconst\b|\s/g, '');
}

function isPointer({ declarator }: Candidate, at: number): boolean {
  const parameter = named(declarator.childForFieldName('parameters'))[at - 1];
  return parameter?.childForFieldName('declarator')?.type.includes('pointer') === true;
}

/** The one that a call means among functions that differ in `const` alone; undefined where nothing tells and
 * their bodies differ. */
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
  const known = differing.map(({ at, operand }) => ({
    at,
    is: isConstant(at === 0 ? operand : { ...operand, isPointer: isPointer(first.candidate, at) }),
  }));
  // Types that differ in C++ may be one here.
  if (known.length === 0 || known.some(({ is }) => is === undefined)) {
    const body = bodyOf(first.candidate);
    return body !== undefined && fits.every(({ candidate }) => bodyOf(candidate) === body)
      ? first
      : undefined;
  }
  return all.find(({ constants }) => known.every(({ at, is }) => constants[at] === is))?.one;
}
