import type { TreeNode } from '../tree-node.ts';
import { named } from '../parsed.ts';
import type { Length, Type } from '../syntax.ts';
import type { StructType } from '../types.ts';
import { isReference, isRvalue, modifiersOf } from './declarators.ts';
import { functionAround, pathOf, withoutBrackets } from './host-text.ts';
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
  return lastName(first.childForFieldName('type')) === plainName(type) && !isPointer(first);
}

/** `T` of `n::T<int>`. */
function lastName(type: TreeNode | null): string | undefined {
  const isMade = type?.type === 'qualified_identifier' || type?.type === 'template_type';
  return isMade ? lastName(type.childForFieldName('name')) : type?.text;
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
  const list = node.children.find(({ type }) => type === 'field_initializer_list');
  const names = members.map(({ name, type }) =>
    name === '' && type.kind === 'struct' ? plainName(type) : name,
  );
  const bases = names.filter((_, i) => members[i]?.name === '');
  const copied = [...named(list ?? null), ...statementsIn(body, from)].map((each) =>
    copiedIn(each, from, bases),
  );
  return !copied.includes(undefined) && names.every((each) => copied.includes(each));
}

/** The member that is copied, or the base that is given the whole object. */
function copiedIn(node: TreeNode, from: string, bases: readonly string[]): string | undefined {
  const [target, list] = named(node);
  const isSet = node.type === 'assignment_expression' && operatorOf(node) === '=';
  if (!isSet && node.type !== 'field_initializer') return undefined;
  const [value, another] = isSet ? named(node).slice(1) : named(list ?? null);
  const owner = target?.childForFieldName('argument');
  const to = owner?.type === 'this' ? target?.childForFieldName('field') : owner ? null : target;
  if (!to || !value || another) return undefined;
  const isWhole = value.text === from && bases.includes(to.text);
  return isWhole || pathOf(value) === `${from}.${to.text}` ? to.text : undefined;
}

const operatorOf = (node: TreeNode): string | undefined => node.childForFieldName('operator')?.text;

/** Expressions, also those behind a question for the object itself; others as their statements. */
function statementsIn(statement: TreeNode, from: string): readonly TreeNode[] {
  const [only = statement] = named(statement);
  switch (statement.type) {
    case 'compound_statement':
      return named(statement).flatMap((each) => statementsIn(each, from));
    case 'expression_statement':
      return [only];
    case 'return_statement':
      return isOf(only, '*', 'this') ? [] : [statement];
    case 'if_statement': {
      const then = statement.childForFieldName('consequence');
      const asked = statement.childForFieldName('condition')?.childForFieldName('value');
      const sides = ['left', 'right'].map((side) => asked?.childForFieldName(side));
      const isAsked =
        asked?.type === 'binary_expression' &&
        operatorOf(asked) === '!=' &&
        sides.some((side) => side?.type === 'this') &&
        sides.some((side) => side && isOf(side, '&', from));
      return isAsked && then && !statement.childForFieldName('alternative')
        ? statementsIn(then, from)
        : [statement];
    }
    default:
      return [statement];
  }
}

/** `*name` or `&name` */
const isOf = (node: TreeNode, sign: '*' | '&', name: string): boolean =>
  node.type === 'pointer_expression' &&
  operatorOf(node) === sign &&
  node.childForFieldName('argument')?.text === name;

/** The variable that a pointer or reference leads to from its declaration on; undefined where that may change. */
export function aimOf(node: TreeNode | null): TreeNode | undefined {
  const inside = node?.type === 'identifier' ? functionAround(node) : undefined;
  if (!node || !inside || inside.descendantsOfType('lambda_expression').length > 0)
    return undefined;
  const [only, another] = inside
    .descendantsOfType(['init_declarator', 'parameter_declaration', 'declaration'])
    .filter((each) => nameIn(each.childForFieldName('declarator')) === node.text);
  if (only?.type !== 'init_declarator' || another) return undefined;
  const sign = only.childForFieldName('declarator')?.type;
  const value = only.childForFieldName('value');
  if (sign === 'reference_declarator') return value?.type === 'identifier' ? value : undefined;
  const target = value?.type === 'pointer_expression' ? value.childForFieldName('argument') : null;
  const isTaken = target?.type === 'identifier' && value && isOf(value, '&', target.text);
  return sign === 'pointer_declarator' && isTaken && !isChangedIn(inside, node.text)
    ? target
    : undefined;
}

/** A name behind stars and `&`. */
const nameIn = (declarator: TreeNode | null): string | undefined =>
  declarator !== null && /^(?:pointer|reference)_declarator$/.test(declarator.type)
    ? nameIn(named(declarator).at(-1) ?? null)
    : declarator?.text;

/** The name itself is set, or its address taken. */
const isChangedIn = (inside: TreeNode, name: string): boolean =>
  inside
    .descendantsOfType(['assignment_expression', 'update_expression', 'pointer_expression'])
    .some((each) => {
      const place = each.childForFieldName('left') ?? each.childForFieldName('argument');
      const isPlace = each.type !== 'pointer_expression' || operatorOf(each) === '&';
      return isPlace && place !== null && withoutBrackets(place).text === name;
    });
