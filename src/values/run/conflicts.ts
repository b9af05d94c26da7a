import { lazy } from '../../base/lazy.ts';
import { SCALARS } from '../../front/scalar.ts';
import { EqualWrites } from './equal-writes.ts';
import { flowOf } from './flow.ts';
import { indexLists } from './index-lists.ts';
import type { Ledger } from './ledger.ts';
import { type Conflict, itemOf, siteOf } from './machine.ts';
import { isMaybe } from './store.ts';
import type { Side } from './probe.ts';
import type { RaceBook } from './race-book.ts';
import type { Sighted } from './race-words.ts';
import { behind } from './regions.ts';
import { SHADOW } from './registers.ts';
import { SameValue, type Who } from './same-value.ts';
import { updates } from './updates.ts';
import type { UnknownPlaces } from './unknown-places.ts';

/** Pairs of accesses to one place, and how sure it is that they are races. */
export class Conflicts {
  readonly #ledger: Ledger;
  readonly #races: RaceBook;
  readonly #places: UnknownPlaces;
  readonly #equalWrites: EqualWrites;
  readonly #sameValue: SameValue;
  readonly #sides = new Map<string, readonly Side[]>();
  readonly #wanted = new Set<number>();
  readonly #updates: () => ReturnType<typeof updates>;
  readonly #isListed: () => ReturnType<typeof indexLists>;

  constructor(ledger: Ledger, races: RaceBook, places: UnknownPlaces) {
    this.#ledger = ledger;
    this.#races = races;
    this.#places = places;
    this.#equalWrites = new EqualWrites(ledger.program, ledger.facts);
    const { program, facts } = ledger;
    this.#sameValue = new SameValue(program, facts.points);
    this.#updates = lazy(() => updates(program, flowOf(program)));
    this.#isListed = lazy(() => indexLists(program, flowOf(program), facts.points));
  }

  /** A race that two accesses may be; undefined where they are none. */
  sighted(conflict: Conflict): Sighted | undefined {
    const { machine, trial, groups } = this.#ledger;
    if (machine === undefined) return undefined;
    const { earlier, later } = conflict;
    const first = siteOf(earlier, machine.siteBits);
    const second = siteOf(later, machine.siteBits);
    const sites = [first, second] as const;
    const items = [itemOf(earlier, machine.siteBits), itemOf(later, machine.siteBits)] as const;
    if (this.#races.isTold(conflict, sites, items, trial)) return undefined;
    const isWrite = (site: number): boolean => this.#races.writes(site);
    if (!isWrite(first) && !isWrite(second)) return undefined;
    const bits =
      (this.#places.unknownSites.get(first) ?? 0) | (this.#places.unknownSites.get(second) ?? 0);
    const both =
      (this.#places.unknownSites.get(first) ?? 0) & (this.#places.unknownSites.get(second) ?? 0);
    // Updates at a place the contents name: others may be given the same place.
    const isUpdate =
      (isWrite(first) !== isWrite(second) &&
        (both & SHADOW.contents) !== 0 &&
        !this.#areListed(first, second)) ||
      (conflict.store.object.space === 'local' && this.#isCounting(first, second));
    const isOfContents = (bits & SHADOW.contents) !== 0;
    const isOfArgument = (bits & SHADOW.argument) !== 0;
    const { apart, instructions, locks, tickets } = this.#ledger.facts;
    const [one, other] = [instructions[first] ?? -1, instructions[second] ?? -1];
    const areMet = [earlier, later].every((mark) => conflict.store.isTaken(mark, conflict.cell));
    const isOfUpdate = areMet && this.#isUpdate(one, other) && (bits === 0 || isUpdate);
    // Effects of a side that were taken back are not there: a number drawn twice, a value not yet written.
    const isConditional = !isOfUpdate && (isMaybe(earlier) || isMaybe(later));
    const isRead =
      isConditional && bits === 0 && this.#isReadByAll([earlier, later], [first, second]);
    const isOnlyPossible = isConditional && !(isRead && areMet && machine.undo === undefined);
    if (isRead && isOnlyPossible) this.#wants(isWrite(first) ? one : other);
    if (locks.order(one, other) || tickets(one, other, conflict.scope)) return undefined;
    const isSame = this.#isSameConstant(one, other, conflict);
    if (isConditional && !isSame && apart.isHarmless(one, other, conflict.scope)) return undefined;
    if (isOnlyPossible && this.#areExclusive([one, other], conflict)) return undefined;
    const isOnePlace =
      isOfContents && (!isOnlyPossible || areMet) && this.#isOnePlace([one, other], conflict);
    const isSure = isUpdate || (!isOnlyPossible && isOnePlace);
    const isUnsure =
      isOnlyPossible || (isOfContents && !isSure) || (isOfArgument && trial.unusual.length > 0);
    // An argument gives rows their length, and was tried too small.
    const mayDiffer =
      conflict.isSilent &&
      !isSame &&
      this.#equalWrites.mayDiffer(one, other, conflict.scope) &&
      !this.#isSameValue([one, other], conflict);
    const { chosen } = trial;
    const isAsNarrow = !isOfContents && chosen?.every(({ of }) => of.kind === 'argument') === true;
    const isOfTrial = chosen === undefined || (mayDiffer && isAsNarrow);
    // For usual arguments both sides of a condition on contents were looked at, too.
    const isOfRows = isOfArgument && trial.unusual.length > 0;
    const isNarrow = isUnsure && !isOfContents && isOfTrial && (!isOnlyPossible || isOfRows);
    return {
      conflict,
      sites,
      items,
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
      isSame,
      isAvoided: mayDiffer && this.#equalWrites.areByArguments(one, other),
      isOnlyPossible,
      isAsNarrow,
      groups,
      trial,
      isByArgument: isOfArgument && !isOfContents,
      isByContents:
        isOfContents &&
        !isOnePlace &&
        (!isOnlyPossible || (areMet && (both & SHADOW.contents) !== 0)),
    };
  }

  #isUpdate(one: number, other: number): boolean {
    return this.#updates()(one, other) || this.#updates()(other, one);
  }

  #areListed(...sites: readonly number[]): boolean {
    const { instructions } = this.#ledger.facts;
    return sites.every((site) => this.#isListed()(instructions[site] ?? -1));
  }

  /** Both leave the same, also where one of the two has written something else between. */
  #isSameConstant(first: number, second: number, { store }: Conflict): boolean {
    const step = this.#ledger.program.code[first];
    const isWhole = step?.kind === 'store' && SCALARS[step.type].bytes === store.grain;
    return isWhole && this.#ledger.facts.apart.isSameConstant(first, second);
  }

  /** Whatever contents are, both come to one place. */
  #isOnePlace(accesses: readonly [number, number], { earlier, later }: Conflict): boolean {
    return this.#sameValue.isOnePlace(accesses, [this.#who(earlier), this.#who(later)]);
  }

  /** The condition that leads one item to its access leads all others away. */
  #areExclusive(accesses: readonly [number, number], { scope }: Conflict): boolean {
    const key = accesses.join(' ');
    const sides = this.#sides.get(key) ?? this.#sidesOfBoth(accesses);
    this.#sides.set(key, sides);
    return sides.some((side) => this.#sameValue.areExclusive(side, scope));
  }

  /** Sides of conditions that lead to both, and that no way there leaves out. */
  #sidesOfBoth([one, other]: readonly [number, number]): readonly Side[] {
    const { code } = this.#ledger.program;
    const others = this.#ledger.byArguments.sidesTo(other);
    return this.#ledger.byArguments.sidesTo(one).filter(({ instruction, isTrue }) => {
      const around = behind(code, 0, (index) => index === instruction);
      return (
        instruction > 0 &&
        others.some((side) => side.instruction === instruction && side.isTrue === isTrue) &&
        !around.has(one) &&
        !around.has(other)
      );
    });
  }

