import type { Node as TreeNode } from 'web-tree-sitter';
import type { MappedText } from '../source-map.ts';
import type { Declarator, Expression, Length, Type } from '../syntax.ts';
import { Converter } from '../tree.ts';
import type { Scope } from '../scope.ts';
import { named } from '../parsed.ts';
import { type AddressSpace, INT, type Member, type StructType, targetOf } from '../types.ts';
import { type Lanes, WARP_SIZE } from '../warp.ts';
import { Maker } from './rows.ts';
import {
  type Bindings,
  isExpression,
  shown,
  type TemplateParameter,
  templateParameters,
} from './templates.ts';
import { wholeOf } from './constants.ts';
import { countName, countOf, elementName, isOfPack } from './packs.ts';
import { templateIn, templateType } from './static-values.ts';
import { accessorType } from './tensors.ts';
import { questionOf, typeOfTrait } from './traits.ts';
import { operatorOf, typeOfCuda } from './words.ts';

/** A function or method as the text defines it, before its template has arguments. */
export interface Candidate {
  readonly name: string;
  /** The definition, or a declaration without a body. */
  readonly node: TreeNode;
  readonly declarator: TreeNode;
  readonly template: readonly TemplateParameter[];
  /** Where it is defined. */
  readonly scope: Scope;
  /** What `this` points to. */
  readonly self: StructType<Length> | undefined;
}

/** A struct's template. */
interface StructTemplate {
  readonly node: TreeNode;
  readonly parameters: readonly TemplateParameter[];
  readonly scope: Scope;
}

const AUTO: Type = { kind: 'other', what: 'auto' };

const SPACES: Readonly<Record<string, AddressSpace>> = {
  __shared__: 'local',
  __constant__: 'constant',
  __device__: 'global',
  __managed__: 'global',
};

/** Words before a declaration's type. */
export const modifiersOf = (node: TreeNode): ReadonlySet<string> =>
  new Set(
    node.children
      .filter((child) => child !== null && !/declarator|statement|body/.test(child.type))
      .map((child) => child?.text ?? ''),
  );

/** The types, structs and variables of C++. */
export class CudaNames extends Converter {
  protected lanes: Lanes = WARP_SIZE;
  readonly candidates = new Map<string, Candidate[]>();
  /** Statics and types of a struct, by the struct's name. */
  protected readonly inside = new Map<string, Scope>();
  readonly #structs = new Map<string, OpenStruct>();
  /** Members' default values, by struct and name. */
  protected readonly defaults = new Map<string, Map<string, MemberDefault>>();
  readonly #templates = new Map<string, StructTemplate>();
  /** The arguments that templates were given, by the struct's name. */
  protected readonly argumentsOf = new Map<string, Bindings>();
  /** Where the body of a struct begins. */
  readonly #bodies = new Map<string, number>();
  /** The struct whose body is being read. */
  #around: string | undefined;
  /** The tag of the struct being instantiated. */
  #tag: string | undefined;
  #closures = 0;

  constructor(
    text: string,
    code: MappedText,
    known: Iterable<string>,
    watch: (share: number) => void,
  ) {
    super(text, code, [], known, watch);
  }

  protected maker(node: TreeNode): Maker {
    return new Maker(this.span(node), (expression) => this.typed(expression), this.lanes);
  }

  /** CUDA's words belong to the variable, not to what it points to. */
  protected override declaredSpace(node: TreeNode): AddressSpace | undefined {
    for (const word of modifiersOf(node)) if (Object.hasOwn(SPACES, word)) return SPACES[word];
    return undefined;
  }

  protected override space(): AddressSpace | undefined {
    return undefined;
  }

  protected override operator(node: TreeNode | null): string {
    return operatorOf(node);
  }

  protected override structName(tag: string): string {
    return this.#tag ?? tag;
  }

  protected override typeNamed(base: string): Type {
    const word = base.replace(/^(?:::)?(?:std|cuda|cuda::std)::/, '');
    return this.scope.typeNamed(word) ?? typeOfCuda(word) ?? super.typeNamed(word);
  }

