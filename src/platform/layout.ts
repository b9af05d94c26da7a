import { type LanguageWords, WORDS_OF } from '../front/language.ts';
import {
  compile,
  type Environment,
  ExprError,
  type Expr,
  inEnvironment,
  name,
} from '../front/expr.ts';
import { expr } from '../front/expr-parser.ts';
import type { Kernel } from '../kernel/ir.ts';
import type { Constants } from '../base/constants.ts';

/** SPIN runs at most 255 processes (manual, "run"). */
export const MOST_PROCESSES = 255;

/** Groups of several kinds are spread over at most so many units: each has a number. */
export const MOST_UNITS = 4096;

/** Processes that stand for others in a model. */
export interface Folding {
  /** One element stands for all with as many items, since nothing depends on the work-item. There are two kinds at
   * most: one has an item more. */
  readonly elements: boolean;
  /** One unit stands for all. If groups are alike, the one with the most decides. */
  readonly units: boolean;
  /** Groups differ, so a unit runs one of each kind, then those of the slowest unit (see `kinds.ts`). */
  readonly kinds: boolean;
  /** Passes, groups and iterations are multiplied once they repeat. */
  readonly repeats: boolean;
}

export interface Shape {
  readonly kernel: Kernel;
  readonly folding: Folding;
  readonly hasGlobalBarrier: boolean;
  /** It runs as a reduction (see `Semantics.runsReductions`). */
  readonly isReduction: boolean;
}

/** Processes of the platform behind those of a model, in one configuration. */
export interface StandsFor {
  readonly devices: number;
  readonly units: number;
  /** For each element of a unit; empty where each is itself. */
  readonly elements: readonly number[];
  /** Units with one group fewer than the one that runs, and its groups. */
  readonly fewer: number;
  readonly rounds: number;
  /** An element stands for others that idle in the tail (see `Reduction`). */
  readonly tail: boolean;
}

/** A condition for a configuration to run, beyond the kernel's own. */
export interface Check {
  /** The end state of those that break it. */
  readonly label: `end_${string}`;
  /** Checked as early as this is known. */
  readonly about: 'groups' | 'memory';
  readonly holds: Expr;
  /** Why not, in words that stand beside the configuration. */
  reason(value: (expr: string) => number, words: LanguageWords): string;
}

/** A variable of the model's that counts groups, units, passes or processes. */
export interface Assignment {
  readonly name: string;
  readonly value: Expr;
  /** It is left as it is where this does not hold. */
  readonly when?: Expr;
  /** A comment in the model. */
  readonly note?: string;
}

/** A semantics' layout, in expressions over constants, `quantitiesOf` a kernel and variables assigned before. */
export interface LayoutRules {
  /** In the order in which they are told. */
  readonly checks: readonly Check[];
  readonly assignments: readonly Assignment[];
  /** Elements that are none are left out. */
  readonly standsFor: Readonly<Partial<Record<'devices' | 'units' | 'rounds' | 'fewer', Expr>>> & {
    readonly elements: readonly Expr[];
    readonly tail?: boolean;
  };
}

/** The kernel's items, group size, tile and array lengths, by their names in a layout. */
export const quantitiesOf = (kernel: Kernel): ReadonlyMap<string, Expr> =>
  new Map([
    ['items', kernel.items],
    ['group_size', kernel.localSize],
    ...arrayNames(kernel).map((array, at): [string, Expr] => [
      array,
      kernel.localArrays[at]?.elements ?? name(array),
    ]),
    ['tile', name('TS')],
  ]);

const arrayNames = ({ localArrays }: Kernel): string[] => localArrays.map((_, at) => `array_${at}`);

export const assign = (
  variable: string,
  value: string,
  more: Omit<Assignment, 'name' | 'value'> = {},
): Assignment => ({ name: variable, value: expr(value), ...more });

export const check = (
  label: Check['label'],
  holds: string,
  reason: Check['reason'],
  about: Check['about'] = 'groups',
): Check => ({ label, about, holds: expr(holds), reason });

/** Elements of a unit that work on a group. */
export const WORKING = 'min(group_size, NP)';

/** Processes of every configuration, by SPIN's number; the first starts the others. */
export const standingProcesses = ({ hasGlobalBarrier }: Pick<Shape, 'hasGlobalBarrier'>) =>
  ['main', 'clock', 'host', ...(hasGlobalBarrier ? ['global_barrier'] : [])] as const;

/** Process number of the first device. */
export const firstDevice = (shape: Shape): number => standingProcesses(shape).length;

/** Every semantics asks first for items in a group. */
export const HAS_ITEMS = check(
  'end_unfit',
  'group_size >= 1',
  (value, { group, item }) => `a ${group} of ${value('group_size')} ${item}s does nothing`,
);

