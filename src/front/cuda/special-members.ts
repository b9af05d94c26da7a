import type { TreeNode } from '../tree-node.ts';
import { named } from '../parsed.ts';
import type { Length, Type } from '../syntax.ts';
import type { StructType } from '../types.ts';
import { isReference, isRvalue, modifiersOf } from './declarators.ts';
import { type Candidate, CONSTRUCTOR, CudaStructs, DESTRUCTOR } from './structs.ts';

/** Classes whose objects are more than their members: they end, are copied or found in ways of their own. */
export class CudaSpecialMembers extends CudaStructs {
  /** Something runs where such an object ends. */
  protected endsByOwn(type: Type | undefined): boolean {
    if (type?.kind === 'array') return this.endsByOwn(type.of);
    if (type?.kind !== 'struct') return false;
    return (
      this.candidates.has(`${type.name}::${DESTRUCTOR}`) ||
      (type.members ?? []).some((member) => this.endsByOwn(member.type))
    );
  }

  /** A copy of such an object is not one of its members. */
  protected copiesByOwn(type: Type | undefined): boolean {
    if (type?.kind === 'array') return this.copiesByOwn(type.of);
    if (type?.kind !== 'struct') return false;
    return (
      this.copiersOf(type).length > 0 ||
      (type.members ?? []).some((member) => this.copiesByOwn(member.type))
    );
  }

  /** Constructors that copy or move, and do more than the compiler's own would. */
  protected copiersOf(type: StructType<Length>): readonly Candidate[] {
    return (this.candidates.get(`${type.name}::${CONSTRUCTOR}`) ?? []).filter(
      (each) => takesItsOwn(each, type) && !isMemberwise(each, type),
    );
  }

  /** Assigning such an object is not assigning its members. */
  protected isAssignedByOwn(type: Type | undefined): boolean {
    if (type?.kind === 'array') return this.isAssignedByOwn(type.of);
    if (type?.kind !== 'struct') return false;
    const own = this.candidates.get(`${type.name}::operator=`) ?? [];
    return (
      own.some((each) => takesItsOwn(each, type) && !isMemberwise(each, type)) ||
      (type.members ?? []).some((member) => this.isAssignedByOwn(member.type))
    );
  }

  /** Another class may have a method of its own in the place of this virtual one. */
  protected isOverridden(type: StructType<Length>, method: string, at: TreeNode): boolean {
    if (!this.#isVirtual(type, method)) return false;
    const own = plainName(type);
    return at.root.descendantsOfType(['class_specifier', 'struct_specifier']).some((each) => {
      const body = each.childForFieldName('body');
      const isDerived = each.children.some((child) => child.type === 'base_class_clause');
      if (body === null || !isDerived || each.childForFieldName('name')?.text === own) return false;
      return body
        .descendantsOfType('function_declarator')
        .some((head) => head.childForFieldName('declarator')?.text === method);
    });
  }

  #isVirtual(type: StructType<Length>, method: string): boolean {
    return (
      (this.virtuals.get(type.name)?.has(method) ?? false) ||
      (type.members ?? []).some(
        ({ name, type: base }) =>
          name === '' && base.kind === 'struct' && this.#isVirtual(base, method),
      )
    );
  }
}

/** A struct's name without namespaces, outer structs and its template's arguments. */
const plainName = ({ name }: StructType<Length>): string =>
  name.replace(/<.*$/s, '').replace(/ \d+$/, '').replace(/^.*::/, '');

/** `T(const T &)`, `operator=(T &&)` and their like. */
function takesItsOwn({ declarator, template }: Candidate, type: StructType<Length>): boolean {
  const [first, ...others] = named(declarator.childForFieldName('parameters')).filter((each) =>
    each.type.endsWith('parameter_declaration'),
  );
  const isAlone = others.every((each) => each.childForFieldName('default_value') !== null);
  if (first === undefined || !isAlone || template.length > 0) return false;
  const taken = first.childForFieldName('type')?.text.replace(/<.*$/s, '').replace(/^.*::/, '');
  return taken === plainName(type) && !isPointer(first);
}

