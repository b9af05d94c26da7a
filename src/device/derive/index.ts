import { productOf } from '../../base/product.ts';
import { type Diagnostic, Reports } from '../../base/diagnostic.ts';
import { ExprError } from '../../front/expr.ts';
import { groupsOf } from '../../kernel/geometry.ts';
import { type Kernel, nodesIn } from '../../kernel/ir.ts';
import { boundOf } from '../bound.ts';
import type { Machine } from '../machine.ts';
import type { DeviceProgram } from '../program.ts';
import { resident } from '../residency.ts';
import { USUAL_REGISTERS } from './compilers.ts';
import { stepsOf } from './emit.ts';
import { Slots } from './names.ts';
import { movingIn, planOf } from './plan.ts';
import { homesOf } from './private-arrays.ts';
import { portsOf } from './ports.ts';
import { withRegisters } from './registers.ts';
import { remembered } from './remembered.ts';
import { settingOf } from './setting.ts';
import { ALL_TERMS, type Terms } from './terms.ts';
import { presenceIn, takenIn, walk } from './walk.ts';

export { ALL_TERMS, type Terms } from './terms.ts';

/** A kernel's costs on a machine. */
export interface DeviceCosts {
  /** A warp's program. @param values of the parameters @param constants of the platform
   * @throws {ExprError} in the user's words. */
  program(
    values: Readonly<Record<string, number>>,
    constants: Readonly<Record<string, number>>,
  ): DeviceProgram;
  /** Assumptions made. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Needs a kernel lowered with the charges of a machine. */
export function deviceCosts(
  kernel: Kernel,
  machine: Machine,
  terms: Terms = ALL_TERMS,
): DeviceCosts {
  const { geometry } = kernel;
  const slots = new Slots(movingIn(kernel));
  const plan = planOf(kernel, geometry, slots);
  const number = (expr: Parameters<Slots['compile']>[0]) => slots.compile(expr);
  const local = geometry.local.map(number);
  const global = geometry.global.map(number);
  const groups = groupsOf(geometry).map(number);
  const arrays = kernel.localArrays.map(({ elements, bytes = 4 }) => ({
    elements: number(elements),
    bytes,
  }));
  const kept = kernel.kept.map(({ name, elements }) => ({ name, words: number(elements) }));
  const said = kernel.registers && number(kernel.registers);
  const ports = portsOf(machine, terms);
  const program = remembered(slots, (given): DeviceProgram => {
    const values = slots.configuration(given);
    const sizes = local.map((size) => size(values));
    const items = productOf(sizes);
    if (items < 1) throw new ExprError('a group has no work-items');
    const counts = groups.map((count) => count(values));
    const all = global.reduce((product, size) => product * size(values), 1);
    const localBytes = arrays.reduce(
      (sum, { elements, bytes }) => sum + elements(values) * bytes,
      0,
    );
    const group = { local: sizes, groups: counts };
    const alone = settingOf(machine, terms, slots, values, group, 1, localBytes);
    const own = kept.map(({ name, words }) => ({ name, words: words(values) }));
    const homes = homesOf(alone, plan, new Map(own.map(({ name, words }) => [name, words])));
    const wordsIn = (isThere: boolean): number =>
      own.reduce(
        (sum, { name, words }) =>
          (homes.get(name)?.kind === 'memory') === isThere ? sum + words : sum,
        0,
      );
    const registers = said?.(values) ?? wordsIn(false) + USUAL_REGISTERS;
    const needs = { items, localBytes };
    const { resident: sharing } = resident(machine, { ...needs, registers });
    const setting = { ...alone, homes, sharing, privateBytes: 4 * wordsIn(true) };
    const straight = walk(setting, ports, plan);
    const { way, ...registered } = withRegisters(straight, registers, needs, machine, {
      ...terms,
      // A stated number is complete.
      ...(said && { held: false, sinking: false }),
    });
    const made = {
      steps: stepsOf(way),
      items,
      warps: setting.warps,
      localBytes,
      ...registered,
      groups: Math.max(1, Math.ceil(((all / items) * presenceIn(way)) / machine.units - 1e-9)),
    };
    return drained(made, machine, {
      ...(terms.stores ? takenIn(way) : { moved: 0, issue: 0 }),
      given: terms.dispatch ? machine.units / machine.dispatch : 0,
    });
  });
  return {
    diagnostics: assumptionsOf(kernel),
    program: (given, constants) => program(slots.values({ ...constants, ...given })),
  };
}

/** A wave ends when all of its groups were given out and all of its bytes are where they belong: a store is not waited
 * for, but what memory has not moved when the work is done is. So nothing is faster than the bandwidth of the data sheet, nor, where whole cycles are less
 * than the instructions take, than its rate of instructions. */
function drained(
  program: DeviceProgram,
  machine: Machine,
  // Cycles until each unit is given a group.
  { moved, issue, given }: ReturnType<typeof takenIn> & { readonly given: number },
): DeviceProgram {
  const { steps, warps: inGroup, resident: most, groups } = program;
  const together = Math.min(most, groups);
  const warps = together * inGroup;
  const { least } = boundOf({ ...program, groups: together }, machine);
  const taken = Math.max(
    warps * moved,
    Math.ceil(warps / machine.schedulers) * issue,
    together * given,
  );
  const latency = Math.ceil(taken - least - 1e-6);
  if (latency <= 0) return program;
  const end = { kind: 'segment', times: 1, port: 0, l2: 0, latency, issue: 0, chain: 0 } as const;
  return { ...program, steps: [...steps, end] };
}

/** Accesses whose addresses are not derived. */
function assumptionsOf(kernel: Kernel): readonly Diagnostic[] {
  const reports = new Reports();
  const seen = new Set<number>();
  for (const node of nodesIn(kernel.body))
    for (const { touched, name, span } of node.kind === 'work' ? node.accesses : []) {
      if (touched === undefined || touched.address !== undefined || seen.has(span.start)) continue;
      if (touched.memory === 'private') continue;
      seen.add(span.start);
      reports.info(
        'assumed-address',
        span,
        `Where ${name} is touched here is not derived: the lanes of a warp are taken to be at places that have nothing to do with each other.`,
        `Say how far apart lanes are, in elements: #pragma tuner stride ${name} = 1`,
        [{ line: `#pragma tuner stride ${name} = 1`, where: 'top' }],
      );
    }
  return reports.all;
}
