import { SCALARS } from '../../front/scalar.ts';
import type { Instruction, ValueProgram } from '../program.ts';
import { definitionsOf } from './definitions.ts';
import {
  accessedPlaces,
  type Accessing,
  type Atomic,
  isAccessing,
  writes,
} from './accessed-places.ts';
import { chosenNumbers } from './chosen-numbers.ts';
import type { Flow } from './flow.ts';
import { waysOf } from './guards.ts';
import { countedBy, directionOf } from './counted.ts';
import { exclusives } from './exclusive.ts';
import { groupBases } from './group-base.ts';
import { impliedBy } from './implied.ts';
import type { Locks } from './locks.ts';
import type { Scope } from './machine.ts';
import type { Interval } from '../../base/interval.ts';
import { blocksOf, type Counter, type Taken } from './blocks.ts';
import type { Id } from './form.ts';
import { Forms, type Numbered } from './place-form.ts';
import { arePlacesApart } from './places-apart.ts';
import type { Extents } from './extents.ts';
import type { Reached } from './reached-arguments.ts';
import { isBetweenBarriersAgain, regionsOf } from './regions.ts';
import { scansOf } from './scans.ts';
import { onlyTarget, type PointsTo, type Targets } from './points-to.ts';
import type { Possible } from './possible.ts';
import type { Watch } from './store.ts';
import type { SumPlaces } from './sums/common.ts';
import { sumPlaces } from './sums/sum-places.ts';

/** Bytes of the longest counter. */
const LONGEST = 8;

/** Accesses that cannot race, whatever memory holds. */
export interface Apart extends Extents {
  /** No access of another work-item races with it. */
  readonly isSafe: (access: number) => boolean;
  /** Two accesses of different work-items never race. */
  readonly isHarmless: (first: number, second: number, scope: Scope) => boolean;
  /** Two accesses of one work-item are of the same bytes. */
  readonly isSamePlace: (first: number, second: number) => boolean;
  /** An access of what its work-item has taken of a counter. */
  readonly takenBy: (access: number) => Taken | undefined;
  /** Bytes into its object where a number of a counter leads, if it is known which there are. */
  readonly numbered: (access: number) => Interval | undefined;
  readonly sums: SumPlaces;
  /** The arguments whose product an access's own index may reach, by `<=` on the way, or is. */
  readonly reachesArguments: (access: number) => Reached | undefined;
  /** No guard bounds its index, which guards elsewhere keep below an argument. */
  readonly isUnguarded: (access: number) => boolean;
  /** A store of values that differ at one place for all work-items, whatever the arguments are. */
  readonly isAtOnePlace: (access: number) => boolean;
  /** The identifier that alone tells where an access is. */
  readonly onlyId: (access: number) => Id | undefined;
  /** Two stores leave the same in either order. */
  readonly isSameConstant: (first: number, second: number) => boolean;
}

interface Known {
  readonly flow: Flow;
  readonly program: ValueProgram;
  readonly points: PointsTo;
  readonly possible: Possible;
  /** Instructions that only guess what a compare-exchange expects. */
  readonly guesses: ReadonlySet<number>;
  readonly locks: Pick<Locks, 'order'>;
  readonly watches: readonly Pick<Watch, 'isShared' | 'betweenGroups'>[];
}

interface Counting extends Pick<Known, 'program' | 'possible'> {
  readonly forms: Forms;
  /** Accesses of the object. */
  readonly users: readonly number[];
  readonly isTogether: (first: number, second: number, object: number) => boolean;
}

/** One cell is only ever counted up, or only down; or one access counts it between two barriers, and
 * all others of its group that write it are before or behind these. */
