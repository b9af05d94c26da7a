import { named as children } from '../../parsed.ts';
import type { TreeNode } from '../../tree-node.ts';
import {
  CHANGED,
  type ElementType,
  LOST,
  NULL,
  OPEN,
  type Place,
  type Scope,
  type Value,
} from './cells.ts';
import { read, unfollowed } from './reading.ts';
import { characterCode } from '../../literal.ts';
import { captured } from './captured.ts';
import { combined } from './combined.ts';
import { charactersOf, limitNamed } from './library-numbers.ts';
import { constantsIn } from './constants.ts';
import { common } from '../../conversions.ts';
import { computed, converted, literal, truthOf, unknownOf, whole } from './numbers.ts';
import { HostPlaces } from './places.ts';
import { declaredBy } from './declared.ts';
import type { HostTypes } from './types.ts';

/** Expressions that may set something. */
export const DOES = [
  'call_expression',
  'assignment_expression',
  'update_expression',
  'new_expression',
  'lambda_expression',
];

const NAMED: Readonly<Record<string, Value>> = {
  NULL,
  nullptr: NULL,
  true: whole(1, 'bool'),
  false: whole(0, 'bool'),
  cudaSuccess: whole(0),
  hipSuccess: whole(0),
};

/** The host's expressions, with the values of variables and memory as they are then. */
export abstract class HostExpressions extends HostPlaces {
  readonly #constants: ReturnType<typeof constantsIn>;

  constructor(root: TreeNode, types: HostTypes) {
    super(root, types);
    this.#constants = constantsIn(root);
  }

  protected abstract call(node: TreeNode, scope: Scope): Value;

  /** A pointer to a function is declared. */
  protected abstract declareFunction(
    name: string,
    type: string,
    value: TreeNode | null | undefined,
    scope: Scope,
  ): void;

  /** Vectors are copied with what they hold. */
  protected abstract copied(value: Value): Value;

  /** Bytes by `sizeof`. */
  protected abstract sizeOf(node: TreeNode, scope: Scope): Value;

  /** An array by `new`. */
  protected abstract made(node: TreeNode, scope: Scope): Value;

  /** An object that `new` made ends. */
  protected abstract ended(node: TreeNode, scope: Scope): Value;

  /** The value that a variable of a type begins with. */
  abstract initial(node: TreeNode, type: ElementType, scope: Scope, place?: Place): Value;

  valueOf(node: TreeNode | null | undefined, scope: Scope): Value {
    if (!node) return LOST;
    this.step();
    switch (node.type) {
      case 'number_literal':
        return literal(node.text);
      case 'char_literal': {
        const code = /^'(?:[ -~]|\\.)'$/.test(node.text) ? characterCode(node.text) : undefined;
        return code === undefined ? LOST : whole(code, 'char');
      }
      case 'string_literal': {
        const characters = charactersOf(node.text);
        return characters === undefined ? OPEN : { kind: 'open', characters };
      }
      case 'true':
      case 'false':
      case 'null':
      case 'nullptr':
      case 'identifier':
      case 'this':
      case 'type_identifier':
        return this.#named(node, scope);
      case 'qualified_identifier': {
        const constant = this.#constant(node.text.replace(/^.*?(\w+::\w+)$/s, '$1'), scope);
        return constant ?? this.valueAt(this.located(node, scope));
      }
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
        const asked = this.#part(node, scope, 'condition');
        const isTrue = truthOf(asked);
        if (isTrue === undefined) {
          this.forget(node, scope);
          return unfollowed(asked);
        }
        const [taken, other] = isTrue ? sides : sides.toReversed();
        const value = this.#part(node, scope, taken ?? '');
        return this.#inBoth(value, node.childForFieldName(other ?? ''), scope);
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
        return this.ended(node, scope);
      case 'compound_literal_expression': {
        const object = this.types.madeBy(node);
        if (!object) return this.#listed(node, scope);
        const value = this.initial(node, object.type, scope);
        // It ends with its statement.
        return this.types.isDestroyed(object.type) ? CHANGED : value;
      }
      case 'call_expression':
        this.sequence.calls.push(node);
        try {
          return this.call(node, scope);
        } finally {
          this.sequence.calls.pop();
        }
      case 'lambda_expression':
        return { kind: 'function', node, scope: this.#captured(node, scope) };
      default:
        return this.#other(node, scope);
    }
    return this.valueAt(this.located(node, scope));
  }

  #captured(node: TreeNode, scope: Scope): Scope {
    const about = {
      copied: (value: Value) => this.copied(value),
      valueOf: (each: TreeNode | null) => this.valueOf(each, scope),
    };
    return captured(node, scope, about) ?? scope;
  }