  #who(mark: number): Who {
    const item = itemOf(mark, this.#ledger.machine?.siteBits ?? 1);
    return {
      group: this.#ledger.groups[Math.floor(item / this.#ledger.count)] ?? 0,
      item: item % this.#ledger.count,
    };
  }

  #isSameValue(stores: readonly [number, number], conflict: Conflict): boolean {
    const { store, cell, scope } = conflict;
    const from = (cell << store.grainShift) - store.base;
    const place = { object: store.index, from, to: from + store.grain };
    const items = [this.#who(conflict.earlier), this.#who(conflict.later)] as const;
    return this.#sameValue.isSame({ stores, items, place, scope });
  }

  /** One writes what the other reads whatever contents are. */
  #isReadByAll(marks: readonly [number, number], sites: readonly [number, number]): boolean {
    const isPlain = sites.every((site) => this.#ledger.instruction(site * 2)?.kind !== 'atomic');
    return (
      isPlain && sites.some((site, at) => !this.#races.writes(site) && !isMaybe(marks[at] ?? 0))
    );
  }

  /** Inputs are to lead to an access. */
  #wants(access: number): void {
    if (this.#wanted.has(access)) return;
    this.#wanted.add(access);
    this.#ledger.dependsOnInputs = true;
    for (const side of this.#ledger.byArguments.sidesTo(access))
      this.#ledger.conditions.wants(side);
  }

  /** One counts atomically at a place that contents name, so that any may be named, and the other, at a place of
   * its own, does not. */
  #isCounting(...sites: readonly [number, number]): boolean {
    const isOfContents = (site: number): boolean =>
      ((this.#places.unknownSites.get(site) ?? 0) & SHADOW.contents) !== 0;
    return sites.some((site, at) => {
      const other = sites[1 - at] ?? 0;
      const [one, plain] = [
        this.#ledger.instruction(site * 2),
        this.#ledger.instruction(other * 2),
      ];
      const isAtomic = one?.kind === 'atomic' && one.operation !== 'load' && isOfContents(site);
      return isAtomic && plain?.kind !== 'atomic' && !isOfContents(other);
    });
  }
}
