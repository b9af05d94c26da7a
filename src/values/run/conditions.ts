import type { Span } from '../../base/span.ts';
import { WORDS_OF } from '../../front/language.ts';
import type { NotChecked } from '../finding.ts';
import type { ValueProgram } from '../program.ts';
import type { Undecided } from './machine.ts';
import type { Facts } from './facts.ts';
import type { Possible } from './possible.ts';
import type { SumPlaces } from './sums/common.ts';
import { keyOf, type Probe, type Side } from './probe.ts';
import { SHADOW } from './registers.ts';
import type { Together } from './uniform.ts';

const CONSEQUENCES: Readonly<Record<Undecided, string>> = {
  collective: 'which barriers are reached',
  lockstep: 'which threads of a warp make an access together',
  loop: 'how often accesses that others can see are made',
  deep: 'which accesses are made',
};

/** A condition on unstated inputs, and what it decides. */
interface Decision {
  readonly why: Undecided;
  readonly source: string;
  readonly span: Span | undefined;
  /** Who decide alike. */
  readonly together: Together | undefined;
  /** Runs going both ways tell all there is. */
  readonly isCovered: boolean;
}

/** Inputs for one of them. */
const MOST_WANTED = 32;

const HINT = 'State it: #pragma tuner input NAME = ..., or NAME[i] = ... for an array.';

/** Conditions on inputs that nobody states, and the ways they went. */
export class Conditions {
  readonly #program: ValueProgram;
  readonly #possible: Possible;
  readonly #sums: SumPlaces;
  readonly #decisions = new Map<number, Decision>();
  /** By instruction, the ways seen: 1 false, 2 true. */
  #ways = new Map<number, number>();
  /** Possible faults by side: decided once an input takes it. */
  readonly #doubts = new Map<string, { readonly side: Side; readonly what: string }>();
  /** Ways seen on sides that were looked at alone, and sides that only these decide. */
  readonly #looked = new Map<number, number>();
  readonly #inside = new Set<string>();
  /** The same of sides that others took, or one in another round, by instruction. */
  readonly #elsewhere = new Map<number, { readonly side: Side; readonly what: string }>();
  /** Sides that some took, and that all are to take: how many inputs are left to try. */
  readonly #wanted = new Map<string, { readonly side: Side; left: number }>();
  /** Sides that may avoid what was seen to go wrong. */
  avoiding: () => readonly Side[] = () => [];
  /** Accesses of shared memory whose address an argument decides. */
  readonly movedByArgument = new Set<number>();
  /** The side that is looked at without being taken. */
  lookedAt: Side | undefined;
  /** Told how far conditions' sides are apart. */
  probe: Probe | undefined;
  /** Branches that items decide alike. */
  uniform: ReadonlyMap<number, Together> = new Map();
  /** Inputs run where the verdict depends on unstated ones, in words. */
  triedInputs = 'some inputs';

  constructor(program: ValueProgram, { possible, apart }: Pick<Facts, 'possible' | 'apart'>) {
    this.#program = program;
    this.#possible = possible;
    this.#sums = apart.sums;
  }

  /** Notes a way. @returns whether nothing has gone the other so far. */
  decided(instruction: number, isTrue: boolean, distance: number): boolean {
    this.probe?.decided(instruction, distance);
    return this.takes(instruction, isTrue) !== 3;
  }

  /** @returns the ways seen. */
  takes(instruction: number, isTrue: boolean): number {
    const before = this.#ways.get(instruction) ?? 0;
    const ways = before | (isTrue ? 2 : 1);
    if (ways !== before) this.#ways.set(instruction, ways);
    return ways;
  }

  waysSeen(): ReadonlyMap<number, number> {
    return new Map(this.#ways);
  }

  /** Forgets the ways of a run that did not come to its end. */
  backTo(seen: ReadonlyMap<number, number>): void {
    this.#ways = new Map(seen);
  }

  decides(instruction: number, bits: number, why: Undecided): void {
    const together = this.uniform.get(instruction);
    const isOfArguments = (bits & SHADOW.contents) === 0;
    this.#decisions.set(instruction, {
      why,
      source: isOfArguments ? 'an argument' : 'contents of memory',
      span: this.#program.code[instruction]?.span,
      together,
      // Items that decide differently come to different barriers for some values, whichever were
      // tried.
      isCovered:
        why !== 'deep' &&
        (together !== undefined || (why === 'loop' && isOfArguments)) &&
        (this.#decisions.get(instruction)?.isCovered ?? true),
    });
  }

