import { lazy } from '../../base/lazy.ts';
import { productOf } from '../../base/product.ts';
import { SCALARS } from '../../front/scalar.ts';
import * as make from '../build/make.ts';
import type { Value, ValueProgram } from '../program.ts';
import { nameOf, partsOf, targetOf, withParts, writtenIn } from '../walk.ts';
import { type Definitions, definitionsOf } from './definitions.ts';
import { coordinates } from './names.ts';
import { type Flow, flowOf } from './flow.ts';
import type { Scope } from './machine.ts';
import { objectsOf, type PointsTo } from './points-to.ts';
import type { Side } from './probe.ts';

/** A work-item: its group, and its number there. */
export interface Who {
  readonly group: number;
  readonly item: number;
}

/** Instructions of an item that are followed, up to a store. */
const MOST_STEPS = 4000;
/** Conditions inside of each other; rounds of a loop that contents end come to more. */
const MOST_NESTED = 64;
/** Items that are not followed to an end, before others are taken to come to none. */
const MOST_FAILED = 32;
/** Items whose place of an access is made; others are not compared. */
const MOST_PLACES = 8192;
/** Items whose sides of an equality are compared. */
const MOST_COMPARED = 2 ** 14;

/** An item's store: its instruction, where it goes, the barriers before it, and its value. */
interface Stored {
  readonly index: number;
  readonly place: Place | undefined;
  readonly barriers: Barriers;
  readonly value: string;
}

/** Bytes of an object. */
interface Place {
  readonly object: number;
  readonly from: number;
  readonly to: number;
}

interface Barriers {
  readonly local: number;
  readonly global: number;
}

interface Item {
  readonly who: Who;
  readonly registers: Map<number, Value>;
  readonly steps: { left: number };
  readonly depth: number;
  readonly found: Stored[];
  barriers: Barriers;
}

/** Two stores to a place, and who makes them. */
interface Pair {
  readonly stores: readonly [number, number];
  readonly items: readonly [Who, Who];
  readonly place: Place;
  readonly scope: Scope;
}

/** Stored values as terms over arguments and over contents that the kernel leaves as they are. */
export class SameValue {
  readonly #program: ValueProgram;
  readonly #flow: Flow;
  /** Objects that no item writes. */
  readonly #kept: (address: Value) => boolean;
  /** Arguments that nothing changes. */
  readonly #given: ReadonlySet<number>;
  /** Terms by their names, which registers below 0 stand for. */
  readonly #terms = new Map<string, number>();
  readonly #known = new Map<string, readonly Stored[] | undefined>();
  readonly #definitions: () => Definitions;
  readonly #places = new Map<number, Map<string, string>>();
  readonly #exclusive = new Map<string, boolean>();
  #failed = 0;

