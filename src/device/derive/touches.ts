import type { Span } from '../../base/span.ts';
import { groupsOf } from '../../kernel/geometry.ts';
import type { Kernel } from '../../kernel/ir.ts';
import type { Machine } from '../machine.ts';
import {
  BANKS,
  globalCycles,
  linesTouched,
  localCycles,
  localTurns,
  runsOf,
  WORD,
} from './lanes.ts';
import { attempt } from '../../front/expr.ts';
import { placed, Slots } from './names.ts';
import { type Plan, type PlanAccess, type PlanNode, planOf } from './plan.ts';
import { atLanes, type Setting, settingOf, type Warp } from './setting.ts';
import { ALL_TERMS } from './terms.ts';

/** Where the lanes of one warp touch memory by one access, the first time that it gets there. */
export interface WarpAccess {
  readonly kind: 'load' | 'store';
  /** As in the text. */
  readonly name: string;
  readonly memory: 'global' | 'constant' | 'local';
  /** Bytes that each lane touches. */
  readonly bytes: number;
  readonly span: Span;
  /** Bytes from the start of the array, for each lane; none for one that sits it out. Absent where they do not follow
   * from the text. */
  readonly lanes?: readonly (number | undefined)[] | undefined;
  /** Cycles of the port of local memory, or of the first cache. */
  readonly cycles: number;
  /** Distinct words from the busiest bank; 1 is no conflict. Local memory only. */
  readonly degree?: number | undefined;
  /** Lines that are touched. Of other memory. */
  readonly lines?: number | undefined;
}

/** The accesses of a kernel in one configuration, in the order of the text, by the first warp of a group from the
 * middle that takes each; of those that no warp takes there are none.
 * @throws {ExprError} where sizes have no value. */
export function warpAccesses(
  kernel: Kernel,
  machine: Machine,
  given: Readonly<Record<string, number>>,
  constants: Readonly<Record<string, number>>,
): WarpAccess[] {
  const { geometry } = kernel;
  if (geometry === undefined)
    throw new Error('the kernel was lowered without saying what its accesses touch');
  const slots = new Slots();
  const plan = planOf(kernel, geometry, slots);
  const sizes = {
    local: geometry.local.map((size) => slots.compile(size)),
    groups: groupsOf(geometry).map((size) => slots.compile(size)),
  };
  const values = slots.values({ ...constants, ...given });
  const counts = {
    local: sizes.local.map((size) => size(values)),
    groups: sizes.groups.map((size) => size(values)),
  };
  const setting = settingOf(machine, ALL_TERMS, slots, values, counts, 1, 0);
  const found: WarpAccess[] = [];
  const [warp] = setting.samples;
  if (warp) visit(setting, plan, { warp, active: warp.places.map(() => true) }, found);
  return withoutTwins(found);
}

/** A warp, and which of its lanes get to a place. */
interface Way {
  readonly warp: Warp;
  readonly active: readonly boolean[];
}

function visit(setting: Setting, plan: Plan, way: Way, found: WarpAccess[]): void {
  for (const node of plan) visitNode(setting, node, way, found);
}

function visitNode(setting: Setting, node: PlanNode, way: Way, found: WarpAccess[]): void {
  switch (node.kind) {
    case 'work':
      for (const access of node.accesses) found.push(touch(setting, access, way));
      return;
    case 'loop': {
      // The first round, of the lanes that have one.
      const first = { ...setting, values: placed(setting.values, [[node.slot, 0]]) };
      const trips = attempt(() => atLanes(first, node.trips, way.warp));
      const active = way.active.map((isActive, lane) => isActive && (trips?.[lane] ?? 1) > 0);
      if (active.includes(true)) visit(first, node.body, { ...way, active }, found);
      return;
    }
    case 'branch': {
      const truths = attempt(() => atLanes(setting, node.condition, way.warp));
      const sides = [
        [node.then, true],
        [node.otherwise, false],
      ] as const;
      for (const [side, holds] of sides) {
        const active = way.active.map(
          (isActive, lane) => isActive && (truths === undefined || (truths[lane] !== 0) === holds),
        );
        if (active.includes(true)) visit(setting, side, { ...way, active }, found);
      }
      return;
    }
    default:
  }
}

function touch(setting: Setting, access: PlanAccess, { warp, active }: Way): WarpAccess {
  const { machine } = setting;
  const { kind, name, memory, bytes, span, form, atomic } = access;
  const about = { kind, name, memory, bytes, span };
  const all = form && attempt(() => atLanes(setting, form, warp));
  if (all === undefined) return { ...about, cycles: unknownCycles(machine, memory, bytes) };
  const lanes = all.map((address, lane) => (active[lane] === true ? address : undefined));
  const taking = lanes.flatMap((address) => address ?? []);
  if (memory === 'local') {
    const cycles = atomic ? localTurns(machine, taking) : localCycles(machine, taking, bytes);
    const degree = (cycles * machine.localWidth) / (BANKS * WORD);
    return { ...about, lanes, cycles: Math.max(machine.request, cycles), degree };
  }
  const lines = linesTouched(machine.line, runsOf(taking, bytes));
  const cycles = Math.max(machine.request, globalCycles(machine, taking, bytes));
  return { ...about, lanes, cycles, lines };
}

/** Lanes whose addresses nobody knows are taken to be far from each other. */
const unknownCycles = (
  { lanes, l1Width, localWidth }: Machine,
  memory: WarpAccess['memory'],
  bytes: number,
): number =>
  memory === 'local'
    ? (BANKS * WORD) / localWidth
    : Math.max(lanes, (lanes * Math.max(WORD, bytes)) / l1Width);

/** A function that is called twice has its accesses twice. */
function withoutTwins(accesses: readonly WarpAccess[]): WarpAccess[] {
  const known = new Set<string>();
  return accesses
    .filter(({ span, kind, name, lanes = [] }) => {
      const key = [span.start, span.end, kind, name, ...lanes].join(' ');
      return !known.has(key) && known.add(key);
    })
    .toSorted((a, b) => a.span.start - b.span.start);
}
