import { named as children } from '../../parsed.ts';
import type { TreeNode } from '../../tree-node.ts';
import {
  type Cells,
  CHANGED,
  type ElementType,
  GIVEN,
  LOST,
  type Place,
  read,
  reached,
  type Scope,
  UNSET,
  type Value,
  type Variable,
} from './cells.ts';
import { DOES, HostExpressions } from './expressions.ts';
import { nameOfCall } from './functions.ts';
import { COPIED_IN_A_STEP, Stopped } from './places.ts';
import { numberIn, whole } from './numbers.ts';
import { nameOfClass } from './classes.ts';
import { type Declared, declaredBy } from './declared.ts';

/** The host's declarations, and what its variables begin with. */
export abstract class HostDeclarations extends HostExpressions {
  readonly #statics = new Map<string, Place>();

  /** An object begins as its class has it. */
  protected abstract construct(
    place: Place,
    type: ElementType,
    args: readonly TreeNode[],
    scope: Scope,
  ): void;

  /** An object ends, and then its members. */
  protected abstract destroy(place: Place, type: ElementType): void;

  /** Variables of a declaration. */
  declare(
    node: TreeNode,
    scope: Scope,
    isStatic = node.children.some(({ text }) => text === 'static'),
  ): void {
    const type = node.childForFieldName('type');
    const name = type?.childForFieldName('body') ? nameOfClass(type) : (type?.text ?? '');
    for (const each of node.childrenForFieldName('declarator')) {
      const inner = each.type === 'init_declarator' ? each.childForFieldName('declarator') : each;
      const value = each.childForFieldName('value');
      const own = inner && declaredBy(inner);
      if (!own) continue;
      // `S s(a)` reads as a function's declaration.
      const list =
        inner.type === 'function_declarator' ? inner.childForFieldName('parameters') : value;
      if (own.isOther || own.name === '') this.forget(each, scope);
      if (own.isOther) this.declareFunction(own.name, name, value, scope);
      else if (own.isReference) this.#reference(own, { name, value, scope });
      else this.#kept(own, { name, value: list, scope }, node, isStatic);
    }
  }

  /** `void (*f)() = g`, where it is one to a function that is told. */
  protected declareFunction(
    name: string,
    type: string,
    value: TreeNode | null | undefined,
    scope: Scope,
  ): void {
    const given = value ? this.valueOf(value, scope) : LOST;
    scope.declare(name, {
      type: { name: type, stars: 1 },
      value: given.kind === 'function' ? given : LOST,
    });
  }

