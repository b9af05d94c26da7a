import type { Operations } from '../../kernel/ir.ts';
import type { Form } from './form.ts';
import { placed } from './names.ts';
import type {
  Plan,
  PlanAccess,
  PlanBranch,
  PlanElement,
  PlanLoop,
  PlanNode,
  PlanWork,
} from './plan.ts';
import { atLanes, holdsEverywhere, inside, isOfItems, type Setting } from './setting.ts';

/** A loop that is unrolled: its index, and how often it runs. */
export interface Dimension {
  readonly slot: number;
  readonly count: number;
}

/** A condition on the items around something. */
export interface Guard {
  readonly form: Form;
  readonly holds: boolean;
  /** Lanes of one warp disagree about it. */
  readonly divides: boolean;
  /** Loads on either side of it are not one: all but what an early return leaves. */
  readonly parts: boolean;
}

/** An access, or arithmetic, as it stands in unrolled loops. */
export interface Use {
  readonly access: PlanAccess | PlanElement;
  readonly dimensions: readonly Dimension[];
  readonly guards: readonly Guard[];
  /** The part of the warps that do it, in a group from the middle. */
  readonly share: number;
  /** The part of those that do it in the groups on average: at the edges of the NDRange they are fewer. */
  readonly present: number;
}

export interface Sum {
  readonly operations: Operations;
  readonly carried: PlanWork['carried'];
  readonly dimensions: readonly Dimension[];
  readonly share: number;
  readonly present: number;
  readonly span: PlanWork['span'];
}

/** A guard where it is decided: what that costs. */
export interface Decision {
  readonly comparisons: number;
  readonly dimensions: readonly Dimension[];
  readonly guard: Guard;
  readonly share: number;
}

/** An element of a private array whose register is not known before the loop runs. */
export interface Chosen {
  readonly array: string;
  readonly comparisons: number;
  readonly dimensions: readonly Dimension[];
  readonly share: number;
}

/** Straight code with all its loops unrolled. */
export interface Gathered {
  readonly uses: Use[];
  readonly sums: Sum[];
  readonly decisions: Decision[];
  /** Elements of private arrays that are chosen among registers. */
  readonly chosen: Chosen[];
  /** The loops that were unrolled. */
  readonly loops: Dimension[];
}

export const nothing = (): Gathered => ({
  uses: [],
  sums: [],
  decisions: [],
  chosen: [],
  loops: [],
});

/** Surroundings of a node. */
export interface Around {
  readonly dimensions: readonly Dimension[];
  readonly guards: readonly Guard[];
  readonly share: number;
  readonly present: number;
}

export function gather(setting: Setting, plan: Plan, around: Around, into: Gathered): void {
  for (const node of plan) gatherNode(setting, node, around, into);
}

export function gatherNode(setting: Setting, node: PlanNode, around: Around, into: Gathered): void {
  const { dimensions, guards, share, present } = around;
  if (share <= 0) return;
  if (node.kind === 'work') {
    for (const access of node.accesses)
      into.uses.push({ access, dimensions, guards, share, present });
    for (const access of node.own) {
      const home = setting.homes.get(access.name);
      if (home?.kind === 'memory') into.uses.push({ access, dimensions, guards, share, present });
      if (home?.kind !== 'registers') continue;
      const { comparisons } = home;
      into.chosen.push({ array: access.array, comparisons, dimensions, share });
    }
    const { operations, carried, span } = node;
    if (operations) into.sums.push({ operations, carried, dimensions, share, present, span });
  } else if (node.kind === 'loop') {
    const count = tripsOf(setting, node);
    if (count <= 0) return;
    const inner = { slot: node.slot, count };
    into.loops.push(inner);
    gather(
      inside(setting, [inner]),
      node.body,
      { ...around, dimensions: [...dimensions, inner] },
      into,
    );
  } else if (node.kind === 'branch') {
    for (const side of sidesOf(setting, node, around)) {
      if (side.decision) into.decisions.push(side.decision);
      gather(setting, side.plan, side.around, into);
    }
  }
}

/** Trip count of a loop that all items run alike. */
export function tripsOf({ values }: Setting, { trips }: PlanLoop): number {
  return Math.max(0, trips.compute(values));
}

/** A side of a branch that some warp takes. */
interface Side {
  readonly plan: Plan;
  readonly around: Around;
  readonly decision?: Decision;
}

