import type { TreeNode } from '../tree-node.ts';
import type { Expression, Type } from '../syntax.ts';
import { decayed, INT, otherName, otherType, showType } from '../types.ts';
import { named } from '../parsed.ts';
import { wholeOf } from './constants.ts';
import { isPack } from './packs.ts';
import { functionIn, templateIn } from './static-values.ts';
import { isAccessor } from './tensors.ts';

/** What a template's parameters stand for, by their names. */
export type Bindings = ReadonlyMap<string, Type | Expression>;

export const isExpression = (bound: Type | Expression): bound is Expression => 'span' in bound;

/** A template's parameter. */
export interface TemplateParameter {
  readonly name: string;
  readonly isType: boolean;
  readonly isPack: boolean;
  readonly default: TreeNode | null;
  readonly node: TreeNode;
}

/** The name of the type that a parameter's `auto` stands for. */
export const autoName = (node: TreeNode): string => `auto ${node.startIndex}`;

/** Parameters with `auto`, each of a type of its own. */
export const autoParameters = (declarator: TreeNode): readonly TemplateParameter[] =>
  named(declarator.childForFieldName('parameters')).flatMap((node) => {
    const type = node.childForFieldName('type');
    return type?.type === 'placeholder_type_specifier'
      ? [{ name: autoName(type), isType: true, isPack: isPack(node), default: null, node }]
      : [];
  });

export const templateParameters = (list: TreeNode | null): readonly TemplateParameter[] =>
  named(list).map((node) => {
    const isTemplate = node.type === 'template_template_parameter_declaration';
    const isType = isTemplate || /type_parameter/.test(node.type);
    const name = isTemplate
      ? node.descendantsOfType('type_identifier').at(-1)?.text
      : isType
        ? (node.childForFieldName('name') ?? named(node)[0])?.text
        : node.childForFieldName('declarator')?.descendantsOfType('identifier')[0]?.text;
    const value = node.childForFieldName('default_type') ?? node.childForFieldName('default_value');
    return { name: name ?? '', isType, isPack: isPack(node), default: value, node };
  });

/** An open template parameter while its value is deduced. */
export const placeholder = (name: string): Type => otherType('parameter', name, `template ${name}`);

/** Binds the placeholders in a parameter's type to parts of an argument's type.
 * @param argumentsOf the arguments that a struct's template was given, by the struct's name */
export function deduce(
  parameter: Type,
  given: Type,
  found: Map<string, Type | Expression>,
  argumentsOf: ReadonlyMap<string, Bindings>,
): void {
  const inside = (part: Type, of: Type): void => {
    deduce(part, of, found, argumentsOf);
  };
  if (parameter.kind === 'other') {
    const name = otherName(parameter, 'parameter');
    if (name !== undefined && !found.has(name)) found.set(name, decayed(given));
    return;
  }
  if (parameter.kind === 'array' && given.kind === 'array') {
    inside(parameter.of, given.of);
    const { length } = parameter;
    if (typeof length === 'object' && given.length !== undefined)
      deduceNumber(length, given.length, found);
    return;
  }
  const from = decayed(given);
  if (parameter.kind === 'pointer' && from.kind === 'pointer') inside(parameter.to, from.to);
  if (parameter.kind !== 'struct' || from.kind !== 'struct') return;
  if (isAccessor(parameter) && isAccessor(from)) {
    const [to, of] = [parameter.members?.[0], from.members?.[0]];
    if (to && of) inside(to.type, of.type);
    return;
  }
  const parts = argumentsOf.get(parameter.name);
  const others = argumentsOf.get(from.name);
  for (const [name, part] of parts ?? []) {
    const other = others?.get(name);
    if (other === undefined) continue;
    if (!isExpression(part) && !isExpression(other)) inside(part, other);
    else if (isExpression(part) && isExpression(other)) deduceNumber(part, other, found);
  }
}

/** `N` of a parameter's `T (&)[N]` or `Tile<T, N>`. */
function deduceNumber(
  part: Expression,
  given: number | Expression,
  found: Map<string, Type | Expression>,
): void {
  if (part.kind !== 'name' || found.has(part.name)) return;
  const { span } = part;
  found.set(
    part.name,
    typeof given === 'number' ? { kind: 'number', text: String(given), type: INT, span } : given,
  );
}

/** Parts of it are a template's to be deduced. */
export const isOpen = (type: Type): boolean => {
  switch (type.kind) {
    case 'pointer':
      return isOpen(type.to);
    case 'array':
      return isOpen(type.of) || (typeof type.length === 'object' && type.length.kind === 'name');
    case 'struct':
      return type.name.includes('<');
    default:
      return otherName(type, 'parameter') !== undefined;
  }
};

/** What a binding is called in an instance's name. */
export function shown(bound: Type | Expression): string {
  if (!isExpression(bound)) return templateIn(bound) ?? functionIn(bound) ?? showType(bound);
  const whole = wholeOf(bound);
  if (whole !== undefined) return String(whole);
  if (bound.kind === 'name') return bound.name;
  if (bound.kind === 'number') return bound.text;
  return `${bound.kind}@${bound.span.start}`;
}
