import { AssumptionFailed } from './assumption-failed.ts';
import type { Finding, NotChecked, Remark } from '../finding.ts';
import type { Span } from '../../base/span.ts';
import type { Followed, ValueProgram } from '../program.ts';
import { isOfGrid } from '../walk.ts';
import { noteUnaligned, type Unaligned } from './alignment.ts';
import { Conflicts } from './conflicts.ts';
import { CopyFaults } from './copy-faults.ts';
import { Ends, type Longer } from './ends.ts';
import type { Facts } from './facts.ts';
import type { GroupListener } from './group-listener.ts';
import { EMPTY_PLACE, Ledger } from './ledger.ts';
import { type Conflict, type Listener, type Undecided } from './machine.ts';
import type { Side } from './probe.ts';
import { OtherLayout } from './other-layout.ts';
import { RaceBook } from './race-book.ts';
import type { Sighted } from './race-words.ts';
import { Reach } from './reach.ts';
import { Rows } from './rows.ts';
import type { Store } from './store.ts';
import { byToldContents } from './told-contents.ts';
import type { Sighting, Trial } from './trial.ts';
import { UnknownPlaces } from './unknown-places.ts';
import { Unwritten } from './unwritten.ts';
import { FinalWait, Waits } from './waits.ts';

/** The text and constants that messages name. */
export interface Told {
  readonly text?: string | undefined;
  readonly constants?: Readonly<Record<string, number>> | undefined;
}

/** Turns events of runs into findings, one per place or pair of places in the text. */
export class Report extends Ledger implements Listener, GroupListener {
  readonly #rows = new Rows(this);
  readonly #races: RaceBook;
  readonly reach: Reach;
  readonly #waits: Waits;
  readonly #finalWait = new FinalWait();
  readonly #toldContents: ReturnType<typeof byToldContents>;
  readonly #unwritten: Unwritten;
  readonly #copies: CopyFaults;
  readonly #places: UnknownPlaces;
  readonly #conflicts: Conflicts;
  /** Accesses beyond ends that nobody states. */
  readonly #ends: Ends;
  /** Atomic accesses whose order matters happened. */
  readonly ordered = new Set<number>();
  /** A condition on arguments decides about accesses that others can see. */
  isGuarded = false;
  /** An item never ends, for this input or for one that was tried. */
  isStuckNow = false;
  isStuck = false;
  /** It does so whatever arguments are taken: what comes after says no more. */
  isOver = false;

