import { attempt, evaluate, type Expr } from '../front/expr.ts';
import { literalOf } from '../front/literal.ts';
import {
  type Expression,
  expressionsOf,
  insideOf,
  type Length,
  partsOf,
  type Statement,
  statementsOf,
  within,
} from '../front/syntax.ts';
import { lengthsOf } from '../front/types.ts';
import { WARP_SIZE } from '../front/warp.ts';
import {
  COUNTED,
  isItem,
  isNumber,
  isSame,
  type Linear,
  quotient,
  ROW,
  scaled,
  shiftedRight,
  sum,
  ZERO,
} from './index-sum.ts';
import { isChoice, isComparison, JUMPS, loopOf, stepsIn } from './launch-paths.ts';

const ASKED = /^get_(?:local|global|enqueued_local)_(?:id|size)$|^get_(?:group_id|num_groups)$/;

const OF_GROUPS = /^get_(?:group_id|num_groups)$/;

/** Names are followed this far back. */
const DEEPEST = 8;

/** An element of a local array. */
interface Place<Index> {
  readonly array: string;
  readonly extents: readonly number[];
  readonly indices: readonly Index[];
}

/** A place with all that decides who comes there. */
interface Access extends Place<Expression> {
  readonly loops: Loops;
  readonly conditions: readonly Expression[];
}

/** One with sums. */
interface SummedPlace extends Place<Linear | undefined> {
  /** Dimensions in which a condition may keep items away. */
  readonly kept?: ReadonlySet<number>;
  /** Items along the first dimension that conditions let through, whatever the group's size is. */
  readonly below?: number;
}

/** Loops around a place, by their variables. */
type Loops = ReadonlyMap<string, { readonly start: Expression; readonly step: Expression }>;

/** A kernel body's work-item queries and indexed local arrays. */
export class Text {
  readonly #accesses: Access[] = [];
  /** Around what is read, or asked about. */
  #loops: Loops = new Map();
  /** Those too; one that a jump leaves by lasts. */
  #conditions: readonly Expression[] = [];
  /** Those of arrays that are none of the group's. */
  readonly #ofAll: Access[] = [];
  /** Numbers of groups, and those of items among all, are parts of sums too. */
  #countsAll = false;
  /** Others, by pointers into arrays. */
  readonly #byPointers: Expression[] = [];
  /** Dimensions that the body asks about. */
  dimensions = 1;
  /** Those in which it asks about items, and not about groups alone. */
  readonly #ofItems = new Set<number>();
  #asksForAny = false;
  readonly #constants: ReadonlyMap<string, Expr>;
  /** By name: several loops may each declare one. */
  readonly #initial = new Map<string, Expression[]>();
  /** Assignments of each variable. */
  readonly #changes = new Map<string, number>();
  /** Constant steps of loops' variables. */
  readonly #steps = new Map<string, Expression[]>();
  readonly #arrays = new Map<string, readonly number[]>();
  readonly #choices: Extract<Statement, { kind: 'if' }>[] = [];

  /** @param given arrays whose lengths the host decides */
  constructor(body: Statement, constants: ReadonlyMap<string, Expr>, given: readonly string[]) {
    this.#constants = constants;
    for (const text of given) this.#arrays.set(text, [Infinity]);
    this.#statement(body);
  }

