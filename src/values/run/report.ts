import { productOf } from '../../base/product.ts';
import { alternatives, capital } from '../../base/words.ts';
import { type Finding, type NotChecked, type Remark, UNWRITTEN_MEMORY } from '../finding.ts';
import type { Span } from '../../base/span.ts';
import { isSigned } from '../../front/scalar.ts';
import type { Followed, Instruction, Value, ValueProgram } from '../program.ts';
import { divisorsIn, valuesOf } from '../walk.ts';
import { placeOf, POINTER, pointerTo } from '../pointer.ts';
import { Ends, FARTHEST, givesLength, type Longer } from './ends.ts';
import { EqualWrites } from './equal-writes.ts';
import type { Facts } from './facts.ts';
import type { GroupListener } from './group.ts';
import { assumedOf } from './inputs.ts';
import {
  type Conflict,
  isMaybe,
  itemOf,
  type Listener,
  type Machine,
  siteOf,
  type Undecided,
} from './machine.ts';
import type { Side } from './probe.ts';
import { type AtFault, ByArguments } from './by-arguments.ts';
import { Conditions } from './conditions.ts';
import { elementBytes, indices, lengthName, Names, placeName } from './names.ts';
import { flowOf } from './flow.ts';
import { isFilled } from './open-inputs.ts';
import { RaceBook, type Sighted } from './race-book.ts';
import { Reach } from './reach.ts';
import { SHADOW } from './registers.ts';
import type { Store } from './store.ts';
import { type Part, partsOfArguments } from './rounds.ts';
import type { Sighting, Trial } from './trial.ts';
import { usualArguments } from './usual.ts';
import { UnstatedValues } from './unstated-values.ts';
import { roundThatWrites } from './unwritten-registers.ts';
import { UnwrittenReads } from './unwritten-reads.ts';
import { Waits } from './waits.ts';

/** An object needs other cells or more length: everything is run again. */
export class OtherLayout extends Error {
  readonly store: Store;

  constructor(store: Store) {
    super(`Accesses of ${store.object.name} are not aligned.`);
    this.store = store;
  }
}

/** The text and constants that messages name. */
export interface Told {
  readonly text?: string | undefined;
  readonly constants?: Readonly<Record<string, number>> | undefined;
}

const UNFOLLOWED: Readonly<Record<Followed | 'touched', string>> = {
  size: 'An asynchronous copy is followed only where its size is whole elements, and a thread copies 4, 8 or 16 bytes.',
  stage:
    "A block's pipeline is followed only where each commit is waited for, and each acquire comes after a release, with no other access of what others see between them.",
  barrier:
    'A barrier in memory is followed only where it is the only one, and counts all threads of the block.',
  touched: 'Memory is written that an asynchronous copy still reads or writes.',
  arrivals: 'Not all threads of the block arrive where others wait for a pipeline or a barrier.',
  'from-here': 'An asynchronous copy is not followed.',
};

/** Turns events of runs into findings, one per place or pair of places in the text. */
export class Report implements Listener, GroupListener {
  readonly #program: ValueProgram;
  readonly #facts: Facts;
  readonly #names: Names;
  readonly #usual: (name: string) => number;
  /** True while the run is still the kernel's; where only values are not, accesses are. */
  #isFollowed = { inAccesses: true, inValues: true };
  readonly #findings = new Map<string, { readonly finding: Finding; readonly seen: Sighting }>();
  readonly #remarks = new Map<string, Remark>();
  readonly #notChecked = new Map<string, NotChecked>();
  readonly #races: RaceBook;
  readonly #byArguments: ByArguments;
  readonly #equalWrites: EqualWrites;
  readonly #reach: Reach;
  readonly #unstated: UnstatedValues;
  readonly #waits: Waits;
  readonly #unwrittenReads: UnwrittenReads;
  /** The argument of the loop that writes what an instruction uses, or none. */
  readonly #roundFor = new Map<number, string>();
  /** Accesses beyond ends that nobody states. */
  readonly #ends: Ends;
  /** Conditions on what nobody states. */
  readonly conditions: Conditions;
  /** Sites whose address depended on an input nobody stated. */
  readonly #unknownSites = new Map<number, number>();
  /** Atomic accesses whose order matters happened. */
  readonly ordered = new Set<number>();
  machine: Machine | undefined;
  #trial: Trial = { number: 0, words: undefined, unusual: [] };
  /** The group of each turn. */
  groups: number[] = [];
  /** An unstated input decided something: others may do otherwise. */
  dependsOnInputs = false;
  /** A condition on arguments decides about accesses that others can see. */
  isGuarded = false;
  /** An item never ends: what comes after says no more. */
  isStuck = false;
  get trial(): Trial {
    return this.#trial;
  }