function isCounted(
  { program, possible, forms, users, isTogether }: Counting,
  object: number,
  direction: (access: Atomic, at: number) => number,
  areOthersElsewhere = false,
): boolean {
  const cells = new Set<number>();
  const directions = new Set<number>();
  const counting: number[] = [];
  const others: number[] = [];
  for (const user of users) {
    const access = program.code[user];
    const isRead = isAccessing(access) && !writes(access);
    if (isRead) continue;
    const form = access?.kind === 'atomic' ? forms.place(access.address, user) : undefined;
    if (access?.kind === 'atomic' && form?.terms.size === 0) {
      cells.add(form.rest);
      directions.add(direction(access, user));
      counting.push(user);
    } else others.push(user);
  }
  const [cell = 0] = cells;
  if (cells.size !== 1 || directions.size !== 1 || directions.has(0)) return false;
  if (areOthersElsewhere) return true;
  const [only = 0, another] = counting;
  const isOnce =
    another === undefined &&
    program.objects[object]?.space === 'local' &&
    !isBetweenBarriersAgain(program, only);
  return others.every((user) => {
    const reached = possible.offsets(user);
    const access = program.code[user];
    if (!isAccessing(access)) return false;
    if (isOnce && !isTogether(user, only, object)) return true;
    if (reached === undefined) return false;
    return reached.low >= cell + LONGEST || reached.high + SCALARS[access.type].bytes <= cell;
  });
}

