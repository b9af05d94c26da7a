import type { Node as TreeNode } from 'web-tree-sitter';
import type { Declarator, Expression, FunctionDeclaration, Length, Type } from '../syntax.ts';
import type { Scope } from '../scope.ts';
import { named } from '../parsed.ts';
import { isInteger } from '../scalar.ts';
import { INT, sameType, type StructType, targetOf } from '../types.ts';
import { wholeOf } from './constants.ts';
import { byConstants, constantsIn } from './const-overloads.ts';
import { asParameter, isDynamic } from './hidden.ts';
import { type Candidate, CONSTRUCTOR, CONVERSION, CudaStructs } from './structs.ts';
import { isLvalue, isReference, modifiersOf } from './declarators.ts';
import { countName, countOf, elementName, isPack, packLength, packsIn } from './packs.ts';
import { isAnyGroup } from './groups.ts';
import { isFunctionPointer, isStatic } from './static-values.ts';
import {
  type Bindings,
  deduce,
  distance,
  isOpen,
  placeholder,
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
  readonly defaults: readonly (TreeNode | null)[];
  readonly returns: Type;
  readonly returnsPlace: boolean;
  readonly scope: Scope;
}

const NONE: Bindings = new Map();

/** Between functions that differ in `const` alone. */
const CONSTANT = 0.1;

/** They take the same, be it as a place or as a value. */
const isAlike = (some: Instance, others: Instance): boolean => {
  const taken = ({ parameters, places }: Instance): readonly (Type | undefined)[] =>
    parameters.map(({ type }, at) => (places[at] === true ? targetOf(type) : type));
  const also = taken(others);
  return taken(some).every((type, at) => type && also[at] && sameType(type, also[at]));
};

/** Farther than any conversion of C's own. */
const OWN_CONVERSION = 6;

/** Functions and methods: which of several a call means, with which arguments of its template. */
export class CudaInstances extends CudaStructs {
  /** Functions whose bodies are still to be read. */
  protected readonly waiting: (() => FunctionDeclaration)[] = [];
  readonly #instances = new Map<string, Instance>();
  /** The struct whose method is being read. */
  protected self: StructType<Length> | undefined;
  readonly #used = new Set<Instance>();

  /** Arrays that the host fills. */
  protected readonly hidden = new Map<string, Declarator>();
  readonly #hiddenIn = new WeakMap<Scope, readonly Declarator[]>();

  /** Host-sized and host-filled arrays that a function, or what it calls, mentions. */
  protected hiddenIn(node: TreeNode, scope: Scope): readonly Declarator[] {
    const known = this.#hiddenIn.get(scope);
    if (known !== undefined) return known;
    const found = new Map<string, Declarator>();
    const seen = new Set<number>();
    const visit = (at: TreeNode): void => {
      if (seen.has(at.startIndex)) return;
      seen.add(at.startIndex);
      for (const declaration of at.descendantsOfType('declaration')) {
        if (declaration === null || !isDynamic(declaration)) continue;
        const made = this.inScope(() => this.statement(declaration), scope);
        if (made.kind === 'declaration')
          for (const each of made.declarators) found.set(each.name, each);
      }
      const names = at.descendantsOfType(['identifier', 'type_identifier']);
      for (const text of new Set(names.map((each) => each?.text ?? ''))) {
        const own = this.hidden.get(text);
        if (own !== undefined) found.set(text, own);
        for (const { node: callee } of this.candidates.get(text) ?? []) visit(callee);
        for (const definition of this.definitionsOf(text)) visit(definition);
      }
    };
    visit(node);
    const hidden = [...found.values()].map(asParameter);
    this.#hiddenIn.set(scope, hidden);
    return hidden;
  }

  protected addressOf(place: Expression): Expression {
    const { becomes: _, ...plain } = place;
    if (plain.kind === 'unary' && plain.operator === '*') return plain.operand;
    return this.typed({ kind: 'unary', operator: '&', operand: plain, span: place.span });
  }

