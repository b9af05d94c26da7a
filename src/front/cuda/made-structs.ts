import type { TreeNode } from '../tree-node.ts';
import { named } from '../parsed.ts';
import { functionDeclaratorOf, parametersIn } from './declarators.ts';

/** Structs that the host makes: of a list of their members, or by a constructor. */

interface Made {
  readonly type: string;
  readonly values: readonly TreeNode[];
}

/** `S{a, b}`, `S<T>(a, b)`, or the list of `S s{a, b}`. */
function madeBy(node: TreeNode): Made | undefined {
  const field = (name: string): TreeNode | null => node.childForFieldName(name);
  switch (node.type) {
    case 'call_expression':
      return { type: nameOf(field('function')), values: named(field('arguments')) };
    case 'compound_literal_expression':
      return { type: nameOf(field('type')), values: named(field('value')) };
    case 'initializer_list':
    case 'argument_list':
    case 'parameter_list': {
      const declared = node.parent?.parent?.childForFieldName('type');
      // `S s(a, b);` reads as a declaration of a function.
      const values = named(node).map((each) => each.childForFieldName('type') ?? each);
      return { type: nameOf(declared ?? null), values };
    }
    default:
      return undefined;
  }
}

const nameOf = (type: TreeNode | null): string => type?.text.replace(/\s*<.*$/s, '') ?? '';

/** Members of the structs of a declared list, in their order; undefined of what is no plain struct. */
export function membersListed(root: TreeNode, list: TreeNode): readonly string[] | undefined {
  const declared = list.parent?.parent?.childForFieldName('type')?.text ?? '';
  const [, inner = declared] = /<\s*([\w:]+)\s*(?:,[^<>]*)?>$/.exec(declared) ?? [];
  const struct = root
    .descendantsOfType('struct_specifier')
    .find((each) => each.childForFieldName('name')?.text === inner);
  const body = named(struct?.childForFieldName('body') ?? null);
  const isPlain = body.length > 0 && body.every(({ type }) => type === 'field_declaration');
  return isPlain
    ? struct?.descendantsOfType('field_identifier').map(({ text }) => text)
    : undefined;
}

/** The parts of a member. @param place of the member in its struct. */
export function memberOf(
  root: TreeNode,
  node: TreeNode,
  { name, place }: { readonly name: string; readonly place: number },
): TreeNode | undefined {
  const made = madeBy(node);
  if (made === undefined) return undefined;
  const { type, values } = made;
  const struct = root
    .descendantsOfType(['struct_specifier', 'class_specifier'])
    .find((each) => each.childForFieldName('name')?.text === type);
  if (!struct && node.type === 'call_expression') return undefined;
  const constructors = named(struct?.childForFieldName('body') ?? null).filter(
    (each) =>
      functionDeclaratorOf(each.childForFieldName('declarator'))?.childForFieldName('declarator')
        ?.text === type,
  );
  if (constructors.length === 0) return values[place];
  const fitting = constructors.filter(
    (each) => parametersOf(each).length === values.length && !copies(each, type),
  );
  const [only, another] = fitting;
  if (only === undefined || another !== undefined) return undefined;
  const set = only
    .descendantsOfType('field_initializer')
    .find((each) => each.children[0]?.text === name);
  const from = named(set?.children[1] ?? null);
  const at = from.length === 1 ? parametersOf(only).indexOf(from[0]?.text ?? '') : -1;
  return values[at];
}

/** `S(const S &)`, `S(S &&other)`: what it makes is made of another, and often it is deleted. */
function copies(constructor: TreeNode, type: string): boolean {
  const [only] = parametersIn(constructor);
  const isReference = /&/.test(only?.text ?? '');
  return isReference && nameOf(only?.childForFieldName('type') ?? null) === type;
}

const parametersOf = (definition: TreeNode): readonly (string | undefined)[] =>
  parametersIn(definition).map((each) => each.descendantsOfType('identifier').at(-1)?.text);
