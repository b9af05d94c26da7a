import { madeIfAbsent } from '../../base/grouped.ts';
import { binary, mapParts, sameExpr } from '../../front/algebra.ts';
import { compile, type Expr, name, namesIn } from '../../front/expr.ts';
import { groupsOf, type Geometry, component } from '../../kernel/geometry.ts';

/** Names for the place of a work-item in its group and of the group among all, by dimension. No name of a kernel
 * is like these. */
export const ITEM = ['@x', '@y', '@z'] as const;
export const GROUP = ['@gx', '@gy', '@gz'] as const;

/** An expression over `ITEM` and `GROUP` in the place of the linear identifiers. */
export function byDimension(expr: Expr, geometry: Geometry): Expr {
  const { local, global } = geometry;
  const groups = groupsOf(geometry);
  const linear = (names: readonly string[], sizes: readonly Expr[]): Expr =>
    sizes.reduceRight<Expr>(
      (sum, size, at) =>
        binary('+', name(names[at] ?? ''), sum.kind === 'number' ? sum : binary('*', sum, size)),
      { kind: 'number', value: 0 },
    );
  const found = (text: string, names: readonly string[], sizes: readonly Expr[], part: Expr) =>
    sizes.flatMap((_, at) =>
      sameExpr(component(name(text), sizes, at), part) ? [name(names[at] ?? '')] : [],
    )[0];
  const change = (part: Expr): Expr => {
    const isPart = part.kind === 'binary' && (part.operator === '/' || part.operator === '%');
    const whole = isPart
      ? (found('lid', ITEM, local, part) ?? found('group', GROUP, groups, part))
      : undefined;
    if (whole !== undefined) return whole;
    if (part.kind !== 'name') return mapParts(part, change);
    if (part.name === 'lid') return linear(ITEM, local);
    if (part.name === 'group') return linear(GROUP, groups);
    if (part.name !== 'gid') return part;
    return binary('+', binary('*', linear(GROUP, groups), local[0] ?? name('')), name(ITEM[0]));
  };
  return global.length === 0 ? expr : change(expr);
}

/** The values of all names at one place of the derivation, by slot. */
export type Values = ArrayLike<number>;

/** The same with other values in some slots. */
export function placed(
  values: Values,
  places: Iterable<readonly [slot: number, at: number]>,
): Values {
  const own = new Float64Array(values);
  for (const [slot, at] of places) own[slot] = at;
  return own;
}

export type Compute = (values: Values) => number;

/** The slot that numbers configurations; no name of a kernel is like it. */
const CONFIGURATION = '@configuration';

function oncePerConfiguration(compute: Compute): Compute {
  let [last, value] = [Number.NaN, 0];
  return (values) => {
    const configuration = values[0] ?? Number.NaN;
    if (configuration === last) return value;
    value = compute(values);
    last = configuration;
    return value;
  };
}

/** Which slot of `Values` each name has; names get one as they are met. */
export class Slots {
  readonly #slots = new Map([[CONFIGURATION, 0]]);
  readonly #computed = new WeakMap<Expr, Compute>();
  readonly #isMoving: (name: string) => boolean;
  #configurations = 0;

  /** @param isMoving tells if a name changes within a configuration. */
  constructor(isMoving: (name: string) => boolean = () => true) {
    this.#isMoving = isMoving;
  }

  of(text: string): number {
    return madeIfAbsent(this.#slots, text, () => this.#slots.size);
  }

  get count(): number {
    return this.#slots.size;
  }

  /** A function that computes an expression. It throws an ExprError where a name has no value. */
  compile(expr: Expr): Compute {
    const known = this.#computed.get(expr);
    if (known !== undefined) return known;
    const lookup = (text: string) => {
      const slot = this.of(text);
      return (values: Values) => {
        const value = values[slot];
        return value === undefined || Number.isNaN(value) ? undefined : value;
      };
    };
    const isFixed = ![...namesIn(expr)].some((text) => this.#isMoving(text));
    const made = isFixed
      ? oncePerConfiguration(compile(expr, lookup))
      : compile(expr, lookup, (part) => this.compile(part));
    this.#computed.set(expr, made);
    return made;
  }

  /** The same values as those of one configuration: what does not move is computed once for it. */
  configuration(values: Values): Values {
    this.#configurations += 1;
    return placed(values, [[0, this.#configurations]]);
  }

  /** Nothing has a value yet. */
  values(given: Readonly<Record<string, number>>): Values {
    const values = new Float64Array(this.#slots.size).fill(Number.NaN);
    for (const [text, slot] of this.#slots) {
      const value: unknown = Object.hasOwn(given, text) ? given[text] : undefined;
      if (typeof value === 'number') values[slot] = value;
    }
    return values;
  }
}
