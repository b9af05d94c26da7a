import { named as children } from '../../parsed.ts';
import type { TreeNode } from '../../tree-node.ts';
import {
  type Cells,
  CHANGED,
  type ElementType,
  LOST,
  type Place,
  type Scope,
  UNSET,
  type Value,
} from './cells.ts';
import { read, reached } from './reading.ts';
import { DOES } from './expressions.ts';
import { HostSizes } from './sizes.ts';
import { nameOfCall } from './functions.ts';
import { COPIED_IN_A_STEP } from './places.ts';
import { charactersOf } from './library-numbers.ts';
import { numberIn, whole } from './numbers.ts';
import type { Member } from './classes.ts';
import { type Declared, isSymbol } from './declared.ts';
import { isFollowed } from './types.ts';

/** Where the memory of a declaration is. */
const placeFor = ({ text }: TreeNode): Cells['place'] =>
  /__managed__/.test(text) ? 'both' : isSymbol(text) ? 'device' : 'host';

/** Values that the host's variables and objects begin with. */
export abstract class HostInitials extends HostSizes {
  /** An object begins as its class has it. */
  protected abstract construct(
    place: Place,
    type: ElementType,
    args: readonly TreeNode[],
    scope: Scope,
  ): void;

  /** An object ends, and then its members. */
  protected abstract destroy(place: Place, type: ElementType): void;
  /** Another of its type, as `a` of `S b(a)`, and no new one. */
  protected isCopy(type: ElementType, value: TreeNode, scope: Scope): boolean {
    const [only, another] = value.type.endsWith('_list') ? children(value) : [value];
    if (!only || another || this.types.madeBy(only)) return false;
    if (only.type === 'call_expression')
      return /^(?:std::)?(?:move|forward)$/.test(nameOfCall(only.childForFieldName('function')));
    const doesNothing = only.descendantsOfType(DOES).length === 0;
    const place = scope.find(only.text) ?? (doesNothing ? this.placeOf(only, scope) : undefined);
    const own = place && read(place);
    const name = this.types.resolved(type).name;
    const its = place?.kind === 'variable' ? place.variable.type : place?.cells.element;
    return (
      (own?.kind === 'struct' && own.type === name) ||
      (place?.path.length === 0 && its !== undefined && this.types.resolved(its).name === name)
    );
  }

