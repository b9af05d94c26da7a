import { substitute } from '../front/algebra.ts';
import { name } from '../front/expr.ts';
import type { Declarator, Type } from '../front/syntax.ts';
import { innermost, lengthsOf, otherName } from '../front/types.ts';
import type { Context } from './context.ts';
import { dimension } from './lower-statement.ts';
import { assign } from './place.ts';
import { bytesOfType } from './touched.ts';
import { arrayOf, data, int, unknown, type Value, type Variable } from './values.ts';

/** Declares an argument of the kernel, with what is known of it. */
export function kernelArgument(context: Context, parameter: Declarator): void {
  const { name: text, type, space: named, nameSpan } = parameter;
  const isPointer = type.kind === 'pointer';
  const other = otherName(type, 'type') ?? '';
  if (parameter.unsupported !== undefined || /^(pipe|queue_t)\b/.test(other))
    context.refuse(nameSpan, parameter.unsupported ?? `the type ${other}`);
  const variable = context.declare(text, type, { space: named });
  if (!isPointer && !other.startsWith('image')) {
    assign(context, variable, scalar(context, text, type));
    passedMembers(context, variable);
    return;
  }
  if (named === undefined && isPointer)
    context.reports.warning(
      'no-address-space',
      nameSpan,
      `${text} has no address space; it is taken to be __global.`,
      `Write __global or __local before its type.`,
    );
  const space = named === 'local' ? 'local' : named === 'private' ? 'private' : 'global';
  const target = isPointer ? type.to : type;
  const sizes = lengthsOf(target).map((length) => dimension(context, length));
  const element = innermost(target);
  const given = context.facts.locals.get(text);
  if (space === 'local' && given !== undefined) {
    const elements = substitute(given.value.expr, context.facts.constants);
    const bytes = bytesOfType(element);
    const local = { name: text, elements, span: nameSpan };
    context.locals.push(bytes === undefined ? local : { ...local, bytes });
  }
  context.state.set(variable, arrayOf(variable, space, sizes, element));
}

/** Members of a struct that the host passes: its pointers are to global memory. */
function passedMembers(context: Context, { members }: Variable): void {
  for (const member of members?.values() ?? []) {
    const { name: text, type } = member;
    if (type.kind === 'pointer') {
      const sizes = lengthsOf(type.to).map((length) => dimension(context, length));
      const space = type.space === 'local' ? 'local' : 'global';
      context.state.set(member, arrayOf(member, space, sizes, innermost(type.to)));
    } else if (member.members) passedMembers(context, member);
    else if (type.kind !== 'array') assign(context, member, scalar(context, text, type));
  }
}

function scalar(context: Context, text: string, { kind }: Type): Value {
  if (context.facts.known.has(text)) return int(name(text));
  if (kind === 'struct') return data(`the contents of ${text}`);
  return unknown({ kind: 'argument', name: text });
}
