import type { TreeNode } from '../tree-node.ts';
import type { Span } from '../../base/span.ts';
import { named } from '../parsed.ts';
import { isInteger } from '../scalar.ts';
import { type Expression, type Type, unsupported } from '../syntax.ts';
import { sameType, scalarType, targetOf } from '../types.ts';
import { byConstants, constantsIn } from './const-overloads.ts';
import { wholeOf } from './constants.ts';
import { type Conversion, conversion, toBase } from './conversion-ranks.ts';
import { isLvalue, isReference, isRvalue, modifiersOf } from './declarators.ts';
import { type Instance, parameterNodes, passedAs, spaceOf } from './instances.ts';
import { bestOf, type Fit } from './ranking.ts';
import { CudaSpecialFunctions } from './special-functions.ts';
import { isMove } from './special-members.ts';
import { isStatic } from './static-values.ts';
import { type Candidate, CONSTRUCTOR, CONVERSION } from './structs.ts';
import type { Bindings } from './templates.ts';

/** Calls: which of several functions is meant, and what it is given. */
export class CudaOverloads extends CudaSpecialFunctions {
  protected addressOf(place: Expression): Expression {
    const { becomes: _, ...plain } = place;
    if (!isLvalue(plain) && this.endsByOwn(plain.type)) return passing(plain.span);
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
    const best = this.best(name, args, node, explicit);
    if (best === 'none') return undefined;
    const refused = (what: string): Expression => unsupported(what, this.span(node));
    if (best === 'const')
      return refused(`which ${name} is called, where const alone tells them apart`);
    const special = best === 'open' ? undefined : this.specialised(best.candidate, best.bound);
    if (special === undefined || best === 'open')
      return refused(`which ${name} is called, where several fit alike`);
    const instance =
      special === best.candidate ? best.instance : this.instance(special, best.bound);
    return this.#call(instance, args, node, special.self && self, special);
  }

  /** The best of several functions for a call, or where the text does not tell which. */
  protected best(
    name: string,
    args: readonly Expression[],
    node: TreeNode,
    explicit: readonly TreeNode[],
  ): (Fit & { readonly bound: Bindings }) | 'none' | 'open' | 'const' {
    const meant = inScopeOf(
      node.childForFieldName('function'),
      node,
      this.candidates.get(name) ?? [],
    );
    const isOneOf = meant.length > 1;
    const fits = meant.flatMap((candidate) => {
      if (isOneOf && !this.#mayTake(candidate, args)) return [];
      const own = this.boundBy(candidate, args, explicit);
      if (own === undefined) return [];
      const holds = isOneOf ? this.headHolds(candidate, own) : true;
      if (holds === false) return [];
      const bound = withFunctions(own, parameterNodes(candidate.declarator), args);
      const instance = this.instance(candidate, bound);
      const steps = this.#steps(name, instance, args, node);
      if (steps === undefined) return [];
      const isTorn = isOneOf && this.isTorn(candidate, args, explicit);
      return [{ instance, candidate, bound, steps, isTorn, holds }];
    });
    if (fits.length === 0) return 'none';
    if (fits.length > 1 && fits.some(({ holds }) => holds !== true)) return 'open';
    const best = bestOf(fits, args, (one, other) => this.isSpecial(one.candidate, other.candidate));
    const isOfConst = new Set(best.map(({ candidate }) => constantsIn(candidate))).size > 1;
    return byConstants(best, node) ?? (isOfConst ? 'const' : 'open');
  }

  /** Conversions of the arguments; undefined where one has none. */
  #steps(
    name: string,
    instance: Instance,
    args: readonly Expression[],
    node: TreeNode,
  ): readonly Conversion[] | undefined {
    const from = instance.parameters.length - instance.defaults.length;
    const steps: Conversion[] = [];
    for (const [i, arg] of args.entries()) {
      const parameter = instance.parameters[from + i];
      if (parameter === undefined) return undefined;
      const type = instance.places[from + i] ? targetOf(parameter.type) : parameter.type;
      const own = type && (conversion(type, ranked(arg)) ?? toBase(type, arg.type));
      const step = own ?? (type && this.#made(name, type, arg, node)?.by);
      if (step === undefined) return undefined;
      steps.push(step);
    }
    const isEnough = instance.defaults.every((value, i) => i < args.length || value !== null);
    return isEnough ? steps : undefined;
  }

  /** `T &` takes places only, and `float &&` values only. */
  #mayTake({ declarator }: Candidate, args: readonly Expression[]): boolean {
    return parameterNodes(declarator).every((parameter, i) => {
      const arg = args[i];
      const at = parameter.childForFieldName('declarator');
      if (arg?.type === undefined || !isReference(at) || modifiersOf(parameter).has('const'))
        return true;
      const isOfTemplate = parameter.childForFieldName('type')?.type !== 'primitive_type';
      return isRvalue(at) ? isOfTemplate || !isLvalue(arg) : !isValue(arg);
    });
  }

