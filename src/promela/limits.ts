import { assertUnreachable } from '../base/diagnostic.ts';
import { evaluate, ExprError } from '../kernel/expr.ts';
import type { Block, Kernel, Node } from '../kernel/ir.ts';
import type { Constants, Semantics } from '../platform/index.ts';
import { MOST_INT } from './words.ts';

type Environment = Readonly<Record<string, number>>;

/** Why 32 bits cannot count the time of a valid configuration. One such configuration makes a whole model
 * in plain Promela useless for a proof, since its time may come round to a small number. The bound is
 * that of all groups and passes one after the other, which no run exceeds. */
export function uncountableReason(
  kernel: Kernel,
  semantics: Semantics,
  values: Readonly<Record<string, number>>,
  constants: Constants,
): string | undefined {
  const environment: Environment = { ...constants, ...values };
  let total: number;
  try {
    const group = evaluate(kernel.localSize, environment);
    const elements = Math.min(group, constants.NP);
    const { DT, BT, size } = constants;
    const groups = Math.ceil(Math.max(size, evaluate(kernel.items, environment)) / group) + 1;
    const pass = mostTicks(kernel.body, semantics, environment, group, BT);
    total = groups * (DT + Math.ceil(group / elements) * pass);
  } catch (error) {
    if (error instanceof ExprError) return `has no time: ${error.message}`;
    throw error;
  }
  return total > MOST_INT
    ? `may take ${Math.round(total / 1e6)} million ticks; the model counts to ${MOST_INT}`
    : undefined;
}

function mostTicks(
  block: Block,
  semantics: Semantics,
  environment: Environment,
  group: number,
  barrier: number,
): number {
  // Costs that depend on the item are taken at both ends of the group, those that depend on an
  // iteration at both ends of the loop.
  const ends = (lid: number): Environment => ({ group: 0, gid: lid, ...environment, lid });
  const of = (node: Node, at: Environment): number => {
    switch (node.kind) {
      case 'work': {
        let ticks = semantics.extraTicks;
        for (const expr of semantics.statementCost(node).values()) ticks += evaluate(expr, at);
        return ticks;
      }
      case 'barrier':
        return barrier;
      case 'return':
        return 0;
      case 'loop': {
        const trips = Math.max(0, evaluate(node.trips, at));
        const { index } = node;
        const places =
          index === undefined
            ? [at]
            : [
                { ...at, [index]: 0 },
                { ...at, [index]: Math.max(0, trips - 1) },
              ];
        return trips * Math.max(...places.map((place) => sum(node.body, place)));
      }
      case 'branch':
        return Math.max(sum(node.then, at), sum(node.otherwise, at));
      default:
        return assertUnreachable(node);
    }
  };
  const sum = (nodes: Block, at: Environment): number =>
    nodes.reduce((total, node) => total + of(node, at), 0);
  return Math.max(sum(block, ends(0)), sum(block, ends(group - 1)));
}
