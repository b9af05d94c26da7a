import { groupedBy } from '../../../base/grouped.ts';
import { type Interval, sure } from '../../../base/interval.ts';
import { lazy } from '../../../base/lazy.ts';
import { SCALARS } from '../../../front/scalar.ts';
import { mostGiven } from '../counted.ts';
import type { Scope } from '../machine.ts';
import { type Common, type Made, type SumPlaces, wayOf } from './common.ts';
import { only, plus, type Sum } from './sum.ts';
import { type Facts, NO_FACTS, type Symbols } from './symbols.ts';

/** Accesses that are compared, each with each. */
const MOST_PLACES = 4500;

/** Pairs whose difference is made. */
const MOST_PAIRS = 200_000;

/** Choices in a place whose sides are told apart. */
const MOST_CHOICES = 3;

/** The range of all numbers a counter gives. */
const MOST_DRAWN = 2 ** 31;

/** An access inside of what was taken by one addition to a counter. */
interface Taken {
  readonly counter: number;
  readonly symbol: number;
  /** Bytes for each of its numbers. */
  readonly by: number;
  /** Bytes by which the part may begin later: the place is inside of it then. */
  readonly shift: Interval;
}

interface Placed extends Made {
  readonly bytes: number;
  readonly writes: boolean;
  readonly range: Interval;
  readonly taken: Taken | undefined;
}

export interface JudgedPlaces extends SumPlaces {
  /** The first write to a counter's word would come while it counted rightly. */
  readonly areCountersAlone: () => boolean;
}

/** Who can meet, of all that was accessed. */
export function judgedPlaces(
  common: Common,
  objectAt: (access: number) => number | undefined,
): JudgedPlaces {
  const { program, kept, handed, ways, made, taken } = common;
  const placed = new Map(
    [...groupedBy(made, ({ object }) => object)].map(([object, each]) => {
      const all = each.length > MOST_PLACES ? undefined : placedOf(common, each);
      return [object, (all?.length ?? 0) > MOST_PLACES ? undefined : all];
    }),
  );
  const all = [...placed.values()].flatMap((each) => each ?? []);
  const known = new Map<number, ReadonlySet<string>>();
  const meeting = (object: number): ReadonlySet<string> => {
    const found = known.get(object) ?? meetingsOf(common.symbols, placed.get(object) ?? []);
    known.set(object, found);
    return found;
  };
  const reached = lazy(() => groupedBy(all, ({ at }) => at));
  return {
    areApart(first, second, scope) {
      const object = objectAt(first);
      return (
        object !== undefined &&
        object === objectAt(second) &&
        kept.has(object) &&
        (!placed.has(object) || placed.get(object) !== undefined) &&
        !meeting(object).has(nameOf(first, second, scope))
      );
    },
    reached(access) {
      const ranges = (reached().get(access) ?? []).map(({ range }) => range);
      if (ranges.length === 0) return undefined;
      return sure(
        Math.min(...ranges.map(({ low }) => low)),
        Math.max(...ranges.map(({ high }) => high)),
      );
    },
    isHanded: (access) => handed.get(access) === true,
    mayGo: (instruction, isTrue) =>
      program.code[instruction]?.kind !== 'branch' || ways.has(wayOf(instruction, isTrue)),
    areCountersAlone: () =>
      [...taken].every(([object, { low, high }]) => {
        const isElsewhere = ({ range, bytes }: Placed): boolean =>
          range.low >= high || range.high + bytes <= low;
        const isCounting = ({ at, range }: Placed): boolean =>
          program.code[at]?.kind === 'atomic' && range.low === low && range.high === low;
        return (
          kept.has(object) &&
          placed.get(object)?.every((each) => !each.writes || isElsewhere(each) || isCounting(each))
        );
      }),
    areMeetingsSure: () => [...handed.values()].every((each) => each),
  };
}

const nameOf = (first: number, second: number, scope: Scope): string =>
  `${Math.min(first, second)} ${Math.max(first, second)} ${scope}`;

function placedOf({ symbols, program, drawn }: Common, made: readonly Made[]): readonly Placed[] {
  /** It never begins again. */
  const isCounter = (counter: number): boolean => {
    const ranges = [...drawn.values()].flatMap((each) =>
      each.counter === counter ? [each.range] : [],
    );
    const most = ranges.reduce((sum, { high }) => sum + high, 0);
    return most < MOST_DRAWN && ranges.every(({ low }) => low >= 0);
  };
  const beginsNatural = (counter: number): boolean => {
    const { input } = program.objects[counter] ?? {};
    return input?.kind === 'given' && input.values.every((each) => Number(each) >= 0);
  };
  const ends = new Map<number, number>();
  /** Its last number, where its first is stated. */
  const endOf = (counter: number): number => {
    const { input } = program.objects[counter] ?? {};
    const end =
      ends.get(counter) ??
      [...drawn.values()].reduce(
        (sum, each) => sum + (each.counter === counter ? each.range.high : 0),
        input?.kind === 'given' ? mostGiven(input) : Infinity,
      );
    ends.set(counter, end);
    return end;
  };
  return made
    .flatMap((each) => casesOf(symbols, each))
    .map((each): Placed => {
      const step = program.code[each.at];
      const bytes = step && 'type' in step ? SCALARS[step.type].bytes : 1;
      const place = symbols.simplified(each.place, each.facts);
      const drawnOf = partsOf(symbols, place);
      const rest =
        drawnOf &&
        symbols.simplified(plus(drawnOf.behind, drawnOf.amount, -drawnOf.by), each.facts);
      const own = symbols.rangeOf(drawnOf?.behind ?? place, each.facts);
      const toEnd = rest && symbols.rangeOf(rest, each.facts).high;
      const isOf = drawnOf !== undefined && isCounter(drawnOf.counter);
      const isNatural = drawnOf === undefined || beginsNatural(drawnOf.counter);
      return {
        ...each,
        place,
        bytes,
        writes: step?.kind !== 'load',
        range:
          drawnOf === undefined || toEnd === undefined
            ? own
            : sure(
                isNatural ? own.low : -Infinity,
                isOf ? drawnOf.by * endOf(drawnOf.counter) + toEnd : Infinity,
              ),
        taken:
          isOf && toEnd !== undefined
            ? { ...drawnOf, shift: sure(toEnd + bytes, own.low) }
            : undefined,
      };
    });
}

