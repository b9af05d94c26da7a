import { productOf } from '../../base/product.ts';
import type { Assumed, Finding, NotChecked } from '../finding.ts';
import type { Instruction, ValueProgram } from '../program.ts';
import { type AtFault, ByArguments } from './by-arguments.ts';
import type { Budget } from './budget.ts';
import { Conditions } from './conditions.ts';
import type { Facts } from './facts.ts';
import { assumedOf } from './assumed-arguments.ts';
import { itemOf, type Machine } from './machine.ts';
import { Names } from './names.ts';
import { type Part, partsOfArguments } from './rounds.ts';
import type { Sighting, Trial } from './trial.ts';
import { usualArguments } from './usual.ts';

/** Begins the keys of reads of memory that nobody has written. */
export const EMPTY_PLACE = 'empty place';
/** Begins of keys of faults of accesses, which a site follows. */
const OF_SITES: ReadonlyMap<string, AtFault> = new Map([
  ['outside', 'place'],
  [EMPTY_PLACE, 'contents'],
  ['unwritten', 'value'],
]);
/** The same of faults that an instruction follows. */
const OF_INSTRUCTIONS: ReadonlyMap<string, AtFault> = new Map([
  ['unwritten branch', 'condition'],
  ['zero', 'divisor'],
  ['stuck', 'condition'],
  ['within', 'condition'],
]);
const KEY = /^(.+) (\d+)$/;

/** Findings and open questions of runs by their keys, and the running item and input they are seen with. */
export class Ledger {
  readonly program: ValueProgram;
  readonly facts: Facts;
  readonly names: Names;
  readonly usual: (name: string) => number;
  readonly byArguments: ByArguments;
  /** Conditions on what nobody states. */
  readonly conditions: Conditions;
  /** True while the run is still the kernel's; where only values are not, accesses are. */
  isFollowed = { inAccesses: true, inValues: true };
  /** A stated fact excludes the running input. */
  isLeftOut = false;
  readonly found = new Map<string, { readonly finding: Finding; readonly seen: Sighting }>();
  readonly open = new Map<string, NotChecked>();
  machine: Machine | undefined;
  /** The run's steps, which may leave an input early. */
  budget: Budget | undefined;
  /** The group of each turn. */
  groups: number[] = [];
  /** An unstated input decided something: others may do otherwise. */
  dependsOnInputs = false;
  #trial: Trial = { number: 0, words: undefined, unusual: [] };
  /** Keys of what the running input's run has found. */
  readonly #foundNow = new Set<string>();
  #partOf: ((name: string) => Part) | undefined;

  constructor(program: ValueProgram, facts: Facts, text: string | undefined) {
    this.program = program;
    this.facts = facts;
    this.names = new Names(program, text);
    this.usual = usualArguments(program);
    this.byArguments = new ByArguments(program, facts.points, this.usual);
    this.conditions = new Conditions(program, facts);
  }

  get trial(): Trial {
    return this.#trial;
  }

  set trial(trial: Trial) {
    this.#trial = trial;
    this.begin(trial);
  }

  /** A new input is run. */
  protected begin(trial: Trial): void {
    this.isLeftOut = false;
    this.#foundNow.clear();
    this.byArguments.begin(trial);
  }

  /** The input's run says nothing of others. */
  left(): void {
    this.byArguments.left(this.trial);
  }

  /** A condition that is told excludes the running input. */
  leaveOut(): void {
    if (this.isLeftOut) return;
    this.isLeftOut = true;
    this.left();
  }

  /** On a side not taken nothing is wrong yet, but something may be. */
  isOnOtherSide(what: string | (() => string), isCertain = false): boolean {
    if (this.machine?.undo === undefined) return false;
    this.conditions.suspect(typeof what === 'string' ? what : what(), isCertain);
    return true;
  }

  here(): string {
    const { item = 0, group = 0 } = this.machine ?? {};
    return this.names.who(item, group);
  }

  get where(): string {
    return this.trial.words === undefined ? '' : ` ${this.trial.words}`;
  }

  instruction(site: number): Instruction | undefined {
    return this.program.code[this.facts.instructions[site >> 1] ?? -1];
  }

