import { evaluate } from '../front/expr.ts';
import type { Block, Kernel, Node, Space } from '../kernel/ir.ts';
import type { Constants } from '../platform/index.ts';

type Environment = Readonly<Record<string, number>>;
export type Ticks = Readonly<Record<Space, number>>;

/** A group on a unit, with its elements' work in ticks by memory space. */
export interface GroupRun {
  readonly group: number;
  /** Counted over all devices. */
  readonly unit: number;
  readonly start: number;
  readonly end: number;
  readonly elements: readonly Ticks[];
}

export type Simulated =
  | { readonly kind: 'finished'; readonly time: number; readonly groups: readonly GroupRun[] }
  /** Some items wait at a barrier that others never reach. */
  | { readonly kind: 'deadlock' };

/** An item's work up to a barrier or its end; `barrier` identifies the barrier and the enclosing
 * iterations. */
export interface Region {
  readonly ticks: Ticks;
  readonly barrier: string | undefined;
}

/** The oracle for models of the OpenCL semantics: follows the specification literally and shares no
 * code with the generator. */
export function simulateEvents(
  kernel: Kernel,
  values: Readonly<Record<string, number>>,
  constants: Constants,
): Simulated {
  const environment: Environment = { ...constants, ...values };
  const size = evaluate(kernel.localSize, environment);
  const groups = evaluate(kernel.items, environment) / size;
  return dispatch(groups, constants, (group) =>
    Array.from({ length: size }, (_, lid) =>
      regionsOf(kernel.body, { ...environment, lid, group, gid: group * size + lid }),
    ),
  );
}

/** Time from counted accesses by group, item and region; all items must meet the same barriers. */
export function timeOfCounts(
  counts: readonly (readonly (readonly (readonly [global: number, local: number])[])[])[],
  constants: Constants,
): number {
  const { GMT, LMT } = constants;
  const simulated = dispatch(counts.length, constants, (group) =>
    (counts[group] ?? []).map((regions) =>
      regions.map(([global, local], index) => ({
        ticks: { ...NOTHING, global: global * GMT, local: local * LMT },
        barrier: index < regions.length - 1 ? `${index}` : undefined,
      })),
    ),
  );
  if (simulated.kind === 'deadlock') throw new Error('the items of a group have other barriers');
  return simulated.time;
}

/** Runs groups given the regions of each item. */
export function dispatch(
  groups: number,
  constants: Constants,
  itemsOf: (group: number) => readonly (readonly Region[])[],
): Simulated {
  const { ND, NU, DT } = constants;
  const freeAt: number[] = Array.from({ length: ND * NU }, () => 0);
  const runs: GroupRun[] = [];
  for (let group = 0; group < groups; group += 1) {
    // Groups go to the unit that is free first: lowest device, then unit.
    const start = Math.min(...freeAt);
    const unit = freeAt.indexOf(start);
    const ran = runGroup(itemsOf(group), start + DT, constants);
    if (!ran) return { kind: 'deadlock' };
    freeAt[unit] = ran.end;
    runs.push({ group, unit, start, ...ran });
  }
  return { kind: 'finished', time: Math.max(...freeAt), groups: runs };
}

function runGroup(
  items: readonly (readonly Region[])[],
  start: number,
  { NP, BT }: Constants,
): { end: number; elements: Ticks[] } | undefined {
  const elements = Array.from({ length: Math.min(items.length, NP) }, (_, me) => ({
    // An element runs items i, i + NP, ...
    items: items.filter((_regions, lid) => lid % NP === me),
    now: start,
    worked: { global: 0, local: 0, private: 0 },
  }));
  for (let region = 0; ; region += 1) {
    for (const element of elements) {
      for (const regions of element.items) {
        const { ticks } = regions[region] ?? { ticks: NOTHING };
        element.now += ticks.global + ticks.local + ticks.private;
        element.worked = sum(element.worked, ticks);
      }
    }
    const waiting = new Set(items.map((regions) => regions[region]?.barrier));
    if (waiting.size > 1) return undefined;
    const last = Math.max(...elements.map(({ now }) => now));
    if (waiting.has(undefined)) {
      return { end: last, elements: elements.map(({ worked }) => worked) };
    }
    // Everybody goes on BT ticks after the last arrival.
    for (const element of elements) element.now = last + BT;
  }
}

export const NOTHING: Ticks = { global: 0, local: 0, private: 0 };

export const sum = (left: Ticks, right: Ticks): Ticks => ({
  global: left.global + right.global,
  local: left.local + right.local,
  private: left.private + right.private,
});

/** The regions of one work-item, by running the kernel. */
function regionsOf(body: Block, environment: Environment): Region[] {
  const regions: Region[] = [];
  let ticks = NOTHING;

  /** Returns false if the item ends here. */
  const run = (block: Block, at: Environment, iterations: readonly number[]): boolean =>
    block.every((node) => step(node, at, iterations));

  const step = (node: Node, at: Environment, iterations: readonly number[]): boolean => {
    switch (node.kind) {
      case 'work':
        for (const access of node.accesses) {
          ticks = sum(ticks, { ...NOTHING, [access.space]: evaluate(access.ticks, at) });
        }
        return true;
      case 'barrier':
        regions.push({ ticks, barrier: `${node.span.start} in ${iterations.join(' ')}` });
        ticks = NOTHING;
        return true;
      case 'return':
        return false;
      case 'branch':
        return run(evaluate(node.condition, at) === 0 ? node.otherwise : node.then, at, iterations);
      case 'loop': {
        const trips = evaluate(node.trips, at);
        for (let i = 0; i < trips; i += 1) {
          const inside = node.index === undefined ? at : { ...at, [node.index]: i };
          if (!run(node.body, inside, [...iterations, i])) return false;
        }
        return true;
      }
    }
  };

  run(body, environment, []);
  return [...regions, { ticks, barrier: undefined }];
}
