import { memoryWidth } from '../machine.ts';
import type { Segment } from '../program.ts';
import {
  EXPANDED,
  type Instructions,
  issueCycles,
  LOADS_TOGETHER,
  ROUND,
  SECTOR,
} from './compilers.ts';
import { blocking, familiesOf, type Family, type Frame, heldBy, product } from './family.ts';
import { slopeAt } from './form.ts';
import type { Chosen, Decision, Dimension, Gathered, Sum } from './gather.ts';
import { memoryFor } from './private-arrays.ts';
import type { Stride } from './runs.ts';
import { inside, isOfItems, type Setting } from './setting.ts';
import { instructionsOf, type Ports, portOf, type Traffic, trafficOfAll } from './traffic.ts';

/** A part of a warp's way, as a segment of a program but in fractions of cycles. */
export interface Part extends Omit<Segment, 'kind'> {
  readonly kind: 'part';
  /** Loaded values that are held at most, how many loads there are, and how often each is used. */
  readonly held: number;
  readonly loads: number;
  readonly uses: number;
  /** What keeps loads from being one stands around them. */
  readonly guarded: boolean;
  /** Stores that stand under guards, each of its own. */
  readonly guardedStores: number;
  /** Cycles of a warp's share of the memory's bandwidth, loads and stores. */
  readonly moved: number;
  /** How much of it the groups do on average, where one from the middle does all. */
  readonly present: number;
}

/** The loop whose rounds a part is one of, or so many of together. */
export interface Rounds {
  readonly together: number;
}

/** A warp's cost of running straight code once; undefined if it is free. */
export function partOf(
  around: Setting,
  ports: Ports,
  { uses, sums, decisions, chosen, loops }: Gathered,
  frames: readonly Frame[],
  rounds?: Rounds,
): Part | undefined {
  if (uses.length === 0 && sums.length === 0 && decisions.length === 0 && !rounds) return undefined;
  const setting = inside(around, loops);
  const { machine, terms, compiler, warps } = setting;
  const families = familiesOf(setting, uses);
  const brings = trafficOfAll(setting, families, frames, rounds?.together ?? 1);
  const all = families.map((family) => costOf(setting, ports, family, frames, brings, rounds));
  // A constant read alike by all lanes comes with the instruction.
  const paid = all.filter(({ family }) => !isBroadcast(setting, family));
  const inner = frames.at(-1)?.slot;
  // Where the index is in a register, by an instruction of their own.
  const brought = all.filter(
    ({ family }) =>
      isBroadcast(setting, family) &&
      family.access.form?.moving.some(({ slot }) => slot === inner) === true,
  );
  const loads = paid.filter(({ family }) => family.access.kind === 'load');
  const stores = paid.filter(({ family }) => family.access.kind === 'store');
  const of = (list: readonly Cost[], value: (cost: Cost) => number): number =>
    list.reduce((sum, cost) => sum + value(cost), 0);
  const memory = of(paid, ({ accesses }) => accesses) + of(brought, ({ accesses }) => accesses);
  const loaded = of(loads, ({ accesses }) => accesses);
  const arithmetic = arithmeticOf(setting, sums);
  const guardedLoads = of(
    loads.filter(({ family }) => isGuarded(setting, family)),
    ({ accesses }) => accesses,
  );
  const integer =
    arithmetic.integer +
    of(paid, ({ addresses }) => addresses) +
    decisions.reduce((sum, decision) => sum + costOfDecision(setting, decision), 0) +
    costOfChoices(chosen) +
    (rounds ? ROUND : 0);
  const times = loads.length > 0 && sums.length > 0 ? rowsOf(loads, loaded) : 1;
  const together = latencyOf(setting, [...loads, ...brought], stores);
  const oneByOne = of(
    all.filter(({ family }) => family.access.kind === 'load' && isGuarded(setting, family)),
    (cost) => cost.accesses * cost.latency,
  );
  const waits = terms.waiting && compiler.guardedLoadsWait;
  const latency = waits ? Math.max(together, oneByOne / times) : together;
  const apart = of(
    loads.filter(({ family }) => hasOwnAddresses(setting, family)),
    ({ accesses }) => accesses,
  );
  const issue =
    issueCycles(machine, { ...arithmetic, integer, memory }) +
    (terms.addressing ? apart * machine.addressing : 0);
  const [first] = paid;
  return {
    kind: 'part',
    times,
    port: terms.port ? of(paid, ({ port }) => port) / times : 0,
    l2: terms.bandwidth ? of(paid, ({ cycles }) => cycles) / warps / times : 0,
    moved: terms.bandwidth ? of(paid, (cost) => cost.moved) / warps / times : 0,
    latency: terms.latency ? latency : 0,
    issue: issue / times,
    chain: terms.dependence ? (arithmetic.chain * machine.dependent) / times : 0,
    place: first?.family.access.span,
    computes: sums[0]?.span,
    held:
      compiler.holds && terms.held ? Math.max(0, ...loads.map(({ family }) => heldBy(family))) : 0,
    loads: loaded,
    uses: loaded > 0 ? (arithmetic.floating + arithmetic.double) / loaded : 0,
    guarded: guardedLoads > 0,
    present: Math.max(0, ...uses.map((use) => use.present), ...sums.map((sum) => sum.present)),
    guardedStores: of(
      stores.filter(({ family }) => isGuarded(setting, family)),
      ({ accesses }) => accesses,
    ),
  };
}

