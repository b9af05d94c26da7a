import { named as children } from '../../parsed.ts';
import type { TreeNode } from '../../tree-node.ts';
import { functionDeclaratorOf } from '../declarators.ts';
import {
  CHANGED,
  type ElementType,
  HELD,
  heldBy,
  LOST,
  NULL,
  type Place,
  Scope,
  UNSET,
  type Value,
} from './cells.ts';
import { read } from './reading.ts';
import { declaredBy } from './declared.ts';
import { DOES } from './expressions.ts';
import { HostForgetting } from './forgetting.ts';
import { isConversion, type Member } from './classes.ts';
import { runtimeCall } from '../runtime-calls.ts';

/** Deleters that leave nothing. */
const IS_FREED = /\b(?:cudaFree(?:Async|Host)?|hipFree(?:Async)?|hipHostFree|free|delete)\b/;

const plainOf = (name: string): ElementType => ({ name, stars: 0 });

/** Converts an object to its pointer, as runtime calls, operators and declarations do. */
function wantsPointer({ parent }: TreeNode): boolean {
  const callee = parent?.parent?.childForFieldName('function')?.text ?? '';
  switch (parent?.type) {
    case 'argument_list':
      return runtimeCall(callee) !== undefined;
    case 'binary_expression':
    case 'cast_expression':
      return true;
    case 'init_declarator':
      return parent.childForFieldName('declarator')?.type === 'pointer_declarator';
    default:
      return false;
  }
}

/** Functions inside of functions. */
const DEEPEST = 24;

interface Entry {
  /** Names of a template's types inside. */
  readonly types?: ReadonlyMap<string, ElementType>;
  /** Done before the body. */
  readonly begin?: (inside: Scope) => void;
}

/** Objects begin by constructors and end by destructors; functions and methods are entered. */
export abstract class HostObjects extends HostForgetting {
  #depth = 0;

  /** A method of a struct whose members are followed. */
  protected methodOf(callee: TreeNode, args: readonly TreeNode[], scope: Scope): Value | undefined {
    const name = callee.childForFieldName('field')?.text ?? '';
    const place = this.functions.has(name) ? this.placeOf(callee, scope) : undefined;
    return place && this.#called({ ...place, path: place.path.slice(0, -1) }, name, args, scope);
  }

  /** The same by its name alone, within another. */
  protected ownMethod(name: string, args: readonly TreeNode[], scope: Scope): Value | undefined {
    const own = scope.find('this');
    const value = own && !scope.find(name) ? read(own) : undefined;
    return value?.kind === 'address' ? this.#called(value.of, name, args, scope) : undefined;
  }

  #called(owner: Place, name: string, args: readonly TreeNode[], scope: Scope): Value | undefined {
    const value = this.#begun(owner);
    if (value.kind !== 'struct') return undefined;
    const own = this.types.classOf({ name: value.type, stars: 0 });
    const method = own && this.classes.method(own.name, name, args.length);
    const isTemplate = method?.parent?.parent?.type === 'field_declaration_list';
    if (!method || isTemplate) return undefined;
    return this.entered(method, this.#around(owner, value.type), args, scope, own);
  }

  /** A pointer that an object gives where one is wanted: `operator T *()`. */
  protected asPointer(node: TreeNode | null | undefined, value: Value, scope: Scope): Value {
    const own = value.kind === 'struct' && this.types.classOf({ name: value.type, stars: 0 });
    const conversion = own ? this.classes.method(own.name, '', 0) : undefined;
    const place = conversion && isConversion(conversion) ? this.placeOf(node, scope) : undefined;
    if (!own || !conversion || !place || value.kind !== 'struct') return value;
    const given = this.entered(conversion, this.#around(place, value.type), [], scope, own);
    return given.kind === 'pointer' ? given : value;
  }

  override valueOf(node: TreeNode | null | undefined, scope: Scope): Value {
    const value = super.valueOf(node, scope);
    return value.kind === 'struct' && node && wantsPointer(node)
      ? this.asPointer(node, value, scope)
      : value;
  }

  /** An element of which nothing is set yet is a struct all the same. */
  #begun(owner: Place): Value {
    const value = read(owner);
    const element = owner.kind === 'cell' && owner.path.length === 0 ? owner.cells.element : null;
    const made = value.kind === 'unset' && element ? this.types.unsetStruct(element) : undefined;
    if (made) this.keep(owner, made);
    return made ?? value;
  }

