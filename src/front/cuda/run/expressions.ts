import { named as children } from '../../parsed.ts';
import type { TreeNode } from '../../tree-node.ts';
import {
  type Cells,
  fill,
  LOST,
  NULL,
  OPEN,
  type Place,
  reached,
  read,
  type Scope,
  UNSET,
  type Value,
  write,
} from './cells.ts';
import { combined } from './combined.ts';
import { enumeratorsIn } from './enumerators.ts';
import { computed, literal, numberIn, truthOf, unknownOf, whole } from './numbers.ts';
import { declaredBy, type HostTypes } from './types.ts';

/** More steps of a host are not followed. */
const MOST_STEPS = 400_000;

/** Copying an element takes that much less than a step. */
export const COPIED_IN_A_STEP = 8;

/** More elements are not copied one by one. */
export const MOST_COPIED = 100_000;

/** A place, or what is known of the value there. */
export interface Located {
  readonly place?: Place | undefined;
  readonly value?: Value;
}

/** The host is not followed any further. */
export class Stopped extends Error {}

const NAMED: Readonly<Record<string, Value>> = {
  NULL,
  nullptr: NULL,
  true: whole(1, 'bool'),
  false: whole(0, 'bool'),
  cudaSuccess: whole(0),
  hipSuccess: whole(0),
};

/** The host's expressions, with the values of variables and memory as they are then. */
export abstract class HostExpressions {
  readonly types: HostTypes;
  /** All arrays. */
  readonly memory: Cells[] = [];
  /** Addresses that were given to what is not followed. */
  protected readonly escaped = new Set<Value>();
  readonly #constants: ReturnType<typeof enumeratorsIn>;
  protected steps = 0;

  constructor(root: TreeNode, types: HostTypes) {
    this.types = types;
    this.#constants = enumeratorsIn(root);
  }

  protected abstract call(node: TreeNode, scope: Scope): Value;

  /** Vectors are copied with what they hold. */
  protected abstract copied(value: Value): Value;

  /** Bytes by `sizeof`. */
  protected abstract sizeOf(node: TreeNode, scope: Scope): Value;

  /** An array by `new`. */
  protected abstract made(node: TreeNode, scope: Scope): Value;

  /** From here on nothing is known that a part of the text may change. */
  abstract forget(node: TreeNode, scope: Scope): void;

  newCells(
    about: Pick<Cells, 'element' | 'bytes' | 'place' | 'madeBy'>,
    rest: Value = UNSET,
  ): Cells {
    const { element, bytes, place, madeBy } = about;
    const cells: Cells = {
      element,
      bytes,
      place,
      madeBy,
      values: new Map(),
      rest,
      isFreed: false,
      setBy: undefined,
    };
    this.memory.push(cells);
    return cells;
  }

  step(count = 1): void {
    this.steps += count;
    if (this.steps > MOST_STEPS) throw new Stopped();
  }

  valueOf(node: TreeNode | null | undefined, scope: Scope): Value {
    if (!node) return LOST;
    this.step();
    switch (node.type) {
      case 'number_literal':
        return literal(node.text);
      case 'char_literal': {
        const [, only] = /^'([^\\])'$/.exec(node.text) ?? [];
        return only === undefined ? LOST : whole(only.charCodeAt(0), 'char');
      }
      case 'string_literal':
        return OPEN;
      case 'true':
      case 'false':
      case 'null':
      case 'nullptr':
      case 'identifier':
      case 'type_identifier':
        return this.#named(node, scope);
      case 'qualified_identifier':
        return this.valueOf(node.childForFieldName('name'), scope);
      case 'parenthesized_expression':
      case 'condition_clause':
      case 'parameter_declaration':
      case 'type_descriptor': {
        const inside = children(node);
        return inside.length === 1 ? this.valueOf(inside[0], scope) : this.#other(node, scope);
      }
      case 'cast_expression':
        return this.cast(this.#part(node, scope, 'value'), node.childForFieldName('type'));
      case 'unary_expression':
        return this.#unary(
          node.childForFieldName('operator')?.text ?? '',
          this.#part(node, scope, 'argument'),
        );
      case 'binary_expression':
        return this.#binary(node, scope);
      case 'conditional_expression': {
        // The program is run without arguments.
        const sides = ['consequence', 'alternative'] as const;
        const plain = sides.filter(
          (each) => !/\bargv\b/.test(node.childForFieldName(each)?.text ?? ''),
        );
        if (/\bargc\b/.test(node.childForFieldName('condition')?.text ?? '') && plain.length === 1)
          return this.#part(node, scope, plain[0] ?? '');
        const isTrue = truthOf(this.#part(node, scope, 'condition'));
        if (isTrue === undefined) return this.#other(node, scope);
        return this.#part(node, scope, isTrue ? 'consequence' : 'alternative');
      }
      case 'comma_expression':
        this.#part(node, scope, 'left');
        return this.#part(node, scope, 'right');
      case 'assignment_expression':
        return this.#assigned(node, scope);
      case 'update_expression':
        return this.#updated(node, scope);
      case 'sizeof_expression':
        return this.sizeOf(node, scope);
      case 'pointer_expression':
        if (node.childForFieldName('operator')?.text !== '&') break;
        return this.#address(node.childForFieldName('argument'), scope);
      case 'subscript_expression':
      case 'field_expression':
        break;
      case 'new_expression':
        return this.made(node, scope);
      case 'delete_expression':
        return LOST;
      case 'call_expression':
        return this.call(node, scope);
      case 'lambda_expression':
        return { kind: 'function', node, scope };
      default:
        return this.#other(node, scope);
    }
    return this.#valueAt(this.located(node, scope));
  }

  #part(node: TreeNode, scope: Scope, field: string): Value {
    return this.valueOf(node.childForFieldName(field), scope);
  }

