import { productOf } from '../../../base/product.ts';
import { named as children } from '../../parsed.ts';
import type { TreeNode } from '../../tree-node.ts';
import {
  functionDeclaratorOf,
  memberDefaultsIn,
  modifiersOf,
  parametersIn,
} from '../declarators.ts';
import type { ElementType } from './cells.ts';
import { scalarNamed } from './numbers.ts';
import { declaredBy } from './declared.ts';

/** Classes of the host's text whose objects are followed. */

/** Elements of an array within a struct that are followed. */
export const MOST_INSIDE = 256;

/** A member of a struct; an array within it has a length. */
export interface Member extends ElementType {
  readonly member: string;
  readonly length?: number;
  /** Its elements are rows of others. */
  readonly hasRows?: true;
  /** `int n = 3;` */
  readonly given?: TreeNode | undefined;
}

export interface FollowedClass {
  /** Those of its base first. */
  readonly members: readonly Member[];
  readonly base?: string;
  readonly methods?: readonly string[];
  /** Types that its template takes, by their names. */
  readonly taken: readonly string[];
  /** Constructors or values of members run where an object begins. */
  readonly isConstructed: boolean;
  readonly hasConstructors: boolean;
  readonly hasDestructor: boolean;
}

/** Its own name, that of its `typedef`, or one by its place. */
export const nameOfClass = (struct: TreeNode): string =>
  struct.childForFieldName('name')?.text ??
  (struct.parent?.type === 'type_definition'
    ? (struct.parent.childForFieldName('declarator')?.text ?? '')
    : `unnamed_${struct.startIndex}`);

/** A decimal length as it is written, or as the only macro of its name has it. */
function lengthWritten(root: TreeNode, size: TreeNode | undefined): number {
  const text = size?.type === 'identifier' ? macroIn(root, size.text) : size?.text;
  return /^\s*[1-9]\d*\s*$/.test(text ?? '') ? Number(text) : Number.NaN;
}

function macroIn(root: TreeNode, name: string): string | undefined {
  const [only, another] = root
    .descendantsOfType('preproc_def')
    .filter((each) => each.childForFieldName('name')?.text === name);
  return another ? undefined : only?.childForFieldName('value')?.text;
}

const isData = (each: TreeNode): boolean =>
  each.type === 'field_declaration' &&
  each.childrenForFieldName('declarator').every((own) => functionDeclaratorOf(own) === undefined);

const nameOf = (each: TreeNode): string =>
  functionDeclaratorOf(each.childForFieldName('declarator'))?.childForFieldName('declarator')
    ?.text ?? '';

const isCut = (each: TreeNode): boolean =>
  each.children.some(({ type }) => /^(?:delete|default)_method_clause$/.test(type));

/** `operator T *() const { return p; }`, which does nothing else. */
export function isConversion(each: TreeNode): boolean {
  const [only, another] = children(each.childForFieldName('body'));
  const isOne = only?.type === 'return_statement' && !another;
  const isCast = each.childForFieldName('declarator')?.type === 'operator_cast';
  return isCast && isOne && only.descendantsOfType(['call_expression', ...CHANGES]).length === 0;
}

const CHANGES = ['assignment_expression', 'update_expression', 'lambda_expression'];

/** A class' name without its namespaces and arguments. */
export const plainName = (name: string): string =>
  name.replace(/\s*<.*$/s, '').replace(/^(?!std::|thrust::|cuda::).*::/s, '');

/** A copy or a move of objects that runs a function of the text. */
export function copies(name: string, struct: TreeNode): boolean {
  const plain = plainName(name);
  return children(struct.childForFieldName('body')).some((each) => {
    const own = nameOf(each);
    const [only, another] = parametersIn(each);
    const isOfOne = only !== undefined && another === undefined;
    const isReference = only?.childForFieldName('declarator')?.type.includes('reference') === true;
    const isSame = isReference && plainName(only.childForFieldName('type')?.text ?? '') === plain;
    return !isCut(each) && (own === 'operator=' || (own === plain && isOfOne && isSame));
  });
}

/** The host calls none of these. */
function isOfDevice(each: TreeNode): boolean {
  const words = modifiersOf(each);
  return words.has('__device__') && !words.has('__host__');
}

/** It has nothing but members, methods that are plain functions, constructors, a destructor and conversions. */
function isPlain(struct: TreeNode, name: string): boolean {
  const isOne = (each: TreeNode): boolean => {
    const words = modifiersOf(each);
    if (words.has('virtual')) return false;
    if (isOfDevice(each)) return true;
    if (words.has('static')) return false;
    if (isCut(each) || /^access_specifier$/.test(each.type)) return true;
    if (each.type === 'field_declaration') return true;
    if (isConversion(each)) return true;
    const own = nameOf(each);
    const isOperator = own.startsWith('operator') && own !== 'operator=';
    return /^(?:function_definition|declaration)$/.test(each.type) && own !== '' && !isOperator;
  };
  return /^\w+$/.test(name) && children(struct.childForFieldName('body')).every(isOne);
}