  /** A call of the text's that makes an object of a type. */
  #isMadeByCall(type: ElementType, node: TreeNode): boolean {
    const callee = node.type === 'call_expression' ? node.childForFieldName('function') : null;
    const own = this.functionNamed(nameOfCall(callee));
    const name = own?.kind === 'function' ? own.node.childForFieldName('type')?.text : undefined;
    return name !== undefined && this.types.resolved({ name, stars: 0 }).name === type.name;
  }

  /** An object where its place is, or by itself. */
  #object(type: ElementType, args: readonly TreeNode[], scope: Scope, place?: Place): Value {
    const own = this.types.resolved(type);
    const at: Place = place ?? {
      kind: 'variable',
      variable: { type: own, value: UNSET },
      path: [],
    };
    this.construct(at, own, args, scope);
    return read(at);
  }

  /** The same where it is written with its class, or as a list of a variable's. */
  #constructed(
    node: TreeNode,
    type: ElementType,
    scope: Scope,
    place: Place | undefined,
  ): Value | undefined {
    const made = this.types.madeBy(node);
    if (made) return this.#object(made.type, children(made.list), scope, place);
    const own = this.types.classOf(type);
    if (own?.isConstructed !== true || !node.type.endsWith('_list')) return undefined;
    const args = children(node);
    const [only] = args;
    if (node.type === 'parameter_list' && !only) return LOST;
    if (only && this.isCopy(type, node, scope)) return this.copied(this.valueOf(only, scope));
    if (only && args.length === 1 && this.#isMadeByCall(this.types.resolved(type), only))
      return this.valueOf(only, scope);
    return own.hasConstructors || !only ? this.#object(type, args, scope, place) : undefined;
  }

  #emptyVector(type: ElementType, node: TreeNode): Value | undefined {
    const element = this.types.ofVector(type);
    return (
      element && {
        kind: 'vector',
        cells: this.newCells({ element, bytes: 0, place: 'host', madeBy: node }),
      }
    );
  }

  /** The value of a variable that nobody sets. */
  protected empty(
    type: ElementType,
    node: TreeNode,
    rest: Value,
    place: Place,
    scope: Scope,
  ): Value {
    if (this.types.classOf(type)?.isConstructed === true)
      return this.#object(type, [], scope, place);
    const own = this.#emptyVector(type, node) ?? this.#listOf(node, type, scope, rest);
    if (own) return own;
    const isDim3 = this.types.resolved(type).name === 'dim3';
    const struct = this.types.unsetStruct(type, isDim3 ? whole(1, 'uint') : rest);
    if (struct?.kind === 'struct') {
      const vectors = (this.types.membersOf(type) ?? []).flatMap((each) => {
        const own = this.#emptyVector(each, node);
        return own && each.length === undefined ? [[each.member, own] as const] : [];
      });
      return { ...struct, members: new Map([...struct.members, ...vectors]) };
    }
    return this.types.bytesOf(type) === undefined ? LOST : this.types.held(rest, type);
  }

  /** The value that a variable of a type begins with. */
  initial(node: TreeNode, type: ElementType, scope: Scope, place?: Place): Value {
    const object = this.#constructed(node, type, scope, place);
    if (object) return object;
    const ofVector = this.types.ofVector(type);
    if (ofVector) return this.#vector(node, ofVector, scope);
    const ofArray = node.type === 'initializer_list' ? this.#listOf(node, type, scope) : undefined;
    if (ofArray) return ofArray;
    const isSize = this.types.resolved(type).name === 'dim3';
    if (isSize && !node.type.endsWith('_list')) {
      // A number stands for one, and `dim3(2, 3)` makes one.
      const isMade = node.type === 'call_expression' && node.text.startsWith('dim3');
      if (isMade) return this.initial(node.childForFieldName('arguments') ?? node, type, scope);
      const value = this.valueOf(node, scope);
      const one = this.types.unsetStruct(type, whole(1, 'uint'));
      if (value.kind !== 'whole' || one?.kind !== 'struct') return value;
      const first = this.types.held(value, { name: 'unsigned', stars: 0 });
      return { ...one, members: new Map([...one.members, ['x', first]]) };
    }
    if (!/^(?:initializer|argument|parameter)_list$/.test(node.type)) {
      const value = this.valueOf(node, scope);
      const isMade =
        value.kind === 'struct' && this.#isMadeByCall({ name: value.type, stars: 0 }, node);
      return this.types.held(isMade ? value : this.copied(value), type);
    }
    const list = children(node);
    const members = this.types.membersOf(type);
    const isDim3 = this.types.resolved(type).name === 'dim3' && list.length > 0;
    const [only, another] = list;
    if (isDim3 && only && !another && this.placeOf(only, scope)) {
      const copy = this.valueOf(only, scope);
      if (copy.kind === 'struct') return copy;
    }
    if (members && (node.type === 'initializer_list' || isDim3)) {
      if (list.some((each) => each.type === 'initializer_pair')) return this.lost(node, scope);
      const made = members.map((each, i): readonly [string, Value] => {
        const own = list[i];
        if (each.length !== undefined || each.name === '')
          return [each.member, this.withinStruct(own ?? each.given, each, scope)];
        const value = own
          ? this.initial(own, each, scope)
          : each.given
            ? this.initial(each.given, each, scope)
            : (this.#emptyVector(each, node) ?? this.types.held(whole(isSize ? 1 : 0), each));
        return [each.member, value];
      });
      // Without brackets of its own a member takes several numbers.
      const isFlat = members.some((each, i) => {
        const own = list[i];
        if (!own || /^(?:initializer_list|string_literal)$/.test(own.type)) return false;
        const isStruct = this.types.membersOf(each) !== undefined;
        const isWhole = each.name !== '' && each.length === undefined;
        return isStruct ? made[i]?.[1].kind !== 'struct' : !isWhole;
      });
      if (isFlat) return this.lost(node, scope);
      return { kind: 'struct', type: this.types.resolved(type).name, members: new Map(made) };
    }
    if (this.types.bytesOf(type) === undefined || list.length > 1) return this.lost(node, scope);
    return only ? this.initial(only, type, scope) : this.types.held(whole(0), type);
  }

  /** A `std::array`, by its list where it has one; undefined of others. */
  #listOf(node: TreeNode, type: ElementType, scope: Scope, rest?: Value): Value | undefined {
    const array = this.types.ofArray(type);
    if (!array) return undefined;
    const { element } = array;
    const count = numberIn(this.valueOf(array.count, scope));
    const each = this.types.bytesOf(element);
    const isPlain = each !== undefined && !this.types.ofVector(element);
    if (count === undefined || !isPlain || this.types.classOf(element)?.isConstructed === true)
      return this.lost(node, scope);
    const cells = this.newCells(
      { element, bytes: count * each, place: 'host', madeBy: node },
      this.types.held(rest ?? whole(0), element),
    );
    const [only, another] = rest ? [] : children(node);
    const isInner = only?.type === 'initializer_list' && !another;
    const list = isInner ? only : node;
    if (!rest) this.listed(cells, list, { type: element, sizes: [], scope });
    return { kind: 'vector', cells };
  }

  /** An array within a struct, by a list of its own. */
  protected withinStruct(
    node: TreeNode | undefined,
    member: Member,
    scope: Scope,
    rest = this.types.held(whole(0), member),
  ): Value {
    const list = node?.type === 'initializer_list' ? children(node) : undefined;
    const isPlain = (list ?? []).every(({ type }) => !type.startsWith('initializer_'));
    if (!isFollowed(member) || (node && !list) || !isPlain)
      return node ? this.lost(node, scope) : LOST;
    const given = (list ?? []).map((each) => this.initial(each, member, scope));
    const otherwise = node ? this.types.held(whole(0), member) : rest;
    return this.types.within(member, (i) => given[i] ?? otherwise);
  }

  protected lost(node: TreeNode, scope: Scope): Value {
    this.forget(node, scope);
    return LOST;
  }

  #vector(node: TreeNode, element: ElementType, scope: Scope): Value {
    const each = this.types.bytesOf(element) ?? 0;
    const list = children(node);
    const make = (count: number | undefined, rest: Value): Value => {
      const bytes = count === undefined ? undefined : count * each;
      return {
        kind: 'vector',
        cells: this.newCells({ element, bytes, place: 'host', madeBy: node }, rest),
      };
    };
    if (node.type === 'initializer_list') {
      const made = make(list.length, this.types.held(whole(0), element));
      this.listed(made.kind === 'vector' ? made.cells : undefined, node, {
        type: element,
        sizes: [],
        scope,
      });
      return made;
    }
    const isList = node.type === 'argument_list' || node.type === 'parameter_list';
    const [first, second] = (isList ? list : [node]).map((arg) => this.valueOf(arg, scope));
    if (first?.kind === 'vector' && second === undefined) return this.copied(first);
    const count = first && isList ? numberIn(first) : undefined;
    if (count === undefined) {
      if (first?.kind === 'pointer' && first.to) this.touches(first.to, 'reads');
      const made = make(undefined, first?.kind === 'open' ? first : LOST);
      return made;
    }
    const zero = this.types.ofVector(element) ? LOST : this.types.held(whole(0), element);
    return make(count, second ? this.types.held(second, element) : zero);
  }

  protected array(
    own: Declared,
    type: ElementType,
    { value, scope }: About,
    node: TreeNode,
    isStatic: boolean,
  ) {
    const counts = own.sizes.map((size) =>
      size ? numberIn(this.valueOf(size, scope)) : undefined,
    );
    const text =
      value && /^(?:string_literal|concatenated_string)$/.test(value.type) ? value.text : undefined;
    const characters = charactersOf(text ?? '');
    if (own.sizes.length > 0 && own.sizes[0] === undefined)
      counts[0] =
        value?.type === 'initializer_list'
          ? children(value).length
          : characters === undefined
            ? undefined
            : characters.length + 1;
    const each = this.types.bytesOf(type);
    const all = counts.reduce<number | undefined>(
      (product, count) =>
        product === undefined || count === undefined ? undefined : product * count,
      1,
    );
    const bytes = all === undefined || each === undefined ? undefined : all * each;
    // Elements that are vectors would be one for all.
    const isConstructed = this.types.classOf(type)?.isConstructed === true;
    const isPlain =
      this.types.bytesOf(type) !== undefined && !this.types.ofVector(type) && !isConstructed;
    const zero = isPlain ? this.zeroOf(type) : LOST;
    const cells = this.newCells(
      { element: type, bytes, place: placeFor(node), madeBy: node },
      value || isStatic || isConstructed ? zero : UNSET,
    );
    const inner = counts
      .slice(1)
      .map((_, i) =>
        counts.slice(i + 1).reduce<number>((product, count) => product * (count ?? Number.NaN), 1),
      );
    if (value && own.sizes.length === 0) cells.put(0, this.initial(value, type, scope));
    else if (value?.type === 'initializer_list')
      this.listed(cells, value, { type, sizes: inner, scope });
    else if (characters !== undefined)
      [...characters].forEach((letter, i) =>
        cells.put(i, this.types.held(whole(letter.charCodeAt(0)), type)),
      );
    else if (value) cells.fill(this.lost(value, scope));
    const rows = inner.toReversed();
    return {
      type: { name: `${type.name}[]`, stars: type.stars },
      value: { kind: 'pointer', to: cells, at: 0, rows } as const,
    };
  }

  protected zeroOf(type: ElementType): Value {
    return this.types.unsetStruct(type, whole(0)) ?? this.types.held(whole(0), type);
  }

  /** Elements of a list, of rows of `sizes` elements. */
  protected listed(
    cells: Cells | undefined,
    list: TreeNode,
    about: { readonly type: ElementType; readonly sizes: readonly number[]; readonly scope: Scope },
    from = 0,
  ): void {
    if (!cells) return;
    const { type, sizes, scope } = about;
    const [row, ...inner] = sizes;
    for (const [i, each] of children(list).entries()) {
      const at = from + i * (row ?? 1);
      if (
        each.type === 'initializer_pair' ||
        (row !== undefined && each.type !== 'initializer_list')
      ) {
        cells.fill(LOST);
        return;
      }
      if (row === undefined) cells.put(at, this.initial(each, type, scope));
      else this.listed(cells, each, { type, sizes: inner, scope }, at);
    }
  }

  protected copied(value: Value): Value {
    if (value.kind === 'struct') {
      if (this.types.isCopiedOtherwise({ name: value.type, stars: 0 })) return CHANGED;
      const members = [...value.members].map(([name, each]) => [name, this.copied(each)] as const);
      return { ...value, members: new Map(members) };
    }
    if (value.kind !== 'vector') return value;
    const { values, rest } = value.cells;
    const cells = this.newCells(value.cells, rest);
    this.step(values.size / COPIED_IN_A_STEP);
    for (const [at, each] of values) cells.put(at, each);
    return { kind: 'vector', cells };
  }

  /** All arrays that a value leads to hold something else. */
  lose(value: Value, left: Value, by?: TreeNode): void {
    for (const cells of reached(value)) this.maySet(cells, left, by ?? cells.madeBy);
  }
}
export interface About {
  readonly name: string;
  readonly value: TreeNode | null;
  readonly scope: Scope;
}
