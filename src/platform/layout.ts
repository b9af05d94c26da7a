import {
  compile,
  type Environment,
  ExprError,
  type Expr,
  inEnvironment,
  name,
} from '../kernel/expr.ts';
import { expr } from '../kernel/expr-parser.ts';
import type { Kernel } from '../kernel/ir.ts';
import type { Constants } from '../base/constants.ts';

/** SPIN runs at most 255 processes (manual, "run"). */
export const MOST_PROCESSES = 255;

/** Units at most that groups of several kinds are spread over: the model has a number for each. */
export const MOST_UNITS = 4096;

/** What stands for what in a model. */
export interface Folding {
  /** One element stands for all that have as many items: no cost, condition or trip count depends on
   * the work-item. There are two kinds at most, those with one item more and the others. */
  readonly elements: boolean;
  /** One unit of one device stands for all. Where nothing depends on the group either, every group takes
   * the same time and the unit with the most groups decides. */
  readonly units: boolean;
  /** Some do, so that the unit runs one group of each kind; from how long they take follows which unit is
   * the last to finish, and that one is run (see `kinds.ts` of the model). */
  readonly kinds: boolean;
  /** What repeats itself is multiplied: passes, groups, iterations. */
  readonly repeats: boolean;
}

/** What a layout is made for. */
export interface Shape {
  readonly kernel: Kernel;
  readonly folding: Folding;
  readonly hasGlobalBarrier: boolean;
  /** Whether the kernel runs as a reduction (see `Semantics.runsReductions`). */
  readonly isReduction: boolean;
}

/** How many processes of the platform those of a model stand for, in one configuration. */
export interface StandsFor {
  readonly devices: number;
  readonly units: number;
  /** Of a unit, by the number of the element in there; none where each is itself. */
  readonly elements: readonly number[];
  /** How many of the units have one group fewer than the one that is run, and how many groups that has. */
  readonly fewer: number;
  readonly rounds: number;
  /** Whether an element stands for others that have nothing to do in the tail (see `Reduction`). */
  readonly tail: boolean;
}

/** What a configuration must fulfil to be run, although the kernel's constraints allow it. */
export interface Check {
  /** Of the end state in which the model leaves those that do not. */
  readonly label: `end_${string}`;
  /** What is looked at; the model checks each as early as it is known. */
  readonly about: 'groups' | 'memory';
  readonly holds: Expr;
  /** Why not, in words that stand beside the configuration. */
  reason(value: (expr: string) => number): string;
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

/** What a semantics says of its layout. All expressions are over the platform's constants, what the
 * kernel says (`quantitiesOf`), and the variables that are assigned before. */
export interface LayoutRules {
  /** In the order in which they are told. */
  readonly checks: readonly Check[];
  readonly assignments: readonly Assignment[];
  /** What the processes stand for; elements that are none are left out. */
  readonly standsFor: Readonly<Partial<Record<'devices' | 'units' | 'rounds' | 'fewer', Expr>>> & {
    readonly elements: readonly Expr[];
    readonly tail?: boolean;
  };
}

/** What the names in a layout's expressions are in a kernel: its items, those of a group, its tile, and
 * the length of each `__local` array. */
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

/** The processes that run in every configuration, by SPIN's number; the first starts the others. */
export const standingProcesses = ({ hasGlobalBarrier }: Pick<Shape, 'hasGlobalBarrier'>) =>
  ['main', 'clock', 'host', ...(hasGlobalBarrier ? ['global_barrier'] : [])] as const;

/** Process number of the first device. */
export const firstDevice = (shape: Shape): number => standingProcesses(shape).length;

/** Whether a work-group has any items: what every semantics asks first. */
export const HAS_ITEMS = check(
  'end_unfit',
  'group_size >= 1',
  (value) => `a work-group of ${value('group_size')} items does nothing`,
);

/** Whether the work-items are whole groups. */
export const ITEMS_DIVIDE: readonly Check[] = [
  'items >= group_size',
  'items % group_size == 0',
].map((divides) =>
  check(
    'end_unfit',
    divides,
    (value) => `${value('items')} work-items do not divide into groups of ${value('group_size')}`,
  ),
);

/** That SPIN can run all processes. */
export const fewEnough = (label: Check['label'], holds: string, processes: string): Check =>
  check(
    label,
    holds,
    (value) => `needs ${value(processes)} processes; SPIN runs at most ${MOST_PROCESSES}`,
  );

/** That the arrays of a kernel fit the local memory of a unit. */
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

/** Where all groups take the same time only the first is run, and its time multiplied. `left` is how
 * many rounds there are then. */
export const roundsOf = ({ folding }: Shape, left: 1 | 2): Assignment[] =>
  folding.repeats && folding.units && !folding.kinds
    ? [assign('rounds', left === 1 ? 'groups' : 'groups - 1'), assign('groups', String(left))]
    : [];

/** What every layout assigns: groups, units and devices that are run, elements of a unit, passes of an
 * element over the kernel for one group, and the process number of the first unit. */
type Counts = Readonly<
  Record<'groups' | 'units' | 'devices' | 'NWE' | 'passes' | 'first_unit', number>
>;

/** How the groups of a kernel are spread over the platform in one semantics: the rules that the model
 * follows, and their values in a configuration. */
export class Layout {
  readonly rules: LayoutRules;
  readonly #compiled = new Map<Expr, (place: Place) => number>();
  readonly #quantities: ReadonlyMap<string, Expr>;

  constructor(
    private readonly shape: Shape,
    semantics: { layout(shape: Shape): LayoutRules },
  ) {
    this.rules = semantics.layout(shape);
    this.#quantities = quantitiesOf(shape.kernel);
  }

  /** Why a configuration that satisfies the kernel's constraints cannot be run all the same, in words
   * that stand beside it; nothing where it can. */
  invalid(values: Environment, constants: Constants): string | undefined {
    const place: Place = { values, constants };
    try {
      for (const { holds, reason } of this.rules.checks)
        if (this.#value(holds, place) === 0)
          return reason((text) => this.#value(expr(text), place));
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

  /** What stands for what in a valid configuration; in any other, every process is itself. */
  standsFor(values: Environment, constants: Constants): StandsFor {
    const { elements, tail = false, ...counts } = this.rules.standsFor;
    const themselves = { devices: 1, units: 1, elements: [], fewer: 0, rounds: 1, tail: false };
    if (this.invalid(values, constants) !== undefined) return themselves;
    const place: Place = { values, constants };
    const value = (of: Expr): number => this.#value(of, place);
    const folded = this.shape.folding.elements ? elements.map(value) : [];
    const found = Object.entries(counts).map(([count, of]) => [count, value(of)]);
    return {
      ...themselves,
      ...Object.fromEntries(found),
      elements: folded.filter((number) => number > 0),
      tail,
    };
  }

  /** The value of an expression of the layout. A census asks for millions, so each is compiled once. */
  #value(of: Expr, place: Place): number {
    let found = this.#compiled.get(of);
    if (!found) {
      found = compile(of, (one) => this.#lookup(one));
      this.#compiled.set(of, found);
    }
    return found(place);
  }

  /** What a name stands for: what has been counted, what the kernel says, or a constant. */
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

/** What the names of a layout are looked up in; `counts` is what has been counted before. */
interface Place {
  readonly values: Environment;
  readonly constants: Environment;
  readonly counts?: Environment;
}