/** Members of a field's declaration; undefined where their values are not told apart. */
function membersIn(
  root: TreeNode,
  field: TreeNode,
  resolved: (type: ElementType) => ElementType,
): readonly Member[] | undefined {
  const type = field.childForFieldName('type')?.text ?? '';
  const isPart = field.children.some((each) => each.type === 'bitfield_clause');
  const defaults = memberDefaultsIn(field);
  const all = field.childrenForFieldName('declarator');
  if (defaults.length === 0 && field.text.includes('=')) return undefined;
  return all.map((each): Member => {
    const { name, stars, sizes, isOther } = declaredBy(each);
    const length = productOf(sizes.map((size) => lengthWritten(root, size)));
    const isArray = sizes.length > 0;
    const isNumber = stars === 0 && scalarNamed(resolved({ name: type, stars }).name);
    // Arrays behind pointers that are not followed would be forgotten.
    const isPointer = stars > 0 && sizes.length === 1 && length <= MOST_INSIDE;
    const isPlain = (isNumber || isPointer) && !Number.isNaN(length);
    const isKnown = !isOther && !isPart && (!isArray || isPlain);
    const given = defaults.find(({ declarator }) => declarator.id === each.id)?.value;
    const about = { member: name, name: isKnown ? type : '', stars, given };
    if (!isArray || !isKnown) return about;
    return { ...about, length, ...(sizes.length > 1 && { hasRows: true }) };
  });
}

/** Types that a template takes; undefined where it takes others.
 * @param isIdle a value by this name decides nothing */
export function takenBy(
  { parent }: TreeNode,
  isIdle: (value: string) => boolean = () => false,
): readonly string[] | undefined {
  const list =
    parent?.type === 'template_declaration' ? parent.childForFieldName('parameters') : null;
  const names = children(list).map((each) => {
    const value = each.type === 'parameter_declaration' && each.childForFieldName('declarator');
    if (value && value.type === 'identifier') return isIdle(value.text) ? value.text : undefined;
    return /^(?:typename|class)\s+(\w+)$/.exec(each.text)?.[1];
  });
  return names.includes(undefined) ? undefined : names.flatMap((each) => each ?? []);
}

/** Its members are other names for variables. */
export const hasReferences = (struct: TreeNode): boolean =>
  children(struct.childForFieldName('body')).some(
    (field) =>
      isData(field) &&
      !/^const\b/.test(field.text) &&
      field.childrenForFieldName('declarator').some(({ type }) => type === 'reference_declarator'),
  );

/** The one class that another is made of; undefined where it is not followed. */
function baseIn(clause: TreeNode, known: ReadonlyMap<string, FollowedClass>) {
  const [only, another] = children(clause).filter(({ type }) => !/specifier/.test(type));
  const own = another || clause.text.includes('virtual') ? undefined : known.get(only?.text ?? '');
  return only && own?.taken.length === 0 ? { name: only.text, ...own } : undefined;
}

/** A class whose objects are followed; undefined of another.
 * @param before the classes in front of it */
export function classIn(
  root: TreeNode,
  struct: TreeNode,
  name: string,
  resolved: (type: ElementType) => ElementType,
  before: ReadonlyMap<string, FollowedClass>,
): FollowedClass | undefined {
  const body = children(struct.childForFieldName('body'));
  const fields = body.filter(isData);
  const isLaidOut = /\b(?:alignas|__align__|aligned|packed|__packed__)\b/.test(struct.text);
  const bases = struct.children.find(({ type }) => type === 'base_class_clause');
  const base = bases && baseIn(bases, before);
  if (isLaidOut || (bases && !base) || (fields.length < body.length && !isPlain(struct, name)))
    return undefined;
  const members = fields.map((field) => membersIn(root, field, resolved));
  const known = [...(base?.members ?? []), ...members.flatMap((each) => each ?? [])];
  if (new Set(known.map(({ member }) => member)).size < known.length) return undefined;
  const names = body.filter((each) => !isData(each)).map(nameOf);
  // By a pointer to the base the base's own would be called.
  if (base?.methods?.some((each) => each !== base.name && each !== '' && names.includes(each)))
    return undefined;
  const hasConstructors = names.includes(name);
  if (known.length === 0 || members.includes(undefined)) return undefined;
  if (hasConstructors && fields.some(({ text }) => text.includes('&'))) return undefined;
  const ofHost = body.filter((each) => !isData(each) && !isOfDevice(each));
  const words = ofHost.flatMap((each) => each.descendantsOfType('identifier'));
  const taken = takenBy(struct, (value) => words.every(({ text }) => text !== value));
  if (!taken) return undefined;
  return {
    members: known,
    ...(base && { base: base.name }),
    methods: [...(base?.methods ?? []), ...names],
    taken,
    hasConstructors,
    isConstructed:
      hasConstructors || base !== undefined || known.some(({ given }) => given !== undefined),
    hasDestructor: names.some((each) => each.startsWith('~')),
  };
}
