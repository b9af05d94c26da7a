import { literalOf } from '../../front/literal.ts';
import {
  type Declarator,
  type Expression,
  type FunctionDeclaration,
  insideOf,
  type Statement,
  within,
} from '../../front/syntax.ts';

/** An argument that tells how many work-items a dimension has. */
export interface Extent {
  readonly dimension: number;
  /** The argument that says it. */
  readonly name: string;
  readonly how: 'guard' | 'row';
}

/** Uses of a kernel's arguments, and what they say of its launch. */
export interface Uses {
  /** Offsets where a name stands. */
  readonly places: ReadonlyMap<string, readonly number[]>;
  /** Names in conditions of loops. */
  readonly bounds: ReadonlySet<string>;
  readonly extents: readonly Extent[];
  /** Elements that a group has in each dimension, where the text says so. */
  readonly shares: ReadonlyMap<number, number>;
  readonly dimensions: number;
}

/** Factors of work-item queries in a sum: `local 0`, `group 1`, `start 0`, `global 0`. */
type Sum = ReadonlyMap<string, number>;

const QUERIES: Readonly<Record<string, string>> = {
  get_local_id: 'local',
  get_group_id: 'group',
  get_global_id: 'global',
  get_local_size: 'length',
};

const COMPARISONS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);

/** Initial values are followed this far. */
const DEEPEST = 8;

export const usesIn = ({ body, parameters }: FunctionDeclaration): Uses =>
  new Reading(new Set(parameters.map(({ name }) => name)), body);

class Reading implements Uses {
  readonly places = new Map<string, number[]>();
  readonly bounds = new Set<string>();
  readonly extents: Extent[] = [];
  readonly shares = new Map<number, number>();
  dimensions = 1;
  readonly #arguments: ReadonlySet<string>;
  readonly #initial = new Map<string, Expression>();
  readonly #changed = new Set<string>();

  constructor(args: ReadonlySet<string>, body: Statement | undefined) {
    this.#arguments = args;
    if (body === undefined) return;
    for (const { name, init } of declaredIn(body)) if (init) this.#initial.set(name, init);
    const expressions = [...inside(body)];
    for (const { expression } of expressions) this.#note(expression);
    for (const { expression, isBound } of expressions) {
      if (isBound) for (const name of namesIn(this.#followed(expression))) this.bounds.add(name);
      this.#compare(expression);
      if (expression.kind === 'index') this.#row(expression.index);
      this.#share(this.#sum(expression));
    }
  }

  #note(expression: Expression): void {
    if (expression.kind === 'name') {
      const known = this.places.get(expression.name) ?? [];
      this.places.set(expression.name, [...known, expression.span.start]);
    }
    if (expression.kind === 'assign' && expression.target.kind === 'name')
      this.#changed.add(expression.target.name);
    if (expression.kind === 'update' && expression.operand.kind === 'name')
      this.#changed.add(expression.operand.name);
    const query = queryOf(expression);
    if (query) this.dimensions = Math.max(this.dimensions, query.dimension + 1);
  }

  #followed(expression: Expression): Expression {
    const plain = withoutCasts(expression);
    if (plain.kind !== 'name' || this.#changed.has(plain.name)) return plain;
    return this.#initial.get(plain.name) ?? plain;
  }

  #argumentIn(expression: Expression): string | undefined {
    const plain = withoutCasts(expression);
    return plain.kind === 'name' && this.#arguments.has(plain.name) ? plain.name : undefined;
  }

  #compare(expression: Expression): void {
    if (expression.kind !== 'binary' || !COMPARISONS.has(expression.operator)) return;
    const { left, right } = expression;
    for (const [index, limit] of [
      [left, right],
      [right, left],
    ] as const) {
      const name = this.#argumentIn(limit);
      const dimension = wholeIn(this.#sum(index));
      if (name !== undefined && dimension !== undefined)
        this.extents.push({ dimension, name, how: 'guard' });
    }
  }

  /** `row * N + col`: rows are N long, and `col` runs over one. */
  #row(index: Expression): void {
    const terms = this.#terms(index);
    const rows = terms.flatMap((term) => this.#factor(term) ?? []);
    const [name] = rows;
    if (name === undefined || rows.length !== 1) return;
    const rest = terms.filter((term) => this.#factor(term) === undefined);
    const dimension = wholeIn(
      rest.reduce<Sum | undefined>(
        (sum, term) => added(sum, this.#sum(term)),
        new Map<string, number>(),
      ),
    );
    if (dimension !== undefined) this.extents.push({ dimension, name, how: 'row' });
  }

  /** The argument that a product has as a factor. */
  #factor(term: Expression): string | undefined {
    const plain = withoutCasts(term);
    if (plain.kind !== 'binary' || plain.operator !== '*') return undefined;
    return this.#argumentIn(plain.right) ?? this.#argumentIn(plain.left);
  }

  #terms(expression: Expression, depth = 0): readonly Expression[] {
    const plain = this.#followed(expression);
    if (plain.kind === 'binary' && plain.operator === '+' && depth < DEEPEST)
      return [...this.#terms(plain.left, depth + 1), ...this.#terms(plain.right, depth + 1)];
    return [plain];
  }

  #share(sum: Sum | undefined): void {
    const dimension = wholeIn(sum);
    const share = dimension === undefined ? undefined : sum?.get(`group ${dimension}`);
    if (dimension !== undefined && share !== undefined && share > 0)
      this.shares.set(dimension, share);
  }

