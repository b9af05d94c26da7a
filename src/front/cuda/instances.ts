import type { TreeNode } from '../tree-node.ts';
import type { Declarator, Expression, FunctionDeclaration, Length, Type } from '../syntax.ts';
import type { Scope } from '../scope.ts';
import { named } from '../parsed.ts';
import { INT, type StructType, targetOf } from '../types.ts';
import { constantsIn } from './const-overloads.ts';
import { CudaHidden } from './hidden-arrays.ts';
import { type Candidate, CONSTRUCTOR } from './structs.ts';
import { isReference, levelsOf, modifiersOf } from './declarators.ts';
import { countName, countOf, elementName, isPack, packsIn } from './packs.ts';
import { groupOf, isAnyGroup } from './groups.ts';
import { isFunctionPointer, isStatic } from './static-values.ts';
import {
  type Bindings,
  deduce,
  isOpen,
  shown,
  type TemplateParameter,
  isExpression,
} from './templates.ts';

/** A function whose template has its arguments. */
export interface Instance {
  readonly name: string;
  readonly parameters: readonly Declarator[];
  /** Parameters that are passed as places. */
  readonly places: readonly boolean[];
  /** Parameters that are neither places nor references to constants. */
  readonly isOwn: readonly boolean[];
  readonly defaults: readonly (TreeNode | null)[];
  readonly returns: Type;
  readonly returnsPlace: boolean;
  readonly scope: Scope;
}

const NONE: Bindings = new Map();

/** Namespaces around a place, the outermost first. */
export function spaceOf(node: TreeNode): string {
  const names: string[] = [];
  for (let at = node.parent; at !== null; at = at.parent)
    if (at.type === 'namespace_definition') names.unshift(at.childForFieldName('name')?.text ?? '');
  return names.map((name) => `::${name}`).join('');
}

/** Functions and methods with the arguments of their templates. */
export class CudaInstances extends CudaHidden {
  /** Functions whose bodies are still to be read. */
  protected readonly waiting: (() => FunctionDeclaration)[] = [];
  readonly #instances = new Map<string, Instance>();
  /** The instance that has a name. */
  readonly #keys = new Map<string, string>();
  /** The struct whose method is being read. */
  protected self: StructType<Length> | undefined;
  readonly #used = new Set<Instance>();

  /** The name of functions some of whose templates' arguments are given already. */
  protected withExplicit(name: string, explicit: readonly TreeNode[]): string | undefined {
    const fits = (this.candidates.get(name) ?? []).filter(
      ({ template }) =>
        template.length >= explicit.length &&
        !template.some(({ isPack: isOne }) => isOne) &&
        explicit.every((each, i) => this.#mayBe(each, template[i]?.isType === true)),
    );
    const bound = fits.map(({ template, scope }) =>
      this.bound(template.slice(0, explicit.length), explicit, scope),
    );
    if (fits.length === 0) return undefined;
    const meant = fits.map((each, i) =>
      each.template.length === explicit.length ? this.specialised(each, bound[i] ?? NONE) : each,
    );
    const isOpenYet =
      meant.includes(undefined) || fits.some(({ template }) => template.length > explicit.length);
    if (isOpenYet && this.specialNodesOf(name).length > 0) return undefined;
    // Their meaning is told later.
    const isTold = bound.every((each) =>
      [...each.values()].every((meant) => isExpression(meant) || meant.kind !== 'other'),
    );
    if (!isTold) return name;
    const alias = `${name}<${[...(bound[0]?.values() ?? [])].map(shown).join(', ')}>`;
    if (!this.candidates.has(alias))
      this.candidates.set(
        alias,
        fits.map((each, i) => ({
          ...(meant[i] ?? each),
          name: alias,
          template: each.template.slice(explicit.length),
          scope: this.inBindings(bound[i] ?? NONE, each.scope, () => this.scope),
        })),
      );
    return alias;
  }

  /** A template's arguments, given or deduced; undefined if some stay open. */
  protected boundBy(
    candidate: Candidate,
    args: readonly Expression[],
    explicit: readonly TreeNode[],
  ): Bindings | undefined {
    const { template, scope, declarator } = candidate;
    if (template.length === 0) return explicit.length > 0 ? undefined : NONE;
    if (!this.#mayBeGiven(template, explicit)) return undefined;
    const found = new Map<string, Type | Expression>();
    const nodes = parameterNodes(declarator);
    this.openParameters(candidate).forEach((parameter, i) => {
      const node = nodes[i];
      if (node && isPack(node)) this.#deducePack(template, node, parameter, args.slice(i), found);
      const given = args[i]?.type;
      if (given !== undefined && isOpen(parameter))
        deduce(parameter, given, found, this.argumentsOf);
    });
    const bound = this.bound(template, explicit, scope, found);
    return template.every(({ name, isPack: isOpen }) => isOpen || bound.has(name))
      ? bound
      : undefined;
  }

  /** Parameters of a function, before its template has arguments. */
  protected openParameters({ template, scope, declarator }: Candidate): readonly Type[] {
    // A number hides a constant of its name.
    return this.inBindings(this.opened(template), scope, () =>
      parameterNodes(declarator).map((each) => {
        const type = this.type(each.childForFieldName('type'));
        const made = this.declarator(each.childForFieldName('declarator'), type, undefined, each);
        return isReference(each.childForFieldName('declarator')) && made.type.kind === 'pointer'
          ? made.type.to
          : made.type;
      }),
    );
  }

  /** Not too many arguments, and types where types are taken. */
  #mayBeGiven(template: readonly TemplateParameter[], explicit: readonly TreeNode[]): boolean {
    const isOpen = template.some(({ isPack: isOne }) => isOne);
    if (!isOpen && this.expanded(explicit).length > template.length) return false;
    return explicit.every((each, i) => {
      const parameter = template[i] ?? template.at(-1);
      if (parameter === undefined || each.type === 'parameter_pack_expansion') return true;
      return this.#mayBe(each, parameter.isType);
    });
  }

  /** A number is no type, nor `int` a number. */
  #mayBe(argument: TreeNode, isType: boolean): boolean {
    if (argument.type !== 'type_descriptor') return !isType;
    const own = argument.childForFieldName('type');
    if (argument.childForFieldName('declarator') !== null) return isType;
    if (own?.type !== 'type_identifier')
      return isType || !/^(?:primitive_type|sized_type_specifier)$/.test(own?.type ?? '');
    const isValue = this.scope.find(own.text) !== undefined;
    const isKnown = this.isType(own.text) || this.templates.has(own.text);
    return isType ? isKnown || !isValue : isValue || !isKnown;
  }