  #statement(statement: Statement): void {
    if (statement.kind === 'declaration')
      for (const { name: text, space, type, init } of statement.declarators) {
        const extents = lengthsOf(type).map((length) => this.#whole(length));
        const known = extents.filter((each) => each !== undefined);
        if (space === 'local' && known.length > 0 && known.length === extents.length)
          this.#arrays.set(text, known);
        else if (init !== undefined) addTo(this.#initial, text, init);
      }
    if (statement.kind === 'loop' && statement.update !== undefined)
      for (const [text, step] of stepsIn(statement.update)) addTo(this.#steps, text, step);
    if (statement.kind === 'if') {
      if (this.#isNever(statement.condition)) {
        if (statement.otherwise !== undefined) this.#statement(statement.otherwise);
        return;
      }
      this.#choices.push(statement);
    }
    const [around, conditions] = [this.#loops, this.#conditions];
    if (statement.kind === 'loop') this.#loops = new Map([...around, ...loopOf(statement)]);
    const { statements, expressions } = insideOf(statement);
    for (const each of expressions) if (each !== undefined) this.#expression(each);
    if (statement.kind === 'if') this.#conditions = [...conditions, statement.condition];
    for (const each of statements) if (each !== undefined) this.#statement(each);
    this.#loops = around;
    if (![...statementsOf(statement)].some(({ kind }) => JUMPS.has(kind)))
      this.#conditions = conditions;
  }

  #expression(expression: Expression): void {
    if (expression.kind === 'assign' || expression.kind === 'update') {
      const target = expression.kind === 'assign' ? expression.target : expression.operand;
      if (target.kind === 'name')
        this.#changes.set(target.name, (this.#changes.get(target.name) ?? 0) + 1);
    }
    if (expression.kind === 'call' && expression.callee.kind === 'name')
      if (ASKED.test(expression.callee.name)) {
        const dimension = this.#whole(expression.args[0]);
        if (dimension !== undefined && dimension < 3) {
          this.dimensions = Math.max(this.dimensions, dimension + 1);
          if (!OF_GROUPS.test(expression.callee.name)) this.#ofItems.add(dimension);
        } else if (dimension === undefined) this.#asksForAny = true;
      }
    if (expression.kind === 'index') this.#index(expression);
    if (expression.kind === 'unary' && expression.operator === '*')
      this.#byPointers.push(expression);
    const conditions = this.#conditions;
    for (const [at, part] of partsOf(expression).entries()) {
      this.#expression(part);
      if (at === 0 && isChoice(expression)) this.#conditions = [...conditions, part];
    }
    this.#conditions = conditions;
  }

  #index(expression: Expression): void {
    const indices: Expression[] = [];
    let array = expression;
    while (array.kind === 'index') {
      indices.unshift(array.index);
      ({ array } = array);
    }
    const extents = array.kind === 'name' ? this.#arrays.get(array.name) : undefined;
    const [loops, conditions] = [this.#loops, this.#conditions];
    if (array.kind === 'name' && extents?.length === indices.length)
      this.#accesses.push({ array: array.name, extents, indices, loops, conditions });
    else if (indices.length === 1) {
      this.#byPointers.push(expression);
      if (array.kind === 'name' && extents === undefined)
        this.#ofAll.push({ array: array.name, extents: [], indices, loops, conditions });
    }
  }

  /** Elements of arrays that all groups share, in sums of all numbers of items and groups. */
  *ofAll(): Generator<SummedPlace> {
    this.#countsAll = true;
    yield* this.#summed(this.#ofAll);
    this.#countsAll = false;
  }

  *#summed(accesses: readonly Access[]): Generator<SummedPlace> {
    for (const { array, extents, indices, loops, conditions } of accesses) {
      this.#loops = loops;
      const kept = new Set(conditions.flatMap((each) => this.#limitedBy(each)));
      const below = conditions.flatMap((each) => this.#itemsBelow(each) ?? []);
      const sums = indices.map((index) => this.linear(index));
      yield { array, extents, indices: sums, kept, below: Math.min(...below) };
    }
    this.#loops = new Map();
  }

  /** All elements that are accessed, with indices that are sums. */
  *places(): Generator<SummedPlace> {
    yield* this.#summed(this.#accesses);
    for (const expression of this.#byPointers) {
      const place = this.#pointed(expression);
      if (place !== undefined) yield place;
    }
  }

  /** Dimensions whose items a condition compares with something. */
  #limitedBy(condition: Expression): readonly number[] {
    return [...within(condition)].flatMap((each) =>
      each.kind === 'binary' && isComparison(each.operator)
        ? [each.left, each.right].flatMap((side) =>
            [...(this.linear(side)?.factors ?? [])].flatMap(([at, by]) => (by === 0 ? [] : [at])),
          )
        : [],
    );
  }

  /** The element that a pointer or an access by one leads to, of an array of one extent. */
  #pointed(expression: Expression, depth = 0): Place<Linear | undefined> | undefined {
    if (depth > DEEPEST) return undefined;
    const inner = (part: Expression): Place<Linear | undefined> | undefined =>
      this.#pointed(part, depth + 1);
    const moved = (pointer: Expression, by: Expression): Place<Linear | undefined> | undefined => {
      const place = inner(pointer);
      const [start] = place?.indices ?? [];
      const linear = this.linear(by);
      return place && { ...place, indices: [start && linear && sum(start, linear)] };
    };
    switch (expression.kind) {
      case 'name': {
        const { name: text } = expression;
        const extents = this.#arrays.get(text);
        if (extents?.length === 1) return { array: text, extents, indices: [ZERO] };
        const [start, ...others] = this.#initial.get(text) ?? [];
        const isFixed = others.length === 0 && !this.#changes.has(text);
        return start !== undefined && isFixed ? inner(start) : undefined;
      }
      case 'cast': {
        const [only] = expression.operands;
        return only && inner(only);
      }
      case 'unary':
        return expression.operator === '*' || expression.operator === '&'
          ? inner(expression.operand)
          : undefined;
      case 'index':
        return moved(expression.array, expression.index);
      case 'binary': {
        const { left, right, operator } = expression;
        if (operator !== '+') return undefined;
        return moved(left, right) ?? moved(right, left);
      }
      default:
        return undefined;
    }
  }

  /** A comparison of numbers that does not hold. */
  #isNever(condition: Expression): boolean {
    if (condition.kind !== 'binary') return false;
    const [left, right] = [this.#whole(condition.left), this.#whole(condition.right)];
    if (left === undefined || right === undefined) return false;
    if (condition.operator === '>=') return left < right;
    return condition.operator === '>' && left <= right;
  }

  /** The most items that each take what one as many places further on has, in an array that the host gives. */
  half(): number | undefined {
    const found = this.#choices.flatMap(({ condition, then }) => {
      const below = this.#itemsBelow(condition);
      const isHalf = [...expressionsOf(then)].some((each) => {
        if (each.kind !== 'index' || each.array.kind !== 'name') return false;
        const [extent] = this.#arrays.get(each.array.name) ?? [];
        const index = this.linear(each.index);
        return extent === Infinity && index && isItem(index) && index.rest === below;
      });
      return below !== undefined && isHalf ? [below] : [];
    });
    return found.length === 0 ? undefined : Math.max(...found);
  }

