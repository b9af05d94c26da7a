import { productOf } from '../../base/product.ts';
import {
  type Assumed,
  fencedRace,
  type Finding,
  type NotChecked,
  type Remark,
} from '../finding.ts';
import type { ValueProgram } from '../program.ts';
import { mayOrderGroups } from '../walk.ts';
import type { ByArguments } from './by-arguments.ts';
import { argumentsOf, assumedModes, USUAL, valuesIn } from './argument-keys.ts';
import { byContents } from './by-contents.ts';
import type { Facts } from './facts.ts';
import type { Way } from './faults.ts';
import { assumedOf } from './assumed-arguments.ts';
import { passing } from './passing.ts';
import type { Names } from './names.ts';
import { type Grade, type RaceFinding, RaceWords, type Sighted } from './race-words.ts';
import { argumentsIn } from './dependence.ts';
import { flowOf } from './flow.ts';
import type { Sighting, Trial } from './trial.ts';

interface Race {
  /** Names its two accesses. */
  readonly key: number;
  readonly sighted: Sighted;
  /** Items of different warps too. */
  acrossWarps: boolean;
  /** Arguments for which it was seen. */
  readonly argumentsSeen: Set<string>;
}

const RANK: Readonly<Record<Grade, number>> = {
  silent: 0,
  guess: 1,
  narrow: 2,
  maybe: 3,
  fenced: 4,
  certain: 5,
};

/** Places outside of arrays that are told apart in a run. */
const MOST_BEYOND = 20_000;
/** Accesses of one of them. */
const MOST_TOGETHER = 8;

const faultOf = (key: number): string => `race ${key}`;

/** Races of a program, one per pair of places in the text. */
export class RaceBook {
  readonly #program: ValueProgram;
  readonly #facts: Facts;
  readonly #names: Names;
  readonly #usual: (name: string) => number;
  readonly #count: number;
  readonly #lanes: number;
  readonly #words: RaceWords;
  readonly #byContents: ReturnType<typeof byContents>;
  readonly #races = new Map<number, Race>();
  /** Races that are certain. */
  certain = 0;
  /** Arguments that were tried, and for which a site's access was outside, or met another there. */
  readonly #tried = new Set<string>();
  readonly #outside = new Map<number, Set<string>>();
  readonly #metOutside = new Map<number, Set<string>>();
  /** This run's. */
  #arguments = USUAL;
  #isNew = false;
  /** Who came to a place outside of an array in this run, by site and item. */
  readonly #beyond = new Map<number, { readonly site: number; readonly item: number }[]>();
  readonly #byArguments: Pick<ByArguments, 'keepsAway' | 'modesOf' | 'modesAlone' | 'faults'>;
  #argumentsIn: readonly ReturnType<typeof argumentsIn>[] | undefined;
  #mayBePassed: ReturnType<typeof passing> | undefined;

  constructor(
    program: ValueProgram,
    facts: Facts,
    names: Names,
    byArguments: Pick<ByArguments, 'usual' | 'keepsAway' | 'modesOf' | 'modesAlone' | 'faults'>,
  ) {
    this.#usual = byArguments.usual;
    this.#byArguments = byArguments;
    this.#program = program;
    this.#facts = facts;
    this.#names = names;
    this.#count = productOf(program.local);
    this.#lanes = program.lanes;
    this.#words = new RaceWords(program, facts, names);
    this.#byContents = byContents(program, names.words.item);
  }

  writes(site: number): boolean {
    return this.#words.writes(site);
  }

  /** An atomic access meets a plain read whose value a compare-exchange checks. */
  isGuess(first: number, second: number): boolean {
    const { guesses } = this.#facts;
    const isAtomic = (site: number): boolean => this.#words.instruction(site)?.kind === 'atomic';
    return (guesses.has(first) && isAtomic(second)) || (guesses.has(second) && isAtomic(first));
  }

