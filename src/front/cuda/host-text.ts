import type { TreeNode } from '../tree-node.ts';
import { bytesOf } from '../layout.ts';
import { bigIntegerOf } from '../lexer.ts';
import { named as children } from '../parsed.ts';
import { builtInType } from '../types.ts';
import { parametersIn } from './declarators.ts';
import { typeOfCuda } from './words.ts';

/** Parts of the host's text: its values, declarations and types. */

/** Bytes of a type by its name; undefined where it is not known. */
export function bytesOfName(text: string): number | undefined {
  if (/^\w[\w\s:<>,]*\*[\s*]*$/.test(text)) return 8;
  const type = typeOfCuda(text) ?? builtInType(text);
  const bytes = type === undefined ? Number.NaN : bytesOf(type);
  return Number.isNaN(bytes) ? undefined : bytes;
}

/** A type without `const` and with one blank between its words. */
export const plainType = (text: string): string =>
  text
    .replaceAll(/\b(?:const|struct)\b/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** A variable's or an argument's declaration. */
export interface Declared {
  readonly type: string;
  readonly declarator: TreeNode;
}

/** Where a name is declared in a function, or outside of all. */
export function declarationOf(
  name: string,
  inside: TreeNode | undefined,
  root: TreeNode,
): Declared | undefined {
  const kinds = ['declaration', 'parameter_declaration'];
  for (const node of [...(inside?.descendantsOfType(kinds) ?? []), ...globalsIn(root)])
    for (const declarator of node.childrenForFieldName('declarator') ?? []) {
      const [first] = declarator.descendantsOfType('identifier') ?? [];
      if (declarator && first?.text === name)
        return { type: plainType(node.childForFieldName('type')?.text ?? ''), declarator };
    }
  return undefined;
}

/** An array's element type: its spellings under `sizeof`, and its size. */
export interface Element extends ElementSize {
  readonly texts: ReadonlySet<string>;
}

/** Its bytes where they are known, and those of a vector's component: parts of one that is cut may be accessed. */
export interface ElementSize {
  readonly bytes: number | undefined;
  readonly part?: number | undefined;
}

/** Elements in so many bytes; undefined where parts of one more are there. */
export const elementsIn = (
  all: number,
  { bytes = 1, part = bytes }: ElementSize,
): number | undefined => (all % bytes >= part ? undefined : Math.floor(all / bytes));

/** An array that is declared with its lengths, or with a list of its elements. */
export function arrayNamed(
  name: string,
  inside: TreeNode | undefined,
  root: TreeNode,
): { readonly type: string; readonly sizes: readonly (TreeNode | number)[] } | undefined {
  const { type, declarator } = declarationOf(name, inside, root) ?? {};
  const list = declarator?.childForFieldName('value');
  const listed = list?.type === 'initializer_list' ? children(list).length : undefined;
  let at =
    declarator?.type === 'init_declarator'
      ? declarator.childForFieldName('declarator')
      : declarator;
  const sizes: (TreeNode | number)[] = [];
  while (at?.type === 'array_declarator') {
    const size = at.childForFieldName('size') ?? listed;
    if (size === undefined) return undefined;
    sizes.push(size);
    at = at.childForFieldName('declarator');
  }
  return type !== undefined && at?.text === name && sizes.length > 0 ? { type, sizes } : undefined;
}

/** The same expression with the brackets and casts around it. */
function withBrackets(node: TreeNode): TreeNode {
  const { parent } = node;
  return parent && /^(?:parenthesized|cast)_expression$/.test(parent.type)
    ? withBrackets(parent)
    : node;
}

/** 1024 and 1023 of `(n + 1023) / 1024`: elements of a block, however many there are. */
export function isOfRounding(literal: TreeNode): boolean {
  const divides = (node: TreeNode): boolean => node.childForFieldName('operator')?.text === '/';
  const at = withBrackets(literal);
  const outer = at.parent;
  if (outer?.type !== 'binary_expression') return false;
  if (divides(outer)) return outer.childForFieldName('right')?.id === at.id;
  const { parent } = withBrackets(outer);
  const divisor = parent && divides(parent) ? parent.childForFieldName('right') : null;
  const isSum = outer.childForFieldName('operator')?.text === '+';
  return isSum && Number(divisor?.text) === Number(literal.text) + 1;
}

/** A literal with a point, an exponent or the ending of `float`. */
export function realLiteral(text: string): number | undefined {
  const plain = text.replaceAll("'", '').replace(/[fFlL]$/, '');
  const isReal = /^[-+]?(?:\d+\.\d*|\.\d+|\d+(?=[eE]))(?:[eE][-+]?\d+)?$/.test(plain);
  return isReal ? Number(plain) : undefined;
}

export function wholeLiteral(text: string): bigint | undefined {
  const whole = bigIntegerOf(text.replace(/^-/, '').replaceAll("'", ''));
  return whole === undefined || whole === null ? undefined : text.startsWith('-') ? -whole : whole;
}

/** Without an exponent, which pragmas do not know. */
export function decimal(value: number): string {
  const [digits = '', exponent] = String(value).split('e');
  if (exponent === undefined) return digits.includes('.') ? digits : `${digits}.0`;
  const [, sign = '', whole = '', part = ''] = /^(-?)(\d)\.?(\d*)$/.exec(digits) ?? [];
  const by = Number(exponent);
  return by < 0
    ? `${sign}0.${'0'.repeat(-1 - by)}${whole}${part}`
    : `${sign}${whole}${part.padEnd(by, '0')}.0`;
}

/** The function that a place is in. */
export function functionAround(node: TreeNode): TreeNode | undefined {
  let at = node.parent;
  while (at !== null && at.type !== 'function_definition') at = at.parent;
  return at ?? undefined;
}

/** The first value of the variable of a `for` around a place. */
export function firstRound(name: string, place: TreeNode | undefined): TreeNode | undefined {
  for (let at = place?.parent; at; at = at.parent) {
    const initial = at.type === 'for_statement' ? at.childForFieldName('initializer') : null;
    const found = initial && valuesOf(initial, name)[0];
    if (found) return found;
  }
  return undefined;
}

/** Texts that the device is compiled from: arguments of templates, and with them its functions. */
export function deviceText(root: TreeNode): { readonly arguments: string; readonly all: string } {
  const texts = (type: string): string =>
    root
      .descendantsOfType(type)
      .map((node) => node.text ?? '')
      .filter((text) => type !== 'function_definition' || /\b__(?:global|device)__\b/.test(text))
      .join('\n');
  const given = texts('template_argument_list');
  return { arguments: given, all: `${given}\n${texts('function_definition')}` };
}

/** Declarations outside of functions, also in namespaces. */
export const globalsIn = (node: TreeNode): readonly TreeNode[] =>
  children(node).flatMap((child) => {
    if (child.type === 'declaration') return [child];
    const isOpen = /^(namespace_definition|linkage_specification|declaration_list)$/.test(
      child.type,
    );
    return isOpen ? globalsIn(child) : [];
  });

/** `if (x == 3)` around what happens then. */
export function conditionOf(then: TreeNode): { left: TreeNode; right: TreeNode } | undefined {
  const outer = then.parent;
  if (outer?.childForFieldName('consequence')?.id !== then.id) return undefined;
  const [equal, another] =
    outer.childForFieldName('condition')?.descendantsOfType('binary_expression') ?? [];
  const left = equal?.childForFieldName('left');
  const right = equal?.childForFieldName('right');
  const isPlain = !another && equal?.childForFieldName('operator')?.text === '==';
  return isPlain && left && right ? { left, right } : undefined;
}

/** 32 in the `else` of `if (x == 16) k<16><<<..>>>(); else k<32><<<..>>>();`, where the same kernel is made
 * with another number. */
export function elsewhere(otherwise: TreeNode): { left: TreeNode; right: TreeNode } | undefined {
  const then = otherwise.parent?.childForFieldName('consequence');
  const asked = then && conditionOf(then);
  if (!asked || otherwise.parent?.childForFieldName('alternative')?.id !== otherwise.id)
    return undefined;
  const [made, instead] = [then, otherwise].map((each) => {
    const node = each.descendantsOfType('template_function')[0];
    return {
      name: node?.childForFieldName('name')?.text,
      args: children(node?.childForFieldName('arguments') ?? null),
    };
  });
  const place = made?.args.findIndex(({ text }) => text === asked.right.text) ?? -1;
  const right = made?.name === instead?.name ? instead?.args[place] : undefined;
  return right && { left: asked.left, right };
}

/** `/= n` gives what nobody reads off `n` alone. */
export const wholeSet = (value: TreeNode | undefined): TreeNode | undefined =>
  /^.=$/.test(value?.parent?.childForFieldName('operator')?.text ?? '')
    ? (value?.parent ?? value)
    : value;

/** A number that loops without a launch work out from its first value, such as a product of sizes. */
export function isWorkedOut(inside: TreeNode, name: string): boolean {
  const [, ...others] = valuesOf(inside, name);
  return others.every((value) => {
    const assigned = value.parent;
    if (!/^[*+]=$/.test(assigned?.childForFieldName('operator')?.text ?? '')) return false;
    let loop: TreeNode | undefined;
    for (let at = assigned; at && at.id !== inside.id; at = at.parent) {
      if (/^(?:for|while|do|for_range)_(?:statement|loop)$/.test(at.type)) loop = at;
      if (at.parent?.childForFieldName('update')?.id === at.id) return false;
    }
    return loop !== undefined && !/<<<|LaunchKernel/.test(loop.text);
  });
}

export function withoutBrackets(node: TreeNode): TreeNode {
  const [inner] = children(node);
  if (node.type === 'cast_expression') {
    const value = node.childForFieldName('value');
    return value ? withoutBrackets(value) : node;
  }
  return node.type === 'parenthesized_expression' && inner ? withoutBrackets(inner) : node;
}

export const parametersOf = (definition: TreeNode): readonly string[] =>
  namesIn(parametersIn(definition));

/** Values of parameters that a call may leave out. */
export const defaultsOf = (definition: TreeNode): readonly (TreeNode | undefined)[] =>
  parametersIn(definition).map((each) => each.childForFieldName('default_value') ?? undefined);

/** The same of a template's. */
export const templateDefaultsOf = ({ parent }: TreeNode): readonly (TreeNode | undefined)[] =>
  parent?.type === 'template_declaration'
    ? children(parent.childForFieldName('parameters')).map(
        (each) =>
          each.childForFieldName('default_value') ??
          each.childForFieldName('default_type') ??
          undefined,
      )
    : [];

export const templateParametersOf = ({ parent }: TreeNode): readonly string[] =>
  parent?.type === 'template_declaration'
    ? children(parent.childForFieldName('parameters')).map((each) => {
        const isType = each.type.includes('type_parameter');
        const words = each.descendantsOfType(isType ? 'type_identifier' : 'identifier');
        // Behind a type's name comes what it is otherwise.
        return words.at(isType ? 0 : -1)?.text ?? '';
      })
    : [];

/** Types that the template around a method leaves open. */
export function templateTypesOf({ function: inside }: { readonly function: TreeNode | undefined }) {
  let at = inside?.parent;
  while (at && at.type !== 'template_declaration') at = at.parent;
  return children(at?.childForFieldName('parameters') ?? null).flatMap(
    (each) => each.descendantsOfType('type_identifier').at(-1)?.text ?? [],
  );
}

const namesIn = (parameters: readonly TreeNode[]): readonly string[] =>
  parameters.map((each) => each.descendantsOfType('identifier').at(-1)?.text ?? '');

/** A variable or a member as it is compared: macros leave blanks in it. */
export const pathOf = (node: TreeNode): string =>
  node.text.replaceAll(/\s+/g, '').replaceAll('->', '.');

/** A template's constant is another for each of its arguments. */
export const isOfTemplate = (name: TreeNode): boolean =>
  name.childForFieldName('scope')?.type === 'template_type';

/** The program is run without arguments: `argc > 1 ? atoi(argv[1]) : 64` is 64. */
function withoutArguments(given: TreeNode): TreeNode | undefined {
  if (!/\bargv\b/.test(given.text)) return given;
  const value = withoutBrackets(given);
  const sides = ['consequence', 'alternative'].map((side) => value.childForFieldName(side));
  const own = sides.filter((side) => side !== null && !/\bargv\b/.test(side.text));
  return own.length === 1 && /\bargc\b/.test(value.childForFieldName('condition')?.text ?? '')
    ? (own[0] ?? undefined)
    : undefined;
}

/** By a part of the text, and the variable. */
const VALUES = new WeakMap<TreeNode, ReadonlyMap<string, readonly TreeNode[]>>();

/** The values that a variable is given in a part of the text. */
export function valuesOf(inside: TreeNode, name: string): readonly TreeNode[] {
  const values = VALUES.get(inside) ?? valuesIn(inside);
  VALUES.set(inside, values);
  return values.get(name) ?? [];
}

function valuesIn(inside: TreeNode): ReadonlyMap<string, readonly TreeNode[]> {
  const found = new Map<string, TreeNode[]>();
  const add = (name: string, value: TreeNode): void => {
    found.set(name, [...(found.get(name) ?? []), value]);
  };
  for (const node of inside.descendantsOfType([
    'init_declarator',
    'assignment_expression',
    'update_expression',
  ])) {
    const made = node.childForFieldName('declarator');
    const target =
      (made?.type === 'array_declarator'
        ? made.childForFieldName('declarator')
        : made?.type === 'function_declarator'
          ? made.descendantsOfType('identifier')[0]
          : made) ??
      node.childForFieldName('left') ??
      node.childForFieldName('argument');
    const value = withoutArguments(
      node.childForFieldName('value') ?? node.childForFieldName('right') ?? node,
    );
    if (target && value) add(pathOf(target), value);
  }
  // `dim3 grid(n);` and `S s(a, b);` read as a function's declaration.
  for (const node of inside.descendantsOfType('function_declarator')) {
    const name = node.childForFieldName('declarator')?.text;
    const list = node.childForFieldName('parameters');
    const type = node?.parent?.childForFieldName('type');
    if (name === undefined || !list) continue;
    const isOfNames = children(list).every((each) => each.childForFieldName('declarator') === null);
    const isStruct = /^(?:type_identifier|template_type)$/.test(type?.type ?? '') && isOfNames;
    if (type?.text === 'dim3' || isStruct) add(name, list);
  }
  return found;
}

export const contains = (outer: TreeNode, { startIndex }: TreeNode): boolean =>
  outer.startIndex <= startIndex && startIndex < outer.endIndex;
