import type { TreeNode } from '../tree-node.ts';
import { binary } from '../algebra.ts';
import { type Expr, num } from '../expr.ts';
import { named as children } from '../parsed.ts';
import { isInteger } from '../scalar.ts';
import { builtInType } from '../types.ts';
import type { Frame } from './host-names.ts';
import { parametersIn } from './declarators.ts';
import { declarationOf, realLiteral } from './host-text.ts';
import { DEEPEST, HostTensors } from './host-tensors.ts';
import { typeOfCuda } from './words.ts';

/** Fractions in the host's text: C divides whole numbers otherwise. */

/** Open where nobody tells the type. */
const KINDS = ['whole', 'open', 'float', 'double'] as const;
type NumberKind = (typeof KINDS)[number];

const joined = (kinds: readonly NumberKind[]): NumberKind =>
  KINDS[Math.max(0, ...kinds.map((each) => KINDS.indexOf(each)))] ?? 'open';

type Rounding = 'ceil' | 'floor' | 'trunc' | 'round';

/** Libraries round others in their own ways. */
const wholeOrNone = (x: number): number => (Number.isSafeInteger(x) ? x : Number.NaN);

/** Functions of `<cmath>` whose results IEEE 754 or the C standard tell exactly. */
export const EXACT: Readonly<Record<string, (...args: readonly number[]) => number>> = {
  ceil: Math.ceil,
  floor: Math.floor,
  trunc: Math.trunc,
  round: (x = Number.NaN) => Math.sign(x) * Math.round(Math.abs(x)),
  sqrt: Math.sqrt,
  fabs: Math.abs,
  abs: Math.abs,
  fmin: Math.min,
  fmax: Math.max,
  min: Math.min,
  max: Math.max,
  log2: (x = Number.NaN) => wholeOrNone(Math.log2(x)),
  exp2: (x = Number.NaN) => wholeOrNone(2 ** x),
  cbrt: (x = Number.NaN) =>
    Math.round(Math.cbrt(x)) ** 3 === x ? Math.round(Math.cbrt(x)) : Number.NaN,
  fmod: (x = Number.NaN, y = Number.NaN) => x % y,
  pow: (x = Number.NaN, y = Number.NaN) => wholeOrNone(x ** y),
};
/** They give a fraction in any case, other functions what they are given. */
const GIVES_FRACTION =
  /^(?:ceil|floor|trunc|round|sqrt|cbrt|rsqrt|fabs|fmin|fmax|fmod|pow|exp2?|log(?:2|10)?|a?(?:sin|cos|tan)h?|atan2|hypot|r?int)$/;
const OF_MATHEMATICS = /^(?:std)?(?:::)?(\w+?)(f?)$/;
const KEEPS_KIND = /^(?:abs|min|max)$/;

/** Types that nobody declares here, by names that fractions have. */
const MAY_BE_FRACTION = /real|float|double|scalar|half|number|value|accum/i;

const HOLDS: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '>': (a, b) => a > b,
  '<=': (a, b) => a <= b,
  '>=': (a, b) => a >= b,
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
};
const COMPUTES: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
};

/** Numbers in two's complement, however wide. */
const BITS: Readonly<Record<string, (a: bigint, b: bigint) => bigint>> = {
  '&': (a, b) => a & b,
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
};

interface Made {
  readonly node: TreeNode | null | undefined;
  readonly frame: Frame;
}

export abstract class HostReals extends HostTensors {
  /** The type of a number, as far as arithmetic asks. */
  kindOf(node: TreeNode | null | undefined, frame: Frame): NumberKind {
    if (!node || this.depth > DEEPEST) return 'open';
    this.depth += 1;
    try {
      return this.#kindAt(node, frame);
    } finally {
      this.depth -= 1;
    }
  }

  isFraction(node: TreeNode | null | undefined, frame: Frame): boolean {
    const kind = this.kindOf(node, frame);
    return kind === 'float' || kind === 'double';
  }

