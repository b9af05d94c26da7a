import { type Environment, evaluate } from '../front/expr.ts';
import type { Kernel } from '../kernel/ir.ts';
import { isOnMachine, type SemanticsId, semanticsOf } from '../platform/index.ts';
import { costTable } from './cost-table.ts';

type Values = Readonly<Record<string, number>>;

/** Accesses that one parameter of a configuration saves. */
export interface Cause {
  readonly name: string;
  /** The configuration's, and another, with which there are most. */
  readonly value: number;
  readonly other: number;
  readonly space: 'global' | 'local';
  /** Summed over all work-items. */
  readonly accesses: readonly [own: number, its: number];
  /** Work-items differ: each is taken for the one that has most. */
  readonly isMost: boolean;
}

/** Of each parameter that changes how often memory is accessed, where the configuration has fewer, the most telling first.
 * @param valid the configurations that can run. */
export function causesOf(
  kernel: Kernel,
  text: string,
  id: SemanticsId,
  constants: Environment,
  { values, valid }: { readonly values: Values; readonly valid: readonly Values[] },
): readonly Cause[] {
  // On a machine its bound tells; the published semantics have no work-items.
  if (isOnMachine(id) || !semanticsOf(id).runsItems) return [];
  const counted = new Map<string, Counts | undefined>();
  const countsOf = (of: Values): Counts | undefined => {
    const key = JSON.stringify(of);
    if (!counted.has(key)) counted.set(key, counts(kernel, text, id, { ...constants, ...of }));
    return counted.get(key);
  };
  const own = countsOf(values);
  const free = counts(kernel, text, id, { ...constants, ...values }, 0);
  // Costs that a text states in ticks are no counts.
  if (!own || free?.global !== 0 || free.local !== 0) return [];
  const found = Object.keys(values).flatMap((name): Cause[] => {
    const others = valid.filter((other) => differsOnlyIn(name, values, other));
    for (const space of ['global', 'local'] as const) {
      let most: { readonly other: number; readonly its: Counts } | undefined;
      for (const other of others) {
        const its = countsOf(other);
        if (its && its[space] > (most?.its ?? own)[space]) most = { other: other[name] ?? 0, its };
      }
      if (most)
        return [
          {
            name,
            value: values[name] ?? 0,
            other: most.other,
            space,
            accesses: [own[space], most.its[space]],
            isMost: own.differ || most.its.differ,
          },
        ];
    }
    return [];
  });
  const share = ({ accesses: [few, many] }: Cause): number => few / many;
  const rank = (one: Cause): number => (one.space === 'global' ? 0 : 1) + share(one);
  return found.toSorted((a, b) => rank(a) - rank(b));
}

/** Statements that are looked at for a configuration: it must not be felt. */
const MOST_STEPS = 20_000;

interface Counts {
  readonly global: number;
  readonly local: number;
  readonly differ: boolean;
}

/** Accesses, as ticks where each access takes one: without that, nothing is left. */
function counts(
  kernel: Kernel,
  text: string,
  id: SemanticsId,
  environment: Environment,
  ticks = 1,
): Counts | undefined {
  const each = { ...environment, GMT: ticks, LMT: ticks };
  const result = costTable(kernel, text, id, each, MOST_STEPS);
  if (!result.ok || !result.table.complete) return undefined;
  const { global, local } = result.table.total;
  const items = evaluate(kernel.items, each);
  return {
    global: global.most * items,
    local: local.most * items,
    differ: global.least < global.most || local.least < local.most,
  };
}

const differsOnlyIn = (name: string, one: Values, other: Values): boolean =>
  one[name] !== other[name] &&
  Object.keys(one).every((key) => key === name || one[key] === other[key]);