  protected isType(name: string): boolean {
    return this.typeNamed(name).kind !== 'other' || this.scope.has(name);
  }

  protected override type(node: TreeNode | null): Type {
    switch (node?.type) {
      case 'placeholder_type_specifier':
        return AUTO;
      case 'dependent_type':
        return this.type(named(node)[0] ?? null);
      case 'type_descriptor':
        return this.typeDescriptor(node);
      case 'class_specifier':
      case 'struct_specifier':
      case 'union_specifier':
        return this.struct(node);
      case 'enum_specifier': {
        const name = node.childForFieldName('name')?.text;
        if (name !== undefined) this.scope.declareType(name, INT);
        return super.type(node);
      }
      case 'alias_declaration': {
        const type = this.type(node.childForFieldName('type'));
        this.scope.declareType(node.childForFieldName('name')?.text ?? '', type);
        return type;
      }
      case 'qualified_identifier':
        return this.#qualified(node);
      case 'template_type':
      case 'template_function':
        return this.#instantiated(node);
      case 'decltype':
        return this.expression(named(node)[0] ?? null).type ?? INT;
      default:
        return super.type(node);
    }
  }

  #qualified(node: TreeNode): Type {
    const scope = node.childForFieldName('scope');
    const name = node.childForFieldName('name');
    if (scope?.type === 'template_type' || this.scope.has(scope?.text ?? '')) {
      const type = scope && this.type(scope);
      const inner = type?.kind === 'struct' ? this.inside.get(type.name) : undefined;
      const found = inner?.typeNamed(name?.text ?? '');
      if (found !== undefined) return found;
      // `std::conditional<...>::type`
      if (name?.text === 'type' && type && type.kind !== 'other') return type;
    }
    if (name?.type === 'qualified_identifier' || name?.type === 'template_type')
      return this.type(name);
    return this.typeNamed(name?.text ?? node.text);
  }

  /** A struct's template with its arguments, or a type of the headers. */
  #instantiated(node: TreeNode): Type {
    const written = node.childForFieldName('name')?.text ?? '';
    const name = templateIn(this.scope.typeNamed(written)) ?? written;
    const args = named(node.childForFieldName('arguments'));
    if (/^thread_block_tile$/.test(name)) {
      const size = args[0] && this.maker(args[0]).typed(this.argument(args[0]));
      return { kind: 'other', what: `thread_block_tile<${size ? shown(size) : 32}>` };
    }
    const template = this.#templates.get(name);
    if (template === undefined)
      return (
        this.#traitType(name, args) ??
        this.#accessor(name, args) ?? { kind: 'other', what: `the type ${node.text}` }
      );
    const bound = this.bound(template.parameters, args, template.scope);
    const tag = `${name}<${[...bound.values()].map(shown).join(', ')}>`;
    this.argumentsOf.set(tag, bound);
    if (template.node.type === 'alias_declaration')
      return this.inBindings(bound, template.scope, () =>
        this.type(template.node.childForFieldName('type')),
      );
    const known = template.scope.typeNamed(tag);
    if (known !== undefined) return known;
    const before = this.#tag;
    this.#tag = tag;
    try {
      return this.inBindings(bound, template.scope, () => this.struct(template.node));
    } finally {
      this.#tag = before;
    }
  }

  #accessor(name: string, args: readonly TreeNode[]): Type | undefined {
    return accessorType(name, args, {
      type: (each) => this.type(each),
      value: (each) => this.argument(each),
    });
  }

  #traitType(name: string, args: readonly TreeNode[]): Type | undefined {
    const typeAt = (place: number): Type | undefined => args[place] && this.type(args[place]);
    return typeOfTrait(name, typeAt, () => {
      const value = args[0] && wholeOf(this.argument(args[0]));
      return value === undefined ? undefined : value !== 0n;
    });
  }

  /** The answer of `is_same_v<T, U>` and its like; undefined for other templates. */
  protected traitValue(node: TreeNode): boolean | undefined {
    const question = questionOf(node.childForFieldName('name')?.text ?? '');
    const [first, second] = named(node.childForFieldName('arguments'));
    if (question === undefined || first === undefined) return undefined;
    return question(this.type(first), second && this.type(second));
  }

  /** A value among a template's arguments. */
  protected argument(node: TreeNode): Expression {
    // A name alone reads as a type.
    const inner = node.type === 'type_descriptor' ? named(node)[0] : undefined;
    return this.expression(inner ?? node);
  }

  /** A template's parameters with the arguments given, then their defaults. */
  protected bound(
    parameters: readonly TemplateParameter[],
    args: readonly TreeNode[],
    scope: Scope,
    known: Bindings = new Map(),
  ): Map<string, Type | Expression> {
    const bound = new Map<string, Type | Expression>();
    parameters.forEach((parameter, i) => {
      const { name, isType, isPack, default: otherwise } = parameter;
      if (isPack) {
        const each = args.slice(i);
        const told = [...known].filter(([key]) => each.length === 0 && isOfPack(name, key));
        for (const [key, meant] of told) bound.set(key, meant);
        each.forEach((arg, place) => bound.set(elementName(name, place), this.#meant(arg, isType)));
        if (!bound.has(countName(name)))
          bound.set(countName(name), countOf(each.length, this.span(parameter.node)));
        return;
      }
      const given = args[i];
      const deduced = known.get(name);
      if (given !== undefined) bound.set(name, this.#meant(given, isType));
      else if (deduced !== undefined) bound.set(name, deduced);
      else if (otherwise !== null)
        bound.set(
          name,
          this.inBindings(bound, scope, () => this.#meant(otherwise, isType)),
        );
    });
    return bound;
  }

  #meant(node: TreeNode, isType: boolean): Type | Expression {
    if (isType && this.#templates.has(node.text)) return templateType(node.text);
    return isType ? this.type(node) : this.argument(node);
  }

  protected inBindings<T>(bound: Bindings, scope: Scope, work: () => T): T {
    return this.inScope(() => {
      for (const [name, meant] of bound)
        if (isExpression(meant)) this.stand(name, (span) => ({ ...meant, span }));
        else this.scope.declareType(name, meant);
      return work();
    }, scope);
  }

  /** The name means an expression from here on. */
  protected stand(name: string, stands: (span: Expression['span']) => Expression): void {
    this.scope.declare(name, { stands });
  }

  protected override struct(node: TreeNode): StructType<Length> {
    const simple = node.childForFieldName('name')?.text;
    const name = this.#tag ?? this.#nameOf(simple ?? this.tagOf(node), node);
    const isInstance = this.#tag !== undefined;
    this.#tag = undefined;
    const body = node.childForFieldName('body');
    const known = this.#structs.get(name);
    const open: OpenStruct = known ?? {
      kind: 'struct',
      name,
      union: node.type === 'union_specifier',
      packed: false,
      members: undefined,
    };
    this.#structs.set(name, open);
    this.scope.declareType(name, open);
    if (simple !== undefined && !isInstance) this.scope.declareType(simple, open);
    if (body === null || open.members !== undefined) return open;
    this.#bodies.set(name, node.startIndex);
    const around = this.#around;
    this.#around = name;
    this.inScope(() => {
      this.inside.set(name, this.scope);
      this.scope.declareType(simple ?? name, open);
      const bases = node.children.find((child) => child?.type === 'base_class_clause');
      const inherited = named(bases ?? null).flatMap((base) => {
        const type = /access_specifier/.test(base.type) ? undefined : this.type(base);
        return type?.kind === 'struct' ? [{ name: '', type }] : [];
      });
      open.members = [
        ...inherited,
        ...named(body).flatMap((field) => this.#field(field, open, simple)),
      ];
    });
    this.#around = around;
    return open;
  }

  /** Structs in other structs, and those of one name in several functions, are several. */
  #nameOf(simple: string, node: TreeNode): string {
    const declared = this.scope.typeNamed(simple);
    if (node.childForFieldName('body') === null)
      return declared?.kind === 'struct' ? declared.name : simple;
    const name = this.#around === undefined ? simple : `${this.#around}::${simple}`;
    const other = this.#bodies.get(name);
    return other === undefined || other === node.startIndex ? name : `${name} ${node.startIndex}`;
  }

  /** Members of a struct; its methods, statics and types are remembered on the way. */
  #field(field: TreeNode, self: StructType<Length>, simple?: string): Member<Length>[] {
    switch (field.type) {
      case 'field_declaration': {
        const value = field.childForFieldName('default_value');
        const isStatic = modifiersOf(field).has('static');
        if (isStatic && value !== null) {
          const { scope } = this;
          const name = field.childForFieldName('declarator')?.text ?? '';
          this.stand(name, () => this.inScope(() => this.expression(value), scope));
        } else if (!isStatic) this.#rememberDefaults(field, self);
        const isMethod = field.descendantsOfType('function_declarator').length > 0;
        return isStatic || isMethod ? [] : this.members(field);
      }
      case 'template_declaration': {
        const inner = named(field).at(-1);
        const parameters = templateParameters(field.childForFieldName('parameters'));
        if (inner?.type === 'function_definition') this.method(inner, self, simple, parameters);
        return [];
      }
      case 'function_definition':
        this.method(field, self, simple, []);
        return [];
      case 'access_specifier':
        return [];
      default:
        this.type(field);
        return [];
    }
  }

  /** Remembers `float m = 0, n{1};`. */
  #rememberDefaults(field: TreeNode, self: StructType<Length>): void {
    let name = '';
    for (const [i, child] of field.children.entries()) {
      if (field.fieldNameForChild(i) === 'declarator') name = child?.text ?? '';
      if (child === null || field.fieldNameForChild(i) !== 'default_value') continue;
      const known = this.defaults.get(self.name) ?? new Map<string, MemberDefault>();
      this.defaults.set(self.name, known.set(name, { node: child, scope: this.scope }));
    }
  }

  protected method(
    node: TreeNode,
    self: StructType<Length>,
    simple: string | undefined,
    template: readonly TemplateParameter[],
  ): void {
    // `P() = default` does what no declaration does.
    if (node.children.some((child) => child?.type === 'default_method_clause')) return;
    const cast = node.childForFieldName('declarator');
    if (cast?.type === 'operator_cast') {
      const takes = cast.descendantsOfType('abstract_function_declarator')[0] ?? cast;
      const name = `${self.name}::${CONVERSION}`;
      this.candidate({ name, node, declarator: takes, template, scope: this.scope, self });
      return;
    }
    const declarator = functionDeclaratorOf(cast);
    const own = declarator
      ?.childForFieldName('declarator')
      ?.text.replace(/\s+/g, '')
      .replace(/^.*::/, '');
    if (declarator === undefined || own === undefined || own.startsWith('~')) return;
    const isConstructor = own === simple && node.childForFieldName('type') === null;
    const name = `${self.name}::${isConstructor ? CONSTRUCTOR : own}`;
    const isStatic = modifiersOf(node).has('static');
    this.candidate({
      name,
      node,
      declarator,
      template,
      scope: this.scope,
      self: isStatic ? undefined : self,
    });
  }

  protected candidate(candidate: Candidate): void {
    const { name } = candidate;
    const known = this.candidates.get(name) ?? [];
    // A definition stands for its declarations.
    const others = known.filter(({ node }) => node.childForFieldName('body') !== null);
    this.candidates.set(name, [...others, candidate]);
  }

  protected structTemplate(node: TreeNode, parameters: readonly TemplateParameter[]): void {
    const name = node.childForFieldName('name')?.text;
    if (name !== undefined) this.#templates.set(name, { node, parameters, scope: this.scope });
  }

  /** Where methods of a struct or of its template are. */
  protected definitionsOf(name: string): readonly TreeNode[] {
    const template = this.#templates.get(name);
    if (template !== undefined) return [template.node];
    const type = this.scope.typeNamed(name);
    if (type?.kind !== 'struct') return [];
    return [...this.candidates.values()]
      .flat()
      .flatMap(({ self, node }) => (self?.name === type.name ? [node] : []));
  }

  protected hasTemplate(name: string): boolean {
    return this.#templates.has(name);
  }

  /** A name for a lambda's closure. */
  protected closureName(): string {
    this.#closures += 1;
    return `lambda ${this.#closures}`;
  }

  protected override declarator(
    node: TreeNode | null,
    base: Type,
    _space: AddressSpace | undefined,
    owner: TreeNode,
  ): Declarator {
    const space = this.declaredSpace(owner);
    const made = super.declarator(node, base, undefined, owner);
    const type = this.#deduced(made);
    const isPlace = isReference(node);
    const { init } = made;
    const isValue = isPlace && type.kind === 'pointer' && (isConstant(owner) || isRvalue(node));
    const isBound = isPlace && init !== undefined && isLvalue(init);
    if (isPlace && !isBound && type.kind === 'pointer' && (isValue || init !== undefined))
      return { ...made, type: type.to, space, init };
    if (!isPlace || init === undefined) return { ...made, type, space };
    const { becomes: _, ...plain } = init;
    const address: Expression = { kind: 'unary', operator: '&', operand: plain, span: init.span };
    return { ...made, type, space, init: this.typed(address) };
  }

  /** `auto` is what its initial value is. */
  #deduced({ type, init }: Declarator): Type {
    if (type === AUTO)
      return init?.type?.kind === 'array' ? decayedOf(init.type) : (init?.type ?? INT);
    if (type.kind !== 'pointer' || type.to !== AUTO || init?.type === undefined) return type;
    const isPointer = init.type.kind === 'pointer' || init.type.kind === 'array';
    return isPointer ? decayedOf(init.type) : { kind: 'pointer', to: init.type };
  }

  /** Uses of a reference are uses of the place that it refers to. */
  protected declarePlace({ name, type }: Declarator): void {
    const target = targetOf(type);
    this.stand(name, (span) => ({
      kind: 'unary',
      operator: '*',
      operand: { kind: 'name', name, type, span },
      span,
      ...(target && { type: target }),
    }));
  }
}

