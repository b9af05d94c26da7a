import { type Diagnostic, Reports } from '../../base/diagnostic.ts';
import { ExprError } from '../../kernel/expr.ts';
import { groupsOf } from '../../kernel/geometry.ts';
import { type Kernel, nodesIn } from '../../kernel/ir.ts';
import { type Machine, memoryWidth } from '../machine.ts';
import type { DeviceProgram } from '../program.ts';
import { resident } from '../residency.ts';
import { COMPILERS, USUAL_REGISTERS } from './compilers.ts';
import { stepsOf } from './emit.ts';
import { Slots } from './names.ts';
import type { Part } from './part.ts';
import { planOf } from './plan.ts';
import { portsOf } from './ports.ts';
import { remembered } from './remembered.ts';
import { settingOf } from './setting.ts';
import { ALL_TERMS, type Terms } from './terms.ts';
import { type Item, walk } from './walk.ts';

export { ALL_TERMS, type Terms } from './terms.ts';

/** What a kernel costs on a machine. */
export interface DeviceCosts {
  /** What a warp does in a configuration. @param values of the parameters @param constants of the platform
   * @throws {ExprError} with words for the user where there is none. */
  program(
    values: Readonly<Record<string, number>>,
    constants: Readonly<Record<string, number>>,
  ): DeviceProgram;
  /** What is assumed because it is not derived. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Derives costs from a kernel that was lowered with `{ arithmetic: true, accesses: true }`. */
export function deviceCosts(
  kernel: Kernel,
  machine: Machine,
  terms: Terms = ALL_TERMS,
): DeviceCosts {
  const { geometry } = kernel;
  if (geometry === undefined)
    throw new Error('the kernel was lowered without saying what its accesses touch');
  const slots = new Slots();
  const plan = planOf(kernel, geometry, slots);
  const number = (expr: Parameters<Slots['compile']>[0]) => slots.compile(expr);
  const local = geometry.local.map(number);
  const global = geometry.global.map(number);
  const groups = groupsOf(geometry).map(number);
  const arrays = kernel.localArrays.map(({ elements, bytes = 4 }) => ({
    elements: number(elements),
    bytes,
  }));
  const kept = (kernel.kept ?? []).map(({ elements }) => number(elements));
  const ports = portsOf(machine);
  const program = remembered(slots, (values): DeviceProgram => {
    const sizes = local.map((size) => size(values));
    const items = sizes.reduce((all, one) => all * one, 1);
    if (items < 1) throw new ExprError('a group has no work-items');
    const counts = groups.map((count) => count(values));
    const all = global.reduce((product, size) => product * size(values), 1);
    const localBytes = arrays.reduce(
      (sum, { elements, bytes }) => sum + elements(values) * bytes,
      0,
    );
    const own = kept.reduce((sum, words) => sum + words(values), 0) + USUAL_REGISTERS;
    const needs = { items, localBytes };
    const first = resident(machine, { ...needs, registers: own });
    const group = { local: sizes, groups: counts };
    const setting = settingOf(machine, terms, slots, values, group, first.resident, localBytes);
    const way = walk(setting, ports, plan);
    const held = terms.held ? heldIn(way, terms, machine) : 0;
    const live = own + held;
    const registers = Math.min(live, machine.registersOfItem);
    const most = resident(machine, {
      ...needs,
      registers: terms.registers ? registers : USUAL_REGISTERS,
    });
    const spilled = terms.spills ? Math.max(0, live - machine.registersOfItem) : 0;
    const warps = Math.ceil(items / machine.lanes);
    const spills = spilled > 0 ? spillOf(machine, spilled, most.resident * warps, way, terms) : [];
    return {
      steps: stepsOf([...withSpills(way, spills)]),
      ...{ items, warps, registers, localBytes, ...most },
      groups: Math.max(1, Math.ceil(all / items / machine.units)),
      spilled,
    };
  });
  return {
    diagnostics: assumptionsOf(kernel),
    program: (given, constants) => program(slots.values({ ...constants, ...given })),
  };
}

/** All parts of a way. */
function* partsOf(way: readonly Item[]): Generator<Part> {
  for (const item of way)
    if (item.kind === 'part') yield item;
    else if (item.kind === 'loop') yield* partsOf(item.body);
}

/** Registers that hold loaded values: of the part that holds most. Where its results are stored behind guards, its
 * arithmetic moves there, and all that it loads is held. */
function heldIn(way: readonly Item[], terms: Terms, { compiler }: Machine): number {
  const parts = [...partsOf(way)];
  const stores = parts.reduce((sum, { guardedStores }) => sum + guardedStores, 0);
  return Math.max(
    0,
    ...parts.map((part) => {
      const sinks =
        terms.sinking &&
        COMPILERS[compiler].sinks &&
        part.times > 1 &&
        stores > 0 &&
        (part.guarded || stores > 1);
      return sinks ? part.loads : part.held;
    }),
  );
}

/** The values that do not fit are stored once, and loaded again as often as they are used, at most twice; where from
 * is a question of how many bytes all warps of the device spill. */
function spillOf(
  machine: Machine,
  spilled: number,
  warps: number,
  way: readonly Item[],
  terms: Terms,
): Item[] {
  const uses = Math.max(
    0,
    ...[...partsOf(way)].filter((p) => p.times > 1).map((part) => part.uses),
  );
  const bytes = machine.lanes * 4;
  const accesses = spilled * (1 + Math.min(uses, 2));
  const times = Math.ceil(spilled / 16);
  const all = spilled * bytes * warps;
  const level = all <= machine.l1Bytes ? 1 : all * machine.units <= machine.l2Bytes ? 2 : 3;
  const width = level === 2 ? machine.l2Width : Math.min(memoryWidth(machine), machine.l2Width);
  const latency =
    level === 1 ? machine.l1Latency : level === 2 ? machine.l2Latency : machine.memoryLatency;
  return [
    {
      kind: 'part',
      times,
      port: terms.port ? (accesses * bytes) / machine.l1Width / times : 0,
      l2: level === 1 || !terms.bandwidth ? 0 : (accesses * bytes) / width / times,
      latency: terms.latency ? latency : 0,
      ...{ issue: 0, chain: 0, held: 0, loads: 0, uses: 0, guarded: false, guardedStores: 0 },
    },
  ];
}

/** A way with spills after the part that has most loads. */
function withSpills(way: readonly Item[], spills: readonly Item[]): readonly Item[] {
  if (spills.length === 0) return way;
  const loads = (item: Item): number =>
    Math.max(0, ...[...partsOf([item])].map((part) => part.loads));
  const most = Math.max(...way.map(loads));
  const at = way.findIndex((item) => loads(item) === most);
  return [...way.slice(0, at + 1), ...spills, ...way.slice(at + 1)];
}

/** Accesses whose addresses are not derived. */
function assumptionsOf(kernel: Kernel): readonly Diagnostic[] {
  const reports = new Reports();
  const seen = new Set<number>();
  for (const node of nodesIn(kernel.body))
    for (const { touched, name, span } of node.kind === 'work' ? node.accesses : []) {
      if (touched === undefined || touched.address !== undefined || seen.has(span.start)) continue;
      seen.add(span.start);
      reports.info(
        'assumed-address',
        span,
        `Where ${name} is touched here is not derived: the lanes of a warp are taken to be at places that have nothing to do with each other.`,
        `Say how far apart lanes are, in elements: #pragma tuner stride ${name} = 1`,
      );
    }
  return reports.all;
}
