import { alternatives, elementsLong } from '../../base/words.ts';
import type { Finding } from '../finding.ts';
import { placeOf, POINTER, pointerTo } from '../pointer.ts';
import type { Instruction, Value } from '../program.ts';
import { divisorsIn, valuesOf } from '../walk.ts';
import { dividesByNothingElse, isNeverInside, isNeverWithin } from './certain-faults.ts';
import { type Ends, FARTHEST, givesLength } from './ends.ts';
import { assumedOf } from './assumed-arguments.ts';
import type { Ledger } from './ledger.ts';
import { elementBytes, indices, lengthName, placed } from './names.ts';
import { isFilled } from './open-inputs.ts';
import type { RaceBook } from './race-book.ts';
import type { Reach } from './reach.ts';
import { SHADOW } from './registers.ts';
import type { Store } from './store.ts';
import type { Sighting } from './trial.ts';
import { UnstatedValues } from './unstated-values.ts';

const BELOW_ZERO = 'An index below 0; of an unsigned type it would be a very large one.';
/** After so many accesses outside an input that was made up shows no more. */
const MOST_STRAYS = 50_000;

/** Accesses outside of arrays, and those that inputs lead which nobody states. */
export class UnknownPlaces {
  readonly #ledger: Ledger;
  readonly #races: RaceBook;
  readonly #reach: Reach;
  readonly #ends: Ends;
  readonly #unstated: UnstatedValues;
  /** Sites whose address depended on an input nobody stated. */
  readonly unknownSites = new Map<number, number>();
  /** Accesses outside in this run, at places that inputs decide. */
  #strays = 0;
  readonly #below = new Map<number, { readonly finding: Finding; readonly seen: Sighting }>();

  constructor(ledger: Ledger, parts: { races: RaceBook; reach: Reach; ends: Ends }) {
    this.#ledger = ledger;
    this.#races = parts.races;
    this.#reach = parts.reach;
    this.#ends = parts.ends;
    this.#unstated = new UnstatedValues(ledger.program, ledger.facts);
  }

  outside(
    site: number,
    store: Store | undefined,
    address: number,
    bytes: number,
    unknown: number,
  ): void {
    const instruction = this.#ledger.instruction(site);
    if (instruction === undefined || !('text' in instruction)) return;
    // Guards keep it inside of what arguments make its length.
    if (store?.object.lengthOf !== undefined) return;
    const { span, text } = instruction;
    const isTold = store?.object.length !== 'assumed' && store !== undefined;
    const key = `outside ${site}`;
    if ((isTold || store === undefined) && this.#ledger.isFoundNow(key)) return;
    const at = this.#ledger.facts.instructions[site >> 1] ?? -1;
    const isNever = (unknown !== 0 || !isTold) && isNeverInside(this.#ledger, at, store);
    const isCertain = isNever || (unknown === 0 && isTold);
    if (this.#ledger.isOnOtherSide(() => `${text} accesses`, isCertain)) return;
    this.#comeTogether(site, isTold ? undefined : store, address);
    const isNull = this.#isNull(site, store, address, unknown);
    const isOpen =
      (unknown !== 0 &&
        !isNull &&
        !isNever &&
        (this.#isOfUnstated(instruction, unknown) || this.#isFromMemory(instruction))) ||
      (isTold && this.#isByRounds(site, store));
    if (isOpen && !givesLength(this.#ledger.trial, store, address + bytes, unknown)) {
      this.#ledger.dependsOnInputs = true;
      this.#ledger.byArguments.saw(key, this.#ledger.trial);
      this.#strayed();
      if (address < 0 && unknown === SHADOW.argument) this.#noteBelow(site, store, address);
      this.#leaveOpen(site, instruction, store);
      return;
    }
    if (store === undefined || isNull) {
      const isNothing = isNull || address === 0;
      const { object } = placeOf(address);
      this.#ledger.find(key, {
        kind: 'bounds',
        span,
        message: `${this.#ledger.here()} follows a pointer to ${isNothing ? 'nothing (NULL)' : object < 0 ? 'no memory' : 'memory of nobody'}: ${text}${this.#ledger.where}.`,
      });
      return;
    }
    const { object } = store;
    if (object.length === 'assumed' && address >= store.bytes && address < FARTHEST) {
      const isByContents = unknown !== 0 || this.#ledger.byArguments.isByContents(at);
      if (unknown !== 0) this.#strayed();
      this.#ends.note(
        { site, store, end: address + bytes, bytes, isByContents },
        this.#ledger.trial,
        this.#ledger.machine,
      );
      return;
    }
    this.#ledger.find(key, {
      kind: 'bounds',
      span,
      message: `${this.#ledger.here()} ${this.#wayOut(store, address, text)}${this.#ledger.where}.`,
      hint: address < 0 ? BELOW_ZERO : undefined,
    });
  }

  /** Several items may come to one element behind an array whose length nobody states. */
  #comeTogether(site: number, store: Store | undefined, address: number): void {
    // Places of other arrays stand far from these.
    const open = store && store.index * FARTHEST + address;
    const isTogether = this.#races.led.outside(site >> 1, open, this.#ledger.turnItem);
    const instruction = this.#ledger.instruction(site);
    const at = this.#ledger.facts.instructions[site >> 1] ?? -1;
    if (!isTogether || store === undefined || !this.#ledger.facts.apart.isAtOnePlace(at)) return;
    if (instruction === undefined || !('text' in instruction)) return;
    const { text, span } = instruction;
    this.#ledger.leaveOpen(`together ${site}`, {
      what: 'races',
      why: `${text} is the same element for all work-items, and several come to it where it is outside of ${store.object.name}: nobody says how long that is.`,
      hint: `State its length: #pragma tuner array ${store.object.name} = ...`,
      span,
      weakens: true,
    });
  }