  /** A new input is run. */
  set trial(trial: Trial) {
    this.#trial = trial;
    this.#races.begin(trial);
    this.#byArguments.begin(trial);
    this.#unwrittenReads.begin();
  }

  /** The input's run was left before its end. */
  left(): void {
    this.#races.left();
    this.#byArguments.left(this.#trial);
  }

  /** Counts findings, as they are made. */
  get made(): number {
    return this.#findings.size + this.#races.certain;
  }

  constructor(program: ValueProgram, facts: Facts, { text, constants = {} }: Told = {}) {
    this.#program = program;
    this.#facts = facts;
    this.#names = new Names(program, text);
    this.#usual = usualArguments(program);
    this.#races = new RaceBook(program, facts, this.#names, this.#usual);
    this.#equalWrites = new EqualWrites(program, facts);
    this.#byArguments = new ByArguments(program, facts.points, this.#usual);
    this.#reach = new Reach(program, facts);
    this.#unstated = new UnstatedValues(program, facts);
    this.#waits = new Waits(program, facts, this.#names);
    this.#unwrittenReads = new UnwrittenReads(program);
    this.#ends = new Ends(program, facts, this.#names, constants);
    this.conditions = new Conditions(program, facts.possible);
  }

  /** On a side not taken nothing is wrong yet, but something may be. */
  #isOnOtherSide(what: string, isCertain = false): boolean {
    if (this.machine?.undo === undefined) return false;
    this.conditions.suspect(what, isCertain);
    return true;
  }

  #here(): string {
    const { item = 0, group = 0 } = this.machine ?? {};
    return this.#names.who(item, group);
  }

  get #where(): string {
    return this.trial.words === undefined ? '' : ` ${this.trial.words}`;
  }

  #instruction(site: number): Instruction | undefined {
    return this.#program.code[this.#facts.instructions[site >> 1] ?? -1];
  }

  find(key: string, finding: Omit<Finding, 'configuration'>, groups?: readonly number[]): void {
    if (!this.#isFollowed.inValues) return;
    this.#byArguments.saw(key, this.trial);
    if (this.#argumentsOf(key).length > 0) this.dependsOnInputs = true;
    const assumed = finding.assumed ?? assumedOf(this.#usual, this.trial.unusual);
    const known = this.#findings.get(key);
    // One that assumes nothing stands for others, and one of no rounds for none.
    if (known !== undefined) {
      const isBetter = known.finding.assumed !== undefined && assumed === undefined;
      const isOfRounds =
        this.#withoutRounds(known.finding, known.seen.trial) !== undefined &&
        this.#withoutRounds({ kind: finding.kind, assumed }, this.trial) === undefined;
      if (!isBetter && !isOfRounds) return;
    }
    this.#findings.set(key, {
      finding: { ...finding, configuration: this.#program.configuration, assumed },
      seen: { trial: this.trial, groups: groups ?? [this.machine?.group ?? 0] },
    });
  }

  /** Arguments that nobody states and that decide where an access went wrong. */
  #argumentsOf(key: string): readonly string[] {
    const [, kind] = PLACE.exec(key) ?? [];
    const access = this.#accessOf(key);
    if (access === undefined) return [];
    return this.#byArguments.of(access, PLACES.get(kind ?? '') ?? 'place');
  }

  #accessOf(key: string): number | undefined {
    const [, , site] = PLACE.exec(key) ?? [];
    return this.#facts.instructions[Number(site) >> 1];
  }

  leaveOpen(key: string, notChecked: NotChecked): void {
    if (!this.#notChecked.has(key)) this.#notChecked.set(key, notChecked);
  }

  conflict(conflict: Conflict): void {
    const { machine } = this;
    if (machine === undefined || !this.#isFollowed.inAccesses) return;
    const { earlier, later } = conflict;
    const first = siteOf(earlier, machine.siteBits);
    const second = siteOf(later, machine.siteBits);
    const isWrite = (site: number): boolean => this.#races.writes(site);
    if (!isWrite(first) && !isWrite(second)) return;
    const bits = (this.#unknownSites.get(first) ?? 0) | (this.#unknownSites.get(second) ?? 0);
    const both = (this.#unknownSites.get(first) ?? 0) & (this.#unknownSites.get(second) ?? 0);
    // Updates at a place the contents name: others may be given the same place.
    const isUpdate =
      (isWrite(first) !== isWrite(second) && (both & SHADOW.contents) !== 0) ||
      (conflict.store.object.space === 'local' && this.#isCounting(first, second));
    const isOfContents = (bits & SHADOW.contents) !== 0;
    const isOfArgument = (bits & SHADOW.argument) !== 0;
    const isOnlyPossible = isMaybe(earlier) || isMaybe(later);
    // What a side did that was taken back is not there: a number drawn twice, a value not yet written.
    const { apart, instructions } = this.#facts;
    const [one, other] = [instructions[first] ?? -1, instructions[second] ?? -1];
    const isSame = isOnlyPossible && apart.isSameConstant(one, other);
    if (isOnlyPossible && !isSame && apart.isHarmless(one, other, conflict.scope)) return;
    const isUnsure =
      isOnlyPossible ||
      (isOfContents && !isUpdate) ||
      (isOfArgument && this.trial.unusual.length > 0);
    // An argument gives rows their length, and was tried too small.
    const mayDiffer =
      conflict.isSilent && !isSame && this.#equalWrites.mayDiffer(one, other, conflict.scope);
    const { chosen } = this.trial;
    const isAsNarrow = !isOfContents && chosen?.every(({ of }) => of.kind === 'argument') === true;
    const isOfTrial = chosen === undefined || (mayDiffer && isAsNarrow);
    const isNarrow = isUnsure && !isOnlyPossible && !isOfContents && isOfTrial;
    this.#races.add({
      conflict,
      sites: [first, second],
      items: [itemOf(earlier, machine.siteBits), itemOf(later, machine.siteBits)],
      grade:
        (conflict.isSilent && !mayDiffer) || isSame
          ? 'silent'
          : this.#races.isGuess(first, second)
            ? 'guess'
            : isNarrow
              ? 'narrow'
              : isUnsure || mayDiffer
                ? 'maybe'
                : 'certain',
      isEqual: conflict.isSilent,
      isAsNarrow,
      groups: this.groups,
      trial: this.trial,
      isByArgument: isOfArgument && !isOfContents,
    });
  }

  /** One counts atomically at a place that contents name, so that any may be named, and the other, at a place of
   * its own, does not. */
  #isCounting(...sites: readonly [number, number]): boolean {
    const isOfContents = (site: number): boolean =>
      ((this.#unknownSites.get(site) ?? 0) & SHADOW.contents) !== 0;
    return sites.some((site, at) => {
      const other = sites[1 - at] ?? 0;
      const [one, plain] = [this.#instruction(site * 2), this.#instruction(other * 2)];
      const isAtomic = one?.kind === 'atomic' && one.operation !== 'load' && isOfContents(site);
      return isAtomic && plain?.kind !== 'atomic' && !isOfContents(other);
    });
  }

  outside(
    site: number,
    store: Store | undefined,
    address: number,
    bytes: number,
    unknown: number,
  ): void {
    const instruction = this.#instruction(site);
    if (instruction === undefined || !('text' in instruction)) return;
    const { span, text } = instruction;
    const isTold = store?.object.length !== 'assumed' && store !== undefined;
    if (this.#isOnOtherSide(`${text} accesses`, unknown === 0 && isTold)) return;
    // Places of other arrays stand far from these.
    const open = !isTold && store ? store.index * FARTHEST + address : undefined;
    this.#races.outside(site >> 1, open, this.#turnItem);
    const isNull = this.#isNull(site, store, address, unknown);
    const isOpen =
      (unknown !== 0 && !isNull && this.#isOfUnstated(instruction, unknown)) ||
      (isTold && this.#isByRounds(site, store));
    if (isOpen && !givesLength(this.trial, store, address + bytes, unknown)) {
      this.dependsOnInputs = true;
      this.#byArguments.saw(`outside ${site}`, this.trial);
      // A far index leads beyond what addresses of its array are.
      const meant = 'address' in instruction ? this.#facts.points.of(instruction.address) : 'any';
      const names =
        meant === 'any' ? [] : [...meant].map((each) => this.#program.objects[each]?.name ?? '');
      const name = names.length > 0 ? alternatives(names) : (store?.object.name ?? 'memory');
      this.leaveOpen(`outside ${site}`, {
        what: 'bounds',
        why: `${text} is outside of ${name} for some inputs: which element it is depends on inputs that nobody states.`,
        hint: 'State what is in the arrays and arguments that it depends on: #pragma tuner input NAME[i] = ...',
        span,
        // Memory behind a pointer in memory is not modelled.
        weakens: store === undefined && names.length === 0,
        holdsIf: `${text} is inside of ${name}`,
      });
      return;
    }
    if (store === undefined || isNull) {
      const isNothing = isNull || address === 0;
      const { object } = placeOf(address);
      this.find(`outside ${site}`, {
        kind: 'bounds',
        span,
        message: `${this.#here()} follows a pointer to ${isNothing ? 'nothing (NULL)' : object < 0 ? 'no memory' : 'memory of nobody'}: ${text}${this.#where}.`,
      });
      return;
    }
    const { object } = store;
    if (object.length === 'assumed' && address >= store.bytes && address < FARTHEST) {
      this.#ends.note({ site, store, end: address + bytes, bytes }, this.trial, this.machine);
      return;
    }
    this.find(`outside ${site}`, {
      kind: 'bounds',
      span,
      message: `${this.#here()} accesses ${this.#beyond(store, address)}, written ${text}: ${this.#length(store)}${this.#where}.`,
      hint:
        address < 0
          ? 'An index below 0; of an unsigned type it would be a very large one.'
          : undefined,
    });
  }

  /** Contents that nobody states decide how often a loop goes round, and others lead inside. */
  #isByRounds(site: number, { bytes }: Store): boolean {
    const access = this.#facts.instructions[site >> 1] ?? -1;
    const { apart, possible } = this.#facts;
    const low = apart.takenBy(access) ? 0 : (possible.offsets(access)?.low ?? -1);
    return low >= 0 && low < bytes && this.#byArguments.isByContents(access);
  }

  /** A pointer that this input leaves NULL, as conditions on contents may: no index of theirs led here. */
  #isNull(site: number, store: Store | undefined, address: number, unknown: number): boolean {
    const at = this.#facts.instructions[site >> 1] ?? -1;
    const access = this.#program.code[at];
    const isNear = (bytes: Value): boolean => {
      const { low = -Infinity, high = Infinity } = this.#facts.possible.range(bytes, at) ?? {};
      return Math.max(-low, high) < FARTHEST;
    };
    const pointer = store === undefined ? address : pointerTo(store.index, address);
    return (
      (unknown === 0 || this.#isChosen(unknown)) &&
      Math.abs(pointer) < POINTER.bias &&
      access !== undefined &&
      'address' in access &&
      this.#facts.points.mayBeNull(access.address) &&
      // A far index comes to any number, that of nothing too.
      indexesOf(access.address).every((bytes) => isNear(bytes) || !this.#unstated.decides(bytes))
    );
  }

  /** The address has an unstated part, besides choosing between several. */
  #isOfUnstated(instruction: Instruction, unknown: number): boolean {
    if (!('address' in instruction) || !this.#isChosen(unknown)) return true;
    return this.#unstated.decides(instruction.address);
  }

  /** Conditions on contents, or on an argument that was given another value, may have led here. */
  #isChosen(unknown: number): boolean {
    return (unknown & SHADOW.contents) !== 0 || this.trial.unusual.length > 0;
  }

  #partOf: ((name: string) => Part) | undefined;

  #beyond({ object }: Store, offset: number): string {
    if (!Number.isFinite(offset)) return `an element of ${object.name} far outside`;
    return `${object.name}${indices(object, Math.floor(offset / elementBytes(object)))}`;
  }

  #length({ object, bytes }: Store): string {
    return lengthName(object, Math.floor(bytes / elementBytes(object)));
  }

  /** Accesses just beyond an assumed end are reported; those far beyond give the array's length. */
  settleReached(): readonly Longer[] {
    const { longer, slips } = this.#ends.settled();
    for (const slip of slips) this.find(...slip);
    return longer;
  }

  misaligned(_site: number, store: Store): void {
    throw new OtherLayout(store);
  }

  unwritten(site: number, store: Store | undefined, place: number, use: string): void {
    const instruction = this.#instruction(site);
    if (instruction === undefined || !('text' in instruction)) return;
    const { span, text } = instruction;
    if (this.#isOnOtherSide(`${text} reads`)) return;
    const index = this.#facts.instructions[site >> 1] ?? -1;
    if (store === undefined && this.#usesUnwritten(index)) return;
    if (store === undefined && this.#wantsRound(index)) return;
    const what =
      store === undefined
        ? `a value that was computed from what nobody has written${use === 'stores' ? ` to ${text}` : ` (${text})`}`
        : this.#unwrittenPlace(store, place);
    this.find(`${store === undefined ? 'unwritten' : EMPTY_PLACE} ${site}`, {
      kind: 'uninitialised',
      span,
      message: `${this.#here()} ${use} ${what}${this.#where}.`,
    });
  }

  readsUnwritten(site: number, store: Store, place: number): void {
    const instruction = this.#instruction(site);
    if (instruction === undefined || !('text' in instruction)) return;
    if (this.#isOnOtherSide(`${instruction.text} reads`)) return;
    const item = this.#turnItem;
    if (this.#unwrittenReads.isKnown(site, item)) return;
    this.#unwrittenReads.note({
      site,
      instruction: this.#facts.instructions[site >> 1] ?? -1,
      item,
      ...(store.object.isExchange === true && {
        hint: 'A lane gives its value if the mask names it and it comes to the call.',
      }),
      message: `${this.#here()} ${store.object.isExchange === true ? `takes a value by ${instruction.text} from a lane that takes no part in it` : `reads ${this.#unwrittenPlace(store, place)}`}`,
    });
  }

  #unwrittenPlace({ object, base }: Store, place: number): string {
    return `${placeName(object, place - base)}, which nobody in its ${this.#names.words.group} has written`;
  }

  /** The running item, counted over all turns. */
  get #turnItem(): number {
    return (this.groups.length - 1) * this.#count + (this.machine?.item ?? 0);
  }

  /** Finds the reads of unwritten memory by which an instruction goes wrong.
   * @returns false if there are none */
  #usesUnwritten(instruction: number): boolean {
    const reads = this.#unwrittenReads.reaching(instruction, this.#turnItem);
    for (const { site, instruction: load, message, hint } of reads) {
      const span = this.#program.code[load]?.span;
      if (span !== undefined)
        this.find(`${EMPTY_PLACE} ${site}`, {
          kind: 'uninitialised',
          span,
          message: `${message}${this.#where}.`,
          ...(hint !== undefined && { hint }),
        });
    }
    return reads.length > 0;
  }

  #someRounds(argument: string): string {
    const of = this.#program.registers.find((each) => each.name === argument && each.isArgument);
    return `${argument} is ${of && isSigned(of.type) ? 'above' : 'not'} 0`;
  }

  /** What a loop writes in each round has no value, since an argument that nobody states leaves it none. */
  #wantsRound(instruction: number): boolean {
    if (!this.trial.unusual.some(([, value]) => value <= 0)) return false;
    const known = this.#roundFor.get(instruction);
    const { unwritten } = this.#facts;
    const name =
      known ?? roundThatWrites(this.#program, flowOf(this.#program), unwritten, instruction) ?? '';
    this.#roundFor.set(instruction, name);
    if (!this.trial.unusual.some(([each, value]) => each === name && value <= 0)) return false;
    this.dependsOnInputs = true;
    this.leaveOpen(`round ${instruction}`, {
      what: 'other inputs',
      why: `${this.#here()} uses what a loop writes where ${name} gives it a round.`,
      span: this.#program.code[instruction]?.span,
      weakens: false,
      holdsIf: this.#someRounds(name),
    });
    return true;
  }

  unwrittenBranch(instruction: number): void {
    if (this.#isOnOtherSide('is decided')) return;
    if (this.#usesUnwritten(instruction) || this.#wantsRound(instruction)) return;
    const span = this.#program.code[instruction]?.span;
    if (span === undefined) return;
    this.find(`unwritten branch ${instruction}`, {
      kind: 'uninitialised',
      span,
      message: `${this.#here()} decides by what nobody has written${this.#where}.`,
    });
  }

  divides(instruction: number, divisor: number): void {
    if (this.machine?.undo === undefined)
      this.conditions.decided(~instruction, divisor === 0, divisor);
  }

  dividedByZero(instruction: number, bits: number): void {
    if (this.#isOnOtherSide('a division by zero gives')) return;
    const span = this.#program.code[instruction]?.span;
    if (span === undefined) return;
    const step = this.#program.code[instruction];
    const divisors = step === undefined ? [] : valuesOf(step).flatMap(divisorsIn);
    const isOpen =
      !this.#isChosen(bits) || divisors.some((divisor) => this.#unstated.decides(divisor));
    if (bits !== 0 && isOpen) {
      const isOfContents = (bits & SHADOW.contents) !== 0;
      this.dependsOnInputs = true;
      this.leaveOpen(`zero ${instruction}`, {
        what: 'division by zero',
        why: `An integer is divided by one that depends on ${isOfContents ? 'contents of memory' : 'an argument'} that nobody states, and that is 0${this.#where}.`,
        hint: 'State what it depends on: #pragma tuner input NAME = ..., or NAME[i] = ... for an array.',
        span,
        weakens: isOfContents,
        ...(!isOfContents && { holdsIf: `what is divided by${this.#names.inLine(span)} is not 0` }),
      });
    } else
      this.find(`zero ${instruction}`, {
        kind: 'result',
        span,
        message: `${this.#here()} divides an integer by zero${this.#where}.`,
        hint: `${this.#names.words.name} leaves open what comes out of it.`,
      });
  }

  unknownAddress(site: number, store: Store | undefined, bits: number): void {
    const index = this.#facts.instructions[site >> 1] ?? -1;
    if (store !== undefined && this.machine?.undo === undefined) {
      const { object } = store;
      const unwritten = isFilled(object) ? undefined : this.#reach.unwritten(index, store);
      const isRead = this.#program.code[index]?.kind !== 'store';
      if (unwritten !== undefined && isRead) this.leaveOpen(`unwritten ${site}`, unwritten);
    }
    const before = this.#unknownSites.get(site >> 1) ?? 0;
    if ((before | bits) === before) return;
    this.#unknownSites.set(site >> 1, before | (bits & SHADOW.unknown));
    this.dependsOnInputs = true;
    const instruction = this.#instruction(site);
    if (instruction === undefined || !('text' in instruction)) return;
    const outside = store && this.#reach.outside(index, store);
    if (outside !== undefined) {
      this.leaveOpen(`outside ${site}`, outside);
      // Conditions alone decide: some may lead others there than those that they led.
      if ('address' in instruction && !this.#unstated.decides(instruction.address))
        for (const branch of this.#unstated.branches(instruction.address))
          for (const isTrue of [true, false])
            this.conditions.wants({ instruction: branch, isTrue });
    }
    if (store !== undefined && !store.watch.isShared) return;
    const { ordered, rounded } = this.#facts;
    const object = store?.index ?? -1;
    const isHarmless =
      instruction.kind === 'atomic' && (!ordered.has(object) || rounded.has(object));
    if (isHarmless || this.#facts.apart.isSafe(index)) return;
    if ((bits & SHADOW.contents) === 0) {
      this.conditions.movedByArgument.add(index);
      this.leaveOpen(`argument ${site}`, {
        what: 'other inputs',
        why: `Which element ${instruction.text} is depends on an argument that nobody states. It was run with ${this.conditions.triedInputs}; others were not tried.`,
        hint: 'State it: #pragma tuner input NAME = ...',
        span: instruction.span,
        weakens: false,
      });
      return;
    }
    this.leaveOpen(`address ${site}`, {
      what: 'races',
      why: `Which element ${instruction.text} is depends on inputs that nobody states; some were tried, and others may bring two ${this.#names.words.item}s to one element.`,
      hint: 'State what is in the arrays and arguments that it depends on: #pragma tuner input NAME[i] = ...',
      span: instruction.span,
      weakens: true,
    });
  }

  decided(instruction: number, isTrue: boolean, distance: number): boolean {
    this.#byArguments.goes(instruction, isTrue);
    return this.conditions.decided(instruction, isTrue, distance);
  }

  unknownBranch(instruction: number, bits: number, why: Undecided): void {
    this.dependsOnInputs = true;
    this.conditions.decides(instruction, bits, why);
  }

  takes(instruction: number, isTrue: boolean): void {
    this.conditions.takes(instruction, isTrue);
  }

  varies(): void {
    this.dependsOnInputs = true;
  }

  looksAt(side: Side | undefined): void {
    this.conditions.lookedAt = side;
  }

  doubts(side: Side): void {
    this.isGuarded = true;
    this.conditions.doubt(side, 'it leads to');
  }

  broken(instruction: number, isUnknown: boolean): void {
    if (this.#isOnOtherSide('is claimed')) return;
    const claim = this.#program.code[instruction];
    if (claim?.kind !== 'assert') return;
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
        message: `${this.#here()} finds that ${claim.text} does not hold${this.#where}.`,
      });
  }

  assumptionFailed(): void {
    if (this.#isOnOtherSide('is assumed')) return;
    throw new AssumptionFailed();
  }

  copyUnderWay(store: Store, cell: number, copy: number, mark: number): void {
    const { machine } = this;
    if (machine === undefined) return;
    const copySite = siteOf(copy, machine.siteBits);
    const site = siteOf(mark, machine.siteBits);
    if (site === copySite && this.#instruction(site * 2)?.kind !== 'copy') return;
    const instruction = this.#instruction(site * 2);
    const other = this.#instruction(copySite * 2);
    if (instruction === undefined || other === undefined) return;
    const place = placeName(store.object, (cell << store.grainShift) - store.base);
    const isCopy = instruction.kind === 'copy';
    const item = itemOf(mark, machine.siteBits) % this.#count;
    const who = isCopy ? 'Another copy' : this.#here2(item);
    const does = isCopy ? 'moves' : this.#races.writes(site) ? 'writes' : 'reads';
    if (isMaybe(mark)) return;
    this.find(`copy ${site} ${copySite} ${store.index}`, {
      kind: store.object.space === 'local' ? 'race-local' : 'race-global',
      span: instruction.span,
      message: `${who} ${does} ${place} here, and the asynchronous copy${this.#names.inLine(other.span)} may be moving it at the same time${this.#where}.`,
      hint: `Wait for the copy first: ${this.#names.words.copied}. What is accessed before the copy needs a barrier.`,
      related: [{ span: other.span, message: `The copy that moves ${place}.` }],
    });
  }

  get #count(): number {
    return productOf(this.#program.local);
  }

  #here2(item: number): string {
    return this.#names.who(item, this.machine?.group ?? 0);
  }

  notFollowed(instruction: number, what: Followed | 'touched'): void {
    const inAccesses = this.#isFollowed.inAccesses && what === 'touched';
    this.#isFollowed = { inAccesses, inValues: false };
    const span = this.#program.code[instruction]?.span;
    if (span === undefined) return;
    const why = UNFOLLOWED[what];
    this.leaveOpen(`copies ${what}`, { what: 'asynchronous copies', why, span, weakens: true });
  }

  orderedAtomic(site: number): void {
    this.ordered.add(site >> 1);
  }

  get #now(): { readonly group: number; readonly where: string } {
    return { group: this.machine?.group ?? 0, where: this.#where };
  }

  diverged(waiting: ReadonlyMap<number, readonly number[]>, ended: readonly number[]): void {
    const [key, found] = this.#waits.diverged(waiting, ended, this.#now);
    // Results of bodiless functions were made up, and may be what parts the items.
    const isMadeUp =
      this.#program.objects.some(({ isResults }) => isResults === true) &&
      this.conditions.mayPartItems;
    // Some of a block may wait for a stage of its pipeline alone.
    const isOfPipeline = this.#program.code.some(
      (step) => step.kind === 'follows' && step.what === 'stage',
    );
    const { span, message } = found;
    if (isMadeUp || isOfPipeline)
      this.leaveOpen(key, { what: 'divergence', why: message, span, weakens: true });
    else this.find(key, found);
  }

  differs(instruction: number, items: readonly [number, number]): void {
    this.find(...this.#waits.differs(instruction, items, this.#now));
  }

  stuck(item: number, instruction: number, waitsFor: readonly number[], mayEnd: boolean): void {
    const isOpen = (object: number): boolean =>
      this.#program.objects[object]?.input?.kind === 'unknown';
    if (mayEnd && waitsFor.some(isOpen)) {
      this.dependsOnInputs = true;
      this.leaveOpen(...this.#waits.goesOn(item, instruction, this.#now));
      return;
    }
    this.isStuck = true;
    const [key, told] = this.#waits.stuck(item, instruction, waitsFor, this.#now);
    if ('why' in told) this.leaveOpen(key, told);
    else this.find(key, told);
  }

  waited(item: number, instruction: number): void {
    this.leaveOpen(...this.#waits.waited(item, instruction, this.#now));
  }

  copyLeft(mark: number): void {
    const { machine } = this;
    if (machine === undefined) return;
    const site = siteOf(mark, machine.siteBits);
    const instruction = this.#instruction(site * 2);
    if (instruction?.kind !== 'copy') return;
    this.find(`left ${site}`, {
      kind: 'race-local',
      span: instruction.span,
      message: `${capital(this.#names.group(machine.group))} ends while this copy may still be under way: nobody waits for it.`,
      hint: `Wait for it before the end: ${this.#names.words.copied}.`,
    });
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
    return [...sites].flatMap((site) => this.#facts.instructions[site] ?? []);
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
    // A value others write at the same time is a race, not unwritten. Macros may read a place
    // several times.
    const place = (span: Span | undefined): string => `${span?.start} ${span?.end}`;
    const racing = new Set(this.racing.map((at) => place(this.#program.code[at]?.span)));
    const others = [...this.#findings].filter(
      ([key, { finding, seen }]) =>
        this.#withoutRounds(finding, seen.trial) === undefined &&
        (!key.startsWith(EMPTY_PLACE) || !racing.has(place(finding.span))),
    );
    const told = others.map(([key, { finding, seen }]) => {
      const names = finding.assumed === undefined ? this.#argumentsOf(key) : [];
      const assumed =
        finding.assumed ?? this.#byArguments.assumed(key, this.#accessOf(key) ?? -1, names);
      return { finding: { ...finding, assumed }, seen };
    });
    return [...told, ...this.#races.findings];
  }

  get remarks(): readonly Remark[] {
    return [...this.#remarks.values(), ...this.#races.remarks];
  }

  get notChecked(): readonly NotChecked[] {
    return [
      ...this.#notChecked.values(),
      ...this.conditions.notChecked,
      ...this.#races.notChecked,
      ...this.#harmlessReads,
      ...this.#readsWithoutRounds,
      ...this.#reach.inclusiveGuards(),
      ...this.#reach.byRounds(this.machine?.stores ?? [], (at) =>
        this.#byArguments.isByContents(at),
      ),
    ];
  }

  /** The argument of 0 that nobody states with which alone it was seen, for want of a loop's rounds. */
  #withoutRounds(
    { kind, assumed }: Pick<Finding, 'kind' | 'assumed'>,
    { unusual }: Trial,
  ): string | undefined {
    if (kind !== 'uninitialised' || assumed === undefined) return undefined;
    if (unusual.every(([, value]) => value !== 0)) return undefined;
    this.#partOf ??= partsOfArguments(this.#program);
    const partOf = this.#partOf;
    const [only, another] = unusual.filter(([name]) => partOf(name) !== 'nothing');
    const isAlone = only?.[1] === 0 && another === undefined;
    return isAlone && partOf(only[0]) === 'rounds' ? only[0] : undefined;
  }

  /** A value that a loop gives which an argument of 0 leaves out. */
  get #readsWithoutRounds(): readonly NotChecked[] {
    return [...this.#findings.values()].flatMap(
      ({ finding: { message, span, ...finding }, seen }) => {
        const name = this.#withoutRounds(finding, seen.trial);
        if (name === undefined) return [];
        const holdsIf = this.#someRounds(name);
        return [{ what: 'other inputs', why: message, span, weakens: false, holdsIf }];
      },
    );
  }

  get #harmlessReads(): readonly NotChecked[] {
    return this.#unwrittenReads
      .harmless((site) => this.#findings.has(`${EMPTY_PLACE} ${site}`))
      .map(({ instruction, message }) => ({
        what: UNWRITTEN_MEMORY,
        why: `${message}; nothing depends on what it got.`,
        span: this.#program.code[instruction]?.span,
        weakens: false,
      }));
  }
}

/** The bytes added to a pointer. */
const indexesOf = (address: Value): readonly Value[] =>
  address.kind === 'offset' ? [address.bytes, ...indexesOf(address.pointer)] : [];

/** Begins the keys of reads of memory that nobody has written. */
const EMPTY_PLACE = 'empty place';
/** Begins of keys of faults of accesses, which a site follows. */
const PLACES: ReadonlyMap<string, AtFault> = new Map([
  ['outside', 'place'],
  [EMPTY_PLACE, 'contents'],
  ['unwritten', 'value'],
]);
const PLACE = new RegExp(`^(${[...PLACES.keys()].join('|')}) (\\d+)$`);

/** The text does not allow the running input. */
export class AssumptionFailed extends Error {}
