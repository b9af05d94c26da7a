import type { Span } from '../../base/span.ts';
import { MOST_ROUNDS } from './compilers.ts';
import type { Frame } from './family.ts';
import {
  type Around,
  type Gathered,
  gatherNode,
  isStraight,
  nothing,
  sidesOf,
  togetherOf,
} from './gather.ts';
import { type Part, partOf } from './part.ts';
import type { Plan, PlanLoop, PlanNode } from './plan.ts';
import { placed } from './names.ts';
import { atLanes, holdsEverywhere, inside, isOfItems, type Setting } from './setting.ts';
import type { Ports } from './traffic.ts';

/** The way of a warp, before it is cut to segments. */
export type Item =
  | Part
  | { readonly kind: 'barrier'; readonly place: Span }
  | { readonly kind: 'loop'; readonly times: number; readonly body: readonly Item[] }
  /** A loop whose rounds differ: each of these stands for so many. */
  | {
      readonly kind: 'rounds';
      readonly times: number;
      readonly bodies: readonly (readonly Item[])[];
    };

/** A warp's work in one configuration. */
export function walk(setting: Setting, ports: Ports, plan: Plan): Item[] {
  const around = { dimensions: [], guards: [], share: 1, present: 1 };
  return blockOf(setting, ports, plan, around, []);
}

function blockOf(
  setting: Setting,
  ports: Ports,
  plan: Plan,
  around: Around,
  frames: readonly Frame[],
): Item[] {
  const items: Item[] = [];
  const straight: { readonly gathered: Gathered; readonly part: Part }[] = [];
  const flush = (): void => {
    const [first, ...others] = straight.splice(0);
    if (first === undefined) return;
    const whole = [first, ...others].map(({ gathered }) => gathered);
    const part = others.length === 0 ? first.part : partOf(setting, ports, together(whole), frames);
    if (part) items.push(part);
  };
  for (const node of chosen(setting, plan)) {
    if (isStraight(setting, node)) {
      const gathered = nothing();
      gatherNode(setting, node, around, gathered);
      const part = partOf(setting, ports, gathered, frames);
      // Repeated waits stay separate; everything else is merged.
      if (part !== undefined && part.times > 1) {
        flush();
        items.push(part);
      } else if (part !== undefined) straight.push({ gathered, part });
      continue;
    }
    flush();
    items.push(...nodeOf(setting, ports, node, around, frames));
  }
  flush();
  return items;
}

/** The nodes of a plan, with those of the branches that the configuration alone decides in their place. */
function* chosen(setting: Setting, plan: Plan): Generator<PlanNode> {
  for (const node of plan) {
    if (node.kind !== 'branch' || node.condition.moving.length > 0) yield node;
    else {
      const { condition, then, otherwise } = node;
      yield* chosen(setting, condition.compute(setting.values) !== 0 ? then : otherwise);
    }
  }
}

function nodeOf(
  setting: Setting,
  ports: Ports,
  node: PlanNode,
  around: Around,
  frames: readonly Frame[],
): Item[] {
  switch (node.kind) {
    case 'barrier':
      return [{ kind: 'barrier', place: node.span }];
    case 'loop':
      return loopOf(setting, ports, node, around, frames);
    case 'branch':
      return sidesOf(setting, node, around).flatMap(({ plan, around: inner }) =>
        blockOf(setting, ports, plan, inner, frames),
      );
    default:
      return [];
  }
}

function loopOf(
  around: Setting,
  ports: Ports,
  loop: PlanLoop,
  way: Around,
  frames: readonly Frame[],
): Item[] {
  const { count, mean, ofWarps } = roundsOf(around, loop);
  if (count <= 0 || ofWarps <= 0) return [];
  const frame: Frame = { slot: loop.slot, count, mean };
  const here = inside(around, [{ slot: loop.slot, count }]);
  const setting = { ...here, counts: new Map([...here.counts, ...countsInside(here, loop.body)]) };
  const inner = [...frames, frame];
  if (loop.body.every((node) => isStraight(setting, node))) {
    const together = togetherOf(setting, loop, count);
    const gathered = nothing();
    const unrolled = { slot: loop.slot, count: together };
    const dimensions = [...way.dimensions, ...(together > 1 ? [unrolled] : [])];
    for (const node of loop.body) gatherNode(setting, node, { ...way, dimensions }, gathered);
    const part = partOf(setting, ports, gathered, inner, { together });
    if (part === undefined) return [];
    return [{ kind: 'loop', times: count / together, body: thinned([part], ofWarps / count) }];
  }
  if (loop.varying.every((each) => holdsEverywhere(setting, each)))
    return [
      {
        kind: 'loop',
        times: count,
        body: thinned(blockOf(setting, ports, loop.body, way, inner), ofWarps / count),
      },
    ];
  // Each round is another: so many of them as are told apart.
  const taken = Math.min(count, MOST_ROUNDS);
  const bodies = Array.from({ length: taken }, (_, at): Item[] => {
    const round = [loop.slot, Math.floor((at * count) / taken)] as const;
    const there = { ...setting, values: placed(setting.values, [round]) };
    return blockOf(there, ports, loop.body, way, inner);
  });
  return [{ kind: 'rounds', times: count / taken, bodies }];
}