  /** A call of the best of several functions; undefined if none fits.
   * @param self what `this` is in a method. */
  protected chosen(
    name: string,
    args: readonly Expression[],
    node: TreeNode,
    explicit: readonly TreeNode[] = [],
    self?: Expression,
  ): Expression | undefined {
    const fits = (this.candidates.get(name) ?? []).flatMap((candidate) => {
      const own = this.#boundBy(candidate, args, explicit);
      if (own === undefined) return [];
      const bound = withFunctions(own, parameterNodes(candidate.declarator), args);
      const instance = this.instance(candidate, bound);
      const from = instance.parameters.length - instance.defaults.length;
      let far = candidate.template.some((each) => each.isPack)
        ? 0.75
        : candidate.template.length > 0
          ? 0.5
          : 0;
      // Two may differ in `const` alone: the other may be assigned to.
      if (candidate.declarator.children.some((each) => each?.text === 'const')) far += CONSTANT;
      for (const [i, arg] of args.entries()) {
        const parameter = instance.parameters[from + i];
        if (parameter === undefined) return [];
        const type = instance.places[from + i] ? targetOf(parameter.type) : parameter.type;
        const own = type && (distance(type, arg.type) ?? farFrom(type, arg.type));
        const step = own ?? (type && this.#made(name, type, arg, node)?.far);
        if (step === undefined) return [];
        far += step;
      }
      const isEnough = instance.defaults.every((value, i) => i < args.length || value !== null);
      return isEnough ? [{ instance, candidate, far }] : [];
    });
    const [nearest] = fits.toSorted((a, b) => a.far - b.far);
    if (nearest === undefined) return undefined;
    const best = byConstants(
      fits
        .filter(
          ({ instance, far }) =>
            isAlike(nearest.instance, instance) && far < nearest.far + 2 * CONSTANT,
        )
        .toSorted((a, b) => a.far - b.far),
      node,
    );
    if (best === undefined)
      return {
        kind: 'unsupported',
        what: `which ${name} is called, where const alone tells them apart`,
        span: this.span(node),
      };
    const { instance, candidate } = best;
    return this.#call(instance, args, node, candidate.self && self, candidate);
  }

  /** The name of functions some of whose templates' arguments are given already. */
  protected withExplicit(name: string, explicit: readonly TreeNode[]): string | undefined {
    const fits = (this.candidates.get(name) ?? []).filter(
      ({ template }) =>
        template.length >= explicit.length && !template.some(({ isPack: isOne }) => isOne),
    );
    const bound = fits.map(({ template, scope }) =>
      this.bound(template.slice(0, explicit.length), explicit, scope),
    );
    if (fits.length === 0) return undefined;
    // What they stand for is told later.
    const isTold = bound.every((each) =>
      [...each.values()].every((meant) => isExpression(meant) || meant.kind !== 'other'),
    );
    if (!isTold) return name;
    const alias = `${name}<${[...(bound[0]?.values() ?? [])].map(shown).join(', ')}>`;
    if (!this.candidates.has(alias))
      this.candidates.set(
        alias,
        fits.map((each, i) => ({
          ...each,
          name: alias,
          template: each.template.slice(explicit.length),
          scope: this.inBindings(bound[i] ?? NONE, each.scope, () => this.scope),
        })),
      );
    return alias;
  }

  #call(
    instance: Instance,
    args: readonly Expression[],
    node: TreeNode,
    self: Expression | undefined,
    candidate: Candidate,
  ): Expression {
    const folded = this.#folded(candidate, instance, args, node);
    if (folded !== undefined) return folded;
    const make = this.maker(node);
    this.use(candidate, instance);
    const from = instance.parameters.length - instance.defaults.length;
    const given = instance.defaults.map((value, i): Expression => {
      const arg = args[i] ?? this.inScope(() => this.expression(value), instance.scope);
      const type = instance.parameters[from + i]?.type;
      const isPlace = instance.places[from + i] === true && isLvalue(arg);
      const passed = isPlace ? this.addressOf(arg) : arg;
      if (type && farFrom(type, passed.type) !== undefined) return this.#asBase(type, passed);
      if (instance.places[from + i]) return passed;
      return (type && this.#made(instance.name, type, arg, node)?.value) ?? arg;
    });
    const own = from === 1 && self ? [self] : [];
    // Objects that exist while compiling only are not passed.
    const kept = [...own, ...given].filter(({ type }) => !type || !isStatic(type));
    const hidden = this.hiddenIn(candidate.node, instance.scope).map(({ name }) => make.name(name));
    const passed = [...kept, ...hidden];
    const called = make.call(instance.name, passed);
    return instance.returnsPlace ? make.unary('*', called) : called;
  }

  /** A `constexpr` function of whole numbers that the text tells, such as an array's length. */
  #folded(
    candidate: Candidate,
    { parameters, returns, scope }: Instance,
    args: readonly Expression[],
    node: TreeNode,
  ): Expression | undefined {
    if (!modifiersOf(candidate.node).has('constexpr') || returns.kind !== 'scalar')
      return undefined;
    const statements = named(candidate.node.childForFieldName('body'));
    const [only] = statements;
    const isPlain = only?.type === 'return_statement' && statements.length === 1;
    if (!isPlain || args.length !== parameters.length || !isInteger(returns.scalar))
      return undefined;
    const isItself = only
      .descendantsOfType('identifier')
      .some((each) => each?.text === candidate.declarator.childForFieldName('declarator')?.text);
    if (isItself || args.some((arg) => wholeOf(arg) === undefined)) return undefined;
    const value = this.inScope(() => {
      for (const [i, { name, type }] of parameters.entries()) {
        const arg = args[i];
        if (arg !== undefined)
          this.stand(name, (span) => this.typed({ kind: 'cast', type, operands: [arg], span }));
      }
      return wholeOf(this.expression(named(only)[0] ?? null));
    }, scope);
    const make = this.maker(node);
    return value === undefined ? undefined : make.cast(returns, make.number(String(value)));
  }

