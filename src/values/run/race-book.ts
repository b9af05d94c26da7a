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
import { argumentsOf } from './argument-keys.ts';
import { byContents } from './by-contents.ts';
import type { Facts } from './facts.ts';
import type { Conflict, Scope } from './machine.ts';
import { handing, passing } from './passing.ts';
import type { Names } from './names.ts';
import { faultOf, type Race, RaceArguments, type RacesBy } from './race-arguments.ts';
import { type Grade, type RaceFinding, RaceWords, type Sighted } from './race-words.ts';
import type { Sighting, Trial } from './trial.ts';

const RANK: Readonly<Record<Grade, number>> = {
  silent: 0,
  guess: 1,
  narrow: 2,
  maybe: 3,
  fenced: 4,
  certain: 5,
};

/** Names two sites, either way round. */
function keyOf([one, other]: Sighted['sites'], { scope }: Conflict): number {
  const [low, high] = one < other ? [one, other] : [other, one];
  return (low * 65536 + high) * 2 + (scope === 'groups' ? 1 : 0);
}

const HOW: Readonly<Record<Scope, typeof passing>> = { group: passing, groups: handing };

/** Races of a program, one per pair of places in the text. */
export class RaceBook {
  readonly #program: ValueProgram;
  readonly #facts: Facts;
  readonly #names: Names;
  readonly #count: number;
  readonly #lanes: number;
  readonly #words: RaceWords;
  readonly #byContents: ReturnType<typeof byContents>;
  readonly #races = new Map<number, Race>();
  /** Races that are certain. */
  certain = 0;
  /** Arguments that lead to them. */
  readonly led: RaceArguments;
  readonly #by: RacesBy;
  readonly #mayBeOrdered: Partial<Record<Scope, ReturnType<typeof passing>>> = {};

  constructor(program: ValueProgram, facts: Facts, names: Names, by: RacesBy) {
    this.#by = by;
    this.#program = program;
    this.#facts = facts;
    this.#names = names;
    this.#count = productOf(program.local);
    this.#lanes = program.lanes;
    this.#words = new RaceWords(program, facts, names);
    this.led = new RaceArguments(program, facts, this.#words, by);
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
    const key = keyOf(sites, conflict);
    const acrossWarps = this.#areAcross(items, conflict);
    const known = this.#races.get(key);
    if (known && (grade === 'certain' || sighted.isSame)) known.trial = sighted.trial;
    const argumentsSeen = known?.argumentsSeen ?? new Set<string>();
    if (!sighted.isAvoided) argumentsSeen.add(argumentsOf(sighted.trial));
    if ((grade === 'certain' || grade === 'narrow') && !this.#mayBeFenced(sighted))
      this.#by.faults.add(faultOf(key), argumentsOf(sighted.trial), () =>
        this.#by.modesAlone(this.led.instructionsOf(sighted), 'place'),
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
    const kept = { ...sighted, groups: [...sighted.groups] };
    const { trial } = sighted;
    this.#races.set(key, { key, sighted: kept, acrossWarps, argumentsSeen, trial });
  }

  /** A conflict is no more than another one of the same trial. */
  isTold(
    conflict: Conflict,
    sites: Sighted['sites'],
    items: Sighted['items'],
    trial: Trial,
  ): boolean {
    const known = this.#races.get(keyOf(sites, conflict));
    if (known === undefined || known.trial !== trial) return false;
    const { grade, isSame, sites: seen, conflict: before } = known.sighted;
    const isAlike = isSame && before.store.grain === conflict.store.grain && seen[0] === sites[0];
    if (grade !== 'certain' && !isAlike) return false;
    return known.acrossWarps || !this.#areAcross(items, conflict);
  }

  #areAcross([one, other]: Sighted['items'], { scope }: Conflict): boolean {
    return scope === 'groups' || this.#warpOf(one) !== this.#warpOf(other);
  }

  #warpOf(item: number): number {
    return Math.floor((item % this.#count) / this.#lanes);
  }

  #of(grade: Grade): readonly Race[] {
    return [...this.#races.values()].filter((race) => this.#gradeOf(race) === grade);
  }

  #mayBeFenced({ conflict, sites }: Sighted): boolean {
    if (!mayOrderGroups(this.#program)) return false;
    const [first = -1, second = -1] = sites.map((site) => this.#facts.instructions[site] ?? -1);
    const ask = (this.#mayBeOrdered[conflict.scope] ??= HOW[conflict.scope](
      this.#program,
      this.#facts.points,
    ));
    return ask(first, second);
  }

  /** The condition of another race has the arguments that were chosen for this one. */
  #isLeftOut({ sighted }: Race): boolean {
    if (!sighted.isAsNarrow) return false;
    const names = this.led.of(sighted);
    return [...this.#races.values()].some((other) => {
      if (other.sighted.grade !== 'narrow' || !this.led.isAvoided(other)) return false;
      const known = this.led.of(other.sighted);
      return names.every((name) => known.includes(name));
    });
  }

  #gradeOf(race: Race): Grade {
    const { grade } = race.sighted;
    if (grade !== 'silent' && grade !== 'guess' && this.#mayBeFenced(race.sighted)) return 'fenced';
    if (grade === 'maybe' && this.#isLeftOut(race)) return 'narrow';
    if (grade !== 'narrow' || this.led.isHeldOff(race)) return grade;
    return race.sighted.isEqual || race.sighted.isOnlyPossible ? 'maybe' : 'certain';
  }

  /** Other arguments, such as longer rows, may avoid one that the usual ones lead to. */
  get mayBeAvoided(): boolean {
    return this.#of('certain').some(
      (race) => race.sighted.isByArgument && this.led.around(race).length === 0,
    );
  }

  /** Arguments that decide about places of races. */
  get arguments(): readonly string[] {
    return this.#of('certain').flatMap(({ sighted }) =>
      sighted.isByArgument ? this.led.of(sighted) : this.led.modesOf(sighted),
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
        found(race, this.led.isAvoided(race) ? this.led.avoidable(race) : undefined),
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
      return {
        what: 'other inputs',
        why: `Arguments that nobody states have to keep ${this.#names.words.item}s apart, and other values do not: ${finding.message}`,
        hint: 'State them: #pragma tuner input NAME = ...',
        span: finding.span,
        weakens: false,
        ...this.led.unless(race.sighted),
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