interface Cost {
  readonly family: Family;
  /** Instructions of the warp, cycles of the port, of the ways to the second cache and to memory for the group,
   * integer instructions for addresses. */
  readonly accesses: number;
  readonly port: number;
  readonly cycles: number;
  readonly moved: number;
  readonly addresses: number;
  readonly latency: number;
}

const isGuarded = (setting: Setting, { guards }: Family): boolean =>
  blocking(setting, guards).length > 0;

function isBroadcast(setting: Setting, { access }: Family): boolean {
  const { memory, form } = access;
  return memory === 'constant' && form !== undefined && !isOfItems(setting, form);
}

/** Lanes that all read one address are told it once. */
const hasOwnAddresses = (setting: Setting, { access: { memory, form } }: Family): boolean =>
  memory === 'global' && (form === undefined || isOfItems(setting, form));

function costOf(
  setting: Setting,
  ports: Ports,
  family: Family,
  frames: readonly Frame[],
  brings: (family: Family) => Traffic,
  rounds: Rounds | undefined,
): Cost {
  const { machine, items, warps } = setting;
  const { access, share } = family;
  if (isBroadcast(setting, family)) {
    const latency = machine.l1Latency;
    return {
      family,
      accesses: family.count * share,
      port: 0,
      cycles: 0,
      moved: 0,
      addresses: 0,
      latency,
    };
  }
  const { memory, kind } = access;
  const hoisted = rounds && isHoisted(family, frames) ? rounds.together : 1;
  const pass = frames.at(-1);
  // Once for the loop instead of once for each round of it.
  const often = hoisted === 1 || pass === undefined ? 1 : hoisted / Math.max(1, pass.mean);
  const instructions = instructionsOf(setting, family);
  const accesses = family.count * share * often * instructions;
  const offsets = offsetsOf(setting, family, frames);
  const port = accesses * portOf(setting, family, offsets, ports);
  const addresses = (rounds ? 1 : 0) * share * (family.runs === undefined ? 2 : 1);
  if (memory === 'private') return ofPrivate(setting, family, accesses / instructions);
  if (memory === 'local')
    return {
      family,
      accesses,
      port,
      cycles: 0,
      moved: 0,
      addresses,
      latency: machine.localLatency,
    };
  const { bytes, fresh, late, cycles } = brings(family);
  const isPassed = setting.terms.passing && kind === 'store' && !access.atomic;
  const passed = isPassed
    ? accesses * warps * portOf(setting, family, offsets, { ...ports, global: ports.passed })
    : 0;
  const asked = (items * accesses * access.bytes) / instructions;
  const isNew = bytes > asked / 2;
  const beyond = (part: number): number =>
    part > bytes / 2 ? machine.memoryLatency : machine.l2Latency;
  const latency =
    kind === 'store' && !access.atomic
      ? 0
      : isNew || access.atomic
        ? beyond(late)
        : machine.l1Latency +
          newSectors(setting, family, bytes) * (beyond(fresh) - machine.l1Latency);
  const moved = fresh / memoryWidth(machine);
  return {
    family,
    accesses,
    port,
    cycles: Math.max(cycles, (passed * SECTOR) / machine.l2Width),
    moved,
    addresses,
    latency,
  };
}

/** The part of the passes that wait for a sector, where all items of the group read one address: none of them can have
 * brought it before. */
function newSectors(setting: Setting, { access: { form } }: Family, bytes: number): number {
  const isWalk = setting.terms.walks && form !== undefined && !isOfItems(setting, form);
  return isWalk ? Math.min(1, bytes / SECTOR) : 0;
}