  /** Undefined for anything but queries times numbers. */
  #sum(expression: Expression, depth = 0): Sum | undefined {
    if (depth > DEEPEST) return undefined;
    const plain = this.#followed(expression);
    const query = queryOf(plain);
    if (query) return new Map([[`${query.word} ${query.dimension}`, 1]]);
    if (plain.kind === 'number') {
      const value = Number(literalOf(plain.text)?.value ?? Number.NaN);
      return Number.isSafeInteger(value) ? new Map([['', value]]) : undefined;
    }
    if (plain.kind !== 'binary') return undefined;
    const left = this.#sum(plain.left, depth + 1);
    const right = this.#sum(plain.right, depth + 1);
    if (plain.operator === '+') return added(left, right);
    if (plain.operator === '/') return divided(left, right);
    return plain.operator === '*' ? multiplied(left, right) : undefined;
  }
}

function* declaredIn(statement: Statement): Generator<Declarator> {
  if (statement.kind === 'declaration') yield* statement.declarators;
  for (const each of insideOf(statement).statements) if (each) yield* declaredIn(each);
}

/** All expressions, and those that conditions of loops are. */
function* inside(
  statement: Statement,
): Generator<{ readonly expression: Expression; readonly isBound: boolean }> {
  const { statements, expressions } = insideOf(statement);
  for (const each of expressions) {
    if (each === undefined) continue;
    const isBound = statement.kind === 'loop' && each === statement.condition;
    for (const expression of within(each)) yield { expression, isBound };
  }
  for (const each of statements) if (each !== undefined) yield* inside(each);
}

const namesIn = (expression: Expression): readonly string[] =>
  [...within(expression)].flatMap((each) => (each.kind === 'name' ? [each.name] : []));

function withoutCasts(expression: Expression): Expression {
  const [only, ...others] = expression.kind === 'cast' ? expression.operands : [];
  return only && others.length === 0 ? withoutCasts(only) : expression;
}

function queryOf(expression: Expression): { word: string; dimension: number } | undefined {
  if (expression.kind !== 'call' || expression.callee.kind !== 'name') return undefined;
  const word = QUERIES[expression.callee.name];
  const [dimension] = expression.args;
  if (word === undefined || dimension?.kind !== 'number') return undefined;
  return { word, dimension: Number(dimension.text) };
}

function added(left: Sum | undefined, right: Sum | undefined): Sum | undefined {
  if (!left || !right) return undefined;
  const sum = new Map(left);
  for (const [key, factor] of right) sum.set(key, (sum.get(key) ?? 0) + factor);
  return sum;
}

const onlyNumber = (sum: Sum): number | undefined =>
  [...sum.keys()].every((key) => key === '') ? (sum.get('') ?? 0) : undefined;

function divided(left: Sum | undefined, right: Sum | undefined): Sum | undefined {
  const [above, below] = [left && onlyNumber(left), right && onlyNumber(right)];
  return above === undefined || below === undefined || below === 0
    ? undefined
    : new Map([['', Math.trunc(above / below)]]);
}

function multiplied(left: Sum | undefined, right: Sum | undefined): Sum | undefined {
  if (!left || !right) return undefined;
  for (const [one, other] of [
    [left, right],
    [right, left],
  ] as const) {
    const by = onlyNumber(one);
    if (by !== undefined) return new Map([...other].map(([key, factor]) => [key, factor * by]));
    // `get_group_id(0) * get_local_size(0)` is where a group begins.
    const group = /^group (\d)$/.exec([...one.keys()].join())?.[1];
    if (group !== undefined && [...other.keys()].join() === `length ${group}`)
      return new Map([[`start ${group}`, 1]]);
  }
  return undefined;
}

/** The dimension over all of which a sum runs. */
function wholeIn(sum: Sum | undefined): number | undefined {
  const keys = [...(sum?.keys() ?? [])].filter((key) => key !== '');
  const dimensions = new Set(keys.map((key) => Number(key.split(' ')[1])));
  const [dimension, ...others] = dimensions;
  if (dimension === undefined || others.length > 0) return undefined;
  const has = (word: string): boolean => keys.includes(`${word} ${dimension}`);
  const isWhole = has('global') || (has('local') && (has('group') || has('start')));
  return isWhole ? dimension : undefined;
}
