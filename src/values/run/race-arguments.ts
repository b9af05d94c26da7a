import type { Assumed, NotChecked } from '../finding.ts';
import type { ValueProgram } from '../program.ts';
import { boundArguments } from './allowed-arguments.ts';
import { argumentsOf, assumedModes, USUAL, valuesIn } from './argument-keys.ts';
import { assumedOf } from './assumed-arguments.ts';
import type { ByArguments } from './by-arguments.ts';
import { argumentsIn } from './dependence.ts';
import type { Facts } from './facts.ts';
import type { Way } from './faults.ts';
import { flowOf } from './flow.ts';
import type { RaceWords, Sighted } from './race-words.ts';
import type { Trial } from './trial.ts';

export interface Race {
  /** Names its two accesses. */
  readonly key: number;
  readonly sighted: Sighted;
  /** Items of different warps too. */
  acrossWarps: boolean;
  /** Arguments for which it was seen. */
  readonly argumentsSeen: Set<string>;
  /** In which it was seen first, or last as sure as can be. */
  trial: Trial;
}

/** Places outside of arrays that are told apart in a run. */
const MOST_BEYOND = 20_000;
/** Accesses of one of them. */
const MOST_TOGETHER = 8;

/** Its name among the faults. */
export const faultOf = (key: number): string => `race ${key}`;

/** Arguments that keep items apart, and faults that others have. */
export type RacesBy = Pick<
  ByArguments,
  'usual' | 'keepsAway' | 'modesOf' | 'modesAlone' | 'faults'
>;

/** Arguments that lead to races, and those that avoid them. */
export class RaceArguments {
  /** Arguments that were tried, and for which a site's access was outside, or met another there. */
  readonly #tried = new Set<string>();
  readonly #outside = new Map<number, Set<string>>();
  readonly #metOutside = new Map<number, Set<string>>();
  /** This run's. */
  #arguments = USUAL;
  #isNew = false;
  /** Who came to a place outside of an array in this run, by site and item. */
  readonly #beyond = new Map<number, { readonly site: number; readonly item: number }[]>();
  readonly #program: ValueProgram;
  readonly #facts: Pick<Facts, 'instructions'>;
  readonly #words: RaceWords;
  readonly #by: RacesBy;
  #argumentsIn: readonly ReturnType<typeof argumentsIn>[] | undefined;
  #bound: ReadonlySet<string> | undefined;

  constructor(
    program: ValueProgram,
    facts: Pick<Facts, 'instructions'>,
    words: RaceWords,
    by: RacesBy,
  ) {
    this.#program = program;
    this.#words = words;
    this.#facts = facts;
    this.#by = by;
  }

  /** A new input is run. */
  begin(trial: Trial): void {
    this.#arguments = argumentsOf(trial);
    this.#isNew = !this.#tried.has(this.#arguments);
    this.#tried.add(this.#arguments);
    this.#beyond.clear();
  }