/** The sides of a branch that are taken, each with the warps that take it. */
export function sidesOf(setting: Setting, node: PlanBranch, around: Around): readonly Side[] {
  const { condition, then, otherwise, comparisons } = node;
  const isOfItem = isOfItems(setting, condition);
  const isUnrolled = condition.moving.some(({ slot }) =>
    around.dimensions.some((dimension) => dimension.slot === slot),
  );
  if (!isOfItem && !isUnrolled) {
    const plan = condition.compute(setting.values) !== 0 ? then : otherwise;
    return plan.length === 0 ? [] : [{ plan, around }];
  }
  const all = setting.samples.length;
  let [taken, left, divided] = [all, 0, 0];
  const isSure = holdsEverywhere(setting, node);
  const present = isSure ? presenceOf(setting, node) : 1;
  if (!isSure) [taken, left, divided] = truthsOf(setting, condition);
  const side = (plan: Plan, count: number, holds: boolean): Side[] => {
    if (plan.length === 0 || count === 0) return [];
    const guard = { form: condition, holds, divides: divided > 0, parts: true };
    const share = (around.share * count) / all;
    const { dimensions } = around;
    return [
      {
        plan,
        around: {
          dimensions,
          share,
          guards: [...around.guards, guard],
          present: around.present * (holds ? present : 1),
        },
        decision: { comparisons, dimensions, guard, share },
      },
    ];
  };
  return [...side(then, taken, true), ...side(otherwise, left, false)];
}

/** The part of the warps for which a condition holds, on average over all groups, where it holds for all of a group
 * from the middle. Of each dimension the last group is another. */
function presenceOf(setting: Setting, node: PlanBranch): number {
  const { condition } = node;
  const axes = setting.group.filter(
    ({ slot, count }) => count > 1 && condition.moving.some((moving) => moving.slot === slot),
  );
  let present = 1;
  for (let at = 1; at < 2 ** axes.length; at += 1) {
    let part = 1;
    const last = axes.flatMap(({ slot, count }, axis) => {
      const isLast = (at >> axis) % 2 === 1;
      part *= isLast ? 1 / count : (count - 1) / count;
      return isLast ? [[slot, count - 1] as const] : [];
    });
    const there = { ...setting, values: placed(setting.values, last) };
    if (holdsEverywhere(there, node)) continue;
    present -= part * (1 - partOfRounds(there, condition));
  }
  return present;
}

/** Rounds of loops around that are looked at. */
const MOST_ROUNDS_SEEN = 32;

/** The part of the warps that have a lane for which a condition holds, on average over the rounds of the loops around.
 * The first and the last lane of each are asked, as conditions at edges divide a group in two. */
function partOfRounds({ values, samples, item, counts }: Setting, condition: Form): number {
  const loops = condition.moving.flatMap(({ slot }) => {
    const count = counts.get(slot);
    return count === undefined || count <= 1 ? [] : [{ slot, count }];
  });
  const own = new Float64Array(values);
  const all = loops.reduce((product, { count }) => product * count, 1);
  const taken = Math.min(all, MOST_ROUNDS_SEEN);
  let holding = 0;
  for (let at = 0; at < taken; at += 1) {
    let rest = Math.floor((at * all) / taken);
    for (const { slot, count } of loops) {
      own[slot] = rest % count;
      rest = Math.floor(rest / count);
    }
    for (const { places } of samples) {
      const edges = [places[0], places.at(-1)];
      const holds = edges.some((place) => {
        item.forEach(({ slot }, axis) => {
          own[slot] = place?.[axis] ?? 0;
        });
        return condition.compute(own) !== 0;
      });
      if (holds) holding += 1;
    }
  }
  return holding / (taken * samples.length);
}

/** Counts sampled warps with a true lane, a false lane, and both. */
function truthsOf(setting: Setting, condition: Form): [number, number, number] {
  let [taken, left, divided] = [0, 0, 0];
  for (const warp of setting.samples) {
    const truths = atLanes(setting, condition, warp);
    const some = truths.some((truth) => truth !== 0);
    const none = truths.some((truth) => truth === 0);
    if (some) taken += 1;
    if (none) left += 1;
    if (some && none) divided += 1;
  }
  return [taken, left, divided];
}

/** True if only straight code is left after unrolling. */
export function isStraight(setting: Setting, node: PlanNode): boolean {
  switch (node.kind) {
    case 'work':
      return true;
    case 'loop':
      return isUnrolled(setting, node);
    case 'branch': {
      const { condition, then, otherwise } = node;
      const all = (plan: Plan): boolean => plan.every((each) => isStraight(setting, each));
      if (condition.moving.length > 0) return all(then) && all(otherwise);
      return all(condition.compute(setting.values) !== 0 ? then : otherwise);
    }
    default:
      return false;
  }
}