  doubt(side: Side, what: string): void {
    const key = keyOf(side);
    this.#inside.delete(key);
    if (!this.#doubts.has(key)) this.#doubts.set(key, { side, what });
  }

  /** The same of one behind a condition that only others meet: it is decided as soon as it is looked at. */
  doubtInside(side: Side, what: string): void {
    const { instruction, isTrue } = side;
    this.#looked.set(instruction, (this.#looked.get(instruction) ?? 0) | (isTrue ? 1 : 2));
    const key = keyOf(side);
    if (this.#doubts.has(key)) return;
    this.#doubts.set(key, { side, what });
    this.#inside.add(key);
  }

  /** Something would be wrong on the side that is looked at.
   * @param isCertain whatever leads there: that others took the side without it shows nothing. */
  suspect(what: string, isCertain: boolean): void {
    if (this.lookedAt === undefined) return;
    if (isCertain && this.#isTaken(this.lookedAt)) {
      this.#elsewhere.set(this.lookedAt.instruction, { side: this.lookedAt, what });
      this.wants(this.lookedAt);
    } else this.doubt(this.lookedAt, what);
  }

  /** Inputs that lead to the side that is looked at may make a divisor there 0. */
  mayDivide(instruction: number): void {
    const side = this.lookedAt;
    if (side === undefined || this.#doubts.has(keyOf(side)) || this.#isTaken(side)) return;
    if (this.#possible.mayBe(~instruction, true)) this.doubt(side, 'it divides by');
  }

  /** Something may be wrong where others take the side than those that did. */
  wants(side: Side): void {
    const key = keyOf(side);
    if (!this.#wanted.has(key)) this.#wanted.set(key, { side, left: MOST_WANTED });
  }

  /** An input was made for the side. */
  tried(side: string): void {
    const wanted = this.#wanted.get(side);
    if (wanted) wanted.left -= 1;
  }

  #isTaken({ instruction, isTrue }: Side): boolean {
    return ((this.#ways.get(instruction) ?? 0) & (isTrue ? 2 : 1)) !== 0;
  }

  #isOpen(side: Side): boolean {
    const { instruction, isTrue } = side;
    const isLooked = ((this.#looked.get(instruction) ?? 0) & (isTrue ? 2 : 1)) !== 0;
    if (this.#isTaken(side) || (isLooked && this.#inside.has(keyOf(side)))) return false;
    return this.#possible.mayBe(instruction, isTrue) && this.#sums.mayGo(instruction, isTrue);
  }

  /** A divisor that depends on unstated inputs is 0. */
  get #divisors(): readonly Side[] {
    return [...this.#ways.keys()].flatMap((instruction) =>
      instruction < 0 ? [{ instruction, isTrue: true }] : [],
    );
  }

  /** Sides that no input took so far, and that decide about the verdict. */
  get untaken(): readonly Side[] {
    const doubted = [...this.#doubts.values()].map(({ side }) => side);
    const undecided = [...this.#decisions].flatMap(([instruction, { isCovered }]) =>
      isCovered ? [true, false].map((isTrue) => ({ instruction, isTrue })) : [],
    );
    const moved = [...this.movedByArgument].map((instruction) => ({ instruction, isTrue: true }));
    const wanted = [...this.#divisors, ...moved];
    const avoiding = this.avoiding().filter(({ instruction, isTrue }) =>
      this.#possible.mayBe(instruction, isTrue),
    );
    return [
      ...[...doubted, ...undecided, ...wanted].filter((side) => this.#isOpen(side)),
      ...avoiding,
    ];
  }

  /** Sides that some took, and others should. */
  get wanted(): readonly Side[] {
    return [...this.#wanted.values()].flatMap(({ side, left }) =>
      left > 0 && this.#possible.mayBe(side.instruction, side.isTrue) ? [side] : [],
    );
  }

  /** Some condition may part the items of a group. */
  get mayPartItems(): boolean {
    return [...this.#decisions.values()].some(({ together }) => together === undefined);
  }

  /** Conditions that might lead to a fault in an order of atomics that was not tried. Their results counted as unknown
   * in this run. */
  byOrder(known: Conditions): readonly NotChecked[] {
    const isKnown = ({ instruction }: Side): boolean =>
      known.#elsewhere.has(instruction) || known.#decisions.has(instruction);
    const { item } = WORDS_OF[this.#program.language];
    const doubted = [...this.#doubts.values()].filter(({ side }) => this.#isOpen(side));
    const sides = [...this.#elsewhere.values(), ...doubted].filter(({ side }) => !isKnown(side));
    const divisors = this.#divisors.filter(
      (side) => !known.#ways.has(side.instruction) && this.#isOpen(side),
    );
    const parting = [...this.#decisions].filter(
      ([instruction, { why, together }]) =>
        why === 'collective' && together === undefined && !known.#decisions.has(instruction),
    );
    const noteOf = (instruction: number, why: string): NotChecked => ({
      what: 'orders of atomic accesses',
      why: `Which ${item} comes first to an atomic access decides this condition; not all orders were tried, and ${why}.`,
      span: this.#program.code[instruction]?.span,
      weakens: true,
    });
    return [
      ...sides.map(({ side, what }) =>
        noteOf(
          side.instruction,
          `where it is ${side.isTrue ? 'true' : 'false'} for others, what ${what} may be wrong`,
        ),
      ),
      ...divisors.map(({ instruction }): NotChecked => ({
        what: 'orders of atomic accesses',
        why: `Which ${item} comes first to an atomic access decides what is divided by here; not all orders were tried, and it may be 0 in others.`,
        span: this.#program.code[~instruction]?.span,
        weakens: true,
      })),
      ...parting.map(([instruction]) =>
        noteOf(instruction, `others may part the ${item}s before a barrier`),
      ),
    ];
  }

  get notChecked(): readonly NotChecked[] {
    const untried = [...this.#doubts.values()].filter(({ side }) => this.#isOpen(side));
    const { item } = WORDS_OF[this.#program.language];
    return [
      ...[...this.#elsewhere.values()].map(({ side, what }) => ({
        what: 'other inputs',
        why: `This condition is ${side.isTrue ? 'true' : 'false'} for some ${item}s or in some rounds; where it has not been, what ${what} would be wrong.`,
        hint: HINT,
        span: this.#program.code[side.instruction]?.span,
        weakens: true,
      })),
      ...[...this.#decisions].map(([instruction, decision]) => this.#left(instruction, decision)),
      ...untried.map(({ side, what }) => ({
        what: 'other inputs',
        why: `No input that was tried makes this condition ${side.isTrue ? 'true' : 'false'}, and what ${what} then is not known.`,
        hint: HINT,
        span: this.#program.code[side.instruction]?.span,
        weakens: true,
      })),
    ];
  }

  /** Where all items agree and both ways ran, which inputs that was for. */
  #left(instruction: number, { why, source, span, together, isCovered }: Decision): NotChecked {
    const condition = `A condition on ${source} that nobody states decides ${CONSEQUENCES[why]}`;
    if (!isCovered || this.#ways.get(instruction) !== 3)
      return {
        what: why === 'collective' ? 'divergence and races' : 'races',
        why: `${condition}; some inputs were tried, and others may do otherwise.`,
        hint: HINT,
        span,
        weakens: true,
      };
    const words = WORDS_OF[this.#program.language];
    const alike = together ? `, for all ${words.item}s of a ${words[together]} alike` : '';
    return {
      what: 'other inputs',
      why: `${condition}${alike}. It was seen both to hold and not to hold, with ${this.triedInputs}; others were not tried.`,
      hint: HINT,
      span,
      weakens: false,
    };
  }
}