  add(sighted: Sighted): void {
    const { sites, conflict, grade, items } = sighted;
    const [low, high] = sites[0] < sites[1] ? sites : [sites[1], sites[0]];
    const key = (low * 65536 + high) * 2 + (conflict.scope === 'groups' ? 1 : 0);
    const acrossWarps =
      conflict.scope === 'groups' || this.#warpOf(items[0]) !== this.#warpOf(items[1]);
    const known = this.#races.get(key);
    known?.argumentsSeen.add(argumentsOf(sighted.trial));
    if ((grade === 'certain' || grade === 'narrow') && !this.#mayBeFenced(sighted))
      this.#byArguments.faults.add(faultOf(key), argumentsOf(sighted.trial), () =>
        this.#byArguments.modesAlone(this.#instructionsOf(sighted), 'place'),
      );
    if (known?.sighted.grade === 'narrow' && grade === 'maybe' && sighted.isAsNarrow) return;
    // One that was met tells more than one that may be.
    const isMet = sighted.isByContents && known?.sighted.isByContents === false;
    const rank = known === undefined ? -1 : RANK[known.sighted.grade];
    if (known !== undefined && (rank > RANK[grade] || (rank === RANK[grade] && !isMet))) {
      if (acrossWarps && known.sighted.grade === grade) known.acrossWarps = true;
      return;
    }
    if (grade === 'certain') this.certain += 1;
    const argumentsSeen = known?.argumentsSeen ?? new Set([argumentsOf(sighted.trial)]);
    const kept = { ...sighted, groups: [...sighted.groups] };
    this.#races.set(key, { key, sighted: kept, acrossWarps, argumentsSeen });
  }

