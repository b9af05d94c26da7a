import { Cancelled } from '../../base/failure.ts';
import { WORDS_OF } from '../../front/language.ts';
import type { NotChecked, Remark } from '../finding.ts';
import type { ValueProgram } from '../program.ts';
import { groupsOf } from '../walk.ts';
import { Attempts } from './attempts.ts';
import { type Filling, type Inputs, inputsOf } from './inputs.ts';
import { hasChoices } from './open-inputs.ts';
import { orders, tryOrders } from './orders.ts';
import { Budget, OutOfBudget, stepsOf } from './budget.ts';
import { Claims } from './claims.ts';
import { boundOf, checkedWords, chosenGroups, type Done, grownNote, leftOut } from './extent.ts';
import { racesInLockstep } from './lockstep-rule.ts';
import { UnknownFunction } from './lower-value.ts';
import { maySeemTurned } from './turned-atomics.ts';
import { keyOf, Probe } from './probe.ts';
import { OtherLayout } from './other-layout.ts';
import { Report } from './report.ts';
import { type RunVerdict, unable } from './run-verdict.ts';
import { memoryNeeded, prepare, type Prepared, Session } from './session.ts';
import type { Layout } from './store.ts';
import { unfold } from './unfold.ts';
import { constantsPassed } from './unwritten-registers.ts';

export interface RunOptions {
  /** Steps of items in all; 200 million without it. */
  readonly budget?: number;
  readonly signal?: AbortSignal;
  /** Asked every so often: ends the run as its budget does, with what is known. */
  readonly isOutOfTime?: (() => boolean) | undefined;
  /** For sampling inputs. */
  readonly seed?: number;
  /** The kernel's text, so that messages can name lines. */
  readonly text?: string;
  /** Platform constants that the specification may name. */
  readonly constants?: Readonly<Record<string, number>>;
}

/** Bytes of arrays, with the records of their cells. */
const MOST_MEMORY = 2 ** 30;
const MOST_LAYOUTS = 12;
const MOST_SAMPLES = 5000;
/** Inputs tried for the consequences of a race. */
const RACING_INPUTS = 4;
/** An input's most steps: so many times the first's, or at least so many. */
const MOST_TIMES = 50;
const LEAST_STEPS = 3e6;
/** Steps, in times of the first input's, for other arguments of guards. */
const GUARDED_TIMES = 20;

/** Runs a program for the inputs its text allows. One schedule stands for all: items in turn from
 * barrier to barrier, every conflicting access noticed.
 * @throws {Cancelled} */
export function checkByRunning(given: ValueProgram, options: RunOptions = {}): RunVerdict {
  const program = unfold(given);
  const prepared = prepare(program);
  let layout: Layout = {
    bytes: program.objects.map(({ bytes }) => bytes),
    grains: prepared.facts.grains,
  };
  const budget = new Budget(stepsOf(program, options.budget), options.isOutOfTime);
  const grown = new Map<number, number>();
  for (let attempt = 0; ; attempt += 1) {
    const run = new Run(prepared, layout, budget, options);
    const memory = memoryNeeded(prepared, layout);
    if (memory > MOST_MEMORY)
      return unable(
        `To watch its arrays would take ${Math.round(memory / 2 ** 20)} MB of memory.`,
        run.done,
        layout,
      );
    try {
      run.all();
    } catch (error) {
      if (error instanceof OtherLayout && attempt < MOST_LAYOUTS) {
        const { index } = error.store;
        layout = { ...layout, grains: layout.grains.with(index, 1) };
        continue;
      }
      if (!(error instanceof UnknownFunction)) throw error;
      return unable(`${error.function} is not computed here.`, run.done, layout);
    }
    const longer = run.report.settleReached();
    if (longer.length === 0 || attempt >= MOST_LAYOUTS) return run.verdict(layout, grown);
    const bytes = [...layout.bytes];
    for (const { store, end } of longer) {
      grown.set(store.index, end);
      bytes[store.index] = end;
    }
    layout = { ...layout, bytes };
  }
}

class Run {
  readonly report: Report;
  readonly #prepared: Prepared;
  readonly #layout: Layout;
  readonly #budget: Budget;
  readonly #options: RunOptions;
  readonly #inputs: Inputs;
  /** Numbers of the inputs that were run. */
  readonly #numbers: number[] = [0];
  #isCut = false;
  #notes: NotChecked[] = [];
  #remarks: Remark[] = [];
  readonly #claims: Claims;
  readonly #attempts: Attempts;

