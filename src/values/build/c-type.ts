import type { Span } from '../../base/span.ts';
import type { Declarator, Expression, TypeName } from '../../kernel/syntax.ts';
import { constantOf } from './c-expression.ts';
import type { Context } from './context.ts';
import { numberOf } from './make.ts';
import { builtInType, type CType, structType, VOID } from './types.ts';

/** The type that a name of a type stands for.
 * @throws {Refused} on types whose values are not followed. */
export function typeOf(context: Context, name: TypeName, span: Span): CType {
  const alias = builtInType(name.base) === undefined && context.program.typedefs.get(name.base);
  if (alias) return typeOf(context, { ...alias, pointers: alias.pointers + name.pointers }, span);
  let type = baseType(context, name.base, span);
  for (let i = 0; i < name.pointers; i += 1)
    type = { kind: 'pointer', to: type, space: i === 0 ? name.space : undefined };
  return name.sizes === undefined ? type : arrays(context, type, name, name.sizes, span);
}

function baseType(context: Context, base: string, span: Span): CType {
  const known = context.types.get(base);
  if (known !== undefined) return known;
  const type = builtInType(base) ?? structOf(context, base, span);
  context.types.set(base, type);
  return type;
}

function structOf(context: Context, base: string, span: Span): CType {
  const definition = context.program.structs.get(base);
  if (definition === undefined) {
    // A struct that is declared and never defined can be pointed at.
    if (/^(struct|union) /.test(base)) return VOID;
    return context.refuse(span, `Values of the type ${base} are not followed.`);
  }
  // What its members point to may be the struct itself, whose layout follows.
  const made = structType(base, []);
  context.unfinished.add(made);
  context.types.set(base, made);
  try {
    const members = definition.members.map((member) => {
      if (member.unsupported !== undefined)
        context.refuse(member.nameSpan, `Values of ${member.unsupported} are not followed.`);
      const type = declaredType(context, member);
      if (isUnfinished(context, type))
        context.refuse(member.nameSpan, `${base} would hold itself; it can hold a pointer to it.`);
      return { name: member.name, type };
    });
    return Object.assign(made, structType(base, members, definition));
  } finally {
    context.types.delete(base);
    context.unfinished.delete(made);
  }
}

/** A struct, or an array of one, whose members are just being read. */
const isUnfinished = (context: Context, type: CType): boolean =>
  type.kind === 'array' ? isUnfinished(context, type.of) : context.unfinished.has(type);

/** The type of what is declared, with its arrays; `length` is that of an array whose own is left to its
 * initialiser. Pointers to arrays (`float (*p)[4]`) have none, and are pointers. */
export function declaredType(
  context: Context,
  { type: name, sizes, nameSpan }: Declarator,
  length?: number,
): CType {
  return arrays(context, typeOf(context, name, nameSpan), name, sizes, nameSpan, length);
}

function arrays(
  context: Context,
  element: CType,
  { space }: TypeName,
  sizes: readonly (Expression | null)[],
  span: Span,
  length?: number,
): CType {
  let type = element;
  for (const [i, size] of [...sizes.entries()].toReversed()) {
    if (size !== null) type = { kind: 'array', of: type, length: lengthOf(context, size) };
    else if (i > 0) context.refuse(span, 'The length of this array is not known.');
    else if (length === undefined) type = { kind: 'pointer', to: type, space };
    else type = { kind: 'array', of: type, length };
  }
  return type;
}

const MOST = 2 ** 28;

function lengthOf(context: Context, size: Expression): number {
  const length = numberOf(constantOf(context, size));
  if (length !== undefined && length >= 0 && length <= MOST) return length;
  return context.refuse(size.span, `An array cannot have ${context.text(size.span)} elements.`);
}
