import type { TreeNode } from '../tree-node.ts';
import type { MappedText } from '../source-map.ts';
import type { Declarator, Expression, Length, Type } from '../syntax.ts';
import type { Scope } from '../scope.ts';
import { named } from '../parsed.ts';
import {
  type AddressSpace,
  INT,
  otherType,
  scalarType,
  type StructType,
  targetOf,
} from '../types.ts';
import {
  autoName,
  type Bindings,
  isExpression,
  shown,
  type TemplateParameter,
} from './templates.ts';
import { wholeOf } from './constants.ts';
import { countName, countOf, elementName, isOfPack, packLength, packsIn } from './packs.ts';
import { CudaEnumerations } from './enumerations.ts';
import { templateIn, templateType } from './static-values.ts';
import { accessorType } from './tensors.ts';
import { textureType } from './textures.ts';
import { questionOf, typeOfTrait } from './traits.ts';
import { typeOfCuda } from './words.ts';
import { isConstant, isLvalue, isReference, isRvalue, modifiersOf } from './declarators.ts';

/** A struct's template. */
export interface StructTemplate {
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

/** The types, templates and variables of C++. */
export class CudaNames extends CudaEnumerations {
  protected readonly templates = new Map<string, StructTemplate>();
  /** The arguments that templates were given, by the struct's name. */
  protected readonly argumentsOf = new Map<string, Bindings>();
  /** The tag of the struct being instantiated. */
  protected tag: string | undefined;
  /** Elements of arrays that nothing changes, by their types. */
  readonly #constantLists = new WeakMap<Type, readonly Expression[]>();

  constructor(
    text: string,
    code: MappedText,
    known: Iterable<string>,
    watch: (share: number) => void,
  ) {
    super(text, code, [], known, watch);
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
    const written = node?.text ?? '';
    return WORDS.get(written) ?? written;
  }

  protected override structName(tag: string): string {
    return this.tag ?? tag;
  }

  protected override typeNamed(base: string): Type {
    const word = base.replace(/^(?:::)?(?:std|cuda|cuda::std)::/, '');
    const known = this.scope.typeNamed(word) ?? typeOfCuda(word);
    return known ?? textureType(word, this.text) ?? super.typeNamed(word);
  }

  protected override isType(name: string): boolean {
    return this.typeNamed(name).kind !== 'other' || this.scope.has(name);
  }

