import { assertUnreachable } from '../base/diagnostic.ts';
import { evaluate, ExprError } from '../kernel/expr.ts';
import type { Block, Kernel, Node } from '../kernel/ir.ts';
import type { Constants } from '../platform/index.ts';
import type { Folding } from './folding.ts';
import type { Profile } from './profile.ts';
import { findNode, isGlobalBarrier } from './rewrite.ts';
import { MOST_INT } from './words.ts';

/** SPIN runs at most 255 processes (manual, "run"). */
export const MOST_PROCESSES = 255;

type Environment = Readonly<Record<string, number>>;

/** Why a configuration that satisfies the kernel's constraints cannot be run all the same, in words
 * that stand beside it; nothing where it can. */
export function invalidReason(
  kernel: Kernel,
  profile: Profile,
  folding: Folding,
  values: Readonly<Record<string, number>>,
  constants: Constants,
): string | undefined {
  const environment: Environment = { ...constants, ...values };
  try {
    const group = evaluate(kernel.localSize, environment);
    if (group < 1) return `a work-group of ${group} items does nothing`;
    const elements = Math.min(group, constants.NP);
    if (profile.semantics === 'published') {
      if (constants.size < group) return `the work-group of ${group} is larger than the size`;
      return tooMany(6 + (folding.elements ? 0 : elements));
    }
    const items = evaluate(kernel.items, environment);
    if (items < group || items % group !== 0) {
      return `${items} work-items do not divide into groups of ${group}`;
    }
    let local = 0;
    for (const { elements: length } of kernel.localArrays) local += evaluate(length, environment);
    if (local > constants.LM)
      return `needs ${local} elements of local memory; LM is ${constants.LM}`;
    const groups = items / group;
    const units = Math.min(groups, constants.ND * constants.NU);
    if (groups > units && findNode(kernel.body, isGlobalBarrier)) {
      return `its global barrier needs all ${groups} groups at once; there are ${units} units`;
    }
    const run = folding.units ? 1 : units;
    const processes =
      4 + Math.ceil(run / constants.NU) + run * (2 + (folding.elements ? 2 : elements));
    return tooMany(processes);
  } catch (error) {
    if (error instanceof ExprError) return error.message;
    throw error;
  }
}

const tooMany = (processes: number): string | undefined =>
  processes > MOST_PROCESSES
    ? `needs ${processes} processes; SPIN runs at most ${MOST_PROCESSES}`
    : undefined;

/** Why 32 bits cannot count the time of a valid configuration. One such configuration makes a whole model
 * in plain Promela useless for a proof, since its time may come round to a small number. The bound is
 * that of all groups and passes one after the other, which no run exceeds. */
export function uncountableReason(
  kernel: Kernel,
  profile: Profile,
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
    const pass = mostTicks(kernel.body, profile, environment, group, BT);
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
  profile: Profile,
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
        let ticks = profile.extraTicks;
        for (const expr of profile.statementCost(node).values()) ticks += evaluate(expr, at);
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