/** An access to an array of private memory: the same word of all lanes side by side. */
function ofPrivate(setting: Setting, family: Family, accesses: number): Cost {
  const { machine, warps, items, sharing, privateBytes } = setting;
  const bytes = machine.lanes * family.access.bytes;
  const { latency, width } = memoryFor(machine, privateBytes * items * sharing);
  return {
    family,
    accesses,
    port: (accesses * bytes) / machine.l1Width,
    cycles: width === undefined ? 0 : (accesses * bytes * warps) / width,
    moved: 0,
    addresses: 0,
    latency: family.access.kind === 'load' ? latency : 0,
  };
}

/** A load that the rounds of the innermost loop around have in common. */
function isHoisted({ access }: Family, frames: readonly Frame[]): boolean {
  const { kind, form, memory } = access;
  const inner = frames.at(-1);
  if (kind !== 'load' || form === undefined || !inner) return false;
  if (memory === 'local' || memory === 'private') return false;
  return !form.moving.some(({ slot }) => slot === inner.slot);
}

/** Offsets by which a warp's lanes move together over a family. */
function offsetsOf(setting: Setting, family: Family, frames: readonly Frame[]): Stride[] {
  const { values, group } = setting;
  const { form } = family.access;
  if (form === undefined) return [];
  const around = [...frames, ...group, ...family.separate].flatMap(({ slot, count }): Stride[] => {
    const step = slopeAt(form, slot, values);
    return step === undefined ? [] : [{ step, count }];
  });
  return [...family.strides, ...around];
}

/** In how many rows a part waits for its loads: those of the loads that have most, but no fewer loads in each than
 * are issued together. */
function rowsOf(loads: readonly Cost[], count: number): number {
  const rows = Math.max(1, ...loads.map(({ family }) => family.rows));
  return Math.max(1, Math.min(rows, Math.floor(count / LOADS_TOGETHER)));
}

function latencyOf({ machine }: Setting, loads: readonly Cost[], stores: readonly Cost[]): number {
  const of = (waits: boolean): number =>
    Math.max(
      0,
      ...loads.filter(({ family }) => family.access.waits === waits).map(({ latency }) => latency),
    );
  const local = stores.some(({ family }) => family.access.memory === 'local');
  const atomic = Math.max(
    0,
    ...stores.map(({ latency, family }) => (family.access.atomic ? latency : 0)),
  );
  return of(false) + of(true) + Math.max(local ? machine.localLatency : 0, atomic);
}

/** Instructions of a warp that compute, and how many of them depend on each other. */
function arithmeticOf(
  setting: Setting,
  sums: readonly Sum[],
): Omit<Instructions, 'memory'> & { readonly chain: number } {
  let [floating, double, special, integer, chain] = [0, 0, 0, 0, 0];
  const { terms, compiler } = setting;
  for (const { operations, carried, dimensions, share } of sums) {
    const own = operations.floating + operations.division * EXPANDED.division;
    const whole = operations.integer + operations.integerDivision * EXPANDED.integerDivision;
    const count = product(dimensions) * share;
    floating += own * count;
    double += operations.double * count;
    special += operations.function * count;
    if (terms.conversions && compiler.convertsApart) special += operations.conversion * count;
    else if (terms.conversions) floating += operations.conversion * count;
    integer += whole * count;
    const links =
      carried === undefined
        ? 1
        : product(dimensions) / chainsOf(setting, carried.index, dimensions);
    const all = own + whole + operations.double + operations.function;
    chain = Math.max(chain, all * links * share);
  }
  return { floating, double, special, integer, chain };
}

/** Variables that each iteration computes from their previous value. */
function chainsOf(
  { values }: Setting,
  index: NonNullable<Sum['carried']>['index'],
  dimensions: readonly Dimension[],
): number {
  const moving = dimensions.filter(({ slot }) => slopeAt(index, slot, values) !== 0);
  return product(moving);
}

/** Integer instructions: a move for each element, and comparisons once for those of an array. */
function costOfChoices(chosen: readonly Chosen[]): number {
  const compared = new Map(chosen.map(({ array, comparisons }) => [array, comparisons]));
  return (
    [...compared.values()].reduce((sum, comparisons) => sum + comparisons, 0) +
    chosen.reduce((sum, { dimensions, share }) => sum + product(dimensions) * share, 0)
  );
}

/** Integer instructions of a guard. */
function costOfDecision(
  setting: Setting,
  { comparisons, dimensions, guard, share }: Decision,
): number {
  const { compiler } = setting;
  // What does not change from iteration to iteration is compared once; a branch is taken each time.
  const own = dimensions.filter(({ slot }) =>
    guard.form.moving.some((moving) => moving.slot === slot),
  );
  if (compiler.guard === 0) return comparisons * product(own) * share;
  return (comparisons + compiler.guard) * product(dimensions) * share;
}