  /** A function's static variable is made once. */
  #kept(own: Declared, about: About, node: TreeNode, isStatic: boolean): void {
    const key = `${node.id} ${own.name}`;
    const known = isStatic ? this.#statics.get(key) : undefined;
    if (known) about.scope.declare(own.name, known);
    else this.#variable(own, about, node, isStatic);
    const made = about.scope.find(own.name);
    const isElsewhere = node.children.some(({ text }) => text === 'extern') && !about.value;
    if (made && isElsewhere) {
      this.lose(read(made), GIVEN);
      if (own.sizes.length === 0) this.keep(made, GIVEN);
    }
    if (isStatic && made) this.#statics.set(key, made);
  }

  #reference(own: Declared, { name, value, scope }: About): void {
    scope.declare(own.name, this.referred(value, { name, stars: own.stars }, scope));
  }

  /** Where a reference leads. A variable that is not found behind it would be changed unseen. */
  protected referred(
    value: TreeNode | null | undefined,
    type: ElementType,
    scope: Scope,
  ): Variable | Place {
    const { place } = this.located(value, scope);
    if (place) return place;
    const isTemporary = /literal|lambda|binary|call|unary|cast/.test(value?.type ?? '');
    const names = value?.descendantsOfType(['identifier', 'type_identifier']) ?? [];
    if (!isTemporary && names.some(({ text }) => scope.find(text))) throw new Stopped();
    return { type, value: this.valueOf(value, scope) };
  }

  #variable(own: Declared, { name, value, scope }: About, node: TreeNode, isStatic: boolean): void {
    const type = this.types.resolved({ name, stars: own.stars });
    if (own.sizes.length > 0) {
      scope.declare(own.name, this.#array(own, type, { name, value, scope }, node, isStatic));
      return;
    }
    const rest = isStatic ? whole(0) : UNSET;
    const isCopied =
      value && this.types.isCopiedOtherwise(type) && this.#isCopy(type, value, scope);
    const isOther = isCopied || this.types.isShared(type);
    const variable: Variable = { type: this.types.madeBy(value)?.type ?? type, value: rest };
    const place: Place = { kind: 'variable', variable, path: [] };
    const told = value
      ? this.initial(value, type, scope, place)
      : this.empty(type, node, rest, place, scope);
    if (value && this.types.isReferring(type)) this.changeNamed(value, scope);
    variable.value = isOther ? CHANGED : told;
    if (variable.type.name === 'auto' && told.kind === 'struct')
      scope.declare(own.name, { ...variable, type: { name: told.type, stars: 0 } });
    else scope.declare(own.name, variable);
    if (!isStatic) this.ends(own.name, scope);
  }

  /** A variable with a destructor. */
  protected ends(name: string, scope: Scope): void {
    const place = scope.find(name);
    if (place?.kind === 'variable' && this.types.isDestroyed(place.variable.type))
      scope.ending.push({ place, type: place.variable.type });
  }

  /** Objects of a block end. */
  protected leave(scope: Scope, kept?: Variable): void {
    for (const { place, type } of scope.ending.splice(0).toReversed())
      if (place.kind !== 'variable' || place.variable !== kept) this.destroy(place, type);
  }

  /** Another of its type, as `a` of `S b(a)`, and no new one. */
  #isCopy(type: ElementType, value: TreeNode, scope: Scope): boolean {
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
    if (only && this.#isCopy(type, node, scope)) return this.copied(this.valueOf(only, scope));
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
    const vector = this.#emptyVector(type, node);
    if (vector) return vector;
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
      if (list.some((each) => each.type === 'initializer_pair')) return this.#lost(node, scope);
      const made = members.map((each, i): readonly [string, Value] => {
        const own = list[i];
        const value = own
          ? this.initial(own, each, scope)
          : each.given
            ? this.initial(each.given, each, scope)
            : (this.#emptyVector(each, node) ?? this.types.held(whole(isSize ? 1 : 0), each));
        return [each.member, each.length === undefined ? value : LOST];
      });
      // Without brackets of its own a member takes several numbers.
      const isFlat = members.some((each, i) => {
        const own = list[i];
        if (!own || /^(?:initializer_list|string_literal)$/.test(own.type)) return false;
        const isStruct = this.types.membersOf(each) !== undefined;
        const isWhole = each.name !== '' && each.length === undefined;
        return isStruct ? made[i]?.[1].kind !== 'struct' : !isWhole;
      });
      if (isFlat) return this.#lost(node, scope);
      return { kind: 'struct', type: this.types.resolved(type).name, members: new Map(made) };
    }
    if (this.types.bytesOf(type) === undefined || list.length > 1) return this.#lost(node, scope);
    return only ? this.initial(only, type, scope) : this.types.held(whole(0), type);
  }

  #lost(node: TreeNode, scope: Scope): Value {
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
      this.#listed(made.kind === 'vector' ? made.cells : undefined, node, {
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
      const made = make(undefined, first?.kind === 'open' ? first : LOST);
      return made;
    }
    const zero = this.types.ofVector(element) ? LOST : this.types.held(whole(0), element);
    return make(count, second ? this.types.held(second, element) : zero);
  }

  #array(
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
    const [, characters] = /^"([^"\\]*)"$/.exec(text ?? '') ?? [];
    counts[0] ??=
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
    const zero = !isPlain ? LOST : this.types.held(whole(0), type);
    const isSymbol = /__(?:device|constant|managed)__/.test(node.text);
    const place = isSymbol ? 'device' : 'host';
    const cells = this.newCells(
      { element: type, bytes, place, madeBy: node },
      value || isStatic || isConstructed ? zero : UNSET,
    );
    const inner = counts
      .slice(1)
      .map((_, i) =>
        counts.slice(i + 1).reduce<number>((product, count) => product * (count ?? Number.NaN), 1),
      );
    if (value?.type === 'initializer_list')
      this.#listed(cells, value, { type, sizes: inner, scope });
    else if (characters !== undefined)
      [...characters].forEach((letter, i) =>
        cells.put(i, this.types.held(whole(letter.charCodeAt(0)), type)),
      );
    else if (value) cells.fill(this.#lost(value, scope));
    const rows = inner.toReversed();
    return {
      type: { name: `${type.name}[]`, stars: type.stars },
      value: { kind: 'pointer', to: cells, at: 0, rows } as const,
    };
  }

  /** Elements of a list, of rows of `sizes` elements. */
  #listed(
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
      else this.#listed(cells, each, { type, sizes: inner, scope }, at);
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

  protected sizeOf(node: TreeNode, scope: Scope): Value {
    const type = node.childForFieldName('type');
    if (type) {
      const declarator = type.childForFieldName('declarator');
      const { stars, isOther } = declaredBy(declarator ?? type);
      const name = (type.childForFieldName('type') ?? type).text;
      const bytes =
        isOther && declarator
          ? undefined
          : this.types.bytesOf({ name, stars: declarator ? stars : 0 });
      if (bytes !== undefined) return whole(bytes, 'ulong');
    }
    const [inner] = type ? [type] : children(node);
    return this.#bytesOf(inner, scope);
  }

  #bytesOf(node: TreeNode | undefined, scope: Scope): Value {
    if (node?.type === 'parenthesized_expression') return this.#bytesOf(children(node)[0], scope);
    const place = this.placeOf(node?.type === 'type_descriptor' ? children(node)[0] : node, scope);
    if (place?.path.length !== 0) {
      // A struct's name reads as a variable.
      const type = this.#typeOf(node, scope) ?? { name: node?.text ?? '', stars: 0 };
      const bytes = this.types.bytesOf(type);
      return bytes === undefined ? LOST : whole(bytes, 'ulong');
    }
    const value = read(place);
    const isArray = place.kind === 'variable' && place.variable.type.name.endsWith('[]');
    const bytes = isArray
      ? value.kind === 'pointer'
        ? value.to?.bytes
        : undefined
      : this.types.bytesOf(place.kind === 'variable' ? place.variable.type : place.cells.element);
    return bytes === undefined ? LOST : whole(bytes, 'ulong');
  }

  /** The type of what a pointer leads to, where nothing may be there yet. */
  #typeOf(node: TreeNode | null | undefined, scope: Scope): ElementType | undefined {
    const place = this.placeOf(node, scope);
    if (place?.path.length === 0)
      return place.kind === 'variable' ? place.variable.type : place.cells.element;
    const inner = node?.childForFieldName('argument');
    const isElement = node?.type === 'pointer_expression' || node?.type === 'subscript_expression';
    if (node?.type === 'call_expression') {
      const value = this.valueOf(node, scope);
      const element = value.kind === 'pointer' ? value.to?.element : undefined;
      return element && { ...element, stars: element.stars + 1 };
    }
    const owner = isElement ? this.#typeOf(inner, scope) : undefined;
    return owner && owner.stars > 0 ? { ...owner, stars: owner.stars - 1 } : undefined;
  }

  protected made(node: TreeNode, scope: Scope): Value {
    const length = node.childForFieldName('declarator')?.childForFieldName('length');
    const count = numberIn(this.valueOf(length, scope));
    const name = node.childForFieldName('type')?.text ?? '';
    if (!length && this.types.classOf({ name, stars: 0 })) return this.#madeObject(node, scope);
    if (!length || node.childForFieldName('declarator')?.childForFieldName('declarator'))
      return this.#lost(node, scope);
    if (this.types.classOf({ name, stars: 0 })?.isConstructed === true)
      return this.#lost(node, scope);
    const element = { name, stars: 0 };
    const each = this.types.bytesOf(element);
    const given = node.childForFieldName('arguments');
    const bytes = each === undefined || count === undefined ? undefined : count * each;
    const rest = given ? this.types.held(whole(0), element) : UNSET;
    const cells = this.newCells({ element, bytes, place: 'host', madeBy: node }, rest);
    if (given) this.#listed(cells, given, { type: element, sizes: [], scope });
    return { kind: 'pointer', to: cells, at: 0, rows: [] };
  }

  /** `new S(3)` */
  #madeObject(node: TreeNode, scope: Scope): Value {
    const type = this.types.resolved({
      name: node.childForFieldName('type')?.text ?? '',
      stars: 0,
    });
    const bytes = this.types.bytesOf(type);
    const cells = this.newCells({ element: type, bytes, place: 'host', madeBy: node });
    const place: Place = { kind: 'cell', cells, at: 0, path: [] };
    const given = node.childForFieldName('arguments');
    const value = given
      ? this.initial(given, type, scope, place)
      : this.empty(type, node, UNSET, place, scope);
    this.keep(place, value);
    return { kind: 'pointer', to: cells, at: 0, rows: [] };
  }

  /** `delete p` */
  protected ended(node: TreeNode, scope: Scope): Value {
    const value = this.valueOf(children(node)[0], scope);
    if (value.kind !== 'pointer' || !value.to?.element) return LOST;
    const place: Place = { kind: 'cell', cells: value.to, at: value.at, path: [] };
    if (value.to.madeBy.type === 'new_expression') this.destroy(place, value.to.element);
    return LOST;
  }

  /** All arrays that a value leads to hold something else. */
  lose(value: Value, left: Value): void {
    for (const cells of reached(value)) cells.fill(left);
  }
}

interface About {
  readonly name: string;
  readonly value: TreeNode | null;
  readonly scope: Scope;
}