  constructor(program: ValueProgram, facts: Facts, { text, constants = {} }: Told = {}) {
    super(program, facts, text);
    this.#toldContents = byToldContents(program, this.byArguments);
    this.#races = new RaceBook(program, facts, this.names, this.byArguments);
    this.reach = new Reach(program, facts);
    this.#waits = new Waits(program, facts, this.names);
    this.#unwritten = new Unwritten(this);
    this.#copies = new CopyFaults(this, this.#races);
    this.#ends = new Ends(program, facts, this.names, constants);
    this.conditions.avoiding = () => this.#avoiding();
    const parts = { races: this.#races, reach: this.reach, ends: this.#ends };
    this.#places = new UnknownPlaces(this, parts);
    this.#conflicts = new Conflicts(this, this.#races, this.#places);
  }

  protected override begin(trial: Trial): void {
    super.begin(trial);
    this.isStuckNow = false;
    this.#finalWait.begin();
    this.#races.led.begin(trial);
    this.#unwritten.begin();
    this.#ends.begin();
    this.#places.begin();
  }

  /** The input's run was left before its end. */
  override left(): void {
    super.left();
    this.#races.led.left();
    this.#ends.left();
  }

  /** Counts findings, as they are made. */
  get made(): number {
    return this.found.size + this.#races.certain;
  }

  conflict(conflict: Conflict): void {
    if (!this.isFollowed.inAccesses || this.isLeftOut) return;
    this.budget?.notice();
    const sighted = this.#conflicts.sighted(conflict);
    if (sighted) this.#races.add(sighted);
  }

  outside(...about: Parameters<Listener['outside']>): void {
    this.budget?.notice();
    this.#places.outside(...about);
  }

  unknownAddress(site: number, store: Store | undefined, bits: number): void {
    this.budget?.notice();
    this.#places.unknownAddress(site, store, bits);
  }

  dividedByZero(instruction: number, bits: number): void {
    this.#places.dividedByZero(instruction, bits);
  }

  unwritten(site: number, store: Store | undefined, place: number, use: string): void {
    this.#unwritten.read(site, store, place, use);
  }

  passesOn(site: number, store: Store, place: number): void {
    this.#unwritten.passedOn(site, store, place);
  }

  readsUnwritten(site: number, store: Store, place: number): void {
    this.#unwritten.noted(site, store, place);
  }

  unwrittenBranch(instruction: number): void {
    this.#unwritten.branch(instruction);
  }

  copyUnderWay(store: Store, cell: number, copy: number, mark: number): void {
    this.#copies.underWay(store, cell, copy, mark);
  }

  copyLeft(mark: number): void {
    this.#copies.left(mark);
  }

  notFollowed(instruction: number, what: Followed | 'touched'): void {
    this.#copies.notFollowed(instruction, what);
  }

  /** Accesses just beyond an assumed end are reported; those far beyond give the array's length. */
  settleReached(): readonly Longer[] {
    const { longer, slips } = this.#ends.settled();
    for (const [key, slip] of slips) {
      const names = this.argumentsOf(key);
      const values = Object.fromEntries(names.map((name) => [name, this.usual(name)]));
      const assumed = slip.assumed && names.length > 0 && { ...slip.assumed, arguments: values };
      this.find(key, assumed ? { ...slip, assumed } : slip);
    }
    return longer;
  }

  misaligned(_site: number, store: Store): void {
    throw new OtherLayout(store);
  }

  unaligned(...of: Unaligned): void {
    if (this.isFollowed.inAccesses) noteUnaligned(this, ...of);
  }

  divides(instruction: number, divisor: number): void {
    if (this.machine?.undo === undefined)
      this.conditions.decided(~instruction, divisor === 0, divisor);
    else this.conditions.mayDivide(instruction);
  }

  decided(instruction: number, isTrue: boolean, distance: number): boolean {
    this.byArguments.goes(instruction, isTrue, this.turnItem);
    return this.conditions.decided(instruction, isTrue, distance);
  }

  unknownBranch(instruction: number, bits: number, why: Undecided): void {
    this.dependsOnInputs = true;
    this.conditions.decides(instruction, bits, why);
  }

  takes(instruction: number, isTrue: boolean): void {
    this.conditions.takes(instruction, isTrue);
  }

  varies(wanted?: Side): void {
    this.dependsOnInputs = true;
    if (wanted !== undefined) this.conditions.wants(wanted);
  }

  looksAt(side: Side | undefined): void {
    this.conditions.lookedAt = side;
  }

  doubts(side: Side): void {
    this.isGuarded = true;
    this.conditions.doubt(side, 'it leads to');
  }

  doubtsInside(side: Side): void {
    this.isGuarded = true;
    this.dependsOnInputs = true;
    this.conditions.doubtInside(side, 'it leads to');
  }

  broken(instruction: number, isUnknown: boolean, at: number | undefined): void {
    const claim = this.program.code[instruction];
    if (claim?.kind !== 'assert') return;
    if (claim.within !== undefined) {
      this.#places.leftMember(instruction, claim, isUnknown, at);
      return;
    }
    if (this.isOnOtherSide('is claimed')) return;
    if (isUnknown) {
      this.dependsOnInputs = true;
      this.leaveOpen(`assert ${instruction}`, {
        what: 'result',
        why: `Whether ${claim.text} holds depends on inputs that nobody states.`,
        span: claim.span,
        weakens: true,
      });
    } else
      this.find(`assert ${instruction}`, {
        kind: 'result',
        span: claim.span,
        message: `${this.here()} finds that ${claim.text} does not hold${this.where}.`,
      });
  }

  assumptionFailed(): void {
    if (this.isOnOtherSide('is assumed')) return;
    // Others may be allowed.
    this.dependsOnInputs = true;
    throw new AssumptionFailed();
  }

  readonly leavesRow: Listener['leavesRow'] = (...at) => this.#rows.left(...at);

  orderedAtomic(site: number): void {
    this.ordered.add(site >> 1);
  }

  diverged(waiting: ReadonlyMap<number, readonly number[]>, ended: readonly number[]): void {
    const [key, found] = this.#waits.diverged(waiting, ended, this.now);
    // Results of bodiless functions were made up, and may be what parts the items.
    const isMadeUp =
      this.program.objects.some(({ isResults }) => isResults === true) &&
      this.conditions.mayPartItems;
    // Some of a block may wait for a stage of its pipeline alone.
    const isOfPipeline = this.program.code.some(
      (step) => step.kind === 'follows' && step.what === 'stage',
    );
    const { span, message } = found;
    // Nobody says that a barrier of the whole grid waits for those that have returned.
    const isOpen = this.#isSpared(waiting, ended);
    if (isMadeUp || isOfPipeline || isOpen)
      this.leaveOpen(key, { what: 'divergence', why: message, span, weakens: true });
    else this.find(key, found);
  }

  /** Some have returned before a barrier of the whole grid, where the first of their group waits. */
  #isSpared(waiting: ReadonlyMap<number, unknown>, ended: readonly number[]): boolean {
    const [at = -1, another] = waiting.keys();
    return another === undefined && isOfGrid(this.program.code[at]) && !ended.includes(0);
  }