/** Work-items form whole groups. */
export const ITEMS_DIVIDE: readonly Check[] = [
  'items >= group_size',
  'items % group_size == 0',
].map((divides) =>
  check(
    'end_unfit',
    divides,
    (value, { item }) =>
      `${value('items')} ${item}s do not divide into groups of ${value('group_size')}`,
  ),
);

/** SPIN can run all processes. */
export const fewEnough = (label: Check['label'], holds: string, processes: string): Check =>
  check(
    label,
    holds,
    (value) => `needs ${value(processes)} processes; SPIN runs at most ${MOST_PROCESSES}`,
  );

/** The kernel's arrays fit a unit's local memory. */
export function fitsMemory(kernel: Kernel): Check[] {
  if (kernel.localArrays.length === 0) return [];
  const needed = arrayNames(kernel).join(' + ');
  return [
    check(
      'end_local_memory',
      `${needed} <= LM`,
      (value) => `needs ${value(needed)} elements of local memory; LM is ${value('LM')}`,
      'memory',
    ),
  ];
}

/** Where groups are alike one is run and multiplied.
 * @param left rounds that are run */
export const roundsOf = ({ folding }: Shape, left: 1 | 2): Assignment[] =>
  folding.repeats && folding.units && !folding.kinds
    ? [assign('rounds', left === 1 ? 'groups' : 'groups - 1'), assign('groups', String(left))]
    : [];

type Counts = Readonly<
  Record<'groups' | 'units' | 'devices' | 'NWE' | 'passes' | 'first_unit', number>
>;

/** How a semantics spreads a kernel's groups: the rules for the model, and their values. */
export class Layout {
  readonly rules: LayoutRules;
  readonly #shape: Shape;
  readonly #compiled = new Map<Expr, (place: Place) => number>();
  readonly #quantities: ReadonlyMap<string, Expr>;

  constructor(shape: Shape, semantics: { layout(shape: Shape): LayoutRules }) {
    this.#shape = shape;
    this.rules = semantics.layout(shape);
    this.#quantities = quantitiesOf(shape.kernel);
  }

  /** Why a configuration cannot run though the kernel allows it, in words; nothing where it can. */
  invalid(values: Environment, constants: Constants): string | undefined {
    const place: Place = { values, constants };
    const { kernel } = this.#shape;
    try {
      for (const { holds, reason } of this.rules.checks)
        if (this.#value(holds, place) === 0)
          return reason((text) => this.#value(expr(text), place), WORDS_OF[kernel.language]);
      return undefined;
    } catch (error) {
      if (error instanceof ExprError) return error.message;
      throw error;
    }
  }

  /** The variables of the model in a valid configuration. @throws {ExprError} */
  counts(values: Environment, constants: Constants): Counts {
    const counts = { groups: 0, units: 0, devices: 0, NWE: 0, passes: 0, first_unit: 0 };
    const place: Place = { values, constants, counts };
    for (const { name: variable, value, when } of this.rules.assignments)
      if (!when || this.#value(when, place) !== 0)
        Object.assign(counts, { [variable]: this.#value(value, place) });
    return counts;
  }

  /** In an invalid configuration every process is itself. */
  standsFor(values: Environment, constants: Constants): StandsFor {
    const { elements, tail = false, ...counts } = this.rules.standsFor;
    const themselves = { devices: 1, units: 1, elements: [], fewer: 0, rounds: 1, tail: false };
    if (this.invalid(values, constants) !== undefined) return themselves;
    const place: Place = { values, constants };
    const value = (of: Expr): number => this.#value(of, place);
    const folded = this.#shape.folding.elements ? elements.map(value) : [];
    const found = Object.entries(counts).map(([count, of]) => [count, value(of)]);
    return {
      ...themselves,
      ...Object.fromEntries(found),
      elements: folded.filter((number) => number > 0),
      tail,
    };
  }

  /** Compiled once: a census asks for millions. */
  #value(of: Expr, place: Place): number {
    let found = this.#compiled.get(of);
    if (!found) {
      found = compile(of, (one) => this.#lookup(one));
      this.#compiled.set(of, found);
    }
    return found(place);
  }

  /** A count so far, a quantity of the kernel, or a constant. */
  #lookup(one: string): (place: Place) => number | undefined {
    const quantity = this.#quantities.get(one);
    const said = quantity
      ? compile(quantity, given)
      : ({ constants }: Place) => inEnvironment(one, constants);
    return (place) => place.counts?.[one] ?? said(place);
  }
}

/** A parameter or a constant, as the kernel's expressions mention them. */
const given =
  (one: string) =>
  ({ values, constants }: Place) =>
    inEnvironment(one, values) ?? inEnvironment(one, constants);

/** Where names are looked up; `counts` is what has been counted before. */
interface Place {
  readonly values: Environment;
  readonly constants: Environment;
  readonly counts?: Environment;
}
