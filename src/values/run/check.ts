import { productOf } from '../../base/product.ts';
import { Cancelled } from '../../base/failure.ts';
import { WORDS_OF } from '../../front/language.ts';
import type { Bound, Finding, NotChecked, Remark, Verdict } from '../finding.ts';
import type { Ensures, Twin, ValueProgram } from '../program.ts';
import type { ValueTrace } from '../trace.ts';
import { openMeeting } from '../walk.ts';
import { isTrue, NoValue, termValue, whyFalse } from '../specification-value.ts';
import { FinalMemory } from './final-memory.ts';
import { ACTIVE, ASCENDING, type Order } from './order.ts';
import { type Filling, type Inputs, inputsOf, scalarAt, scalarsOf, scrambled } from './inputs.ts';
import { hasChoices } from './open-inputs.ts';
import { orders } from './orders.ts';
import { Budget, OutOfBudget } from './budget.ts';
import { racesInLockstep, ruleOf } from './lockstep-rule.ts';
import { UnknownFunction } from './lower-value.ts';
import { elementBytes } from './names.ts';
import { Probe } from './probe.ts';
import { Recorder, Seen } from './recorder.ts';
import { AssumptionFailed, OtherLayout, Report } from './report.ts';
import { groupsOf, prepare, type Prepared, Session } from './session.ts';
import type { Layout } from './store.ts';
import type { Sighting } from './trial.ts';
import { TwinRun } from './twin-run.ts';

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

/** The verdict from running a program. */
export interface RunVerdict extends Verdict {
  /** Instructions that items ran. */
  readonly steps: number;
  readonly inputs: { readonly tried: number; readonly of: number };
  readonly groups: { readonly run: number; readonly of: number };
  /** None where nothing was run. */
  readonly bound?: Bound;
  /** For each finding, the run where it was seen. */
  readonly sightings: readonly Sighting[];
  /** The final layout of memory. */
  readonly layout: Layout;
}