  #warpOf(item: number): number {
    return Math.floor((item % this.#count) / this.#lanes);
  }

  #of(grade: Grade): readonly Race[] {
    return [...this.#races.values()].filter((race) => this.#gradeOf(race) === grade);
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

  /** An access was outside. @param place of memory whose length is open. @param item of all groups. */
  outside(site: number, place: number | undefined, item: number): void {
    const note = (sites: Map<number, Set<string>>, at: number): void => {
      sites.set(at, (sites.get(at) ?? new Set()).add(this.#arguments));
    };
    if (this.#outside.get(site)?.has(this.#arguments) !== true) note(this.#outside, site);
    if (this.#metOutside.get(site)?.has(this.#arguments) === true) return;
    const known = place === undefined ? undefined : (this.#beyond.get(place) ?? []);
    if (place === undefined || known === undefined || this.#beyond.size > MOST_BEYOND) {
      note(this.#metOutside, site);
      return;
    }
    const isWrite = this.#words.writes(site);
    const met = known.filter(
      (one) => one.item !== item && (isWrite || this.#words.writes(one.site)),
    );
    for (const one of met) for (const at of [site, one.site]) note(this.#metOutside, at);
    const isKnown = known.some((one) => one.site === site && one.item === item);
    if (!isKnown && known.length < MOST_TOGETHER) known.push({ site, item });
    this.#beyond.set(place, known);
  }

  /** Other arguments avoid it: it was not seen for all that stay inside. */
  #isAvoided(race: Race): boolean {
    return this.#avoiding(race).length > 0;
  }

  /** The same, and several items came to its accesses. */
  #isHeldOff(race: Race): boolean {
    const accesses = this.#instructionsOf(race.sighted);
    return this.#avoiding(race).some(
      (each) => !accesses.some((at) => this.#byArguments.keepsAway(at, each, 'others')),
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
  #argumentsOf({ isByArgument, sites, trial }: Sighted): readonly string[] {
    if (!isByArgument) return trial.unusual.map(([name]) => name);
    const instructions = sites.flatMap((site) => this.#words.instruction(site) ?? []);
    const addresses = instructions.flatMap((each) => ('address' in each ? [each.address] : []));
    // Else those that choose it.
    this.#argumentsIn ??= [
      argumentsIn(this.#program),
      argumentsIn(this.#program, flowOf(this.#program), 'choices'),
    ];
    return this.#argumentsIn.map((of) => of(addresses)).find((names) => names.length > 0) ?? [];
  }

  /** The values of arguments for which it was seen. */
  #assumed(sighted: Sighted): Assumed | undefined {
    const { unusual } = sighted.trial;
    const values = new Map(unusual);
    const taken = this.#argumentsOf(sighted).map(
      (name) => [name, values.get(name) ?? this.#usual(name)] as const,
    );
    return assumedOf(this.#usual, taken, unusual.length > 0 ? 'size' : 'size * 4');
  }

  /** The same with what was seen to avoid it, where larger values do not; undefined where each has other faults. */
  #avoidable(race: Race): Assumed | undefined {
    const around = this.#around(race);
    const free = around.filter(({ isFree }) => isFree);
    if (around.length === 0) return undefined;
    const isUsual = race.sighted.trial.unusual.length === 0;
    const found = free.length > 0 ? this.#avoidableBy(race, free) : undefined;
    if (found && (isUsual || this.#byArguments.faults.areUnusual)) return found;
    const other = this.#avoidableBy(race, around);
    return other && { ...other, otherwise: [] };
  }

  #around(race: Race): readonly Way[] {
    return this.#byArguments.faults.waysAround(faultOf(race.key), this.#avoiding(race));
  }

  #avoidableBy(race: Race, around: readonly Way[]): Assumed | undefined {
    const avoiding = around.map(({ key }) => key);
    const own =
      this.#assumed(race.sighted) ??
      assumedModes(this.#modesOf(race.sighted), avoiding, this.#usual);
    const { trial } = race.sighted;
    if (own === undefined || trial.unusual.length > 0) return own;
    const ways = avoiding.map((key) => valuesIn(key));
    const names = this.#argumentsOf(race.sighted);
    if (names.length === 0) return own;
    const isLarger = ways.some((way) =>
      names.some((name) => (way.get(name) ?? 0) > this.#usual(name)),
    );
    const [way] = ways;
    if (isLarger || way === undefined) return own;
    const values = names.map((name) => [name, way.get(name) ?? this.#usual(name)] as const);
    return { ...own, otherwise: assumedOf(this.#usual, values)?.so ?? [] };
  }

  #modesOf(sighted: Sighted): readonly string[] {
    const found = this.#instructionsOf(sighted).flatMap((at) => this.#byArguments.modesOf(at));
    return [...new Set(found)];
  }

  #instructionsOf({ sites }: Sighted): readonly number[] {
    return sites.map((site) => this.#facts.instructions[site] ?? -1);
  }

  /** The condition that keeps a race of unusual arguments away. */
  #unless(sighted: Sighted): string | undefined {
    const isInside = !sighted.sites.some((site) => this.#outside.get(site)?.has(USUAL));
    if (isInside) return this.#assumed(sighted)?.usual;
    const names = this.#argumentsOf(sighted);
    return `${names.join(' and ')} ${names.length === 1 ? 'keeps' : 'keep'} ${this.#names.words.item}s apart`;
  }

  #mayBeFenced({ conflict, sites }: Sighted): boolean {
    if (!mayOrderGroups(this.#program)) return false;
    if (conflict.scope === 'groups') return true;
    this.#mayBePassed ??= passing(this.#program, this.#facts.points);
    const [first, second] = sites.map((site) => this.#facts.instructions[site] ?? -1);
    return this.#mayBePassed(first ?? -1, second ?? -1);
  }

  /** The condition of another race has the arguments that were chosen for this one. */
  #isLeftOut({ sighted }: Race): boolean {
    if (!sighted.isAsNarrow) return false;
    const names = this.#argumentsOf(sighted);
    return [...this.#races.values()].some((other) => {
      if (other.sighted.grade !== 'narrow' || !this.#isAvoided(other)) return false;
      const known = this.#argumentsOf(other.sighted);
      return names.every((name) => known.includes(name));
    });
  }

  #gradeOf(race: Race): Grade {
    const { grade } = race.sighted;
    if (grade !== 'silent' && grade !== 'guess' && this.#mayBeFenced(race.sighted)) return 'fenced';
    if (grade === 'maybe' && this.#isLeftOut(race)) return 'narrow';
    if (grade !== 'narrow' || this.#isHeldOff(race)) return grade;
    return race.sighted.isEqual || race.sighted.isOnlyPossible ? 'maybe' : 'certain';
  }

  /** Other arguments, such as longer rows, may avoid one that the usual ones lead to. */
  get mayBeAvoided(): boolean {
    return this.#of('certain').some(
      (race) => race.sighted.isByArgument && this.#around(race).length === 0,
    );
  }

  /** Arguments that decide about places of races. */
  get arguments(): readonly string[] {
    return this.#of('certain').flatMap(({ sighted }) =>
      sighted.isByArgument ? this.#argumentsOf(sighted) : this.#modesOf(sighted),
    );
  }

  get hasEqual(): boolean {
    return [...this.#races.values()].some(
      ({ sighted: { grade, isEqual } }) => isEqual || grade === 'guess',
    );
  }

  /** Sites of accesses that others race with. */
  get racingSites(): readonly number[] {
    return this.#of('certain').flatMap(({ sighted }) => sighted.sites);
  }

  get findings(): readonly { readonly finding: Finding; readonly seen: Sighting }[] {
    const found = (race: Race, assumed: Assumed | undefined) => {
      const { finding, groups } = this.#finding(race);
      return { finding: { ...finding, assumed }, seen: { trial: race.sighted.trial, groups } };
    };
    return [
      ...this.#of('certain').map((race) =>
        found(race, this.#isAvoided(race) ? this.#avoidable(race) : undefined),
      ),
      ...this.#of('maybe').flatMap((race) => {
        const assumed = this.#asContents(race.sighted);
        return assumed === undefined ? [] : [found(race, assumed)];
      }),
    ];
  }

  /** Contents for which it was seen; undefined where no array of the text has them. */
  #asContents({ sites, isByContents }: Sighted): Assumed | undefined {
    if (!isByContents) return undefined;
    const addresses = sites.flatMap((site) => {
      const step = this.#words.instruction(site);
      return step !== undefined && 'address' in step ? [step.address] : [];
    });
    return this.#byContents(addresses);
  }

  get remarks(): readonly Remark[] {
    const silent = this.#of('silent').map((race): Remark => {
      const { finding, accesses } = this.#finding(race);
      return {
        ...finding,
        kind: 'same-value',
        message: `${accesses}: it has the value already, so the order does not matter.`,
        hint: undefined,
      };
    });
    const guesses = this.#of('guess').map((race): Remark => {
      const { finding, accesses } = this.#finding(race);
      return {
        ...finding,
        kind: 'checked-guess',
        message: `${accesses}: the compare-exchange goes ahead only if it is still so, and a read that comes too late costs another turn.`,
        hint: undefined,
      };
    });
    return [...silent, ...guesses];
  }

  get notChecked(): readonly NotChecked[] {
    const narrow = this.#of('narrow').map((race): NotChecked => {
      const { finding } = this.#finding(race);
      const holdsIf = this.#unless(race.sighted);
      return {
        what: 'other inputs',
        why: `Arguments that nobody states have to keep ${this.#names.words.item}s apart, and other values do not: ${finding.message}`,
        hint: 'State them: #pragma tuner input NAME = ...',
        span: finding.span,
        weakens: false,
        ...(holdsIf !== undefined && { holdsIf }),
      };
    });
    const fenced = this.#of('fenced').map((race) =>
      fencedRace(this.#finding(race).finding, this.#names.words),
    );
    const unsure = this.#of('maybe').filter(({ sighted }) => !this.#asContents(sighted));
    const maybe = unsure.map((race): NotChecked => {
      const { finding } = this.#finding(race);
      return {
        what: 'races',
        why: `This depends on inputs that nobody states: ${finding.message}`,
        hint: 'State what is in the arrays and arguments that decide it: #pragma tuner input NAME[i] = ...',
        span: finding.span,
        weakens: true,
      };
    });
    return [...narrow, ...maybe, ...fenced];
  }

  /** Both are in one warp. Groups of OpenCL that are smaller than one say nothing of warps. */
  #isWarp({ sighted, acrossWarps }: Race): boolean {
    const hasWarps = this.#program.language === 'cuda' || this.#count > this.#lanes;
    return sighted.conflict.scope === 'group' && !acrossWarps && hasWarps;
  }

  /** Lockstep would order the two. */
  #relies(race: Race): boolean {
    const { racesInStep } = this;
    return racesInStep !== undefined && this.#isWarp(race) && !racesInStep.has(race.key);
  }

  /** Sightings of certain races inside warps. */
  get insideWarps(): readonly Sighted[] {
    return this.#of('certain').flatMap((race) => (this.#isWarp(race) ? [race.sighted] : []));
  }

  /** Races that only another order of atomics may lead to. Their results counted as unknown in this run. */
  byOrder(known: ReadonlySet<number>): readonly NotChecked[] {
    return [...this.#of('maybe'), ...this.#of('fenced')].flatMap((race) => {
      if (known.has(race.key)) return [];
      const { finding } = this.#finding(race);
      return [
        {
          what: 'orders of atomic accesses',
          why: `Not all orders of atomic accesses were tried, and others may lead to this: ${finding.message}`,
          span: finding.span,
          weakens: true,
        },
      ];
    });
  }

  /** The pairs of accesses that race. */
  get pairs(): ReadonlySet<number> {
    return new Set(this.#races.keys());
  }

  /** Those of a run in lockstep, where there was one. */
  racesInStep: ReadonlySet<number> | undefined;

  #finding(race: Race): RaceFinding {
    return this.#words.finding(race.sighted, {
      relies: this.#relies(race),
      isInWarp: this.#isWarp(race),
    });
  }
}