/** Rounds of a loop that the compiler runs together, where it does not unroll it wholly: of one that should be, as many
 * as divide it and stay within the limit (LLVM, LoopUnrollPass, computeUnrollCount). */
export function togetherOf(setting: Setting, loop: PlanLoop, count: number): number {
  const { body, unroll } = loop;
  const { compiler, terms } = setting;
  if (!body.every((node) => isStraight(setting, node))) return 1;
  if (compiler.unrollsPartly && terms.partly && isAsked(setting, loop)) {
    const most = (count * mostOf(setting, loop)) / Math.max(1, sizeOf(setting, loop));
    let together = Math.max(1, Math.floor(Math.min(count, most)));
    while (count % together !== 0) together -= 1;
    return together;
  }
  const asked = typeof unroll === 'function' ? unroll(setting.values) : setting.machine.unroll;
  return Math.min(count, Math.max(1, asked));
}

/** The text wants the loop unrolled wholly. */
const isAsked = (setting: Setting, loop: PlanLoop): boolean =>
  loop.trips.moving.length === 0 &&
  (loop.unroll === 'all' ||
    (loop.unroll !== undefined && loop.unroll(setting.values) >= tripsOf(setting, loop)));

/** Instructions to which the compiler unrolls a loop. */
const mostOf = (setting: Setting, loop: PlanLoop): number => {
  const { compiler } = setting;
  if (!isAsked(setting, loop)) return compiler.unrollUnasked;
  const isHeld = someIn(setting, loop.body, touchesLocal) || !someIn(setting, loop.body, isOpen);
  return isHeld ? compiler.unrollAsked : compiler.unrollGuarded;
};

/** True if the compiler unrolls the loop completely. */
export function isUnrolled(setting: Setting, loop: PlanLoop): boolean {
  const { trips, unroll, parts, body } = loop;
  if (parts || trips.moving.length > 0) return false;
  const asked = isAsked(setting, loop);
  if (unroll !== undefined && !asked) return false;
  if (!body.every((node) => isStraight(setting, node))) return false;
  return (asked && !setting.terms.unrolling) || sizeOf(setting, loop) <= mostOf(setting, loop);
}

const touchesLocal = (node: PlanNode): boolean =>
  node.kind === 'work' && node.accesses.some(({ memory }) => memory === 'local');

/** A branch that the configuration does not decide. */
const isOpen = (node: PlanNode): boolean =>
  node.kind === 'branch' && node.condition.moving.length > 0;

/** Some node of a plan or of what it holds, without the sides that the configuration excludes. */
const someIn = (setting: Setting, plan: Plan, is: (node: PlanNode) => boolean): boolean =>
  plan.some((node) => is(node) || someIn(setting, insideOf(setting, node), is));

function insideOf(setting: Setting, node: PlanNode): Plan {
  switch (node.kind) {
    case 'loop':
      return node.body;
    case 'branch': {
      const { condition, then, otherwise } = node;
      if (isOpen(node)) return [...then, ...otherwise];
      return condition.compute(setting.values) !== 0 ? then : otherwise;
    }
    default:
      return [];
  }
}

/** Instructions of straight code as unrolling limits count them, within loops: what does not move with a loop is
 * outside of it where the compiler hoists it first. */
function sizeOf(setting: Setting, node: PlanNode, loops: readonly Dimension[] = []): number {
  const { counted } = setting.compiler;
  const all = (plan: Plan, around = loops): number =>
    plan.reduce((sum, each) => sum + sizeOf(setting, each, around), 0);
  const often = (some: readonly Dimension[]): number =>
    some.reduce((product, { count }) => product * count, 1);
  switch (node.kind) {
    case 'work': {
      const own = node.operations;
      const floating = own?.floating ?? 0;
      const other = own
        ? own.double +
          own.division +
          own.function +
          own.integer +
          own.integerDivision +
          own.conversion
        : 0;
      const memory = node.accesses.reduce((sum, { memory: place, form }) => {
        const moves = ({ slot }: Dimension): boolean =>
          !counted.hoisted || form === undefined || form.moving.some((one) => one.slot === slot);
        return sum + counted.access[place] * often(loops.filter(moves));
      }, 0);
      return memory + often(loops) * (floating * counted.floating + other * counted.other);
    }
    case 'loop':
      return all(node.body, [...loops, { slot: node.slot, count: tripsOf(setting, node) }]);
    case 'branch': {
      const { condition, then, otherwise } = node;
      if (condition.moving.length > 0) return all(then) + all(otherwise);
      return all(condition.compute(setting.values) !== 0 ? then : otherwise);
    }
    default:
      return 0;
  }
}