  #kindAt(node: TreeNode, frame: Frame): NumberKind {
    const parts = (...fields: readonly string[]): NumberKind =>
      joined(fields.map((each) => this.kindOf(node.childForFieldName(each), frame)));
    switch (node.type) {
      case 'number_literal':
        return realLiteral(node.text) === undefined
          ? 'whole'
          : /f$/i.test(node.text)
            ? 'float'
            : 'double';
      case 'parenthesized_expression':
      case 'initializer_list':
      case 'argument_list':
        return this.kindOf(children(node)[0], frame);
      case 'cast_expression':
        return this.#kindOfType(node.childForFieldName('type')?.text ?? '', frame);
      case 'unary_expression':
        return node.childForFieldName('operator')?.text === '!' ? 'whole' : parts('argument');
      case 'binary_expression':
        return COMPUTES[node.childForFieldName('operator')?.text ?? '']
          ? parts('left', 'right')
          : 'whole';
      case 'conditional_expression':
        return parts('consequence', 'alternative');
      case 'subscript_expression':
        return parts('argument');
      case 'identifier':
        return this.#kindOfName(node.text, frame, node);
      case 'field_expression':
        return this.#kindOfMember(node, frame);
      case 'call_expression':
        return this.#kindOfCall(node, frame);
      default:
        return 'whole';
    }
  }

  #kindOfName(name: string, frame: Frame, use: TreeNode): NumberKind {
    const type = declarationOf(name, frame.function, this.root)?.type;
    if (type === undefined) return 'whole';
    if (type !== 'auto') return this.#kindOfType(type, frame);
    const made = this.declared(name, frame, use);
    return made ? this.kindOf(made.node, made.frame) : 'open';
  }

  #kindOfType(name: string, frame: Frame): NumberKind {
    const text = name.replaceAll(/\bconst(?:expr)?\b|[*&]|std::/g, '').trim();
    const type = typeOfCuda(text) ?? builtInType(text);
    if (type?.kind === 'scalar')
      return isInteger(type.scalar)
        ? 'whole'
        : type.scalar === 'float' || type.scalar === 'double'
          ? type.scalar
          : 'open';
    if (type !== undefined) return 'open';
    const given = frame.given.get(text);
    if (given) return this.#kindOfType(given.node.text, given.frame);
    const deduced = this.#deduced(text, frame);
    if (deduced.length > 0) return joined(deduced);
    for (const node of this.root.descendantsOfType(['alias_declaration', 'type_definition'])) {
      const alias = node.childForFieldName('name') ?? node.childForFieldName('declarator');
      const own = node.childForFieldName('type')?.text;
      if (alias?.text === text && own !== undefined && own !== text)
        return this.depth > DEEPEST ? 'open' : this.#kindOfType(own, frame);
    }
    return MAY_BE_FRACTION.test(text) || /^[A-Z]$/.test(text) ? 'open' : 'whole';
  }

  /** A template's type by the arguments that are declared with it. */
  #deduced(type: string, { function: inside, given }: Frame): readonly NumberKind[] {
    return parametersIn(inside).flatMap((each) => {
      const name = each.descendantsOfType('identifier').at(-1)?.text ?? '';
      const from = each.childForFieldName('type')?.text === type ? given.get(name) : undefined;
      return from ? [this.kindOf(from.node, from.frame)] : [];
    });
  }

  #kindOfMember(node: TreeNode, frame: Frame): NumberKind {
    const owner = node.childForFieldName('argument');
    const name = node.childForFieldName('field')?.text;
    const type = owner && declarationOf(owner.text, frame.function, this.root)?.type;
    const struct = this.root
      .descendantsOfType(['struct_specifier', 'class_specifier'])
      .find((each) => each.childForFieldName('name')?.text === type?.replace(/<.*/s, ''));
    const field = struct
      ?.descendantsOfType('field_declaration')
      .find((each) => each.descendantsOfType('field_identifier').some(({ text }) => text === name));
    return field ? this.#kindOfType(field.childForFieldName('type')?.text ?? '', frame) : 'whole';
  }

  #kindOfCall(node: TreeNode, frame: Frame): NumberKind {
    const callee = node.childForFieldName('function');
    const to = castTo(callee);
    if (to !== undefined) return this.#kindOfType(to, frame);
    const own = this.definition(callee?.text.replace(/^.*::|<.*$/gs, '') ?? '');
    const passed = children(node.childForFieldName('arguments'));
    if (own)
      return this.#kindOfType(
        own.childForFieldName('type')?.text ?? '',
        this.called(own, passed, frame, children(callee?.childForFieldName('arguments') ?? null)),
      );
    const { name, isSingle } = mathematicsOf(callee);
    const args = passed.map((arg) => this.kindOf(arg, frame));
    if (KEEPS_KIND.test(name)) return joined(args);
    if (!GIVES_FRACTION.test(name)) return 'whole';
    return isSingle || joined(args) === 'float' ? 'float' : 'double';
  }

  /** A number with its fraction; undefined where the text does not tell. */
  real(node: TreeNode | null | undefined, frame: Frame): number | undefined {
    const kind = this.kindOf(node, frame);
    if (!node || kind === 'open' || this.depth > DEEPEST) return undefined;
    if (kind === 'whole') {
      const whole = this.value(node, frame);
      return whole?.kind === 'number' ? whole.value : undefined;
    }
    this.depth += 1;
    try {
      const value = this.#realAt(node, frame);
      return value === undefined || !Number.isFinite(value)
        ? undefined
        : kind === 'float'
          ? Math.fround(value)
          : value;
    } finally {
      this.depth -= 1;
    }
  }

  #realAt(node: TreeNode, frame: Frame): number | undefined {
    const part = (field: string): number | undefined =>
      this.real(node.childForFieldName(field), frame);
    switch (node.type) {
      case 'number_literal':
        return realLiteral(node.text);
      case 'parenthesized_expression':
      case 'initializer_list':
      case 'argument_list':
        return children(node).length === 1 ? this.real(children(node)[0], frame) : undefined;
      case 'cast_expression':
        return part('value');
      case 'unary_expression': {
        const operand = part('argument');
        const isMinus = node.childForFieldName('operator')?.text === '-';
        return isMinus && operand !== undefined ? -operand : operand;
      }
      case 'binary_expression': {
        const compute = COMPUTES[node.childForFieldName('operator')?.text ?? ''];
        const [left, right] = [part('left'), part('right')];
        return left === undefined || right === undefined ? undefined : compute?.(left, right);
      }
      case 'conditional_expression': {
        const asked = this.value(node.childForFieldName('condition'), frame);
        if (asked?.kind !== 'number') return undefined;
        return part(asked.value === 0 ? 'alternative' : 'consequence');
      }
      case 'identifier': {
        const given = frame.given.get(node.text) ?? this.declared(node.text, frame, node);
        const isOwn =
          given?.node.type === 'number_literal' || frame.rounds?.has(node.text) === true;
        const whole = isOwn ? this.value(node, frame) : undefined;
        if (whole !== undefined) return whole.kind === 'number' ? whole.value : undefined;
        return given && !this.isSetByCall(node.text, frame)
          ? this.real(given.node, given.frame)
          : undefined;
      }
      case 'call_expression':
        return this.#ofCall(node, frame);
      default:
        return undefined;
    }
  }

  #ofCall(node: TreeNode, frame: Frame): number | undefined {
    const callee = node.childForFieldName('function');
    const args = children(node.childForFieldName('arguments'));
    const own = this.returned(callee, args, frame);
    if (own) return this.real(own.node, own.frame);
    const values = args.flatMap((arg) => this.real(arg, frame) ?? []);
    if (values.length < args.length || values.length === 0) return undefined;
    return castTo(callee) === undefined
      ? EXACT[mathematicsOf(callee).name]?.(...values)
      : values[0];
  }

  /** The one expression that a function of the text returns. */
  protected abstract returned(
    callee: TreeNode | null,
    args: readonly TreeNode[],
    frame: Frame,
  ): { readonly node: TreeNode; readonly frame: Frame } | undefined;

  /** A number made whole. */
  rounded(how: Rounding, node: TreeNode | null | undefined, frame: Frame): Expr | undefined {
    const kind = this.kindOf(node, frame);
    if (!node || kind === 'whole') return this.value(node, frame);
    const real = this.real(node, frame);
    if (real !== undefined) {
      const whole = EXACT[how]?.(real);
      return Number.isSafeInteger(whole) ? num((whole ?? 0) + 0) : undefined;
    }
    const inner = this.#withoutWraps(node, frame);
    const [left, right] = ['left', 'right'].map((each) =>
      this.value(inner.node.childForFieldName(each), inner.frame),
    );
    if (
      inner.node.childForFieldName('operator')?.text !== '/' ||
      !left ||
      !right ||
      how === 'round'
    )
      return this.value(node, frame);
    const above = how === 'ceil' ? binary('-', binary('+', left, right), num(1)) : left;
    return binary('/', above, right);
  }

  /** Without brackets, casts to fractions and names of variables. */
  #withoutWraps(node: TreeNode, frame: Frame): { readonly node: TreeNode; readonly frame: Frame } {
    if (!this.isFraction(node, frame)) return { node, frame };
    const [only, another] = children(node);
    if (node.type === 'parenthesized_expression' && only && !another)
      return this.#withoutWraps(only, frame);
    const value = node.type === 'cast_expression' ? node.childForFieldName('value') : null;
    if (value) return this.#withoutWraps(value, frame);
    const made = node.type === 'identifier' ? this.declared(node.text, frame, node) : undefined;
    return made ? this.#withoutWraps(made.node, made.frame) : { node, frame };
  }

  /** A number converted to the type of the variable that holds it, or of the node that makes it. */
  protected converted(name: string, from: Made, use: TreeNode, frame: Frame): Expr | undefined {
    return this.#asKind(this.#kindOfName(name, frame, use), from);
  }

  protected castValue(node: TreeNode, from: Made, frame: Frame): Expr | undefined {
    return this.#asKind(this.kindOf(node, frame), from);
  }

  #asKind(kind: NumberKind, { node, frame }: Made): Expr | undefined {
    return kind === 'whole' ? this.rounded('trunc', node, frame) : this.value(node, frame);
  }

  /** A function of mathematics whose result is whole. */
  protected ofCall(node: TreeNode, frame: Frame): Expr | undefined {
    const real = this.#ofCall(node, frame);
    return Number.isSafeInteger(real) ? num(real ?? 0) : undefined;
  }

  /** The value of fractions that are told, or of a comparison of them. */
  protected ofFractions(node: TreeNode, frame: Frame): number | undefined {
    const holds = HOLDS[node.childForFieldName('operator')?.text ?? ''];
    const [left, right] = ['left', 'right'].map((each) =>
      this.real(node.childForFieldName(each), frame),
    );
    if (left === undefined || right === undefined) return undefined;
    return holds ? Number(holds(left, right)) : this.real(node, frame);
  }
}