  /** The name under which a function is found that is passed on, with its namespace where there are several. */
  protected inSpace(name: string, node: TreeNode): string {
    const all = this.candidates.get(name) ?? [];
    let written = node;
    while (written.parent?.type === 'qualified_identifier') written = written.parent;
    const meant = inScopeOf(written, node, all);
    const [first] = meant;
    if (first === undefined || meant.length === all.length) return name;
    const alias = `${spaceOf(first.node)}::${name}`;
    this.candidates.set(alias, [...meant]);
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
      if (type && toBase(type, passed.type) !== undefined)
        return this.#asTaken(this.#asBase(type, passed), instance.isOwn[from + i], node);
      if (instance.places[from + i]) return passed;
      const made = (type && this.#made(instance.name, type, arg, node)?.value) ?? arg;
      return this.#asTaken(made, instance.isOwn[from + i], node);
    });
    const own = from === 1 && self ? [self] : [];
    // Objects that exist while compiling only are not passed.
    const kept = [...own, ...given].filter(({ type }) => !type || !isStatic(type));
    const hidden = this.hiddenIn(candidate.node, instance.scope).map(({ name }) => make.name(name));
    const passed = [...kept, ...hidden];
    const called = make.call(instance.name, passed);
    return instance.returnsPlace ? make.unary('*', called) : called;
  }

  /** An argument as its parameter takes it: a copy, or the object itself. */
  #asTaken(arg: Expression, isOwn: boolean | undefined, node: TreeNode): Expression {
    if (isOwn === true) return this.copied(arg, node);
    return !isLvalue(arg) && this.endsByOwn(arg.type) ? passing(arg.span) : arg;
  }

  /** An object as its copy, by its class' own constructor where there is one. */
  protected copied(value: Expression, node: TreeNode): Expression {
    const { type, span } = value;
    const isObject = isLvalue(value) || value.kind === 'conditional';
    if (type?.kind !== 'struct' || !isObject || !this.copiesByOwn(type)) return value;
    const [own, another] = this.copiersOf(type);
    const isPlain = own !== undefined && another === undefined && !isMove(own) && isLvalue(value);
    const made = isPlain ? this.chosen(`${type.name}::${CONSTRUCTOR}`, [value], node) : undefined;
    return (
      made ?? { kind: 'unsupported', what: 'a copy of an object that copies in its own way', span }
    );
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
      .some((each) => each.text === candidate.declarator.childForFieldName('declarator')?.text);
    if (isItself || args.some((arg) => wholeOf(arg) === undefined)) return undefined;
    const value = this.inScope(() => {
      for (const [i, { name, type }] of parameters.entries()) {
        const arg = args[i];
        if (arg !== undefined)
          this.stand(name, (span) => this.typed({ kind: 'cast', type, operands: [arg], span }));
      }
      return wholeOf(this.expression(named(only)[0] ?? null));
    }, scope);
    if (value === undefined) return undefined;
    const make = this.maker(node);
    const size = make.number(String(value < 0n ? -value : value));
    return make.cast(returns, value < 0n ? make.unary('-', size) : size);
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
  ): { readonly value: Expression; readonly by: Conversion } | undefined {
    const from = arg.type;
    const isList = arg.kind === 'list' && !arg.comma;
    if (from?.kind === 'struct' && type.kind === 'scalar') {
      const value = this.converted(arg, type, node);
      return value === arg ? undefined : { value, by: { kind: 'own' } };
    }
    if (type.kind !== 'struct' || from?.kind === 'struct' || (!isList && !from)) return undefined;
    const maker = `${type.name}::${CONSTRUCTOR}`;
    const given = isList ? arg.items : [arg];
    // A constructor's argument is not made by another.
    const value = callee.startsWith(maker) ? undefined : this.chosen(maker, given, node);
    if (value !== undefined) return { value, by: { kind: 'own' } };
    if (!isList || this.candidates.has(maker)) return undefined;
    const { span } = arg;
    return {
      value: this.typed({ kind: 'cast', type, operands: given, span }),
      by: { kind: 'promotion' },
    };
  }

  /** The value of a struct as another type, by its own operator. */
  protected converted(value: Expression, to: Type, node: TreeNode): Expression {
    const from = value.type;
    if (from?.kind !== 'struct' || sameType(from, to)) return value;
    const name = `${from.name}::${CONVERSION}`;
    return this.chosen(name, [], node, [], this.addressOf(value)) ?? value;
  }
}

/** A value that is surely no place. */
const isValue = ({ kind }: Expression): boolean =>
  kind === 'number' || kind === 'binary' || kind === 'conditional';

const ASKING = /^(?:[<>=!]=|[<>!]|&&|\|\|)$/;

/** The type of an argument as C++ has it: C's comparisons are whole numbers. */
function ranked(arg: Expression): Type | undefined {
  const isAsked =
    ((arg.kind === 'binary' || arg.kind === 'unary') && ASKING.test(arg.operator)) ||
    (arg.kind === 'name' && /^(?:true|false)$/.test(arg.name));
  return isAsked ? scalarType('bool') : arg.type;
}
/** It ends with the whole expression. */
const passing = (span: Span): Expression =>
  unsupported('an object without a name whose class has a destructor of its own', span);

/** Functions that are named by their namespace, or else those nearest around it. */
function inScopeOf(
  written: TreeNode | null,
  place: TreeNode,
  candidates: readonly Candidate[],
): readonly Candidate[] {
  if (candidates.length < 2) return candidates;
  const spaces = new Map(candidates.map((each) => [each, spaceOf(each.node)]));
  if (new Set(spaces.values()).size < 2) return candidates;
  const [, qualifier] = /^(?:::)?((?:\w+::)*\w+)::\w+/.exec(written?.text ?? '') ?? [];
  const own = spaceOf(place);
  const isMeant = (space: string): boolean =>
    qualifier === undefined
      ? own === space || own.startsWith(`${space}::`)
      : space.endsWith(`::${qualifier}`);
  const meant = candidates.filter((each) => isMeant(spaces.get(each) ?? ''));
  const nearest = Math.max(...meant.map((each) => spaces.get(each)?.length ?? 0));
  const kept = meant.filter((each) => spaces.get(each)?.length === nearest);
  // Brought in by `using`, or a type's own.
  return kept.length === 0 ? candidates : kept;
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