/** A loop's rounds: the busiest lane, the mean lane, and the mean over warps of the busiest lane. */
function roundsOf(
  setting: Setting,
  { trips }: PlanLoop,
): { count: number; mean: number; ofWarps: number } {
  if (!isOfItems(setting, trips)) {
    const count = Math.max(0, trips.compute(setting.values));
    return { count, mean: count, ofWarps: count };
  }
  let [count, sum, lanes, warps] = [0, 0, 0, 0];
  for (const warp of setting.samples) {
    const own = atLanes(setting, trips, warp).map((one) => Math.max(0, one));
    const most = Math.max(0, ...own);
    count = Math.max(count, most);
    warps += most;
    lanes += own.length;
    for (const one of own) sum += one;
  }
  return { count, mean: sum / lanes, ofWarps: warps / setting.samples.length };
}

/** What only a part of the warps do takes only that part of the ports' and the schedulers' time; who does it waits as
 * long as ever, and the others for those at the next barrier. */
const thinned = (items: readonly Item[], share: number): readonly Item[] =>
  share === 1
    ? items
    : items.map((item): Item => {
        switch (item.kind) {
          case 'part': {
            const { port, l2, moved, issue } = item;
            const part = { port: port * share, l2: l2 * share, moved: moved * share };
            return { ...item, ...part, issue: issue * share };
          }
          case 'loop':
            return { ...item, body: thinned(item.body, share) };
          case 'rounds':
            return { ...item, bodies: item.bodies.map((body) => thinned(body, share)) };
          default:
            return item;
        }
      });

const together = (parts: readonly Gathered[]): Gathered => ({
  uses: parts.flatMap(({ uses }) => uses),
  sums: parts.flatMap(({ sums }) => sums),
  decisions: parts.flatMap(({ decisions }) => decisions),
  chosen: parts.flatMap(({ chosen }) => chosen),
  loops: parts.flatMap(({ loops }) => loops),
});

/** Records the trip counts of inner loops that are the same everywhere, by slot. */
function* countsInside(
  setting: Setting,
  plan: Plan,
): Generator<readonly [slot: number, count: number]> {
  for (const node of plan)
    if (node.kind === 'loop') {
      const { trips, slot, body } = node;
      if (trips.moving.length === 0) yield [slot, Math.max(0, trips.compute(setting.values))];
      yield* countsInside(setting, body);
    } else if (node.kind === 'branch') {
      yield* countsInside(setting, node.then);
      yield* countsInside(setting, node.otherwise);
    }
}

/** Each part of a way, and how often a warp goes it. */
function* partsIn(items: readonly Item[], times = 1): Generator<readonly [Part, number]> {
  for (const item of items)
    if (item.kind === 'loop') yield* partsIn(item.body, times * item.times);
    else if (item.kind === 'rounds')
      for (const body of item.bodies) yield* partsIn(body, times * item.times);
    else if (item.kind === 'part') yield [item, times * item.times];
}

/** The groups that are as good as there, as a part of all: those at the edges of the NDRange do less. */
export function presenceIn(items: readonly Item[]): number {
  let [all, present] = [0, 0];
  for (const [part, times] of partsIn(items)) {
    const { port, l2, latency, issue, chain } = part;
    const cycles = times * (Math.max(port, l2) + latency + Math.max(issue, chain));
    all += cycles;
    present += cycles * part.present;
  }
  return all === 0 ? 1 : present / all;
}

/** Cycles that a warp takes of the memory's bandwidth, and of its scheduler, in fractions. */
export function takenIn(items: readonly Item[]): {
  readonly moved: number;
  readonly issue: number;
} {
  const taken = { moved: 0, issue: 0 };
  for (const [{ moved, issue }, times] of partsIn(items)) {
    taken.moved += times * moved;
    taken.issue += times * issue;
  }
  return taken;
}