/** The sides of a choice that makes a place, each by itself. */
function casesOf(symbols: Symbols, made: Made, depth = 0): readonly Made[] {
  const place = symbols.resolved(made.place, made.facts);
  const choice = [...place.terms.keys()]
    .map((symbol) => symbols.meaning(symbol))
    .find(({ kind }) => kind === 'choice');
  if (choice?.kind !== 'choice' || depth >= MOST_CHOICES) return [{ ...made, place }];
  const { by } = choice;
  return [by, { ...by, isTrue: !by.isTrue }].flatMap((side) => {
    const facts = symbols.assume(made.facts, side);
    return facts ? casesOf(symbols, { ...made, place, facts }, depth + 1) : [];
  });
}

/** A number of a counter, and what stands behind it. */
function partsOf(symbols: Symbols, place: Sum) {
  const [[symbol, by] = [], another] = [...place.terms].filter(
    ([each]) => symbols.meaning(each).kind === 'drawn',
  );
  const meaning = symbol === undefined ? undefined : symbols.meaning(symbol);
  if (symbol === undefined || by === undefined || meaning?.kind !== 'drawn') return undefined;
  if (another !== undefined || by <= 0) return undefined;
  const { counter, amount } = meaning;
  return { symbol, by, counter, amount, behind: plus(place, only(symbol), -by) };
}

/** Accesses that two items may meet at, by name. */
function meetingsOf(symbols: Symbols, all: readonly Placed[]): ReadonlySet<string> {
  const found = new Set<string>();
  let left = MOST_PAIRS;
  const areApart = (one: Placed, other: Placed): boolean => {
    if (areBehind(one, other) || areBehind(other, one) || areOfTwo(one, other)) return true;
    left -= 1;
    const facts = left < 0 ? undefined : joined(one.facts, other.facts);
    if (facts === undefined) return left >= 0;
    const between = symbols.simplified(plus(other.place, one.place, -1), facts);
    const { low, high } = symbols.rangeOf(between, facts);
    return low >= one.bytes || high <= -other.bytes;
  };
  const groups = groupedBy(all, ({ group }) => group);
  const areInOrder = new Set(
    [...groups].flatMap(([group, own]) => (isInOrder(symbols, own) ? [group] : [])),
  );
  for (const [index, one] of all.entries())
    for (let at = index + 1; at < all.length; at += 1) {
      const other = all[at];
      if (other === undefined || (!one.writes && !other.writes)) continue;
      const isOfGroup = one.group === other.group;
      if (isOfGroup && (one.item === other.item || areInOrder.has(one.group))) continue;
      const name = nameOf(one.at, other.at, isOfGroup ? 'group' : 'groups');
      if (!found.has(name) && !areApart(one, other)) found.add(name);
    }
  return found;
}

/** Each place is behind the one before, by an element at least for whoever comes to it. */
function isInOrder(symbols: Symbols, all: readonly Placed[]): boolean {
  let [isBefore, isBehind] = [true, true];
  const bytes = Math.max(...all.map((each) => each.bytes));
  for (const [index, one] of all.entries()) {
    const other = all[index + 1];
    if (other === undefined) break;
    const step = plus(other.place, one.place, -1);
    const leastBy = (facts: Facts): number => symbols.rangeOf(step, facts).low;
    if (leastBy(NO_FACTS) < 0) return false;
    isBefore &&= leastBy(one.facts) >= bytes;
    isBehind &&= leastBy(other.facts) >= bytes;
    if (!isBefore && !isBehind) return false;
  }
  return true;
}

const areBehind = (one: Placed, other: Placed): boolean =>
  one.range.high + one.bytes <= other.range.low;

/** Two parts of one counter. */
const areOfTwo = ({ taken: one }: Placed, { taken: other }: Placed): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.counter === other.counter &&
  one.symbol !== other.symbol &&
  one.by === other.by &&
  Math.max(one.shift.low, other.shift.low) <= Math.min(one.shift.high, other.shift.high);

/** Both facts; undefined where they contradict each other. */
function joined(one: Facts, other: Facts): Facts | undefined {
  const all = new Map(one);
  for (const [symbol, range] of other) {
    const known = all.get(symbol);
    const both = known
      ? sure(Math.max(known.low, range.low), Math.min(known.high, range.high))
      : range;
    if (both.low > both.high) return undefined;
    all.set(symbol, both);
  }
  return all;
}