  /** The number in `lid < 64`. */
  #itemsBelow(condition: Expression): number | undefined {
    if (condition.kind !== 'binary' || condition.operator !== '<') return undefined;
    const left = this.linear(condition.left);
    return left && isItem(left) && left.rest === 0 ? this.#whole(condition.right) : undefined;
  }

  /** A constant's value. */
  #whole(length: Length): number | undefined {
    if (length === undefined || typeof length === 'number') return length;
    const linear = this.linear(length);
    return linear !== undefined && isNumber(linear) ? linear.rest : undefined;
  }

  /** One that nothing changes, or loops alone by a constant step, alike wherever its name is declared. */
  #variable(text: string, inner: (part: Expression) => Linear | undefined): Linear | undefined {
    const changes = this.#changes.get(text) ?? 0;
    const loop = this.#loops.get(text);
    if (loop !== undefined && changes === this.#steps.get(text)?.length) {
      const [from, by] = [inner(loop.start), this.#whole(loop.step)];
      return from === undefined || by === undefined || by < 1
        ? undefined
        : { ...from, step: Math.min(by, from.step ?? by) };
    }
    const [start, ...others] = (this.#initial.get(text) ?? []).map(inner);
    if (start === undefined || !others.every((other) => isSame(start, other))) return undefined;
    if (changes === 0) return start;
    const [step, ...steps] = (this.#steps.get(text) ?? []).map((by) => this.#whole(by));
    const isByLoops = changes === steps.length + 1 && steps.every((other) => other === step);
    return step === undefined || step < 1 || !isByLoops
      ? undefined
      : { ...start, step: Math.min(step, start.step ?? step) };
  }

  /** Items of a group that differ in a dimension may do different things. */
  tellsApart(dimension: number): boolean {
    return this.#asksForAny || this.#ofItems.has(dimension);
  }

  /** An index of a local array is made of a dimension, in whatever way. */
  indexesBy(dimension: number): boolean {
    const met = new Set<string>();
    const asks = (expression: Expression): boolean => {
      if (expression.kind === 'call' && expression.callee.kind === 'name')
        if (ASKED.test(expression.callee.name))
          return this.#whole(expression.args[0]) === dimension;
      if (expression.kind === 'name' && !met.has(expression.name)) {
        met.add(expression.name);
        if ((this.#initial.get(expression.name) ?? []).some(asks)) return true;
      }
      return partsOf(expression).some(asks);
    };
    return (
      this.#accesses.some(({ indices }) => indices.some(asks)) ||
      this.#byPointers.some((each) => this.#pointed(each) !== undefined && asks(each))
    );
  }

  /** Undefined for anything but a sum of local identifiers and numbers. */
  linear(expression: Expression, depth = 0): Linear | undefined {
    if (depth > DEEPEST) return undefined;
    const inner = (part: Expression): Linear | undefined => this.linear(part, depth + 1);
    switch (expression.kind) {
      case 'number': {
        const literal = literalOf(expression.text);
        return literal && { factors: new Map(), rest: Number(literal.value) };
      }
      case 'name': {
        const given = this.#constants.get(expression.name);
        if (given !== undefined) return constantOf(given);
        return this.#variable(expression.name, inner);
      }
      case 'cast': {
        const [only] = expression.operands;
        return only && expression.operands.length === 1 ? inner(only) : undefined;
      }
      case 'call': {
        const { callee, args } = expression;
        if (callee.kind !== 'name') return undefined;
        const [left, right, added] = args;
        if (left && right && /^(?:mad|mul)24$/.test(callee.name)) {
          const product = inner({ ...expression, kind: 'binary', operator: '*', left, right });
          if (added === undefined || product === undefined) return product;
          const rest = inner(added);
          return rest && sum(product, rest);
        }
        if (callee.name === 'get_sub_group_id')
          return { factors: new Map([[0, 1 / WARP_SIZE]]), rest: 0 };
        const counted = COUNTED.get(callee.name);
        const dimension = this.#whole(args[0]);
        return dimension === undefined || counted === undefined || (counted > 0 && !this.#countsAll)
          ? undefined
          : { factors: new Map([[counted + dimension, 1]]), rest: 0 };
      }
      case 'binary': {
        const [left, right] = [inner(expression.left), inner(expression.right)];
        if (expression.operator === '*') {
          const by = left ?? right;
          const isRow = (left === undefined || right === undefined) && by && isNumber(by);
          if (isRow && by.rest > 1) return { factors: new Map([[ROW, by.rest]]), rest: 0 };
        }
        if (left === undefined || right === undefined) return undefined;
        if (expression.operator === '+') return sum(left, right);
        if (expression.operator === '-') return sum(left, scaled(right, -1));
        if (expression.operator === '/') return quotient(left, right);
        if (expression.operator === '>>') return shiftedRight(left, right);
        if (expression.operator !== '*') return undefined;
        if (isNumber(left)) return scaled(right, left.rest);
        return isNumber(right) ? scaled(left, right.rest) : undefined;
      }
      default:
        return undefined;
    }
  }
}

const constantOf = (expr: Expr): Linear | undefined =>
  attempt(() => ({ factors: new Map(), rest: evaluate(expr, {}) }));

function addTo<T>(lists: Map<string, T[]>, key: string, each: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [each]);
  else list.push(each);
}