  protected override type(node: TreeNode | null): Type {
    switch (node?.type) {
      case 'placeholder_type_specifier':
        return this.scope.typeNamed(autoName(node)) ?? AUTO;
      case 'dependent_type':
        return this.type(named(node)[0] ?? null);
      case 'type_descriptor':
        return this.typeDescriptor(node);
      case 'class_specifier':
      case 'struct_specifier':
      case 'union_specifier':
        return this.struct(node);
      case 'enum_specifier':
        return this.enumeration(node);
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
      const found =
        type?.kind === 'struct'
          ? this.insideOf(type, (inner) => inner.typeNamed(name?.text ?? ''))
          : undefined;
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
    const template = this.templates.get(name);
    if (template === undefined)
      return (
        this.traitType(name, args) ??
        this.#accessor(name, args) ??
        textureType(name, this.text) ??
        otherType('type', node.text, `the type ${node.text}`)
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
    const meant = this.meantTemplate(name, template, bound);
    if (meant === undefined)
      return otherType('type', node.text, `which ${name} is meant by ${node.text}`);
    const before = this.tag;
    this.tag = tag;
    try {
      const made = this.inBindings(meant.bound, meant.template.scope, () =>
        this.struct(meant.template.node),
      );
      this.membersOutside(name, template, bound, made);
      return made;
    } finally {
      this.tag = before;
    }
  }

  /** The template, or its specialisation for the arguments; undefined where the text does not tell. */
  protected meantTemplate(
    _name: string,
    template: StructTemplate,
    bound: Bindings,
  ): { readonly template: StructTemplate; readonly bound: Bindings } | undefined {
    return { template, bound };
  }

  /** Methods that are defined outside of their struct's template. */
  protected membersOutside(
    _name: string,
    _template: StructTemplate,
    _bound: Bindings,
    _self: StructType<Length>,
  ): void {
    // Structs have methods.
  }

  /** An element of a list that nothing changes, where the text tells which. */
  protected constantElement(array: Expression, index: Expression): Expression | undefined {
    const found = array.kind === 'name' ? this.scope.find(array.name) : undefined;
    const type = found !== undefined && 'type' in found ? found.type : undefined;
    // A list of rows may leave out their braces.
    if (type?.kind !== 'array' || type.of.kind !== 'scalar') return undefined;
    const items = this.#constantLists.get(type);
    const place = items === undefined ? undefined : wholeOf(index);
    const element = place === undefined ? undefined : items?.[Number(place)];
    return element?.kind === 'number'
      ? this.typed({ kind: 'cast', type: type.of, operands: [element], span: element.span })
      : undefined;
  }

  #accessor(name: string, args: readonly TreeNode[]): Type | undefined {
    return accessorType(name, args, {
      type: (each) => this.type(each),
      value: (each) => this.argument(each),
    });
  }

  protected traitType(name: string, args: readonly TreeNode[]): Type | undefined {
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

  /** A template's arguments, an expanded pack's each by itself. */
  protected expanded(
    args: readonly TreeNode[],
  ): readonly ((isType: boolean) => Type | Expression)[] {
    return args.flatMap((node) => {
      const [inner] = named(node);
      const packs =
        node.type === 'parameter_pack_expansion' && inner ? packsIn(inner, this.scope) : [];
      if (inner === undefined || packs.length === 0)
        return [(isType: boolean) => this.meant(node, isType)];
      const { scope } = this;
      const length = packLength(scope, packs[0] ?? '') ?? 0;
      return Array.from(
        { length },
        (_, place) => (isType: boolean) =>
          this.inScope(
            () => this.eachElement(packs, (at) => (at === place ? this.meant(inner, isType) : INT)),
            scope,
          )[place] ?? INT,
      );
    });
  }

  /** A template's parameters with the arguments given, then their defaults. */
  protected bound(
    parameters: readonly TemplateParameter[],
    args: readonly TreeNode[],
    scope: Scope,
    known: Bindings = new Map(),
  ): Map<string, Type | Expression> {
    const bound = new Map<string, Type | Expression>();
    const all = this.expanded(args);
    parameters.forEach((parameter, i) => {
      const { name, isType, isPack, default: otherwise } = parameter;
      if (isPack) {
        const each = all.slice(i);
        const told = [...known].filter(([key]) => each.length === 0 && isOfPack(name, key));
        for (const [key, meant] of told) bound.set(key, meant);
        each.forEach((arg, place) => bound.set(elementName(name, place), arg(isType)));
        if (!bound.has(countName(name)))
          bound.set(countName(name), countOf(each.length, this.span(parameter.node)));
        return;
      }
      const given = all[i];
      const deduced = known.get(name);
      if (given !== undefined) bound.set(name, given(isType));
      else if (deduced !== undefined) bound.set(name, deduced);
      else if (otherwise !== null)
        bound.set(
          name,
          this.inBindings(bound, scope, () => this.meant(otherwise, isType)),
        );
    });
    return bound;
  }

  protected meant(node: TreeNode, isType: boolean): Type | Expression {
    if (isType && this.templates.has(node.text)) return templateType(node.text);
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

  protected structTemplate(node: TreeNode, parameters: readonly TemplateParameter[]): void {
    const name = node.childForFieldName('name')?.text;
    if (name !== undefined) this.templates.set(name, { node, parameters, scope: this.scope });
  }

  protected hasTemplate(name: string): boolean {
    return this.templates.has(name) || templateIn(this.scope.typeNamed(name)) !== undefined;
  }

  protected override declarator(
    node: TreeNode | null,
    base: Type,
    _space: AddressSpace | undefined,
    owner: TreeNode,
  ): Declarator {
    const space = this.declaredSpace(owner);
    const made = super.declarator(node, base, undefined, owner);
    const type = this.#deduced(made, node?.childForFieldName('value')?.type);
    if (
      type.kind === 'array' &&
      /\b(?:constexpr|const)\b/.test(owner.text.split(/[={]/, 1)[0] ?? '')
    )
      if (made.init?.kind === 'list') this.#constantLists.set(type, made.init.items);
    const isPlace = isReference(node);
    const { init } = made;
    const isKept = type.kind === 'pointer' && type.to.kind !== 'array' && isConstant(owner);
    const isValue = isPlace && type.kind === 'pointer' && (isKept || isRvalue(node));
    const isBound = isPlace && init !== undefined && isLvalue(init);
    if (isPlace && !isBound && type.kind === 'pointer' && (isValue || init !== undefined))
      return { ...made, type: type.to, space, init };
    if (!isPlace || init === undefined) return { ...made, type, space };
    const { becomes: _, ...plain } = init;
    const address: Expression = { kind: 'unary', operator: '&', operand: plain, span: init.span };
    return { ...made, type, space, init: this.typed(address) };
  }

  /** `auto` is what its initial value is. @param written the value's kind in the text */
  #deduced({ type, init }: Declarator, written?: string): Type {
    if (type === AUTO && init && isTruth(init, written)) return scalarType('bool');
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

/** A `bool` of C++, which C has as an `int`. */
const isTruth = ({ kind, type, ...rest }: Expression, written?: string): boolean =>
  written === 'true' ||
  written === 'false' ||
  (type?.kind === 'scalar' &&
    ((kind === 'unary' && 'operator' in rest && rest.operator === '!') ||
      (kind === 'binary' && 'operator' in rest && isInfixTruth(rest.operator))));

const isInfixTruth = (operator: string): boolean => /^(?:[=!]=|[<>]=?|&&|\|\|)$/.test(operator);

/** Operators by their words. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['and', '&&'],
  ['or', '||'],
  ['not', '!'],
]);

/** `auto`, or a pointer or reference to it. */
export const isAuto = (type: Type): boolean =>
  type === AUTO || (type.kind === 'pointer' && type.to === AUTO);

const decayedOf = (type: Type): Type =>
  type.kind === 'array' ? { kind: 'pointer', to: type.of } : type;