const BUDGET = 2e8;
/** Marks have 32 bits: an item's number above the site's bits. */
const MARKS = 2 ** 31;
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
export function checkByRunning(program: ValueProgram, options: RunOptions = {}): RunVerdict {
  const prepared = prepare(program);
  let layout: Layout = {
    bytes: program.objects.map(({ bytes }) => bytes),
    grains: prepared.facts.grains,
  };
  const budget = new Budget(options.budget ?? BUDGET, options.isOutOfTime);
  const grown = new Map<number, number>();
  for (let attempt = 0; ; attempt += 1) {
    const run = new Run(prepared, layout, budget, options);
    const memory = memoryNeeded(prepared, layout);
    if (memory > MOST_MEMORY)
      return run.unable(
        `To watch its arrays would take ${Math.round(memory / 2 ** 20)} MB of memory.`,
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
      return run.unable(`${error.function} is not computed here.`, layout);
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

/** Values leading to a finding of `checkByRunning`, with the same options.
 * @param finding its index. @returns nothing where there is no such finding. */
export function traceByRunning(
  program: ValueProgram,
  finding: number,
  options: RunOptions = {},
): ValueTrace | undefined {
  const verdict = checkByRunning(program, options);
  const wanted = verdict.findings[finding];
  const sighting = verdict.sightings[finding];
  if (wanted === undefined || sighting === undefined) return undefined;
  const { turned } = sighting;
  const prepared = prepare(program, turned?.yieldsAt);
  const { layout } = verdict;
  const filling = inputsOf(program, layout, options.seed ?? 1).of(sighting.trial);
  if (filling === undefined) return undefined;
  const recorder = new Recorder(program, wanted, sighting.groups);
  const report = new Report(program, prepared.facts, options);
  const session = new Session(prepared, layout, report, new Budget(BUDGET), recorder);
  session.fill(filling);
  recorder.begin(session.stores);
  const last = Math.max(...sighting.groups);
  const all = Array.from({ length: groupsOf(program) }, (_, group) => group);
  // Later groups matter only to a result.
  const before = wanted.kind === 'result' ? all : all.slice(0, last + 1);
  const groups = verdict.groups.run < all.length ? sighting.groups : before;
  const { active } = sighting.trial;
  const order = turned
    ? orders(options.seed ?? 1)[turned.order]
    : active && { ...ASCENDING, active, reverses: false };
  try {
    session.run(order?.reverses === true ? groups.toReversed() : groups, order);
  } catch (error) {
    if (error instanceof Seen) return recorder.trace(true);
    if (!(error instanceof OutOfBudget || error instanceof AssumptionFailed)) throw error;
  }
  return recorder.trace(false);
}

/** The same input, with other lanes active together. */
function activeIn(filling: Filling, { active }: Order, words: string): Filling {
  const { trial } = filling;
  const all = trial.words === undefined ? words : `${trial.words}, ${words}`;
  return { ...filling, trial: { ...trial, words: all, ...(active && { active }) } };
}

/** Bytes of all arrays with their cells' records. */
function memoryNeeded({ program, facts }: Prepared, { bytes, grains }: Layout): number {
  const items = productOf(program.local);
  return program.objects.reduce((sum, { space }, index) => {
    const own = (bytes[index] ?? 0) * (space === 'private' ? items : 1);
    const watch = facts.watches[index];
    const record = watch?.isShared !== true ? 1 : watch.hasAtomics ? 64 : 32;
    return sum + own + (own / (grains[index] ?? 1)) * record;
  }, 0);
}

class Run {
  readonly report: Report;
  readonly #prepared: Prepared;
  readonly #layout: Layout;
  readonly #budget: Budget;
  readonly #options: RunOptions;
  readonly #inputs: Inputs;
  #tried = 0;
  /** Inputs that took too long. */
  #left = 0;
  #isCut = false;
  /** Claims that may depend on unstated inputs, or were not looked at. */
  #claimsAreOpen: boolean;
  #notes: NotChecked[] = [];
  #remarks: Remark[] = [];
  readonly #twins: readonly (readonly [Twin, TwinRun])[];
  #results = new Map<Ensures | Twin, { readonly finding: Finding; readonly seen: Sighting }>();

  constructor(prepared: Prepared, layout: Layout, budget: Budget, options: RunOptions) {
    this.report = new Report(prepared.program, prepared.facts, options);
    this.#prepared = prepared;
    this.#layout = layout;
    this.#budget = budget;
    this.#options = options;
    this.#inputs = inputsOf(prepared.program, layout, options.seed ?? 1);
    this.report.conditions.triedInputs = this.#inputs.tried;
    const { program } = prepared;
    this.#twins = program.twins.map((twin) => [twin, new TwinRun(twin, program, budget, options)]);
    this.#claimsAreOpen = this.#hasClaims;
  }

  get #hasClaims(): boolean {
    return this.#program.ensures.length + this.#program.twins.length > 0;
  }

  get #program(): ValueProgram {
    return this.#prepared.program;
  }

  /** All groups, or within the budget: the first, second, last and some between. */
  #choose(perGroup: number, runs: number): readonly number[] {
    const all = groupsOf(this.#program);
    const { siteBits } = this.report.machine ?? { siteBits: 1 };
    const items = productOf(this.#program.local);
    const marked = Math.floor(MARKS / 2 ** siteBits / items) - 2;
    const left = Math.max(0, this.#budget.limit - this.#budget.steps);
    const paid = Math.floor((left * 0.8) / Math.max(1, perGroup * runs));
    const count = Math.max(1, Math.min(all, marked, Math.max(3, paid)));
    if (count >= all) return Array.from({ length: all }, (_, group) => group);
    const chosen = new Set([0, 1, all - 1]);
    for (let index = 0; chosen.size < count; index += 1)
      chosen.add(
        index < count / 2
          ? Math.floor(((index + 1) * all) / (count / 2 + 1))
          : scrambled(index + 13) % all,
      );
    return [...chosen].sort((a, b) => a - b);
  }

  all(): void {
    const session = new Session(this.#prepared, this.#layout, this.report, this.#budget);
    const first = this.#inputs.filling(0);
    if (first === undefined) return;
    try {
      const all = groupsOf(this.#program);
      // One group tells what all take.
      let groups: readonly number[] = Array.from({ length: all }, (_, group) => group);
      if (all > 64) {
        const before = this.#budget.steps;
        session.fill(first);
        session.run([0]);
        groups = this.#choose(this.#budget.steps - before, this.#inputs.isOpen ? 2 : 1);
      }
      this.groupsRun = groups;
      const start = this.#budget.steps;
      this.#try(session, first, groups);
      const taken = this.#budget.steps - start;
      const most = Math.max(LEAST_STEPS, taken * MOST_TIMES);
      const guarded = this.#budget.steps + Math.max(LEAST_STEPS, taken * GUARDED_TIMES);
      const isOpen = this.report.dependsOnInputs || this.report.hasEqual;
      for (let number = 1; number < Math.min(this.#inputs.count, Infinity); number += 1) {
        if (this.#inputs.isOpen && !isOpen && !this.#claimsAreOpen)
          if (this.#inputs.isComplete && !hasChoices(this.#program)) {
            if (!this.report.isGuarded || this.#budget.steps > guarded) break;
            if (this.#inputs.isUsual(number)) continue;
          }
        if (!this.#inputs.isComplete && number >= MOST_SAMPLES) break;
        const filling = this.#inputs.filling(number);
        if (filling === undefined) break;
        if (this.report.isStuck) break;
        this.#goOn();
        this.#tryFor(this.#inputs.isOpen && !hasChoices(this.#program) ? most : Infinity, () =>
          this.#try(session, filling, groups),
        );
      }
      this.#untakenSides(session, groups, most);
      this.#otherOrders(session, first, groups);
      this.#consequences(groups);
      this.#inLockstep();
    } catch (error) {
      if (this.#options.signal?.aborted === true) throw new Cancelled();
      if (!(error instanceof OutOfBudget)) throw error;
      this.#isCut = true;
    }
  }

  /** Inputs that take the sides of conditions which none took, and on which something may go wrong. */
  #untakenSides(session: Session, groups: readonly number[], most: number): void {
    if (this.report.conditions.untaken.length === 0) return;
    const probe = new Probe(this.#program);
    const end = this.#budget.steps + most * 4;
    while (!this.report.isStuck && this.#budget.steps < end) {
      const choices = probe.next(this.report.conditions.untaken);
      const filling = choices && this.#inputs.chosen(choices);
      if (choices === undefined || filling === undefined) break;
      this.#goOn();
      const { conditions } = this.report;
      conditions.probe = probe;
      const left = this.#left;
      const before = conditions.waysSeen();
      const { made } = this.report;
      this.#tryFor(most, () => this.#try(session, filling, groups));
      conditions.probe = undefined;
      // What is found may not rest on arguments that have no part in the condition.
      const needed = this.report.made > made ? probe.needed(choices) : choices;
      const fewer = needed.length < choices.length ? this.#inputs.chosen(needed) : undefined;
      if (fewer && !this.report.isStuck)
        this.#tryFor(most, () => this.#try(session, fewer, groups));
      if (this.#left > left) conditions.backTo(before);
      this.#left = left;
    }
  }

  /** Unstated contents may be a loop's number of rounds: an input far slower than the first is left,
   * and reported. */
  #tryFor(most: number, run: () => void): void {
    const budget = this.#budget;
    const { limit } = budget;
    budget.limit = Math.min(limit, budget.steps + most);
    try {
      run();
    } catch (error) {
      if (!(error instanceof OutOfBudget) || budget.isOver || budget.steps > limit) throw error;
      this.#left += 1;
    } finally {
      budget.limit = limit;
    }
  }

  groupsRun: readonly number[] = [];

  /** @throws {OutOfBudget} as soon as there is no time. */
  #goOn(): void {
    this.#options.signal?.throwIfAborted();
    this.#budget.look();
  }

  #try(
    session: Session,
    filling: Filling,
    groups: readonly number[],
    order: Order = ASCENDING,
    turned?: Sighting['turned'],
  ): void {
    const isOpen = order === ASCENDING && openMeeting(this.#program) !== undefined;
    for (const { order: each, words } of isOpen ? ACTIVE : [{ order }]) {
      const filled = words === undefined ? filling : activeIn(filling, each, words);
      session.fill(filled);
      try {
        if (session.run(groups, each)) this.#claims(session, filled, groups, turned);
      } catch (error) {
        if (!(error instanceof AssumptionFailed)) throw error;
      }
    }
    this.#tried += order === ASCENDING ? 1 : 0;
  }

  /** Checks the claims about the end. */
  #claims(
    session: Session,
    filling: Filling,
    groups: readonly number[],
    turned: Sighting['turned'],
  ): void {
    const program = this.#program;
    const constants = this.#options.constants ?? {};
    let isOpen = false;
    for (const claim of program.ensures) {
      if (this.#results.has(claim)) continue;
      const memory = new FinalMemory(program, session.stores, filling, constants);
      try {
        const holds = isTrue(termValue(claim.term, memory));
        if (memory.lookedAtUnknown) isOpen = true;
        if (groups.length < groupsOf(program)) continue;
        const isGuess = program.isFilledElsewhere === true && memory.lookedAtUnknown;
        if (!holds && !isGuess && filling.trial.unusual.length === 0)
          this.#results.set(claim, {
            finding: {
              kind: 'result',
              span: claim.span,
              message: `This does not hold when the kernel has run${turned === undefined ? '' : `, where ${WORDS_OF[program.language].item}s that race come in another order`}${wordsOf(filling)}: ${claim.text}.${whyFalse(claim.term, memory)}${memory.lookedAtGarbage ? ' It depends on what nobody has written.' : ''}`,
              configuration: program.configuration,
            },
            seen: { trial: filling.trial, groups, ...(turned && { turned }) },
          });
        else if (memory.lookedAtUnknown)
          this.report.leaveOpen(`result ${claim.text}`, {
            what: 'result',
            why: `${claim.text} depends on inputs that nobody states: it was tried for a few.`,
            hint: 'State what is in the arrays before: #pragma tuner input NAME[i] = ...',
            span: claim.span,
            weakens: true,
          });
      } catch (error) {
        if (!(error instanceof NoValue)) throw error;
        isOpen = true;
        this.report.leaveOpen(`result ${claim.text}`, {
          what: 'result',
          why: `${claim.text} has no value: ${error.message}.`,
          span: claim.span,
          weakens: true,
        });
      }
    }
    for (const [twin, run] of this.#twins)
      if (this.#compare(twin, run, session, filling, groups, turned)) isOpen = true;
    this.#claimsAreOpen = isOpen;
  }

  /** Compares what a twin leaves. @returns true where it may depend on what nobody states. */
  #compare(
    twin: Twin,
    run: TwinRun,
    session: Session,
    filling: Filling,
    groups: readonly number[],
    turned: Sighting['turned'],
  ): boolean {
    if (this.#results.has(twin) || groups.length < groupsOf(this.#program)) return false;
    const compared = run.compared(filling, session.stores);
    const { text, span } = twin;
    const open = (why: string, hint?: string): void =>
      this.report.leaveOpen(`result ${text}`, { what: 'result', why, hint, span, weakens: true });
    switch (compared.kind) {
      case 'open':
        open(`${text} was not compared: ${compared.why}`);
        return true;
      case 'other':
        if (filling.trial.unusual.length > 0) return false;
        this.#results.set(twin, {
          finding: {
            kind: 'result',
            span,
            message: `${compared.words}${turned === undefined ? '' : `, where ${WORDS_OF[this.#program.language].item}s that race come in another order`}${wordsOf(filling)}${chosenWords(this.#program, filling)}.${compared.isGarbage ? ' It depends on what nobody has written.' : ''}`,
            configuration: this.#program.configuration,
          },
          seen: { trial: filling.trial, groups, ...(turned && { turned }) },
        });
        return false;
      case 'same':
        if (compared.isUnknown)
          open(
            `${text} depends on inputs that nobody states: it was compared for a few.`,
            'State what is in the arrays before: #pragma tuner input NAME[i] = any(0, 3)',
          );
        return compared.isUnknown;
    }
  }

  /** Where the atomics' order matters, tries others and compares the memory. */
  #otherOrders(session: Session, filling: Filling, groups: readonly number[]): void {
    const [site] = this.report.ordered;
    if (site === undefined || this.report.isStuck) return;
    const final = (): readonly Uint8Array[] =>
      session.stores
        .filter(({ object }) => object.space === 'global')
        .map(({ u8, spare }) => u8.slice(0, spare));
    this.#try(session, filling, groups);
    const before = final();
    let isOther = false;
    for (const order of orders(this.#options.seed ?? 1)) {
      const turned = order.reverses ? groups.toReversed() : groups;
      this.#try(session, filling, turned, order);
      if (final().some((bytes, index) => bytes.some((byte, at) => byte !== before[index]?.[at])))
        isOther = true;
    }
    const instruction = this.#program.code[this.#prepared.facts.instructions[site] ?? -1];
    if (instruction?.kind !== 'atomic') return;
    if (isOther)
      this.#remarks.push({
        kind: 'atomic-order',
        span: instruction.span,
        message: `What is in memory in the end depends on which ${WORDS_OF[this.#program.language].item} comes first to ${instruction.text}.`,
        configuration: this.#program.configuration,
      });
    this.#notes.push({
      what: 'orders of atomic accesses',
      why: `What ${instruction.text} gives depends on which ${WORDS_OF[this.#program.language].item} is first; ${orders(1).length + 1} orders were tried${isOther ? ', and they left different contents' : ', and all left the same'}.`,
      span: instruction.span,
      weakens: isOther && this.#hasClaims,
      // Nothing is claimed of what is left: a list in any order may be meant.
      ...(isOther && !this.#hasClaims && { holdsIf: `any order of ${instruction.text} will do` }),
      searchDecides: this.#searchDecides,
    });
  }

  /** Consequences of races: items take turns at racing accesses until a claim breaks. */
  #consequences(all: readonly number[]): void {
    const { ensures } = this.#program;
    const yieldsAt = this.report.racing;
    const claims = [...ensures, ...this.#program.twins];
    const isDone = (): boolean => claims.every((claim) => this.#results.has(claim));
    const isPart = all.length < groupsOf(this.#program);
    if (yieldsAt.length === 0 || isPart || this.report.isStuck || isDone()) return;
    const prepared = prepare(this.#program, yieldsAt);
    // Other errors are no news then: the races are known.
    const report = new Report(this.#program, prepared.facts, this.#options);
    const session = new Session(prepared, this.#layout, report, this.#budget);
    for (let number = 0; number < Math.min(this.#inputs.count, RACING_INPUTS); number += 1) {
      const filling = this.#inputs.filling(number);
      for (const [order, turned] of orders(this.#options.seed ?? 1).entries()) {
        if (filling === undefined || report.isStuck || isDone()) return;
        this.#options.signal?.throwIfAborted();
        const groups = turned.reverses ? all.toReversed() : all;
        this.#try(session, filling, groups, turned, { order, yieldsAt });
      }
    }
  }

  /** Runs in lockstep what races inside of warps, to tell what relies on it. */
  #inLockstep(): void {
    const [first] = this.report.racesInsideWarps;
    const filling = first && this.#inputs.of(first.trial);
    if (filling === undefined || this.#program.isLockstep === true || this.report.isStuck) return;
    this.#goOn();
    const asked = { layout: this.#layout, filling, groups: this.groupsRun };
    const pairs = racesInLockstep(this.#program, asked, this.#budget, this.#options);
    if (pairs !== undefined) this.report.compareWithLockstep(pairs);
  }

  /** SPIN does not run twins: what was not compared here stays open. */
  get #searchDecides(): boolean {
    return this.#twins.length === 0;
  }

  unable(why: string, layout: Layout): RunVerdict {
    return {
      findings: [],
      remarks: [],
      checked: [],
      notChecked: [{ what: 'everything', why, weakens: true }],
      steps: this.#budget.steps,
      inputs: { tried: 0, of: this.#inputs.count },
      groups: { run: 0, of: groupsOf(this.#program) },
      sightings: [],
      layout,
    };
  }

  verdict(layout: Layout, grown: ReadonlyMap<number, number>): RunVerdict {
    const all = groupsOf(this.#program);
    const found = [...this.report.findings, ...this.#results.values()];
    const { assumptions = [] } = this.#program;
    const notes = [...this.report.notChecked, ...this.#notes, ...assumptions];
    for (const [index] of grown) notes.push(this.#grownNote(index));
    for (const { isResults, name, span } of this.#program.objects)
      if (isResults === true)
        notes.push({
          what: `values of ${name}`,
          why: `What ${name} returns is not known: it has no body here. It is taken to return anything, and to touch no memory.`,
          hint: `Write its body, or say what it returns: #pragma tuner value ${name} = 0`,
          span,
          weakens: false,
        });
    const { count, isOpen } = this.#inputs;
    if (this.#isCut)
      notes.push({
        what: 'the rest of the run',
        why: `${this.#budget.isOver ? 'The time limit was reached' : `The budget of ${this.#budget.limit} steps was used up`} after ${this.#tried} input${this.#tried === 1 ? '' : 's'}.`,
        hint: 'Check a smaller size, or fewer inputs.',
        weakens: true,
        searchDecides: this.#searchDecides,
      });
    else if (hasChoices(this.#program) && this.#tried < count)
      notes.push({
        what: 'inputs',
        why: `${this.#tried} of ${count} inputs were tried.`,
        hint: 'Check a smaller size, or a narrower range.',
        weakens: true,
        searchDecides: this.#searchDecides,
      });
    if (this.#left > 0)
      notes.push({
        what: 'other inputs',
        why: `${this.#left} of the inputs that were made up, where nobody states any, ${this.#left === 1 ? 'takes' : 'take'} far longer than the first, and ${this.#left === 1 ? 'was' : 'were'} not run to the end.`,
        hint: 'State what is in the arrays and arguments: #pragma tuner input NAME[i] = ...',
        weakens: false,
      });
    if (this.groupsRun.length < all && !this.#isCut)
      notes.push({
        what: `${WORDS_OF[this.#program.language].group}s`,
        why: `${this.groupsRun.length} of ${all} ${WORDS_OF[this.#program.language].group}s were run: ${listed(this.groupsRun)}.`,
        hint: 'Check a smaller size.',
        weakens: true,
      });
    const items = productOf(this.#program.global);
    const isAll =
      !this.#isCut && (isOpen ? this.#tried === 1 : this.#tried > 1 && this.#tried >= count);
    return {
      findings: found.map(({ finding }) => finding),
      sightings: found.map(({ seen }) => seen),
      remarks: [...this.report.remarks, ...this.#remarks],
      checked: this.#checked(isOpen),
      notChecked: notes,
      steps: this.#budget.steps,
      inputs: { tried: this.#tried, of: count },
      groups: { run: this.groupsRun.length, of: all },
      bound: {
        language: this.#program.language,
        items: [items, items],
        inputs: isAll ? 'all' : this.#tried,
      },
      layout,
    };
  }

  #grownNote(index: number): NotChecked {
    const object = this.#program.objects[index];
    const elements =
      object === undefined
        ? 0
        : Math.floor((this.#layout.bytes[index] ?? 0) / elementBytes(object));
    if (object?.image !== undefined) {
      const size = object.image.join(' x ');
      return {
        what: 'bounds',
        why: `Nobody says how large ${object.name} is: pixels are accessed that it has if it is larger than ${size}.`,
        hint: `Leave out what is outside: if (x < get_image_width(${object.name})) ...`,
        span: object.span,
        weakens: false,
        holdsIf: `${object.name} has more than ${size} pixels`,
      };
    }
    return {
      what: 'bounds',
      why: `Nobody says how long ${object?.name ?? 'it'} is; its element ${elements - 1} is accessed, so it is taken to have ${elements}.`,
      hint: `State its length: #pragma tuner array ${object?.name ?? 'NAME'} = ${elements}`,
      span: object?.span,
      weakens: false,
      holdsIf: `${object?.name ?? 'it'} has ${elements} elements`,
    };
  }

  #checked(isOpen: boolean): readonly string[] {
    const { program } = this.#prepared;
    const { item, group, local } = WORDS_OF[program.language];
    const items = productOf(program.local);
    const several = groupsOf(program) > 1;
    const inputs =
      this.#tried === 1
        ? isOpen
          ? 'whatever is in memory'
          : 'for the one input there is'
        : `for ${this.#tried} inputs`;
    return [
      ...ruleOf(program),
      `Races of the ${items} ${item}s of a ${group} in ${local.replace(' memory', '')} and global memory, ${inputs}.`,
      ...(several
        ? [`Races of ${this.groupsRun.length} ${group}s in global memory, ${inputs}.`]
        : []),
      `Accesses outside of arrays, uses of what nobody has written, loops without an end, and barriers that not all ${item}s reach.`,
      ...[...program.ensures, ...program.twins].map(
        ({ text }) => `What should hold in the end: ${text}.`,
      ),
    ];
  }
}

/** Of choices so many elements are named. */
const MOST_NAMED = 16;

/** The contents that were chosen from `any`. */
function chosenWords({ objects, registers }: ValueProgram, filling: Filling): string {
  const words = objects.flatMap((object, index) => {
    const bytes = filling.objects[index];
    if (object.input?.kind !== 'any' || bytes === undefined) return [];
    const all = [...scalarsOf(object, bytes.byteLength)];
    const values = all
      .slice(0, MOST_NAMED)
      .map(({ offset, type }) => scalarAt(bytes, offset, type));
    return [`${object.name} is ${values.join(', ')}${all.length > MOST_NAMED ? ', ...' : ''}`];
  });
  for (const [register, { input, name }] of registers.entries())
    if (input?.kind === 'any') words.push(`${name} is ${filling.arguments[register]}`);
  return words.length === 0 ? '' : `, where ${words.join(' and ')}`;
}

const wordsOf = ({ trial }: Filling): string =>
  trial.words === undefined ? '' : `, ${trial.words}`;

const listed = (groups: readonly number[]): string =>
  groups.length <= 6
    ? groups.join(', ')
    : `${groups.slice(0, 3).join(', ')}, ... ${groups.slice(-2).join(', ')}`;