  partedGroups(waiting: ReadonlyMap<number, readonly number[]>, ended: readonly number[]): void {
    this.find(...this.#waits.partedGroups(waiting, ended, this.where));
  }

  differs(instruction: number, items: readonly [number, number]): void {
    this.find(...this.#waits.differs(instruction, items, this.now));
  }

  stuck(item: number, instruction: number, waitsFor: readonly number[], mayEnd: boolean): void {
    const isOpen = (object: number): boolean =>
      this.program.objects[object]?.input?.kind === 'unknown';
    if (mayEnd && waitsFor.some(isOpen)) {
      this.dependsOnInputs = true;
      this.leaveOpen(...this.#waits.goesOn(item, instruction, this.now));
      return;
    }
    const [key, told] = this.#waits.stuck(item, instruction, waitsFor, this.now);
    this.isStuckNow = true;
    this.isStuck = true;
    if (this.argumentsOf(key).length === 0) this.isOver = true;
    this.left();
    if (!('why' in told)) return this.find(key, told);
    this.leaveOpen(key, told);
    if (this.#waits.areOpen(waitsFor)) return;
    const forever = this.#waits.forever(item, instruction, this.now);
    this.#finalWait.note(
      forever,
      waitsFor.flatMap((each) => this.machine?.stores[each] ?? []),
    );
  }

  /** All groups have run as far as they come. */
  settleWaiting(): void {
    const told = this.#finalWait.settled();
    if (told === undefined) return;
    this.open.delete(told[0]);
    this.find(...told);
  }

  waited(item: number, instruction: number): void {
    this.leaveOpen(...this.#waits.waited(item, instruction, this.now));
  }

  /** Faults that an untried order of atomics may lead to, whose results were unknown in this run. */
  byOrder(known: Report): readonly NotChecked[] {
    return [
      ...this.conditions.byOrder(known.conditions),
      ...this.#races.byOrder(known.racingPairs),
    ];
  }

  /** Pairs of accesses that race, and the certain ones inside of warps. */
  get racingPairs(): ReadonlySet<number> {
    return this.#races.pairs;
  }

  get racesInsideWarps(): readonly Sighted[] {
    return this.#races.insideWarps;
  }

  /** Names the races that lockstep would order. @param pairs that race in lockstep too. */
  compareWithLockstep(pairs: ReadonlySet<number>): void {
    this.#races.racesInStep = pairs;
  }

  /** Instructions that race for certain. */
  get racing(): readonly number[] {
    const sites = new Set(this.#races.racingSites);
    return [...sites].flatMap((site) => this.facts.instructions[site] ?? []);
  }

  /** Sides of conditions on arguments that may avoid what others led to. */
  #avoiding(): readonly Side[] {
    const names = [...this.found].flatMap(([key, { finding }]) =>
      finding.assumed === undefined ? this.argumentsOf(key) : [],
    );
    return this.byArguments.untaken([...names, ...this.#races.arguments]);
  }

  /** Arguments that decide where races are. */
  get rowsOfRaces(): readonly string[] {
    return this.#races.arguments;
  }

  /** Races that larger arguments may avoid. */
  get mayBeAvoided(): boolean {
    return this.#races.mayBeAvoided;
  }

  /** Equal values hid conflicts, which other inputs may show. */
  get hasEqual(): boolean {
    return this.#races.hasEqual;
  }

  get findings(): readonly { readonly finding: Finding; readonly seen: Sighting }[] {
    // A value others write meanwhile is a race; macros may read a place several times.
    const place = (span: Span | undefined): string => `${span?.start} ${span?.end}`;
    const racing = new Set(this.racing.map((at) => place(this.program.code[at]?.span)));
    const others = [...this.found].filter(
      ([key, { finding, seen }]) =>
        this.withoutRounds(finding, seen.trial) === undefined &&
        (!key.startsWith(EMPTY_PLACE) || !racing.has(place(finding.span))),
    );
    const told = others.map(([key, { finding, seen }]) => ({
      finding: { ...finding, assumed: this.assumedBy(key, finding.assumed, seen.trial) },
      seen,
    }));
    return [...told, ...this.#places.below, ...this.#races.findings].map(({ finding, seen }) => ({
      finding: { ...finding, assumed: finding.assumed ?? this.#toldContents(finding) },
      seen,
    }));
  }

  get remarks(): readonly Remark[] {
    return [...this.#rows.remarks, ...this.#races.remarks];
  }

  get notChecked(): readonly NotChecked[] {
    const found = [
      ...this.open.values(),
      ...this.conditions.notChecked,
      ...this.#races.notChecked,
      ...this.#unwritten.harmless,
      ...this.#unwritten.withoutRounds,
      ...this.reach.byGuards(),
      ...this.reach.byLaunch(),
      ...this.reach.byNumbers(),
    ];
    const by = {
      isByContents: (at: number) => this.byArguments.isByContents(at),
      isByArrays: (at: number) => this.byArguments.isByArrays(at),
      isByCounts: (at: number) => this.byArguments.isByCounts(at),
    };
    const given = Object.fromEntries(found.flatMap((each) => Object.entries(each.given ?? {})));
    return [...found, ...this.reach.byInputs(this.machine?.stores ?? [], by, given)];
  }
}
