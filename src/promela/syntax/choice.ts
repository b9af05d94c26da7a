import type { Expr } from '../../front/expr.ts';
import type { Expression } from './expression-node.ts';

/** A value where a condition holds, and none before it. */
interface Case<T> {
  readonly condition: T;
  readonly then: T;
}

type Conditional = Extract<Expr | Expression, { kind: 'conditional' }>;

/** Nesting at most, then halves: a browser's compiler has a small stack. */
const MOST_NESTED = 24;

/** A conditional's cases in turn; in long chains each adds to all behind it. */
export function unrolled(expr: Conditional): {
  readonly cases: readonly Case<Expr | Expression>[];
  readonly otherwise: Expr | Expression;
} {
  const plain: Case<Expr | Expression>[] = [];
  const cases: Case<Expr | Expression>[] = [];
  const added = new Map<string, { readonly term: Expr; count: number }>();
  let rest: Expr | Expression = expr;
  let first: Expr | Expression | undefined;
  for (;;) {
    if (rest.kind === 'conditional') {
      const { condition, then, otherwise }: Conditional = rest;
      if (first === undefined) plain.push({ condition, then });
      cases.push({ condition, then: sum(then, added) });
      rest = otherwise;
      continue;
    }
    const parts = addedTo(rest);
    if (parts === undefined) break;
    first ??= rest;
    const key = JSON.stringify(parts.term);
    const known = added.get(key);
    if (known) known.count += 1;
    else added.set(key, { term: parts.term, count: 1 });
    rest = parts.next;
  }
  return cases.length > MOST_NESTED
    ? { cases, otherwise: sum(rest, added) }
    : { cases: plain, otherwise: first ?? rest };
}

function addedTo(
  expr: Expr | Expression,
): { readonly term: Expr; readonly next: Conditional } | undefined {
  if (expr.kind !== 'binary' || expr.operator !== '+') return undefined;
  const { left, right } = expr;
  // Names and numbers alone: the sums of others would be long.
  if (right.kind === 'conditional' && isAtom(left)) return { term: left, next: right };
  if (left.kind === 'conditional' && isAtom(right)) return { term: right, next: left };
  return undefined;
}

type Atom = Extract<Expr, { kind: 'name' | 'number' }>;
const isAtom = (expr: Expr | Expression): expr is Atom =>
  expr.kind === 'name' || expr.kind === 'number';

function sum(
  expr: Expr | Expression,
  added: ReadonlyMap<string, { readonly term: Expr; readonly count: number }>,
): Expr | Expression {
  let whole = expr;
  for (const { term, count } of added.values()) {
    const times: Expr = { kind: 'number', value: count };
    const left: Expr =
      count === 1 ? term : { kind: 'binary', operator: '*', left: times, right: term };
    // A kernel's expression stays one.
    whole = { kind: 'binary', operator: '+', left, right: whole } as Expr;
  }
  return whole;
}

type Or = (left: Expression, right: Expression) => Expression;

/** The first case that holds, asked in order. */
export function choice(
  cases: readonly Case<Expression>[],
  otherwise: Expression,
  or: Or,
): Expression {
  if (cases.length <= MOST_NESTED)
    return cases.reduceRight(
      (rest, one) => ({ kind: 'conditional', ...one, otherwise: rest }),
      otherwise,
    );
  const [first, second] = halves(cases);
  return {
    kind: 'conditional',
    condition: anyOf(
      first.map(({ condition: one }) => one),
      or,
    ),
    // One of them holds: the last, if none before it.
    then: choice(first.slice(0, -1), first.at(-1)?.then ?? otherwise, or),
    otherwise: choice(second, otherwise, or),
  };
}

/** Any of some conditions, asked in order. */
function anyOf(conditions: readonly Expression[], or: Or): Expression {
  const [first, second] = halves(conditions);
  const [only] = conditions;
  if (only !== undefined && first.length === 0) return only;
  return or(anyOf(first, or), anyOf(second, or));
}

const halves = <T>(list: readonly T[]): readonly [readonly T[], readonly T[]] => {
  const middle = Math.floor(list.length / 2);
  return [list.slice(0, middle), list.slice(middle)];
};