  /** A run that was left before its end avoids nothing. */
  left(): void {
    if (this.#isNew) this.#tried.delete(this.#arguments);
  }

  /** An access was outside. @param place of memory whose length is open. @param item of all groups.
   * @returns whether it wrote where another item has. */
  outside(site: number, place: number | undefined, item: number): boolean {
    const note = (sites: Map<number, Set<string>>, at: number): void => {
      sites.set(at, (sites.get(at) ?? new Set()).add(this.#arguments));
    };
    if (this.#outside.get(site)?.has(this.#arguments) !== true) note(this.#outside, site);
    if (this.#metOutside.get(site)?.has(this.#arguments) === true) return false;
    const known = place === undefined ? undefined : (this.#beyond.get(place) ?? []);
    if (place === undefined || known === undefined || this.#beyond.size > MOST_BEYOND) {
      note(this.#metOutside, site);
      return false;
    }
    const isWrite = this.#words.writes(site);
    const met = known.filter(
      (one) => one.item !== item && (isWrite || this.#words.writes(one.site)),
    );
    for (const one of met) for (const at of [site, one.site]) note(this.#metOutside, at);
    const isKnown = known.some((one) => one.site === site && one.item === item);
    if (!isKnown && known.length < MOST_TOGETHER) known.push({ site, item });
    this.#beyond.set(place, known);
    return met.some((one) => isWrite && one.site === site);
  }

  /** Other arguments avoid it: it was not seen for all that stay inside. */
  isAvoided(race: Race): boolean {
    return this.#avoiding(race).length > 0;
  }

  /** The same, and several items came to its accesses. What only chooses a place holds nobody off, nor does
   * an argument of which the text says all that it takes for granted. */
  isHeldOff(race: Race): boolean {
    const names = this.of(race.sighted);
    this.#bound ??= boundArguments(this.#program);
    const { sites, isByArgument } = race.sighted;
    if (isByArgument && this.#deciding(sites)[0]?.length === 0) return false;
    if (names.length > 0 && names.every((name) => this.#bound?.has(name))) return false;
    const accesses = this.instructionsOf(race.sighted);
    return this.#avoiding(race).some(
      (each) => !accesses.some((at) => this.#by.keepsAway(at, each, 'others')),
    );
  }

  #avoiding({ sighted, argumentsSeen }: Race): readonly string[] {
    return [...this.#tried].filter(
      (each) =>
        !argumentsSeen.has(each) &&
        !sighted.sites.some((site) => this.#metOutside.get(site)?.has(each)),
    );
  }

  /** The arguments that decide about its place, or else all unusual ones. */
  of({ isByArgument, sites, trial }: Sighted): readonly string[] {
    if (!isByArgument) return trial.unusual.map(([name]) => name);
    return this.#deciding(sites).find((names) => names.length > 0) ?? [];
  }

  /** Arguments that make an access's place, and those that make or choose it. */
  #deciding(sites: Sighted['sites']): readonly (readonly string[])[] {
    const instructions = sites.flatMap((site) => this.#words.instruction(site) ?? []);
    const addresses = instructions.flatMap((each) => ('address' in each ? [each.address] : []));
    this.#argumentsIn ??= [
      argumentsIn(this.#program),
      argumentsIn(this.#program, flowOf(this.#program), 'choices'),
    ];
    return this.#argumentsIn.map((of) => of(addresses));
  }

  /** The values of arguments for which it was seen. */
  assumed(sighted: Sighted): Assumed | undefined {
    const { unusual } = sighted.trial;
    const values = new Map(unusual);
    const taken = this.of(sighted).map(
      (name) => [name, values.get(name) ?? this.#by.usual(name)] as const,
    );
    return assumedOf(this.#by.usual, taken, unusual.length > 0 ? 'size' : 'size * 4');
  }

  /** The same with what was seen to avoid it, where larger values do not; undefined where each has other faults. */
  avoidable(race: Race): Assumed | undefined {
    const around = this.around(race);
    const free = around.filter(({ isFree }) => isFree);
    if (around.length === 0) return undefined;
    const isUsual = race.sighted.trial.unusual.length === 0;
    const found = free.length > 0 ? this.#avoidableBy(race, free) : undefined;
    if (found && (isUsual || this.#by.faults.areUnusual)) return found;
    const other = this.#avoidableBy(race, around);
    return other && { ...other, otherwise: [] };
  }

  around(race: Race): readonly Way[] {
    return this.#by.faults.waysAround(faultOf(race.key), this.#avoiding(race));
  }

  #avoidableBy(race: Race, around: readonly Way[]): Assumed | undefined {
    const avoiding = around.map(({ key }) => key);
    const own =
      this.assumed(race.sighted) ??
      assumedModes(this.modesOf(race.sighted), avoiding, this.#by.usual);
    const { trial } = race.sighted;
    if (own === undefined || trial.unusual.length > 0) return own;
    const ways = avoiding.map((key) => valuesIn(key));
    const names = this.of(race.sighted);
    if (names.length === 0) return own;
    const isLarger = ways.some((way) =>
      names.some((name) => (way.get(name) ?? 0) > this.#by.usual(name)),
    );
    const [way] = ways;
    if (isLarger || way === undefined) return own;
    const values = names.map((name) => [name, way.get(name) ?? this.#by.usual(name)] as const);
    return { ...own, otherwise: assumedOf(this.#by.usual, values)?.so ?? [] };
  }

  modesOf(sighted: Sighted): readonly string[] {
    const found = this.instructionsOf(sighted).flatMap((at) => this.#by.modesOf(at));
    return [...new Set(found)];
  }

  instructionsOf({ sites }: Sighted): readonly number[] {
    return sites.map((site) => this.#facts.instructions[site] ?? -1);
  }

  /** The condition that keeps a race of unusual arguments away. */
  unless(sighted: Sighted): Pick<NotChecked, 'holdsIf' | 'given'> {
    const isInside = !sighted.sites.some((site) => this.#outside.get(site)?.has(USUAL));
    const assumed = isInside ? this.assumed(sighted) : undefined;
    if (assumed?.arguments) return { holdsIf: assumed.usual, given: assumed.arguments };
    if (isInside) return {};
    const names = this.of(sighted);
    const keep = names.length === 1 ? 'keeps' : 'keep';
    return { holdsIf: `${names.join(' and ')} ${keep} ${this.#words.item}s apart` };
  }
}