  constructor(prepared: Prepared, layout: Layout, budget: Budget, options: RunOptions) {
    this.report = new Report(prepared.program, prepared.facts, options);
    this.report.budget = budget;
    this.#prepared = prepared;
    this.#layout = layout;
    this.#budget = budget;
    this.#options = options;
    this.#inputs = inputsOf(prepared.program, layout, options.seed ?? 1);
    this.report.conditions.triedInputs = this.#inputs.tried;
    const claims = new Claims(prepared.program, this.report, budget, options);
    const { report } = this;
    this.#attempts = new Attempts({ ...prepared, report, claims, budget, signal: options.signal });
    this.#claims = claims;
  }

  get #program(): ValueProgram {
    return this.#prepared.program;
  }

  all(): void {
    const session = new Session(this.#prepared, this.#layout, this.report, this.#budget);
    const first = this.#inputs.filling(0);
    if (first === undefined) return;
    try {
      const { siteBits } = this.report.machine ?? { siteBits: 1 };
      const groups = chosenGroups(this.#program, siteBits, this.#budget, {
        runOne: () =>
          this.#attempts.within(Infinity, () => {
            session.fill(first);
            session.run([0]);
          }),
        times: this.#inputs.isOpen ? 2 : 1,
      });
      this.groupsRun = groups;
      const start = this.#budget.steps;
      this.#attempts.try(session, first, groups);
      if (this.#program.isBeginning === true) return;
      const taken = this.#budget.steps - start;
      const most = Math.max(LEAST_STEPS, taken * MOST_TIMES);
      const guarded = this.#budget.steps + Math.max(LEAST_STEPS, taken * GUARDED_TIMES);
      // A run that is cut short must not call it wrong.
      this.#longer(session, groups, most);
      const isOpen = this.report.dependsOnInputs || this.report.hasEqual;
      for (let number = 1; number < Math.min(this.#inputs.count, Infinity); number += 1) {
        if (this.#inputs.isOpen && !isOpen && !this.#claims.areOpen)
          if (this.#inputs.isComplete && !hasChoices(this.#program)) {
            if (!this.report.isGuarded || this.#budget.steps > guarded) break;
            if (this.#inputs.isUsual(number)) continue;
          }
        if (!this.#inputs.isComplete && number >= MOST_SAMPLES) break;
        const filling = this.#inputs.filling(number);
        if (filling === undefined) break;
        if (this.report.isOver) break;
        this.#attempts.goOn();
        this.#numbers.push(number);
        this.#attempts.within(
          this.#inputs.isOpen && !hasChoices(this.#program) ? most : Infinity,
          () => this.#attempts.try(session, filling, groups),
        );
      }
      const { program, facts } = this.#prepared;
      const than = constantsPassed(program, facts.unwritten);
      this.#longer(session, groups, most, than);
      // Arrays that are longer than was taken: all is run again, and nothing else of this counts.
      if (this.report.settleReached().length > 0) return;
      this.#untakenSides(session, groups, most);
      this.#otherOrders(session, groups, most);
      this.#consequences(groups);
      this.#inLockstep();
    } catch (error) {
      if (this.#options.signal?.aborted === true) throw new Cancelled();
      if (!(error instanceof OutOfBudget)) throw error;
      this.#isCut = true;
    }
  }

  /** Larger arguments: first the rows alone that are too short, for others may take long, or lead far outside. */
  #longer(session: Session, groups: readonly number[], most: number, than?: number): void {
    const rows = this.report.mayBeAvoided ? this.report.rowsOfRaces : [];
    for (const names of [rows, undefined]) {
      if (!this.report.mayBeAvoided && than === undefined) return;
      const larger = names?.length === 0 ? undefined : this.#inputs.larger(than, names);
      if (larger) this.#attempts.aside(most, () => this.#attempts.try(session, larger, groups));
    }
  }

  /** Inputs that take the sides of conditions which none took, and on which something may go wrong. */
  #untakenSides(session: Session, groups: readonly number[], most: number): void {
    const { conditions } = this.report;
    const attempts = this.#attempts;
    if (conditions.untaken.length + conditions.wanted.length === 0) return;
    const probe = new Probe(this.#program, this.#prepared.flow);
    const end = this.#budget.steps + most * 4;
    while (!this.report.isOver && this.#budget.steps < end) {
      const choices = probe.next(conditions.untaken, conditions.wanted);
      const filling = choices && this.#inputs.chosen(choices);
      if (choices === undefined || filling === undefined) break;
      this.#attempts.goOn();
      conditions.tried(probe.side);
      conditions.probe = probe;
      const before = conditions.waysSeen();
      const { made } = this.report;
      const isAvoiding = conditions.avoiding().some((side) => keyOf(side) === probe.side);
      let isDone = attempts.aside(most, () => attempts.try(session, filling, groups));
      conditions.probe = undefined;
      // Arguments without a part in the condition must not limit the finding.
      const isNeeded = this.report.made > made || isAvoiding;
      const needed = isNeeded ? probe.needed(choices) : choices;
      const fewer = needed.length < choices.length ? this.#inputs.chosen(needed) : undefined;
      if (fewer && !this.report.isOver)
        isDone = attempts.aside(most, () => attempts.try(session, fewer, groups)) && isDone;
      if (!isDone) conditions.backTo(before);
    }
  }

  groupsRun: readonly number[] = [];

  /** Where the atomics' order matters, tries others and compares the memory: all there are, or some. */
  #otherOrders(session: Session, groups: readonly number[], most: number): void {
    const [site] = this.report.ordered;
    if (site === undefined || this.report.isStuck) return;
    const instruction = this.#program.code[this.#prepared.facts.instructions[site] ?? -1];
    if (instruction?.kind !== 'atomic') return;
    const { areThere } = this.#claims;
    const attempts = this.#attempts;
    const asked = { session, groups, seed: this.#options.seed ?? 1 };
    const { facts } = this.#prepared;
    const isRounded = this.#areOrdered((object) => facts.rounded.has(object));
    const isLocal = this.#areOrdered((object) => this.#program.objects[object]?.space === 'local');
    const isTurned = maySeemTurned(this.#program, facts, isLocal || groups.length === 1);
    const isEvery = areThere && !isRounded && this.#program.isLockstep !== true;
    const end = this.#budget.steps + most;
    const { isOther, isAll, tried } = tryOrders({
      ...asked,
      // A condition on contents may lead to the atomic.
      inputs: this.#fillings(isEvery ? this.#numbers : this.#inputs.usual),
      isEvery,
      isLocal,
      run: (filling, turned, order, sighting) => {
        if (this.report.isOver || this.#budget.steps > end) return false;
        this.#attempts.goOn();
        const isDone = attempts.aside(most, () =>
          attempts.try(session, filling, turned, order, sighting),
        );
        return isDone && !(areThere && this.#claims.areBroken);
      },
    });
    const word = WORDS_OF[this.#program.language].item;
    if (isOther)
      this.#remarks.push({
        kind: 'atomic-order',
        span: instruction.span,
        message: `What is in memory in the end depends on which ${word} comes first to ${instruction.text}.`,
        configuration: this.#program.configuration,
      });
    if (isAll && !isTurned) return;
    if (!areThere)
      for (const doubt of this.#doubtsOfOrder(groups, most))
        this.#notes.push({ ...doubt, searchDecides: this.#claims.searchDecides && !isTurned });
    const others = isTurned
      ? ` Others may see the atomics of one ${word} in another order, since no fence is between them, which is not followed.`
      : '';
    this.#notes.push({
      what: 'orders of atomic accesses',
      why: `What ${instruction.text} gives depends on which ${word} is first; ${tried} orders were tried${isOther ? ', and they left different contents' : ', and all left the same'}.${others}`,
      span: instruction.span,
      weakens: areThere && (isOther || !isRounded),
      // Nothing is claimed of what is left: a list in any order may be meant.
      ...(isOther && !areThere && { holdsIf: `any order of ${instruction.text} will do` }),
      // A search has one kind of contents, where nobody states them.
      searchDecides:
        this.#claims.searchDecides && !isTurned && !(isOther && !areThere && this.#inputs.isOpen),
    });
  }

  /** Conditions that another order of atomics than those tried may lead to a fault. */
  #doubtsOfOrder(groups: readonly number[], most: number): readonly NotChecked[] {
    const filling = this.#inputs.filling(0);
    if (filling === undefined || this.#program.isLockstep === true) return [];
    const prepared = prepare(this.#program, [], true);
    const report = new Report(this.#program, prepared.facts, this.#options);
    report.conditions.backTo(this.report.conditions.waysSeen());
    const session = new Session(prepared, this.#layout, report, this.#budget);
    this.#attempts.aside(most, () => {
      session.fill(filling);
      session.run(groups);
    });
    return report.byOrder(this.report);
  }

  *#fillings(numbers: readonly number[]): Iterable<Filling> {
    for (const number of numbers) {
      const filling = this.#inputs.filling(number);
      if (filling !== undefined) yield filling;
    }
  }

  /** All objects of atomics whose order matters are such. */
  #areOrdered(are: (object: number) => boolean): boolean {
    const { facts } = this.#prepared;
    return [...this.report.ordered].every((site) => {
      const instruction = this.#program.code[facts.instructions[site] ?? -1];
      if (instruction?.kind !== 'atomic') return false;
      const targets = facts.points.of(instruction.address);
      return targets !== 'any' && [...targets].every(are);
    });
  }

  /** Consequences of races: items take turns at racing accesses until a claim breaks. */
  #consequences(all: readonly number[]): void {
    const yieldsAt = this.report.racing;
    const isDone = (): boolean => this.#claims.areBroken;
    const isPart = all.length < groupsOf(this.#program);
    if (yieldsAt.length === 0 || isPart || this.report.isStuck || isDone()) return;
    const prepared = prepare(this.#program, yieldsAt);
    // Other errors are no news then: the races are known.
    const report = new Report(this.#program, prepared.facts, this.#options);
    const session = new Session(prepared, this.#layout, report, this.#budget);
    for (let number = 0; number < Math.min(this.#inputs.count, RACING_INPUTS); number += 1) {
      const filling = this.#inputs.filling(number);
      for (const [order, turned] of orders(this.#options.seed ?? 1, false).entries()) {
        if (filling === undefined || report.isStuck || isDone()) return;
        this.#options.signal?.throwIfAborted();
        const groups = turned.reverses ? all.toReversed() : all;
        this.#attempts.try(session, filling, groups, turned, { order, yieldsAt });
      }
    }
  }

  /** Runs in lockstep what races inside of warps, to tell what relies on it. */
  #inLockstep(): void {
    const [first] = this.report.racesInsideWarps;
    const filling = first && this.#inputs.of(first.trial);
    if (filling === undefined || this.#program.isLockstep === true || this.report.isStuck) return;
    this.#attempts.goOn();
    const asked = { layout: this.#layout, filling, groups: this.groupsRun };
    const pairs = racesInLockstep(this.#program, asked, this.#budget, this.#options);
    if (pairs !== undefined) this.report.compareWithLockstep(pairs);
  }

  /** Tells the extent of the run. */
  get done(): Done {
    const { count, isOpen } = this.#inputs;
    return {
      program: this.#program,
      budget: this.#budget,
      tried: this.#attempts.tried,
      of: count,
      left: this.#attempts.left,
      isCut: this.#isCut,
      isAllowed: this.#attempts.isAllowed,
      isOpen,
      groups: this.groupsRun,
      searchDecides: this.#claims.searchDecides,
    };
  }

  verdict(layout: Layout, grown: ReadonlyMap<number, number>): RunVerdict {
    const found = [...this.report.findings, ...this.#claims.broken];
    const { done } = this;
    const grownNotes = [...grown.keys()]
      .filter((index) => !this.report.reach.areOfProducts(index))
      .map((index) => grownNote(this.#program, index, this.#layout));
    return {
      findings: found.map(({ finding, seen: { groups } }) =>
        groups.some((group) => group > 0) ? { ...finding, isOfLaterGroup: true } : finding,
      ),
      sightings: found.map(({ seen }) => seen),
      remarks: [...this.report.remarks, ...this.#remarks],
      checked: checkedWords(done),
      notChecked: [
        ...this.report.notChecked,
        ...this.#notes,
        ...(this.#program.assumptions ?? []),
        ...grownNotes,
        ...leftOut(done),
      ],
      steps: this.#budget.instructions,
      inputs: { tried: done.tried, of: done.of },
      groups: { run: this.groupsRun.length, of: groupsOf(this.#program) },
      bound: boundOf(done),
      layout,
    };
  }
}