  #leaveOpen(site: number, instruction: Outside, store: Store | undefined): void {
    const key = `outside ${site}`;
    // A loop comes here each round: words are made once.
    if (this.#ledger.open.has(key)) return;
    const at = this.#ledger.facts.instructions[site >> 1] ?? -1;
    if (store !== undefined && this.#reach.isOfProduct(at, store.object)) return;
    const { text, span } = instruction;
    // A far index leads beyond what addresses of its array are.
    const meant =
      'address' in instruction ? this.#ledger.facts.points.of(instruction.address) : 'any';
    const objects = (meant === 'any' ? [] : [...meant]).flatMap(
      (each) => this.#ledger.program.objects[each] ?? [],
    );
    const [only = store?.object, another] = objects;
    const object =
      another === undefined
        ? (only ?? { name: 'memory' })
        : { name: alternatives(objects.map(({ name }) => name)) };
    this.#ledger.leaveOpen(key, {
      what: 'bounds',
      why: `${placed(text, object, false)} for some inputs: which one it is depends on inputs that nobody states.`,
      hint: 'State what is in the arrays and arguments that it depends on: #pragma tuner input NAME[i] = ...',
      span,
      // Memory behind a pointer in memory is not modelled.
      weakens: store === undefined && objects.length === 0,
      holdsIf: placed(text, object, true),
    });
  }

  /** Contents that nobody states decide how often a loop goes round, and others lead inside. */
  #isByRounds(site: number, { bytes }: Store): boolean {
    const access = this.#ledger.facts.instructions[site >> 1] ?? -1;
    const { apart, possible } = this.#ledger.facts;
    if (!this.#ledger.byArguments.isByContents(access)) return false;
    const low = apart.takenBy(access) ? 0 : (possible.leastOffset(access) ?? -1);
    return low >= 0 && low < bytes;
  }

  /** A pointer that this input leaves NULL, as conditions on contents may: no index of theirs led here. */
  #isNull(site: number, store: Store | undefined, address: number, unknown: number): boolean {
    const at = this.#ledger.facts.instructions[site >> 1] ?? -1;
    const access = this.#ledger.program.code[at];
    const isNear = (bytes: Value): boolean => {
      const { low = -Infinity, high = Infinity } =
        this.#ledger.facts.possible.range(bytes, at) ?? {};
      return Math.max(-low, high) < FARTHEST;
    };
    const pointer = store === undefined ? address : pointerTo(store.index, address);
    return (
      Math.abs(pointer) < POINTER.bias &&
      access !== undefined &&
      'address' in access &&
      (unknown === 0 || this.#isChosen(unknown)) &&
      this.#ledger.facts.points.mayBeNull(access.address) &&
      // A far index comes to any number, that of nothing too.
      indexesOf(access.address).every((bytes) => isNear(bytes) || !this.#unstated.decides(bytes))
    );
  }

  /** A pointer that memory holds, where nobody gives it. */
  #isFromMemory(instruction: Instruction): boolean {
    const { points } = this.#ledger.facts;
    return (
      'address' in instruction &&
      points.of(instruction.address) === 'any' &&
      !points.mayBeNull(instruction.address)
    );
  }

  /** The address has an unstated part, besides choosing between several. */
  #isOfUnstated(instruction: Instruction, unknown: number): boolean {
    if (!('address' in instruction) || !this.#isChosen(unknown)) return true;
    const { address } = instruction;
    const { numbers = [] } = this.#ledger.machine?.registers ?? {};
    return this.#unstated.decides(address) || this.#unstated.isCounted(address, numbers);
  }

  #strayed(): void {
    this.#strays += 1;
    if (this.#strays > MOST_STRAYS) this.#ledger.budget?.leaveInput();
  }

  /** An index below 0 for the arguments that are taken first. */
  #noteBelow(site: number, store: Store | undefined, address: number): void {
    const { trial, names, machine } = this.#ledger;
    const instruction = this.#ledger.instruction(site);
    const isUsual = trial.unusual.length === 0 && trial.chosen === undefined;
    if (!isUsual || this.#below.has(site) || store === undefined) return;
    if (instruction === undefined || !('text' in instruction)) return;
    this.#below.set(site, {
      finding: {
        kind: 'bounds',
        span: instruction.span,
        message: `${names.who(machine?.item ?? 0, machine?.group ?? 0)} ${this.#wayOut(store, address, instruction.text)}.`,
        hint: BELOW_ZERO,
        configuration: this.#ledger.program.configuration,
      },
      seen: { trial, groups: [machine?.group ?? 0] },
    });
  }

  /** Indices below 0 for all arguments that were tried. */
  get below(): readonly { readonly finding: Finding; readonly seen: Sighting }[] {
    return [...this.#below].flatMap(([site, { finding, seen }]) => {
      const key = `outside ${site}`;
      const access = this.#ledger.instructionOf(key) ?? -1;
      if (!this.#ledger.byArguments.isUnavoided(key, access)) return [];
      const taken = this.#ledger
        .argumentsOf(key)
        .map((name) => [name, this.#ledger.usual(name)] as const);
      const assumed = assumedOf(this.#ledger.usual, taken);
      return assumed === undefined
        ? []
        : [{ finding: { ...finding, assumed: { ...assumed, otherwise: [] } }, seen }];
    });
  }

  /** Conditions on contents, or on an argument that was given another value, may have led here. */
  #isChosen(unknown: number): boolean {
    return (unknown & SHADOW.contents) !== 0 || this.#ledger.trial.unusual.length > 0;
  }

  /** Says of an item where it comes to. */
  #wayOut({ object, bytes }: Store, offset: number, text: string): string {
    const index = Math.floor((offset - (object.before ?? 0)) / elementBytes(object));
    if (object.isOfItems === true)
      return `names work-item ${index} of a work-group that has ${bytes / elementBytes(object)}, by ${text}`;
    const place = Number.isFinite(offset)
      ? `${object.name}${indices(object, index)}`
      : `an element of ${object.name} far outside`;
    return `accesses ${place}, written ${text}: ${lengthName(object, bytes)}`;
  }

  /** An index is beyond an array that is part of a struct. */
  leftMember(
    instruction: number,
    claim: Extract<Instruction, { kind: 'assert' | 'assume' }>,
    isUnknown: boolean,
    at: number | undefined,
  ): void {
    const { within, text, span } = claim;
    if (within === undefined || this.#ledger.isOnOtherSide(`${text} accesses`)) return;
    const { array, elements } = within;
    const long = elements === undefined ? '' : `, which has ${elementsLong(elements)}`;
    const why = `${text} is outside of ${array}${long}`;
    const key = `within ${instruction}`;
    const isByContents = isUnknown || this.#ledger.byArguments.isByContents(instruction);
    if (isByContents && !isNeverWithin(this.#ledger.facts, instruction, claim)) {
      this.#ledger.dependsOnInputs = true;
      this.#ledger.byArguments.saw(key, this.#ledger.trial);
      this.#strayed();
      this.#ledger.leaveOpen(key, {
        what: 'bounds',
        why: `${why}, for some inputs.`,
        span,
        weakens: false,
        holdsIf: `${text} is inside of ${array}`,
      });
    } else
      this.#ledger.find(key, {
        kind: 'bounds',
        span,
        message: `${this.#ledger.here()} accesses ${elements === undefined ? `what is outside: ${why}` : `${array}[${at}], written ${text}: ${array} has ${elements} elements`}${this.#ledger.where}.`,
      });
  }

  dividedByZero(instruction: number, bits: number): void {
    if (this.#ledger.isOnOtherSide('a division by zero gives')) return;
    const isOfArgument = (bits & SHADOW.unknown) === SHADOW.argument;
    if (this.#ledger.isLeftOut && isOfArgument && this.#ledger.open.has(`zero ${instruction}`))
      return;
    const step = this.#ledger.program.code[instruction];
    if (step === undefined) return;
    const { span } = step;
    const isOpen =
      !dividesByNothingElse(this.#ledger.facts, instruction, step) &&
      (!this.#isChosen(bits) ||
        valuesOf(step)
          .flatMap(divisorsIn)
          .some((divisor) => this.#unstated.decides(divisor)));
    if (bits !== 0 && isOpen) {
      const isOfContents = (bits & SHADOW.contents) !== 0;
      this.#ledger.dependsOnInputs = true;
      // The condition leaves this input out, with all that comes of it.
      if (!isOfContents) this.#ledger.leaveOut();
      this.#ledger.leaveOpen(`zero ${instruction}`, {
        what: 'division by zero',
        why: `An integer is divided by one that depends on ${isOfContents ? 'contents of memory' : 'an argument'} that nobody states, and that is 0${this.#ledger.where}.`,
        hint: 'State what it depends on: #pragma tuner input NAME = ..., or NAME[i] = ... for an array.',
        span,
        weakens: isOfContents,
        ...(!isOfContents && {
          holdsIf: `what is divided by${this.#ledger.names.inLine(span)} is not 0`,
        }),
      });
    } else
      this.#ledger.find(`zero ${instruction}`, {
        kind: 'result',
        span,
        message: `${this.#ledger.here()} divides an integer by zero${this.#ledger.where}.`,
        hint: `${this.#ledger.names.words.name} leaves open what comes out of it.`,
      });
  }

  /** A new input is run. */
  begin(): void {
    this.#strays = 0;
  }

  unknownAddress(site: number, store: Store | undefined, bits: number): void {
    const index = this.#ledger.facts.instructions[site >> 1] ?? -1;
    if (store !== undefined && this.#ledger.machine?.undo === undefined) {
      const { object } = store;
      const unwritten = isFilled(object) ? undefined : this.#reach.unwritten(index, store);
      const isRead = this.#ledger.program.code[index]?.kind !== 'store';
      if (unwritten !== undefined && isRead) this.#ledger.leaveOpen(`unwritten ${site}`, unwritten);
    }
    const before = this.unknownSites.get(site >> 1) ?? 0;
    if ((before | bits) === before) return;
    this.unknownSites.set(site >> 1, before | (bits & SHADOW.unknown));
    this.#ledger.dependsOnInputs = true;
    const instruction = this.#ledger.instruction(site);
    if (instruction === undefined || !('text' in instruction)) return;
    const isOfContents = (bits & SHADOW.contents) !== 0;
    const isAnywhere =
      isOfContents &&
      (store?.object.length !== 'assumed' ||
        ('address' in instruction && this.#unstated.countsContents(instruction.address)));
    const outside = store && this.#reach[isAnywhere ? 'anywhere' : 'outside'](index, store);
    if (outside !== undefined) {
      this.#ledger.leaveOpen(`outside ${site}`, outside);
      // Conditions alone decide: some may lead others there than those that they led.
      if ('address' in instruction && !this.#unstated.decides(instruction.address))
        for (const branch of this.#unstated.branches(instruction.address))
          for (const isTrue of [true, false])
            this.#ledger.conditions.wants({ instruction: branch, isTrue });
    }
    if (store !== undefined && !store.watch.isShared) return;
    const { ordered, rounded } = this.#ledger.facts;
    const object = store?.index ?? -1;
    const isHarmless =
      instruction.kind === 'atomic' &&
      instruction.isOfGroup !== true &&
      (!ordered.has(object) || rounded.has(object));
    if (isHarmless || this.#ledger.facts.apart.isSafe(index)) return;
    if (!isOfContents) {
      this.#ledger.conditions.movedByArgument.add(index);
      this.#ledger.leaveOpen(`argument ${site}`, {
        what: 'other inputs',
        why: `Which element ${instruction.text} is depends on an argument that nobody states. It was run with ${this.#ledger.conditions.triedInputs}; others were not tried.`,
        hint: 'State it: #pragma tuner input NAME = ...',
        span: instruction.span,
        weakens: false,
      });
      return;
    }
    this.#ledger.leaveOpen(`address ${site}`, {
      what: 'races',
      why: `Which element ${instruction.text} is depends on inputs that nobody states; some were tried, and others may bring two ${this.#ledger.names.words.item}s to one element.`,
      hint: 'State what is in the arrays and arguments that it depends on: #pragma tuner input NAME[i] = ...',
      span: instruction.span,
      weakens: true,
    });
  }
}

type Outside = Extract<Instruction, { text: string }>;

/** The bytes added to a pointer. */
const indexesOf = (address: Value): readonly Value[] =>
  address.kind === 'offset' ? [address.bytes, ...indexesOf(address.pointer)] : [];