  /** A parameter, or those of a pack, whose number is declared in the function's scope. */
  #parameters(node: TreeNode, own: Scope): readonly ReturnType<typeof this.parameter>[] {
    if (!isPack(node)) return [this.parameter(node)];
    const name =
      node.childForFieldName('declarator')?.descendantsOfType('identifier')[0]?.text ?? '';
    const made = this.eachElement(packsIn(node, own), (place) => {
      const parameter = this.parameter(node);
      const declarator = { ...parameter.declarator, name: elementName(name, place) };
      return { ...parameter, declarator };
    });
    own.declare(countName(name), { stands: (span) => countOf(made.length, span) });
    return made;
  }

  /** `Ts` of `Ts... xs`, an element for each argument that is left. */
  #deducePack(
    template: readonly TemplateParameter[],
    node: TreeNode,
    parameter: Type,
    args: readonly Expression[],
    found: Map<string, Type | Expression>,
  ): void {
    const type = node.childForFieldName('type')?.text ?? '';
    const pack = template.find(({ name, isPack: isOne }) => isOne && name === type)?.name;
    if (pack === undefined) return;
    found.set(countName(pack), countOf(args.length, this.span(node)));
    args.forEach(({ type: given }, place) => {
      const own = new Map<string, Type | Expression>();
      if (given !== undefined) deduce(parameter, given, own, this.argumentsOf);
      found.set(elementName(pack, place), own.get(pack) ?? INT);
    });
  }

  /** The function for some arguments of its template; its body is read later. */
  protected instance(candidate: Candidate, bound: Bindings): Instance {
    const { name, node, declarator, scope, self } = candidate;
    const others = this.candidates.get(name) ?? [];
    const overloads = others.length;
    const args = [...bound.values()].map(shown).join(', ');
    const key = `${name}<${args}>@${node.startIndex}`;
    const known = this.#instances.get(key);
    if (known !== undefined) return known;
    const isSpaced = overloads > 1 && new Set(others.map((each) => spaceOf(each.node))).size > 1;
    const called = isSpaced ? `${spaceOf(node)}::${name}` : name;
    const made = this.inBindings(bound, scope, (): Instance => {
      const own = this.scope;
      const parameters = this.inScope(
        () => parameterNodes(declarator).flatMap((each) => this.#parameters(each, own)),
        own,
      );
      const isConstructor = name.endsWith(`::${CONSTRUCTOR}`);
      const type = node.childForFieldName('type');
      const stars = levelsOf(node.childForFieldName('declarator'));
      let returns: Type = isConstructor && self ? self : this.#returned(node, declarator, type);
      for (let i = 0; i < stars; i += 1) returns = { kind: 'pointer', to: returns };
      const returnsPlace = isReference(node.childForFieldName('declarator'));
      const takes =
        overloads > 1
          ? `(${parameters.map(({ type: each, isPlace }) => `${shown(each)}${isPlace ? ' &' : ''}`).join(', ')})${constantsIn(candidate)}`
          : '';
      const first: readonly Declarator[] =
        self && !isConstructor
          ? [
              {
                name: 'this',
                nameSpan: this.span(declarator),
                type: { kind: 'pointer', to: self },
                init: undefined,
                unsupported: undefined,
              },
            ]
          : [];
      const kept = parameters.map(({ declarator: each }) => each);
      return {
        name: bound.size > 0 ? `${called}<${args}>${takes}` : `${called}${takes}`,
        parameters: [...first, ...kept],
        places: [...first.map(() => false), ...parameters.map(({ isPlace }) => isPlace)],
        isOwn: [
          ...first.map(() => false),
          ...parameters.map(({ node: each }) => !isReference(each.childForFieldName('declarator'))),
        ],
        defaults: parameters.map(
          ({ node: each }, i) =>
            each.childForFieldName('default_value') ?? this.#declaredDefault(candidate, i),
        ),
        returns: returnsPlace ? { kind: 'pointer', to: returns } : returns,
        returnsPlace,
        scope: own,
      };
    });
    const own = this.#named(made, key, node);
    this.#instances.set(key, own);
    return own;
  }

  /** Types that differ in C++ may have one name here. */
  #named(made: Instance, key: string, node: TreeNode): Instance {
    if (node.childForFieldName('body') === null) return made;
    const known = this.#keys.get(made.name);
    if (known === undefined) this.#keys.set(made.name, key);
    return known === undefined || known === key
      ? made
      : { ...made, name: `${made.name} ${node.startIndex}` };
  }

  /** A default value that only a declaration before the definition has. */
  #declaredDefault({ name, declarator }: Candidate, place: number): TreeNode | null {
    const typesOf = (each: TreeNode): string =>
      parameterNodes(each)
        .map((parameter) => parameter.childForFieldName('type')?.text)
        .join();
    const own = typesOf(declarator);
    const before = this.declared.get(name)?.find((each) => typesOf(each) === own);
    return before === undefined
      ? null
      : (parameterNodes(before)[place]?.childForFieldName('default_value') ?? null);
  }

  /** The instance is called: its body is wanted. */
  protected use(candidate: Candidate, instance: Instance): void {
    if (this.#used.has(instance)) return;
    this.#used.add(instance);
    const passed = [
      ...instance.parameters.filter(({ type }) => !isStatic(type)),
      ...this.hiddenIn(candidate.node, instance.scope),
    ];
    this.heads.set(instance.name, {
      returns: instance.returns,
      takes: passed.map(({ type }) => type),
    });
    this.waiting.push(() => this.define(candidate, instance, passed, false));
  }

  protected specialised(candidate: Candidate, _bound: Bindings): Candidate | undefined {
    return candidate;
  }

  protected define(
    _candidate: Candidate,
    _instance: Instance,
    _parameters: readonly Declarator[],
    _isKernel: boolean,
  ): FunctionDeclaration {
    throw new Error('functions are read with statements');
  }

  /** What a function returns; `auto` is what its first `return` has. */
  #returned(node: TreeNode, declarator: TreeNode, type: TreeNode | null): Type {
    const cast = node.childForFieldName('declarator');
    if (cast?.type === 'operator_cast') {
      const target = this.type(cast.childForFieldName('type'));
      const isPointer = cast.children.some((child) => child.type === 'abstract_pointer_declarator');
      return isPointer ? { kind: 'pointer', to: target } : target;
    }
    const trailing = declarator.children.find((child) => child.type === 'trailing_return_type');
    if (trailing) return this.type(named(trailing)[0] ?? null);
    if (type !== null && type.type !== 'placeholder_type_specifier') return this.type(type);
    const [first] = node.childForFieldName('body')?.descendantsOfType('return_statement') ?? [];
    const value = first ? named(first)[0] : undefined;
    if (value === undefined) return { kind: 'void' };
    return this.inScope(() => {
      for (const each of parameterNodes(declarator))
        for (const made of this.#parameters(each, this.scope)) this.declareParameter(made);
      return this.expression(value).type ?? INT;
    });
  }

  protected parameter(node: TreeNode): {
    node: TreeNode;
    declarator: Declarator;
    isPlace: boolean;
    type: Type;
  } {
    const type = this.type(node.childForFieldName('type'));
    const at = node.childForFieldName('declarator');
    const made = this.declarator(at, type, undefined, node);
    const passed = this.scope.typeNamed(passedAs(made.name));
    const isPointer =
      made.unsupported !== undefined || isFunctionPointer(made.type) || isAnyGroup(made.type);
    const declarator: Declarator =
      passed && isPointer ? { ...made, type: passed, unsupported: undefined } : made;
    const target = targetOf(declarator.type);
    // Groups have no place in memory.
    if (isReference(at) && target && groupOf(target))
      return { node, declarator: { ...declarator, type: target }, isPlace: false, type: target };
    const isArray = target?.kind === 'array';
    const isPlace =
      isReference(at) &&
      (isArray || !modifiersOf(node).has('const')) &&
      declarator.type.kind === 'pointer';
    return { node, declarator, isPlace, type: declarator.type };
  }

  protected declareParameter({
    declarator,
    isPlace,
  }: {
    declarator: Declarator;
    isPlace: boolean;
  }): void {
    if (isPlace) this.declarePlace(declarator);
    else this.declare(declarator);
  }
}

/** The name that binds a parameter's function. */
export const passedAs = (parameter: string): string => `function of ${parameter}`;

/** The parameters that a function declares. */
export const parameterNodes = (declarator: TreeNode): readonly TreeNode[] =>
  named(declarator.childForFieldName('parameters')).filter(
    (child) =>
      child.type.endsWith('parameter_declaration') &&
      !(
        child.childForFieldName('type')?.text === 'void' &&
        child.childForFieldName('declarator') === null
      ),
  );