  /** A struct, or a pointer to one, as what it inherits from. */
  #asBase(type: Type, given: Expression): Expression {
    const { span } = given;
    const to: Type = type.kind === 'pointer' ? type : { kind: 'pointer', to: type };
    const from = type.kind === 'pointer' ? given : this.addressOf(given);
    const up = this.typed({ kind: 'cast', type: to, operands: [from], span });
    return type.kind === 'pointer'
      ? up
      : this.typed({ kind: 'unary', operator: '*', operand: up, span });
  }

  /** An argument that a struct's constructor or operator makes of another, or of a list. */
  #made(
    callee: string,
    type: Type,
    arg: Expression,
    node: TreeNode,
  ): { readonly value: Expression; readonly far: number } | undefined {
    const from = arg.type;
    const isList = arg.kind === 'list' && !arg.comma;
    if (from?.kind === 'struct' && type.kind === 'scalar') {
      const value = this.converted(arg, type, node);
      return value === arg ? undefined : { value, far: OWN_CONVERSION };
    }
    if (type.kind !== 'struct' || from?.kind === 'struct' || (!isList && !from)) return undefined;
    const maker = `${type.name}::${CONSTRUCTOR}`;
    const given = isList ? arg.items : [arg];
    // A constructor's argument is not made by another.
    const value = callee.startsWith(maker) ? undefined : this.chosen(maker, given, node);
    if (value !== undefined) return { value, far: OWN_CONVERSION };
    if (!isList || this.candidates.has(maker)) return undefined;
    const { span } = arg;
    return { value: this.typed({ kind: 'cast', type, operands: given, span }), far: 1 };
  }

  /** The value of a struct as another type, by its own operator. */
  protected converted(value: Expression, to: Type, node: TreeNode): Expression {
    const from = value.type;
    if (from?.kind !== 'struct' || sameType(from, to)) return value;
    const name = `${from.name}::${CONVERSION}`;
    return this.chosen(name, [], node, [], this.addressOf(value)) ?? value;
  }

  /** A template's arguments, given or deduced; undefined if some stay open. */
  #boundBy(
    candidate: Candidate,
    args: readonly Expression[],
    explicit: readonly TreeNode[],
  ): Bindings | undefined {
    const { template, scope, declarator } = candidate;
    if (template.length === 0) return explicit.length > 0 ? undefined : NONE;
    // A number hides a constant of its name.
    const open = new Map(
      template.map(({ name, isType, node }): [string, Type | Expression] => [
        name,
        isType ? placeholder(name) : { kind: 'name', name, span: this.span(node) },
      ]),
    );
    const found = new Map<string, Type | Expression>();
    const nodes = parameterNodes(declarator);
    const parameters = this.inBindings(open, scope, () =>
      nodes.map((each) => {
        const type = this.type(each.childForFieldName('type'));
        const made = this.declarator(each.childForFieldName('declarator'), type, undefined, each);
        return isReference(each.childForFieldName('declarator')) && made.type.kind === 'pointer'
          ? made.type.to
          : made.type;
      }),
    );
    parameters.forEach((parameter, i) => {
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

  /** Works once for each element of some packs, whose names stand for it. */
  protected eachElement<T>(packs: readonly string[], work: (place: number) => T): readonly T[] {
    const outer = this.scope;
    const length = packLength(outer, packs[0] ?? '') ?? 0;
    return Array.from({ length }, (_, place) =>
      this.inScope(() => {
        for (const pack of packs) {
          const element = elementName(pack, place);
          const type = outer.typeNamed(element);
          const found = outer.find(element);
          if (type !== undefined) this.scope.declareType(pack, type);
          else if (found !== undefined && 'stands' in found) this.stand(pack, found.stands);
          else this.stand(pack, (span) => this.typed({ kind: 'name', name: element, span }));
        }
        return work(place);
      }),
    );
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
    const overloads = (this.candidates.get(name) ?? []).length;
    const args = [...bound.values()].map(shown).join(', ');
    const key = `${name}<${args}>@${node.startIndex}`;
    const known = this.#instances.get(key);
    if (known !== undefined) return known;
    const made = this.inBindings(bound, scope, (): Instance => {
      const own = this.scope;
      const parameters = this.inScope(
        () => parameterNodes(declarator).flatMap((each) => this.#parameters(each, own)),
        own,
      );
      const isConstructor = name.endsWith(`::${CONSTRUCTOR}`);
      const type = node.childForFieldName('type');
      const stars = pointersIn(node.childForFieldName('declarator'));
      let returns: Type = isConstructor && self ? self : this.#returned(node, declarator, type);
      for (let i = 0; i < stars; i += 1) returns = { kind: 'pointer', to: returns };
      const returnsPlace = isReference(node.childForFieldName('declarator'));
      const takes =
        overloads > 1
          ? `(${parameters.map(({ type: each }) => shown(each)).join(', ')})${constantsIn(candidate)}`
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
        name: bound.size > 0 ? `${name}<${args}>${takes}` : `${name}${takes}`,
        parameters: [...first, ...kept],
        places: [...first.map(() => false), ...parameters.map(({ isPlace }) => isPlace)],
        defaults: parameters.map(
          ({ node: each }, i) =>
            each.childForFieldName('default_value') ?? this.#declaredDefault(candidate, i),
        ),
        returns: returnsPlace ? { kind: 'pointer', to: returns } : returns,
        returnsPlace,
        scope: own,
      };
    });
    this.#instances.set(key, made);
    return made;
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
      const isPointer = cast.children.some(
        (child) => child?.type === 'abstract_pointer_declarator',
      );
      return isPointer ? { kind: 'pointer', to: target } : target;
    }
    const trailing = declarator.children.find((child) => child?.type === 'trailing_return_type');
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
    const isPlace =
      isReference(at) && !modifiersOf(node).has('const') && declarator.type.kind === 'pointer';
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

/** Steps from a struct, or a pointer to one, to a base at its start. */
function farFrom(base: Type, given: Type | undefined): number | undefined {
  if (base.kind === 'pointer')
    return given?.kind === 'pointer' ? farFrom(base.to, given.to) : undefined;
  const first = given?.kind === 'struct' ? given.members?.[0] : undefined;
  if (first?.name !== '' || base.kind !== 'struct') return undefined;
  if (sameType(base, first.type)) return 1;
  const far = farFrom(base, first.type);
  return far === undefined ? undefined : far + 1;
}

/** Each function or group that is passed makes an instance of its own. */
function withFunctions(
  bound: Bindings,
  parameters: readonly TreeNode[],
  args: readonly Expression[],
): Bindings {
  const passed = parameters.flatMap((parameter, i) => {
    const type = args[i]?.type;
    const name = parameter.childForFieldName('declarator')?.descendantsOfType('identifier')[0];
    return name && type && isStatic(type) ? [[passedAs(name.text), type] as const] : [];
  });
  return passed.length === 0 ? bound : new Map([...bound, ...passed]);
}

/** The name that binds a parameter's function. */
const passedAs = (parameter: string): string => `function of ${parameter}`;

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

/** Stars before a function's name. */
function pointersIn(node: TreeNode | null): number {
  let count = 0;
  for (let at = node; at !== null; at = at.childForFieldName('declarator')) {
    if (at.type === 'function_declarator') break;
    if (at.type === 'pointer_declarator') count += 1;
  }
  return count;
}