  /** `c ? 1 : 2.0` is a fraction. */
  #inBoth(value: Value, other: TreeNode | null, scope: Scope): Value {
    if (value.kind !== 'whole' && value.kind !== 'real') return value;
    const doesNothing = other?.descendantsOfType(DOES).length === 0;
    const its = doesNothing ? this.valueOf(other, scope) : LOST;
    if (its.kind === 'whole' || its.kind === 'real')
      return converted(value, value.type === its.type ? value.type : common(value.type, its.type));
    // A fraction, or a wider number, is in the way of an operator alone.
    let user = other?.parent?.parent;
    while (user?.type === 'parenthesized_expression') user = user.parent;
    return /^(?:binary|unary|call|conditional)_expression$/.test(user?.type ?? '') ? LOST : value;
  }

  #part(node: TreeNode, scope: Scope, field: string): Value {
    return this.valueOf(node.childForFieldName(field), scope);
  }

  /** `S{x, 50}`, of a struct that no constructor makes. */
  #listed(node: TreeNode, scope: Scope): Value {
    const type = { name: node.childForFieldName('type')?.text ?? '', stars: 0 };
    const list = node.childForFieldName('value');
    return list && this.types.membersOf(type)
      ? this.initial(list, type, scope)
      : this.#other(node, scope);
  }

  #other(node: TreeNode, scope: Scope): Value {
    this.forget(node, scope);
    return LOST;
  }

  #constant(name: string, scope: Scope): Value | undefined {
    const constant = this.#constants.get(name);
    if (!constant) return undefined;
    const base = constant.base ? this.valueOf(constant.base, scope) : whole(0);
    if (constant.type !== undefined)
      return this.types.held(base, { name: constant.type, stars: 0 });
    return computed('+', base, whole(constant.more));
  }

  #named(node: TreeNode, scope: Scope): Value {
    const known = scope.find(node.text);
    if (known)
      return this.types.elementOfInner(read(known)) ? this.valueAt({ place: known }) : read(known);
    const constant = this.#constant(node.text, scope);
    if (constant) return constant;
    if (Object.hasOwn(NAMED, node.text)) return NAMED[node.text] ?? LOST;
    return this.functionNamed(node.text) ?? limitNamed(node.text) ?? LOST;
  }

  #address(node: TreeNode | null, scope: Scope): Value {
    const { place, value = this.functionNamed(node?.text ?? '') ?? LOST } = this.located(
      node,
      scope,
    );
    if (place?.kind === 'cell' && place.path.length === 0)
      return { kind: 'pointer', to: place.cells, at: place.at, rows: [] };
    if (place) return { kind: 'address', of: place };
    return value.kind === 'pointer' || value.kind === 'function' ? value : LOST;
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
    // `in >> n` sets it.
    if (operator === '>>' && first.kind !== 'whole') this.forget(node, scope);
    return combined(operator, first, this.valueOf(right, scope));
  }

  #assigned(node: TreeNode, scope: Scope): Value {
    const [left, right] = ['left', 'right'].map((each) => node.childForFieldName(each));
    const operator = node.childForFieldName('operator')?.text ?? '';
    // `void (*f)() = g` reads as this.
    const [, type, name] = /^(\w+)\s*\(\s*\*\s*(\w+)\s*\)\s*\(\s*\)$/.exec(left?.text ?? '') ?? [];
    if (type && name && operator === '=') {
      this.declareFunction(name, type, right, scope);
      return LOST;
    }
    const value = this.valueOf(right, scope);
    const located = this.located(left, scope);
    const kept =
      operator === '='
        ? this.copied(value)
        : combined(operator.slice(0, -1), this.valueAt(located), value);
    this.setAt(located.place, left ?? null, kept, scope);
    return located.place ? read(located.place) : LOST;
  }

  #updated(node: TreeNode, scope: Scope): Value {
    const target = node.childForFieldName('argument');
    const located = this.located(target, scope);
    const before = this.valueAt(located);
    const sign = node.childForFieldName('operator')?.text === '--' ? '-' : '+';
    this.setAt(located.place, target, combined(sign, before, whole(1)), scope);
    const isBehind = node.children[0]?.id === target?.id;
    if (isBehind) return before;
    return located.place ? read(located.place) : LOST;
  }
}