  /** The running item, counted over all turns. */
  get turnItem(): number {
    const { mark, siteBits } = this.machine ?? { mark: 0, siteBits: 0 };
    return itemOf(mark, siteBits);
  }

  get count(): number {
    return productOf(this.program.local);
  }

  get now(): { readonly group: number; readonly where: string } {
    return { group: this.machine?.group ?? 0, where: this.where };
  }

  find(key: string, finding: Omit<Finding, 'configuration'>, groups?: readonly number[]): void {
    if (!this.isFollowed.inValues) return;
    this.#foundNow.add(key);
    if (this.argumentsOf(key).length > 0) this.dependsOnInputs = true;
    const assumed = finding.assumed ?? assumedOf(this.usual, this.trial.unusual);
    const isReal =
      finding.assumed === undefined &&
      this.withoutRounds({ kind: finding.kind, assumed }, this.trial) === undefined;
    if (isReal)
      this.byArguments.failed(key, this.trial, this.instructionOf(key), this.#atFault(key));
    else this.byArguments.saw(key, this.trial);
    if (isReal && assumed === undefined) this.budget?.shorten();
    const known = this.found.get(key);
    // One that assumes nothing stands for others, and one of no rounds for none.
    if (known !== undefined) {
      const isBetter = known.finding.assumed !== undefined && assumed === undefined;
      const isOfRounds =
        this.withoutRounds(known.finding, known.seen.trial) !== undefined &&
        this.withoutRounds({ kind: finding.kind, assumed }, this.trial) === undefined;
      if (!isBetter && !isOfRounds) return;
    }
    this.found.set(key, {
      finding: { ...finding, configuration: this.program.configuration, assumed },
      seen: { trial: this.trial, groups: groups ?? [this.machine?.group ?? 0] },
    });
  }

  /** The running input was found to do so: to find it once more tells nothing. */
  isFoundNow(key: string): boolean {
    return this.machine?.undo === undefined && this.#foundNow.has(key);
  }

  /** Arguments that nobody states and that decide whether an instruction went wrong. */
  argumentsOf(key: string): readonly string[] {
    const what = this.#atFault(key);
    const at = this.instructionOf(key);
    return what === undefined || at === undefined ? [] : this.byArguments.of(at, what);
  }

  /** The assumptions of a fault, with the arguments that decide it. */
  protected assumedBy(
    key: string,
    own: Assumed | undefined,
    { unusual }: Trial,
  ): Assumed | undefined {
    if (own === undefined)
      return this.byArguments.assumed(key, this.instructionOf(key) ?? -1, this.argumentsOf(key));
    if (unusual.length === 0) return own;
    // Usual arguments, for which it is left open, are no way around it.
    if (this.byArguments.isUsual(key))
      return { ...own, words: `${own.words}, or another that leads there`, so: [], otherwise: [] };
    // Nor are they where they lead to another.
    return this.byArguments.faults.areUnusual ? own : { ...own, otherwise: [] };
  }

  #atFault(key: string): AtFault | undefined {
    const [, kind = ''] = KEY.exec(key) ?? [];
    return OF_SITES.get(kind) ?? OF_INSTRUCTIONS.get(kind);
  }

  instructionOf(key: string): number | undefined {
    const [, kind = '', at] = KEY.exec(key) ?? [];
    if (OF_SITES.has(kind)) return this.facts.instructions[Number(at) >> 1];
    return OF_INSTRUCTIONS.has(kind) ? Number(at) : undefined;
  }

  leaveOpen(key: string, notChecked: NotChecked): void {
    if (!this.open.has(key)) this.open.set(key, notChecked);
  }

  /** The argument of 0 that nobody states with which alone it was seen, for want of a loop's rounds. */
  withoutRounds(
    { kind, assumed }: Pick<Finding, 'kind' | 'assumed'>,
    { unusual }: Trial,
  ): string | undefined {
    if (kind !== 'uninitialised' || assumed === undefined) return undefined;
    if (unusual.every(([, value]) => value !== 0)) return undefined;
    this.#partOf ??= partsOfArguments(this.program);
    const partOf = this.#partOf;
    const [only, another] = unusual.filter(([name]) => partOf(name) !== 'nothing');
    const isAlone = only?.[1] === 0 && another === undefined;
    return isAlone && partOf(only[0]) === 'rounds' ? only[0] : undefined;
  }
}