/** `auto`, or a pointer or reference to it. */
export const isAuto = (type: Type): boolean =>
  type === AUTO || (type.kind === 'pointer' && type.to === AUTO);

/** A member's default value, and the scope that its names are of. */
export interface MemberDefault {
  readonly node: TreeNode;
  readonly scope: Scope;
}

interface OpenStruct extends StructType<Length> {
  members: readonly Member<Length>[] | undefined;
}

export const CONSTRUCTOR = 'constructor';

/** `operator T()`, of which one without `const` and one with are the same. */
export const CONVERSION = 'operator cast';

const decayedOf = (type: Type): Type =>
  type.kind === 'array' ? { kind: 'pointer', to: type.of } : type;

const innerOf = (node: TreeNode | null): TreeNode | null =>
  node?.childForFieldName('declarator') ??
  (node?.type === 'parenthesized_declarator' ? (named(node)[0] ?? null) : null);

/** `T &x` or `T &&x`, not looking into what a function takes. */
export function isReference(node: TreeNode | null): boolean {
  for (let at = node; at !== null; at = innerOf(at)) {
    if (/reference_declarator/.test(at.type)) return true;
    if (/function_declarator/.test(at.type)) return false;
  }
  return false;
}

const isRvalue = (node: TreeNode | null): boolean =>
  node?.children.some((child) => child?.type === '&&') ?? false;

const isConstant = (owner: TreeNode): boolean =>
  owner.type.endsWith('parameter_declaration') && modifiersOf(owner).has('const');

export const isLvalue = ({ kind, ...rest }: Expression): boolean =>
  kind === 'name' ||
  kind === 'index' ||
  kind === 'member' ||
  (kind === 'unary' && 'operator' in rest && rest.operator === '*');

/** A definition's or declaration's function declarator. */
export function functionDeclaratorOf(node: TreeNode | null): TreeNode | undefined {
  let at = node;
  while (at !== null && /^(pointer|reference|init|attributed)_declarator$/.test(at.type))
    at = at.childForFieldName('declarator') ?? named(at).at(-1) ?? null;
  return at?.type === 'function_declarator' ? at : undefined;
}
