import type { Span } from '../base/span.ts';
import {
  type Environment,
  evaluate,
  type Expr,
  ExprError,
  isItemName,
  namesIn,
  show,
} from '../front/expr.ts';
import { binary } from '../front/algebra.ts';
import { type Access, type Kernel, nodesIn, type Space, type Work } from '../kernel/ir.ts';
import { type Semantics, type SemanticsId, semanticsOf } from '../platform/index.ts';
import { payingBlock } from './cost-table.ts';

/** The cost of an access or call, shown after it. */
export interface CostHint {
  readonly span: Span;
  /** Short: `global, GMT × TS = 16 ticks`. */
  readonly label: string;
  /** Which accesses these are: `load and store of counts`. */
  readonly what: string;
  /** Explains the cost in a sentence or two. */
  readonly source: string;
}

/** A hint per costly access and call. An environment turns costs into numbers unless they vary by
 * item or round. */
export function costHints(
  kernel: Kernel,
  id: SemanticsId,
  environment?: Environment,
): readonly CostHint[] {
  const semantics = semanticsOf(id);
  const places = new Map<string, { span: Span; accesses: Access[] }>();
  for (const node of nodesIn(payingBlock(kernel, semantics)))
    for (const access of node.kind === 'work' ? node.accesses : []) {
      const { start, end } = access.span;
      const key = `${start} ${end}`;
      const place = places.get(key) ?? { span: access.span, accesses: [] };
      places.set(key, place);
      // Inlining and branches repeat a place.
      if (!place.accesses.some((known) => identity(known) === identity(access)))
        place.accesses.push(access);
    }
  return [...places.values()]
    .toSorted((a, b) => a.span.end - b.span.end || a.span.start - b.span.start)
    .map(({ span, accesses }) => hint(span, accesses, kernel, semantics, environment));
}

const identity = ({ kind, space, name, ticks }: Access): string =>
  [kind, space, name, show(ticks)].join(' ');

function hint(
  span: Span,
  accesses: readonly Access[],
  kernel: Kernel,
  semantics: Semantics,
  environment: Environment | undefined,
): CostHint {
  const costs = new Map<Space, Expr>();
  for (const access of accesses) {
    const alone: Work = { kind: 'work', accesses: [access], span };
    // `+=` and atomics load and store at one place.
    for (const [space, ticks] of semantics.statementCost(alone)) {
      const before = costs.get(space);
      costs.set(space, before ? binary(semantics.joinsCosts, before, ticks) : ticks);
    }
  }
  const computes = accesses.every(({ kind }) => kind === 'arithmetic');
  const spaces = [...costs].map(
    ([space, ticks]) =>
      `${computes ? 'arithmetic' : space}, ${inTicks(ticks, kernel, environment)}`,
  );
  const free = accesses[0] === undefined ? 'free' : `${accesses[0].space}, free`;
  return {
    span,
    label: spaces.length === 0 ? free : spaces.join('; '),
    what: describe(accesses),
    source: sourceOf(accesses, semantics),
  };
}

/** `GMT × TS = 16 ticks`, or just `GMT × TS ticks`. */
function inTicks(ticks: Expr, kernel: Kernel, environment: Environment | undefined): string {
  const symbolic = show(ticks).replaceAll(' * ', ' × ');
  const range = environment === undefined ? undefined : rangeOf(ticks, kernel, environment);
  const unit = (value: number | string): string => (value === 1 ? 'tick' : 'ticks');
  if (ticks.kind === 'number') return `${ticks.value} ${unit(ticks.value)}`;
  if (range === undefined) return `${symbolic} ticks`;
  const { least, most } = range;
  return least === most
    ? `${symbolic} = ${least} ${unit(least)}`
    : `${symbolic} = ${least} to ${most} ticks`;
}

/** Items tried for the range of a cost. */
const MOST_ITEMS = 4096;

/** Extremes over the first group; undefined if it varies by loop round. */
function rangeOf(
  ticks: Expr,
  { localSize }: Kernel,
  environment: Environment,
): { readonly least: number; readonly most: number } | undefined {
  const strangers = [...namesIn(ticks)].filter((name) => !Object.hasOwn(environment, name));
  if (!strangers.every(isItemName)) return undefined;
  try {
    const items = strangers.length === 0 ? 1 : evaluate(localSize, environment);
    if (items < 1 || items > MOST_ITEMS) return undefined;
    const values = Array.from({ length: items }, (_, lid) =>
      evaluate(ticks, { ...environment, lid, gid: lid, group: 0 }),
    );
    return { least: Math.min(...values), most: Math.max(...values) };
  } catch (error) {
    if (error instanceof ExprError) return undefined;
    throw error;
  }
}

function describe(accesses: readonly Access[]): string {
  const [first] = accesses;
  if (first === undefined) return '';
  const kinds = [...new Set(accesses.map(({ kind }) => kind))];
  const names = [
    ...new Set(accesses.flatMap(({ kind, name }) => (kind === 'arithmetic' ? [] : name))),
  ];
  return names.length === 0 ? 'arithmetic' : `${kinds.join(' and ')} of ${names.join(' and ')}`;
}

function sourceOf(accesses: readonly Access[], semantics: Semantics): string {
  const calls = accesses.filter(({ kind }) => kind === 'call').map(({ name }) => name);
  const priced =
    calls.length > 0 ? `From #pragma tuner cost ${[...new Set(calls)].join(', ')}.` : undefined;
  // A pragma states a call's cost, but not how costs combine.
  const isSaid = calls.length === accesses.length && semantics.joinsCosts === '+';
  return [priced, isSaid ? undefined : semantics.costRule]
    .filter((text) => text !== undefined)
    .join(' ');
}