/** `a & b` and its like, of numbers that have lost no digits. */
export function bitwise(operator: string, left: Expr, right: Expr): Expr | undefined {
  const compute = BITS[operator];
  if (!compute || left.kind !== 'number' || right.kind !== 'number') return undefined;
  if (![left.value, right.value].every(Number.isSafeInteger)) return undefined;
  return num(Number(compute(BigInt(left.value), BigInt(right.value))));
}

/** `float` of `float(x)` and `static_cast<float>(x)`. */
export function castTo(callee: TreeNode | null): string | undefined {
  if (callee?.type === 'primitive_type') return callee.text;
  const [, cast] = /^\w+_cast\s*<(.*)>$/s.exec(callee?.text ?? '') ?? [];
  return cast;
}

/** `sqrt` of `std::sqrt` and `sqrtf`. */
export function mathematicsOf(callee: TreeNode | null) {
  const text = callee?.text.replace(/<.*$/s, '') ?? '';
  const [, name = '', single = ''] = OF_MATHEMATICS.exec(text) ?? [];
  return { name, isSingle: single !== '' };
}

/** Rounds to whole numbers by this name. */
export const roundingOf = (name: string): Rounding | undefined =>
  (['ceil', 'floor', 'trunc', 'round'] as const).find(
    (each) => name === each || name === `${each}f`,
  );

/** A quotient without a rest. */
export const exactly = (left: Expr, right: Expr): Expr | undefined =>
  left.kind === 'number' && right.kind === 'number' && left.value % right.value === 0
    ? binary('/', left, right)
    : undefined;

/** The shortest number that is the same as a `float`. */
export const shortest = (real: number): number =>
  // A list may have a thousand of these.
  Number.isInteger(real) && Math.abs(real) < 2 ** 24
    ? real
    : (Array.from({ length: 9 }, (_, i) => Number(real.toPrecision(i + 1))).find(
        (each) => Math.fround(each) === Math.fround(real),
      ) ?? real);