export function apartness({
  program,
  flow,
  points,
  possible,
  guesses,
  watches,
  locks,
}: Known): Apart {
  const { code } = program;
  const accesses = [...code.keys()].filter(
    (index) => isAccessing(code[index]) || code[index]?.kind === 'copy',
  );
  const targets = new Map(accesses.map((index) => [index, targetsOf(code[index], points)]));
  const usersOf = (object: number): readonly number[] =>
    accesses.filter((index) => reaches(targets.get(index) ?? 'any', object));
  const counters = new Map<number, boolean>();
  const definitions = definitionsOf(program, flow);
  const { numbersOf, isFromZero, amountOf, mostIn } = countedBy({
    program,
    points,
    possible,
    definitions,
    usersOf,
  });
  const isOneWay = (
    object: number,
    direction: Parameters<typeof isCounted>[2],
    areOthersElsewhere = false,
  ): boolean => {
    const users = usersOf(object);
    const counting = { program, possible, forms, users, isTogether };
    return isCounted(counting, object, direction, areOthersElsewhere);
  };
  const counterOf = (setter: Instruction): Numbered | undefined => {
    const object = setter.kind === 'atomic' ? onlyTarget(points.of(setter.address)) : undefined;
    if (object === undefined || setter.kind !== 'atomic' || directionOf(setter) === 0)
      return undefined;
    let isCounter = counters.get(object);
    if (isCounter === undefined) {
      counters.set(object, false);
      isCounter = isOneWay(object, directionOf);
      counters.set(object, isCounter);
    }
    return isCounter ? { counter: object, range: numbersOf(object) } : undefined;
  };
  const implied = impliedBy(program, flow, definitions);
  const scans = scansOf(program, { points, possible, definitions });
  const { numberIn } = scans;
  const read = points.read;
  const forms = new Forms(program, definitions, possible, counterOf, read, implied, numberIn);
  const regions = regionsOf(program);
  const isTogether = (first: number, second: number, object: number): boolean => {
    const space = program.objects[object]?.space;
    return regions(space === 'local' ? 'local' : 'global').some(
      (region) => region.has(first) && region.has(second),
    );
  };
  const given = new Map<number, Counter | undefined>();
  const baseOf = groupBases({ program, points, definitions, usersOf, isFromZero });
  const givenBy = (atomic: Atomic): Counter | undefined => {
    const object = onlyTarget(points.of(atomic.address));
    if (object === undefined) return undefined;
    if (given.has(object)) return given.get(object);
    // Nothing is given back: what one takes nobody else has.
    const isGiven = isOneWay(object, (access, at) =>
      (amountOf(access, at)?.low ?? -1) >= 0 ? 1 : 0,
    );
    given.set(object, isGiven ? { object, most: mostIn(object) } : undefined);
    return given.get(object);
  };
  const blockOf = blocksOf({
    program,
    flow,
    definitions,
    possible,
    forms,
    counterOf: givenBy,
    baseOf,
  });
  /** Both are inside of what their work-items have taken of one counter. */
  const areOfBlocks = (first: number, second: number, scope: Scope): boolean => {
    const [one, other] = [blockOf(first), blockOf(second)];
    return (
      one !== undefined &&
      one.counter.object === other?.counter.object &&
      one.unit === other.unit &&
      one.group?.base === other.group?.base &&
      one.group?.drawn === other.group?.drawn &&
      onlyTarget(targets.get(first)) === onlyTarget(targets.get(second)) &&
      (scope === 'group' || program.objects[one.counter.object]?.space === 'global')
    );
  };
  const areExclusive = exclusives({
    program,
    flow,
    points,
    possible,
    definitions,
    usersOf,
    isTogether,
  });
  const ways = waysOf(program, flow);
  const sums = sumPlaces({
    program,
    flow,
    points,
    counterOf: ({ address, operation }) => {
      const object =
        operation === 'add' || operation === 'increment'
          ? onlyTarget(points.of(address))
          : undefined;
      if (object === undefined || program.objects[object]?.space !== 'global') return undefined;
      const addsOnly = ({ operation: by }: Atomic): 0 | 1 =>
        by === 'add' || by === 'increment' ? 1 : 0;
      const isSure = isOneWay(object, addsOnly);
      return isSure || isOneWay(object, addsOnly, true) ? { object, isSure } : undefined;
    },
  });
  const areOfChosen = chosenNumbers({ program, ways, forms, scans });
  const places = accessedPlaces({ program, targets, ways, forms, scans, usersOf });
  const areToldApart = (first: number, second: number, scope: Scope): boolean => {
    const [one, other] = [code[first], code[second]];
    if (!isAccessing(one) || !isAccessing(other)) return false;
    if (!writes(one) && !writes(other)) return true;
    if (locks.order(first, second)) return true;
    const isWide = (step: Accessing): boolean => step.kind === 'atomic' && step.isOfGroup !== true;
    if (one.kind === 'atomic' && other.kind === 'atomic')
      if (scope === 'group' || (isWide(one) && isWide(other))) return true;
    if (guesses.has(first) && other.kind === 'atomic') return true;
    if (guesses.has(second) && one.kind === 'atomic') return true;
    if (places.isSameConstant(first, second) || areOfBlocks(first, second, scope)) return true;
    if (areOfChosen(first, second, scope) || areExclusive(first, second, scope)) return true;
    const [reach, otherReach] = [possible.offsets(first), possible.offsets(second)];
    if (reach !== undefined && otherReach !== undefined) {
      const isBefore = reach.high + SCALARS[one.type].bytes <= otherReach.low;
      if (isBefore || otherReach.high + SCALARS[other.type].bytes <= reach.low) return true;
    }
    const [x, y] = [places.placeOf(first), places.placeOf(second)];
    const [onlyOne, onlyOther] = [onlyTarget(targets.get(first)), onlyTarget(targets.get(second))];
    if (x === undefined || y === undefined || onlyOne === undefined) return false;
    if (onlyOther === undefined) return false;
    if (onlyOne !== onlyOther) return true;
    return arePlacesApart(
      { form: x, bytes: SCALARS[one.type].bytes },
      { form: y, bytes: SCALARS[other.type].bytes },
      scope,
      program,
    );
  };
  const isHarmless = (first: number, second: number, scope: Scope): boolean =>
    areToldApart(first, second, scope) || sums.areApart(first, second, scope);
  const safe = new Map<number, boolean>();
  const isSafe = (access: number): boolean => {
    const known = safe.get(access);
    if (known !== undefined) return known;
    const reached = targets.get(access) ?? 'any';
    const found =
      reached !== 'any' &&
      [...reached].every((object) => {
        const watch = watches[object];
        if (watch?.isShared !== true) return true;
        return usersOf(object).every(
          (other) =>
            (!isTogether(access, other, object) || isHarmless(access, other, 'group')) &&
            (!watch.betweenGroups || isHarmless(access, other, 'groups')),
        );
      });
    safe.set(access, found);
    return found;
  };
  const numbered = (access: number): Interval | undefined =>
    places.numbered(access) ?? sums.reached(access);
  return { ...places, numbered, isSafe, isHarmless, takenBy: blockOf, sums };
}

const targetsOf = (instruction: Instruction | undefined, points: PointsTo): Targets =>
  isAccessing(instruction) ? points.of(instruction.address) : 'any';

const reaches = (targets: Targets, object: number): boolean =>
  targets === 'any' || targets.has(object);