const isPointer = (parameter: TreeNode): boolean =>
  /pointer/.test(parameter.childForFieldName('declarator')?.type ?? '');

/** `T(T &&)` */
export const isMove = ({ declarator }: Candidate): boolean => {
  const [first] = named(declarator.childForFieldName('parameters'));
  const own = first?.childForFieldName('declarator') ?? null;
  return isReference(own) && isRvalue(own);
};

/** A copy of each member, as no declaration would have it. */
function isMemberwise(candidate: Candidate, { members = [] }: StructType<Length>): boolean {
  const { node, declarator } = candidate;
  const [first] = named(declarator.childForFieldName('parameters'));
  const from = first?.descendantsOfType('identifier').at(-1)?.text;
  const body = node.childForFieldName('body');
  if (from === undefined || body === null || modifiersOf(node).has('virtual')) return false;
  const list = node.children.find((child) => child.type === 'field_initializer_list');
  const entries = named(list ?? null).map(({ text }) =>
    text.replaceAll(/\s/g, '').replace(/^(\w+)[({](.*)[)}]$/, '$1=$2'),
  );
  const sets = new Set<string>();
  for (const each of [...entries, ...statementsIn(body, from)]) {
    if (each === 'return*this') continue;
    const [, to = '', value = ''] = /^(?:this->)?(\w+)=(.*)$/.exec(each) ?? [];
    if (value !== `${from}.${to}` && value !== from) return false;
    sets.add(to);
  }
  return members.every(({ name, type }) =>
    sets.has(name === '' && type.kind === 'struct' ? plainName(type) : name),
  );
}

/** Statements without blanks, also those behind a question for the object itself. */
function statementsIn(body: TreeNode, from: string): readonly string[] {
  return named(body).flatMap((each) => {
    const condition = each.childForFieldName('condition')?.text.replaceAll(/\s/g, '');
    const isAsked =
      each.type === 'if_statement' &&
      [`(this!=&${from})`, `(&${from}!=this)`].includes(condition ?? '') &&
      each.childForFieldName('alternative') === null;
    const inner = isAsked ? each.childForFieldName('consequence') : null;
    if (inner?.type === 'compound_statement') return statementsIn(inner, from);
    return [(inner ?? each).text.replaceAll(/\s/g, '').replace(/;$/, '')];
  });
}

/** The variable that a pointer or reference leads to from its declaration on; undefined where that may change. */
export function aimOf(node: TreeNode | null): TreeNode | undefined {
  if (node?.type !== 'identifier') return undefined;
  let at: TreeNode | null = node;
  while (at !== null && at.type !== 'function_definition') at = at.parent;
  if (at === null || at.descendantsOfType('lambda_expression').length > 0) return undefined;
  const { text } = node;
  const declared = at
    .descendantsOfType(['init_declarator', 'parameter_declaration', 'declaration'])
    .filter((each) => each.childForFieldName('declarator')?.text.replace(/^[*&\s]+/, '') === text);
  const [only, another] = declared;
  const sign = only?.childForFieldName('declarator')?.type;
  const value = only?.childForFieldName('value') ?? null;
  const isChanged = new RegExp(
    `(?:[^*&\\w.]\\s*\\b${text}\\s*(?:[-+]?=(?!=)|\\+\\+|--))|(?:&|\\+\\+|--)\\s*${text}\\b`,
  ).test((at.childForFieldName('body')?.text ?? '').replace(only?.text ?? '', ''));
  if (only?.type !== 'init_declarator' || another) return undefined;
  if (sign === 'reference_declarator') return value?.type === 'identifier' ? value : undefined;
  const isTaken = value?.type === 'pointer_expression' && value.text.startsWith('&');
  const target = isTaken ? value.childForFieldName('argument') : null;
  return sign === 'pointer_declarator' && target?.type === 'identifier' && !isChanged
    ? target
    : undefined;
}