  #valueAt({ place, value }: Located): Value {
    return place ? read(place) : (value ?? LOST);
  }

  #other(node: TreeNode, scope: Scope): Value {
    this.forget(node, scope);
    return LOST;
  }

  #named(node: TreeNode, scope: Scope): Value {
    const known = scope.find(node.text);
    if (known) return read(known);
    const constant = this.#constants.get(node.text);
    if (constant) {
      const base = constant.base ? this.valueOf(constant.base, scope) : whole(0);
      return computed('+', base, whole(constant.more));
    }
    return Object.hasOwn(NAMED, node.text) ? (NAMED[node.text] ?? LOST) : LOST;
  }

  /** An element at a place that is not told is as all are. */
  #elementOf(base: Value): Value {
    if (base.kind === 'open') return OPEN;
    const cells =
      base.kind === 'pointer' ? base.to : base.kind === 'vector' ? base.cells : undefined;
    return cells?.rest.kind === 'open' && cells.values.size === 0 ? OPEN : LOST;
  }

  /** Where a value is kept. Evaluates what leads there. */
  placeOf(node: TreeNode | null | undefined, scope: Scope): Place | undefined {
    return this.located(node, scope).place;
  }

  /** The same, or the value that is there. */
  protected located(node: TreeNode | null | undefined, scope: Scope): Located {
    switch (node?.type) {
      case 'identifier':
      case 'type_identifier':
        return { place: scope.find(node.text) };
      case 'parenthesized_expression':
        return this.located(children(node)[0], scope);
      case 'pointer_expression': {
        if (node.childForFieldName('operator')?.text !== '*') return {};
        const base = this.valueOf(node.childForFieldName('argument'), scope);
        return { place: this.#behind(base), value: this.#elementOf(base) };
      }
      case 'subscript_expression': {
        const base = this.valueOf(node.childForFieldName('argument'), scope);
        const index = numberIn(this.valueOf(children(node.childForFieldName('indices'))[0], scope));
        if (index === undefined) return { value: this.#elementOf(base) };
        if (base.kind === 'pointer' && base.rows.length > 0) {
          const [own = 1] = base.rows.slice(-1);
          return { value: { ...base, at: base.at + index * own, rows: base.rows.slice(0, -1) } };
        }
        return { place: this.elementAt(base, index), value: this.#elementOf(base) };
      }
      case 'field_expression': {
        const owner = node.childForFieldName('argument');
        const name = node.childForFieldName('field')?.text ?? '';
        const isArrow = node.childForFieldName('operator')?.text === '->';
        const base = isArrow ? this.valueOf(owner, scope) : undefined;
        const { place, value } = base
          ? { place: this.#behind(base), value: base }
          : this.located(owner, scope);
        if (place) return { place: { ...place, path: [...place.path, name] } };
        return { value: value?.kind === 'open' ? OPEN : LOST };
      }
      case 'call_expression':
        return this.elementOfCall(node, scope);
      default:
        return {};
    }
  }

  /** The element that `v.at(i)` and its like mean; nothing is evaluated for other calls. */
  protected abstract elementOfCall(node: TreeNode, scope: Scope): Located;

  protected elementAt(base: Value, index: number): Place | undefined {
    return base.kind === 'vector'
      ? { kind: 'cell', cells: base.cells, at: index, path: [] }
      : this.#behind(base, index);
  }

  #behind(value: Value, by = 0): Place | undefined {
    if (value.kind === 'address') return by === 0 ? value.of : undefined;
    if (value.kind !== 'pointer' || value.to === undefined || value.rows.length > 0)
      return undefined;
    return { kind: 'cell', cells: value.to, at: value.at + by, path: [] };
  }

  #address(node: TreeNode | null, scope: Scope): Value {
    const { place, value = LOST } = this.located(node, scope);
    if (place?.kind === 'cell' && place.path.length === 0)
      return { kind: 'pointer', to: place.cells, at: place.at, rows: [] };
    if (place) return { kind: 'address', of: place };
    return value.kind === 'pointer' ? value : LOST;
  }

  /** Sets a place that a target led to, or forgets what it may have led to. */
  #setAt(place: Place | undefined, target: TreeNode | null, value: Value, scope: Scope): void {
    if (place) this.keep(place, value);
    else if (target) this.#setSomewhere(target, value, scope);
  }

  keep(place: Place, value: Value): void {
    this.#keepAt(place, value);
    const isAddress = /^(?:pointer|vector|address|struct)$/.test(value.kind);
    if (isAddress && read(place).kind === 'lost') this.escaped.add(value);
  }

  #keepAt(place: Place, value: Value): void {
    const isWhole = place.path.length === 0;
    // The first of its members that is set.
    const struct = isWhole || place.kind !== 'cell' ? undefined : place.cells.element;
    const unset = struct && read({ ...place, path: [] }).kind === 'unset';
    const made = unset && this.types.unsetStruct(struct);
    if (made) write({ ...place, path: [] }, made);
    if (place.kind === 'cell')
      write(
        place,
        isWhole && place.cells.element
          ? this.types.held(value, place.cells.element)
          : this.#asBefore(place, value),
      );
    else
      write(
        place,
        isWhole ? this.types.held(value, place.variable.type) : this.#asBefore(place, value),
      );
  }

  /** A member is of its struct's type. */
  #asBefore(place: Place, value: Value): Value {
    const owner = read({ ...place, path: place.path.slice(0, -1) });
    const member = place.path.at(-1);
    if (owner.kind !== 'struct') return LOST;
    const type = this.types
      .membersOf({ name: owner.type, stars: 0 })
      ?.find((each) => each.member === member);
    return type ? this.types.held(value, type) : LOST;
  }

  #setSomewhere(target: TreeNode, value: Value, scope: Scope): void {
    let at: TreeNode | null = target;
    while (at && !at.type.endsWith('identifier'))
      at = at.childForFieldName('argument') ?? children(at)[0] ?? null;
    const known = at && scope.find(at.text);
    const arrays = known ? reached(read(known)) : new Set<Cells>();
    for (const cells of arrays) fill(cells, value.kind === 'open' ? OPEN : LOST);
    if (arrays.size === 0) this.setAnywhere();
  }

  /** A pointer that is not followed may lead to each array. */
  protected setAnywhere(): void {
    for (const cells of this.memory) fill(cells, LOST);
  }

  cast(value: Value, type: TreeNode | null): Value {
    if (!type) return LOST;
    const { stars, isOther } = declaredBy(type.childForFieldName('declarator') ?? type);
    const name = (type.childForFieldName('type') ?? type).text;
    if (type.childForFieldName('declarator') === null)
      return this.types.held(value, { name, stars: 0 });
    return isOther ? LOST : this.types.held(value, { name, stars });
  }

  #unary(sign: string, value: Value): Value {
    if (sign === '!') {
      const isTrue = truthOf(value);
      return isTrue === undefined ? unknownOf(value) : whole(Number(!isTrue), 'bool');
    }
    if (sign === '-') return computed('-', whole(0), value);
    if (sign === '~') return computed('^', whole(-1), value);
    return sign === '+' ? value : LOST;
  }

  #binary(node: TreeNode, scope: Scope): Value {
    const operator = node.childForFieldName('operator')?.text ?? '';
    const [left, right] = ['left', 'right'].map((each) => node.childForFieldName(each));
    const first = this.valueOf(left, scope);
    if (/^(?:&&|\|\||and|or)$/.test(operator)) {
      const isTrue = truthOf(first);
      const isAnd = operator === '&&' || operator === 'and';
      if (isTrue !== undefined && isTrue !== isAnd) return whole(Number(isTrue), 'bool');
      if (isTrue === undefined && right) this.forget(right, scope);
      const second = truthOf(this.valueOf(right, scope));
      return isTrue === undefined || second === undefined ? LOST : whole(Number(second), 'bool');
    }
    return combined(operator, first, this.valueOf(right, scope));
  }

  #assigned(node: TreeNode, scope: Scope): Value {
    const [left, right] = ['left', 'right'].map((each) => node.childForFieldName(each));
    const operator = node.childForFieldName('operator')?.text ?? '';
    const value = this.valueOf(right, scope);
    const located = this.located(left, scope);
    const kept =
      operator === '='
        ? this.copied(value)
        : combined(operator.slice(0, -1), this.#valueAt(located), value);
    this.#setAt(located.place, left ?? null, kept, scope);
    return located.place ? read(located.place) : LOST;
  }

  #updated(node: TreeNode, scope: Scope): Value {
    const target = node.childForFieldName('argument');
    const located = this.located(target, scope);
    const before = this.#valueAt(located);
    const sign = node.childForFieldName('operator')?.text === '--' ? '-' : '+';
    this.#setAt(located.place, target, combined(sign, before, whole(1)), scope);
    const isBehind = node.children[0]?.id === target?.id;
    if (isBehind) return before;
    return located.place ? read(located.place) : LOST;
  }
}