  constructor(program: ValueProgram, points: PointsTo) {
    this.#program = program;
    this.#flow = flowOf(program);
    this.#definitions = lazy(() => definitionsOf(program, this.#flow));
    const written = new Set(
      program.code.flatMap((step) => {
        const address = writtenIn(step);
        return address === undefined ? [] : objectsOf(points.of(address), program);
      }),
    );
    this.#kept = (address) =>
      objectsOf(points.of(address), program).every((object) => !written.has(object));
    const set = new Set(program.code.flatMap((step) => targetOf(step) ?? []));
    this.#given = new Set(
      program.registers.flatMap(({ input }, register) =>
        input !== undefined && !set.has(register) ? [register] : [],
      ),
    );
  }

  /** All that two items store at a place is the same, between each two barriers that order it. */
  isSame({ stores, items, place, scope }: Pair): boolean {
    const space = this.#program.objects[place.object]?.space === 'local' ? 'local' : 'global';
    const values = new Map<number, string>();
    const isAlike = ([index, who]: readonly [number, Who]): boolean => {
      const all = this.#storedBy(who)?.filter(({ place: at, index: by }) =>
        at === undefined ? by === index : meet(at, place),
      );
      return (
        all?.some(({ index: by }) => by === index) === true &&
        all.every(({ barriers, value }) => {
          const interval = scope === 'group' ? barriers[space] : 0;
          const known = values.get(interval) ?? value;
          values.set(interval, known);
          return known === value;
        })
      );
    };
    return isAlike([stores[0], items[0]]) && isAlike([stores[1], items[1]]);
  }

  /** Two accesses come to one place whatever arguments and contents are. */
  isOnePlace(accesses: readonly [number, number], items: readonly [Who, Who]): boolean {
    const [one, other] = accesses.map((index, at) => this.#placeOf(index, items[at] ?? items[0]));
    return one !== undefined && one === other;
  }

  /** Made once for an item: many conflict with others at a place. */
  #placeOf(index: number, who: Who): string | undefined {
    const step = this.#program.code[index];
    if (step === undefined || !('address' in step)) return undefined;
    const own = this.#places.get(index) ?? new Map<string, string>();
    this.#places.set(index, own);
    const key = `${who.group} ${who.item}`;
    const known = own.get(key);
    if (known !== undefined || own.size >= MOST_PLACES) return known;
    const name = nameOf(this.#fixed(step.address, index, who, 0));
    own.set(key, name);
    return name;
  }

  /** An equality that leads to a side of a branch holds for one item of a group alone, or for none of two groups. */
  areExclusive(side: Side, scope: Scope): boolean {
    const key = `${side.instruction} ${side.isTrue} ${scope}`;
    const known = this.#exclusive.get(key) ?? this.#areExclusive(side, scope);
    this.#exclusive.set(key, known);
    return known;
  }

  #areExclusive({ instruction, isTrue }: Side, scope: Scope): boolean {
    const { code, global, local } = this.#program;
    const step = code[instruction];
    const condition = step?.kind === 'branch' ? step.condition : undefined;
    const [all, count] = [productOf(global), productOf(local)];
    if (condition?.kind !== 'binary' || condition.operator !== (isTrue ? '==' : '!=')) return false;
    if (all > MOST_COMPARED) return false;
    const equated = Array.from({ length: all }, (_, at) => {
      const who = { group: Math.floor(at / count), item: at % count };
      return [condition.left, condition.right].map((each) =>
        this.#fixed(each, instruction, who, 0),
      );
    });
    return [0, 1].some((own) => {
      const given = equated[0]?.[1 - own];
      const seen = new Map<string, number>();
      return equated.every((sides, at) => {
        const [number, other] = [sides[own], sides[1 - own]];
        if (number?.kind !== 'constant' || other === undefined || given === undefined) return false;
        const group = Math.floor(at / count);
        const name = scope === 'group' ? `${group} ${number.value}` : String(number.value);
        const before = seen.get(name);
        seen.set(name, group);
        const isAlone = before === undefined || (scope === 'groups' && before === group);
        return isAlone && nameOf(other) === nameOf(given);
      });
    });
  }

  /** A value that is the same each time, by what its registers hold on every way. */
  #fixed(value: Value, at: number, who: Who, depth: number): Value {
    const get = (register: number): Value | undefined => {
      const setter = this.#definitions().reaching(register, at) ?? -1;
      const step = this.#program.code[setter];
      if (depth > MOST_NESTED) return undefined;
      if (step?.kind === 'set') return this.#fixed(step.value, setter, who, depth + 1);
      return step?.kind === 'load' && this.#kept(step.address)
        ? this.#loaded(step.type, this.#fixed(step.address, setter, who, depth + 1))
        : undefined;
    };
    return this.#value(value, who, { get });
  }

  #loaded(type: Value['type'], address: Value): Value {
    return this.#term(type, `${type} at ${nameOf(address)}`);
  }

  /** All that an item stores; none where arguments or contents decide how it goes on. */
  #storedBy(who: Who): readonly Stored[] | undefined {
    const key = `${who.group} ${who.item}`;
    if (this.#known.has(key)) return this.#known.get(key);
    if (this.#failed > MOST_FAILED) return undefined;
    const found: Stored[] = [];
    const item: Item = {
      who,
      registers: new Map<number, Value>(),
      steps: { left: MOST_STEPS },
      depth: 0,
      found,
      barriers: { local: 0, global: 0 },
    };
    const stored = this.#run(0, undefined, item) ? found : undefined;
    this.#known.set(key, stored);
    this.#failed = stored === undefined ? this.#failed + 1 : -Infinity;
    return stored;
  }

  /** Goes on to an end or an instruction. @returns whether it came there */
  #run(from: number, to: number | undefined, item: Item): boolean {
    const { code } = this.#program;
    const { who, registers, steps, found } = item;
    const term = (of: Value): Value => this.#value(of, who, registers);
    for (let at = from; at !== to; steps.left -= 1) {
      const step = code[at];
      const target = step && targetOf(step);
      if (step === undefined || steps.left <= 0) return false;
      if (step.kind === 'end') return to === undefined;
      if (step.kind === 'jump') at = step.to;
      else if (step.kind === 'branch') {
        const condition = term(step.condition);
        if (condition.kind === 'constant')
          at = Number(condition.value) === 0 ? step.otherwise : step.then;
        else {
          const met = this.#chosen(condition, at, item);
          if (met === undefined) return false;
          at = met;
        }
      } else {
        if (step.kind === 'store') {
          const value = nameOf(term(step.value));
          const place = placeIn(term(step.address), SCALARS[step.type].bytes);
          found.push({ index: at, place, barriers: item.barriers, value });
        } else if (step.kind === 'barrier') {
          const { local, global } = item.barriers;
          item.barriers = {
            local: local + Number(step.local),
            global: global + Number(step.global),
          };
        }
        if (step.kind === 'set') registers.set(step.target, term(step.value));
        else if (step.kind === 'load' && this.#kept(step.address))
          registers.set(step.target, this.#loaded(step.type, term(step.address)));
        else if (target !== undefined) registers.set(target, this.#own());
        at += 1;
      }
    }
    return true;
  }

  /** Both sides of a condition that only computes, up to where they meet. */
  #chosen(condition: Value, branch: number, item: Item): number | undefined {
    const step = this.#program.code[branch];
    const { blocks, meets } = this.#flow;
    const block = blocks.findIndex(({ end }) => end === branch + 1);
    const met = blocks[meets[block] ?? -1]?.first;
    const depth = item.depth + 1;
    if (step?.kind !== 'branch' || met === undefined || depth > MOST_NESTED) return undefined;
    const sides = [step.then, step.otherwise].map((from) => {
      const registers = new Map(item.registers);
      // A store on one side alone counts for both.
      const side: Item = { ...item, registers, depth };
      return this.#run(from, met, side) && side.barriers === item.barriers ? registers : undefined;
    });
    const [then, otherwise] = sides;
    if (then === undefined || otherwise === undefined) return undefined;
    for (const register of new Set([...then.keys(), ...otherwise.keys()])) {
      const [one, other] = [then.get(register), otherwise.get(register)];
      const isSame = one && other && (one === other || nameOf(one) === nameOf(other));
      const choice = one && other && make.select(condition, one, other);
      const made = isSame ? one : choice && this.#term(choice.type, nameOf(choice));
      item.registers.set(register, made ?? this.#own());
    }
    return met;
  }

  /** Something that is like nothing else. */
  #own(): Value {
    return this.#term('int', `own ${this.#terms.size}`);
  }

  #term(type: Value['type'], name: string): Value {
    const known = this.#terms.get(name) ?? -1 - this.#terms.size;
    this.#terms.set(name, known);
    return { kind: 'register', type, register: known };
  }

  #value(value: Value, who: Who, registers: Pick<ReadonlyMap<number, Value>, 'get'>): Value {
    if (value.kind === 'constant' || value.kind === 'address') return value;
    if (value.kind === 'id') return make.ulong(this.#idOf(value, who));
    if (value.kind === 'register') {
      if (this.#given.has(value.register)) return value;
      return registers.get(value.register) ?? this.#own();
    }
    const whole = withParts(value, (part) => this.#value(part, who, registers));
    const folded = make.remade(whole);
    if (folded.kind === 'constant' || folded.kind === 'register' || folded.kind === 'address')
      return folded;
    if (folded.kind === 'offset' && partsOf(folded).every((part) => part.kind !== 'offset'))
      return folded;
    return this.#term(folded.type, nameOf(folded));
  }

  #idOf({ of, dimension }: Extract<Value, { kind: 'id' }>, { group, item }: Who): number {
    const { local, global } = this.#program;
    const groups = global.map((all, at) => all / (local[at] ?? 1));
    const inGroup = coordinates(item, local)[dimension] ?? 0;
    const inGrid = coordinates(group, groups)[dimension] ?? 0;
    if (of === 'local') return inGroup;
    return of === 'group' ? inGrid : inGrid * (local[dimension] ?? 1) + inGroup;
  }
}

const meet = (one: Place, other: Place): boolean =>
  one.object === other.object && one.from < other.to && other.from < one.to;

/** Where a term of an address leads, if it says so. */
function placeIn(address: Value, bytes: number): Place | undefined {
  const [pointer, by] =
    address.kind === 'offset'
      ? [address.pointer, address.bytes]
      : [address, make.constant('long', 0)];
  if (pointer.kind !== 'address' || by.kind !== 'constant') return undefined;
  const from = Number(by.value);
  return { object: pointer.object, from, to: from + bytes };
}