  /** An object's names, inside of its methods. */
  #around(owner: Place, type: string): Scope {
    const around = new Scope(this.globals);
    for (const { member } of this.types.membersOf({ name: type, stars: 0 }) ?? [])
      around.declare(member, { ...owner, path: [...owner.path, member] });
    const self: Value = { kind: 'address', of: owner };
    around.declare('this', { type: { name: type, stars: 1 }, value: self });
    return around;
  }

  /** An object begins. */
  protected construct(
    place: Place,
    type: ElementType,
    args: readonly TreeNode[],
    scope: Scope,
  ): void {
    const own = this.types.classOf(type);
    this.keep(place, this.types.unsetStruct(type) ?? LOST);
    if (!own) return;
    if (this.types.ownerOf(type)) {
      const [given, ...others] = args;
      this.#hold(place, type, given ? this.valueOf(given, scope) : NULL);
      for (const each of others) this.valueOf(each, scope);
      return;
    }
    const around = this.#around(place, this.types.resolved(type).name);
    const isCopy = args.length === 1 ? this.#isObject(args[0], own.name, scope) : false;
    const constructor = this.classes.constructorOf(own.name, args.length, isCopy);
    if (constructor) {
      const begin = (inside: Scope): void => this.#members(place, type, constructor, inside);
      this.entered(constructor, around, args, scope, { types: own.types, begin });
      return;
    }
    if (own.hasConstructors || args.length > 0) {
      for (const arg of args) this.forget(arg, scope);
      this.keep(place, LOST);
      return;
    }
    this.types.binding(own.types, () => this.#members(place, type, undefined, around));
  }

  /** An argument is an object of a class; undefined where that is not told. */
  #isObject(arg: TreeNode | undefined, type: string, scope: Scope): boolean | undefined {
    const names = arg?.type === 'identifier' ? [arg] : (arg?.descendantsOfType('identifier') ?? []);
    if (!arg || arg.descendantsOfType('call_expression').length > 0) return undefined;
    const values = names.flatMap(({ text }) => {
      const place = scope.find(text);
      return place ? [read(place)] : [];
    });
    if (values.every(({ kind }) => /^(?:whole|real|open|pointer|vector)$/.test(kind))) return false;
    const [only] = values;
    const isIts =
      only?.kind === 'struct' && this.types.classOf({ name: only.type, stars: 0 })?.name === type;
    return arg.type === 'identifier' && isIts ? true : undefined;
  }

  /** A `std::unique_ptr` holds another pointer, or that of another. */
  #hold(place: Place, type: ElementType, value: Value): void {
    const held = this.types.ownerOf(type)?.held ?? type;
    const own = this.types.held(heldBy(value) ?? value, held);
    const name = this.types.resolved(type).name;
    this.keep(place, { kind: 'struct', type: name, members: new Map([[HELD, own]]) });
  }

  /** It leaves what it holds to another. */
  protected moved(place: Place): Value | undefined {
    const value = read(place);
    if (value.kind !== 'struct' || !heldBy(value)) return undefined;
    this.#hold(place, { name: value.type, stars: 0 }, NULL);
    return value;
  }

  /** Memory that a deleter of the text, or of the library, frees; what another does is not told. */
  #release(value: Value, type: ElementType): void {
    const deleter = this.types.ownerOf(type)?.deleter ?? '';
    const body = this.classes.method(deleter, 'operator()', 1)?.childForFieldName('body')?.text;
    const isFreed = deleter === '' || IS_FREED.test(body ?? deleter);
    const held = heldBy(value);
    if (isFreed && held?.kind === 'pointer' && held.to) {
      const object: Place = { kind: 'cell', cells: held.to, at: held.at, path: [] };
      if (deleter === '' && held.to.element) this.destroy(object, held.to.element);
      held.to.isFreed = true;
    } else if (!isFreed) this.lose(value, CHANGED);
  }

  /** Methods of a `std::unique_ptr`. */
  protected ofOwner(callee: TreeNode, args: readonly TreeNode[], scope: Scope): Value | undefined {
    const name = callee.childForFieldName('field')?.text ?? '';
    const owner = callee.childForFieldName('argument');
    const isPlain = owner?.descendantsOfType(DOES).length === 0;
    const place = isPlain ? this.placeOf(owner, scope) : undefined;
    const value = place && read(place);
    // A `std::shared_ptr` is followed as a pointer.
    if (value?.kind === 'pointer' && name === 'get') return value;
    const held = value && heldBy(value);
    if (value?.kind !== 'struct' || !held) return undefined;
    if (name === 'get' && args.length === 0) return held;
    if (name === 'release' && args.length === 0) {
      this.moved(place);
      return held;
    }
    if (name !== 'reset' || args.length > 1) return undefined;
    const type = { name: value.type, stars: 0 };
    const given = args[0] ? this.valueOf(args[0], scope) : NULL;
    this.#release(value, type);
    this.#hold(place, type, given);
    return LOST;
  }

  /** Members in their order, by the constructor's list or as the class has them. */
  #members(place: Place, type: ElementType, constructor: TreeNode | undefined, scope: Scope): void {
    const list = constructor?.children.find((each) => each.type === 'field_initializer_list');
    const given = new Map(
      children(list ?? null).map((each) => [children(each)[0]?.text, children(each)[1]] as const),
    );
    const base = this.types.classOf(type)?.base;
    const members = this.#ownMembers(type, base);
    const known = members.filter(({ member }) => given.has(member)).length;
    if (known + (base !== undefined && given.has(base) ? 1 : 0) < given.size) {
      // Another constructor is called.
      const [, other] = [...given].at(0) ?? [];
      if (other && known === 0) this.construct(place, type, children(other), scope);
      else this.keep(place, CHANGED);
      return;
    }
    if (base !== undefined) this.#ofBase(place, base, children(given.get(base) ?? null), scope);
    for (const member of members) {
      const at = { ...place, path: [...place.path, member.member] };
      this.#member(at, member, given.get(member.member) ?? member.given, {
        at: constructor ?? this.root,
        scope,
      });
    }
  }

  /** Members without those of the base. */
  #ownMembers(type: ElementType, base: string | undefined): readonly Member[] {
    const ofBase = base === undefined ? 0 : (this.types.membersOf(plainOf(base))?.length ?? 0);
    return (this.types.membersOf(type) ?? []).slice(ofBase);
  }

  /** The part of an object that its base is. */
  #ofBase(place: Place, base: string, args: readonly TreeNode[], scope: Scope): void {
    const around = this.#around(place, base);
    const constructor = this.classes.constructorOf(base, args.length);
    const begin = (inside: Scope): void => this.#members(place, plainOf(base), constructor, inside);
    if (constructor) this.entered(constructor, around, args, scope, { begin });
    else if (args.length > 0) this.keep(place, CHANGED);
    else begin(around);
  }

  #member(
    place: Place,
    member: Member,
    value: TreeNode | undefined,
    { at, scope }: { readonly at: TreeNode; readonly scope: Scope },
  ): void {
    if (member.length !== undefined || member.name === '')
      this.keep(place, this.withinStruct(value, member, scope, UNSET));
    else if (value) this.keep(place, this.initial(value, member, scope, place));
    else this.keep(place, this.empty(member, at, UNSET, place, scope));
  }

  /** An object ends, then its members and its base. */
  protected destroy(place: Place, type: ElementType): void {
    const own = this.types.classOf(type);
    if (!own || !this.types.isDestroyed(type)) return;
    const name = this.types.resolved(type).name;
    if (this.types.ownerOf(type)) return this.#release(read(place), type);
    const destructor = this.classes.method(own.name, `~${own.name}`, 0);
    const around = this.#around(place, name);
    if (destructor) this.entered(destructor, around, [], around, own);
    else if (own.hasDestructor) this.lose(read(place), CHANGED);
    for (const member of this.#ownMembers(type, own.base).toReversed())
      this.destroy({ ...place, path: [...place.path, member.member] }, member);
    if (own.base !== undefined) this.destroy(place, plainOf(own.base));
  }

  /** A function of the text, or a lambda. */
  protected entered(
    node: TreeNode,
    around: Scope,
    args: readonly TreeNode[],
    scope: Scope,
    { types = new Map(), begin }: Entry = {},
  ): Value {
    const body = node.childForFieldName('body');
    const isLambda = node.type === 'lambda_expression';
    const captures = node.childForFieldName('captures')?.text ?? '';
    const isCopying = isLambda && !around.isCaptured && /=|[[,]\s*\w/.test(captures);
    const isOpen = this.#depth >= DEEPEST || !body || isCopying;
    const list = (
      isLambda
        ? node.childForFieldName('declarator')
        : functionDeclaratorOf(node.childForFieldName('declarator'))
    )?.childForFieldName('parameters');
    const parameters = children(list ?? null);
    if (isOpen || parameters.length < args.length) {
      for (const arg of args) this.lose(this.valueOf(arg, scope), LOST);
      if (begin) this.#loseItself(around);
      if (body) this.forget(body, around);
      return LOST;
    }
    const inside = new Scope(around);
    const given = parameters.map((each, i) =>
      this.#given(each, args[i] ?? each.childForFieldName('default_value'), scope),
    );
    return this.types.binding(types, () => {
      for (const [i, parameter] of parameters.entries()) this.#give(parameter, given[i], inside);
      return this.#done(node, body, inside, begin);
    });
  }

  #loseItself(scope: Scope): void {
    const own = scope.find('this');
    const value = own && read(own);
    if (value?.kind === 'address') this.keep(value.of, CHANGED);
  }

  #done(node: TreeNode, body: TreeNode, inside: Scope, begin: Entry['begin']): Value {
    const [before, ended] = [this.returned, this.mayHaveEnded];
    this.returned = LOST;
    this.mayHaveEnded = false;
    this.#depth += 1;
    begin?.(inside);
    this.run(body, inside);
    this.leave(inside);
    this.#depth -= 1;
    // It may have ended before.
    if (this.mayHaveEnded) this.sequence.apart(() => this.forget(body, inside));
    const value = this.mayHaveEnded ? LOST : this.returned;
    this.returned = before;
    this.mayHaveEnded = ended;
    const type = node.childForFieldName('type')?.text;
    const declarator = node.childForFieldName('declarator')?.type;
    const stars = declarator === 'pointer_declarator' ? 1 : 0;
    if (declarator === 'reference_declarator') return this.copied(value);
    return type === undefined || type === 'auto'
      ? value
      : this.types.held(value, { name: type, stars });
  }

  /** An argument's value, or where it is. */
  #given(
    parameter: TreeNode,
    arg: TreeNode | null | undefined,
    scope: Scope,
  ): ReturnType<typeof this.referred> {
    const declarator = parameter.childForFieldName('declarator');
    const { stars, sizes, isReference, isOther } = declaredBy(declarator ?? parameter);
    const base = parameter.childForFieldName('type')?.text ?? '';
    const type = { name: base, stars: stars + sizes.length };
    if (isReference && !isOther) return this.referred(arg, type, scope);
    const value = this.valueOf(arg, scope);
    return { type, value: type.stars > 0 ? this.asPointer(arg, value, scope) : value };
  }

  #give(
    parameter: TreeNode,
    given: ReturnType<typeof this.referred> | undefined,
    inside: Scope,
  ): void {
    const declarator = parameter.childForFieldName('declarator');
    const { name, isReference, isOther } = declaredBy(declarator ?? parameter);
    if (!declarator || name === '' || !given) return;
    if ('kind' in given || (isReference && !isOther)) {
      inside.declare(name, given);
      return;
    }
    const { type, value } = given;
    if (isOther) {
      this.lose(value, LOST);
      this.escaped.add(value);
    }
    const isKept = !isOther || value.kind === 'function';
    inside.declare(name, {
      type,
      value: isKept ? this.types.held(this.copied(value), type) : LOST,
    });
    this.ends(name, inside);
  }
}
