import { sure } from '../../../base/interval.ts';
import { sparesReturned } from '../../../front/language.ts';
import { type Scalar, SCALARS } from '../../../front/scalar.ts';
import type { Value } from '../../program.ts';
import { countOf } from '../../walk.ts';
import { boundsOf } from '../register-settings.ts';
import { bitsOf } from './bits.ts';
import {
  type Atomic,
  type Cells,
  type Common,
  type Item,
  type Path,
  type Stop,
  wayOf,
} from './common.ts';
import {
  Evaluation,
  type Held,
  isPointer,
  type Pointer,
  type Scene,
  Unfollowed,
} from './evaluate.ts';
import {
  areEqual,
  constantOf,
  keyOf,
  type Literal,
  number,
  ONE,
  only,
  plus,
  soleOf,
  type Sum,
} from './sum.ts';
import { type Facts, NO_FACTS } from './symbols.ts';

type Ended = 'joined' | 'ended';
type Way<T> = Generator<Stop, T, undefined>;

const ANY = sure(-Infinity, Infinity);
/** Conditions on contents inside of each other. */
const MOST_NESTED = 16;
/** Numbers of a counter that has not begun again. */
const DRAWN = sure(0, 2 ** 30);

/** One item, which goes both ways where contents decide. */
export class ItemRun {
  readonly #common: Common;
  readonly #group: number;
  readonly #item: Item;
  readonly #shared: Cells;
  readonly #values: Evaluation;
  #last: Scene | undefined;
  readonly #own: Omit<Scene, 'facts'> = {
    register: (register) => {
      const held = (this.#item.registers[register] ??= this.#begun(register));
      if (held === undefined) throw new Unfollowed();
      return held;
    },
    id: ({ of, dimension }) => this.#id(of, dimension),
  };

  constructor(common: Common, group: number, item: Item, shared: Cells) {
    this.#common = common;
    this.#group = group;
    this.#item = item;
    this.#shared = shared;
    this.#values = new Evaluation(common.symbols);
  }

  readonly begin = (): Way<Ended> =>
    this.#side(0, undefined, { literals: [], open: [], facts: NO_FACTS });

  meet(lanes: Sum): void {
    this.#item.met = lanes;
  }

  sum(value: Value, facts: Facts): Sum {
    return this.#values.sum(value, this.#scene(facts));
  }

  #scene(facts: Facts): Scene {
    if (this.#last?.facts !== facts) this.#last = { ...this.#own, facts };
    return this.#last;
  }

  #id(of: 'local' | 'group' | 'global', dimension: 0 | 1 | 2): number {
    const { program } = this.#common;
    const own = (index: number, by: 'local' | 'group'): number => {
      const [x, y] = [countOf(program, by, 0), countOf(program, by, 1)];
      return [index % x, Math.floor(index / x) % y, Math.floor(index / (x * y))][dimension] ?? 0;
    };
    const [local, group] = [own(this.#item.index, 'local'), own(this.#group, 'group')];
    return { local, group, global: group * (program.local[dimension] ?? 1) + local }[of];
  }

  /** Its first value. */
  #begun(register: number): Held | undefined {
    const { input, type } = this.#common.program.registers[register] ?? { type: 'int' as const };
    if (input?.kind === 'given' && boundsOf(type) !== undefined && input.values.length === 1)
      return number(Number(input.values[0]));
    if (type === 'pointer') return undefined;
    const range = boundsOf(type) ?? ANY;
    return input === undefined
      ? this.#common.symbols.fresh(range)
      : this.#common.symbols.opaque(`argument ${register}`, range);
  }

  /** @param returning the side of an `if (...) return` that an item has not gone */
  #along(path: Path, literal: Literal, returning?: number): Path | undefined {
    const { symbols, program, meetsBehind } = this.#common;
    const facts = symbols.assume(path.facts, literal);
    const isGone =
      returning !== undefined && sparesReturned(program.language) && !meetsBehind(returning);
    return (
      facts && {
        literals: [...path.literals, literal],
        open: isGone ? path.open : [...path.open, literal],
        facts,
      }
    );
  }

  *#side(from: number, until: number | undefined, path: Path): Way<Ended> {
    const { code } = this.#common.program;
    let at = from;
    while (at !== until) {
      this.#common.spend(1);
      const step = code[at];
      if (step === undefined || step.kind === 'end') return 'ended';
      if (step.kind === 'jump') at = step.to;
      else if (step.kind === 'branch') {
        const by = this.#values.truth(step.condition, this.#scene(path.facts));
        for (const isTrue of typeof by === 'boolean' ? [by] : [true, false])
          this.#common.ways.add(wayOf(at, isTrue));
        if (typeof by === 'boolean') at = by ? step.then : step.otherwise;
        else {
          const join = yield* this.#both(at, step, by, path);
          if (join === undefined) return 'ended';
          at = join;
        }
      } else {
        if (step.kind === 'barrier' || step.kind === 'meet') yield { at, path };
        this.#do(at, path);
        at += 1;
      }
    }
    return 'joined';
  }

  /** Goes both ways. @returns where they meet */
  *#both(
    at: number,
    { then, otherwise }: { readonly then: number; readonly otherwise: number },
    by: Literal,
    path: Path,
  ): Way<number | undefined> {
    const join = this.#common.meetingOf(at);
    const opposite = { ...by, isTrue: !by.isTrue };
    const [one, other] = [this.#along(path, by), this.#along(path, opposite, then)];
    if (path.literals.length > MOST_NESTED || one === undefined || other === undefined)
      throw new Unfollowed();
    const before = this.#item.registers;
    this.#item.registers = [...before];
    yield* this.#side(then, join, one);
    const after = this.#item.registers;
    this.#item.registers = [...before];
    yield* this.#side(otherwise, join, other);
    const { registers } = this.#item;
    for (const [register, held] of after.entries()) {
      const own = registers[register];
      if (held === own) continue;
      const [one, two] = [held ?? this.#begun(register), own ?? this.#begun(register)];
      registers[register] = one && two && this.#merged(by, one, two);
    }
    return join;
  }

  /** Pointers of two arrays are known no more. */
  #merged(by: Literal, then: Held, otherwise: Held): Held | undefined {
    const isMixed = isPointer(then) !== isPointer(otherwise);
    const areTwo = isPointer(then) && isPointer(otherwise) && then.object !== otherwise.object;
    return isMixed || areTwo ? undefined : this.#values.chosen(by, then, otherwise);
  }

  #do(at: number, path: Path): void {
    const step = this.#common.program.code[at];
    if (step === undefined) return;
    const scene = this.#scene(path.facts);
    switch (step.kind) {
      case 'set':
        this.#item.registers[step.target] = this.#values.held(step.value, scene);
        return;
      case 'load':
        this.#item.registers[step.target] = this.#load(at, step.type, step.address, path);
        return;
      case 'store':
        this.#store(at, step.type, step.address, this.#values.held(step.value, scene), path);
        return;
      case 'atomic':
        this.#atomic(at, step, path);
        return;
      case 'meet':
        if (this.#item.met === undefined) throw new Unfollowed();
        this.#item.registers[step.target] = this.#item.met;
        return;
      case 'forget':
      case 'barrier':
      case 'fence':
      case 'assert':
      case 'assume':
      case 'subscript':
        return;
      default:
        throw new Unfollowed();
    }
  }

  /** Where an access is, which is kept. */
  #place(at: number, address: Value, path: Path): Pointer {
    const place = this.#values.held(address, this.#scene(path.facts));
    if (!isPointer(place)) throw new Unfollowed();
    const { object } = place;
    if (this.#common.kept.has(object))
      this.#common.made.push({
        at,
        item: this.#item.index,
        group: this.#group,
        object,
        place: place.bytes,
        facts: path.facts,
      });
    return place;
  }

  #cells({ object }: Pointer): Cells | undefined {
    const space = this.#common.program.objects[object]?.space;
    if (space === 'private') return this.#item.own;
    return space === 'local' ? this.#shared : undefined;
  }

  #load(at: number, type: Scalar, address: Value, path: Path): Held {
    const place = this.#place(at, address, path);
    const cells = this.#cells(place);
    const range = boundsOf(type) ?? ANY;
    const { symbols, written, program, handed } = this.#common;
    if (cells === undefined)
      return written.has(place.object)
        ? symbols.fresh(range)
        : symbols.opaque(`${place.object} ${type} ${keyOf(place.bytes)}`, range);
    const isExchange = program.objects[place.object]?.isExchange === true;
    const found = this.#read(cells, place, type, path.facts, isExchange);
    if (isExchange) handed.set(at, found !== undefined && handed.get(at) !== false);
    return found ?? symbols.fresh(range);
  }

  /** The value at a place, which may be one of several. */
  #read(
    cells: Cells,
    { object, bytes }: Pointer,
    type: Scalar,
    facts: Facts,
    isExchange: boolean,
  ): Held | undefined {
    const { symbols } = this.#common;
    if (constantOf(bytes) !== undefined) {
      const cell = cells.get(`${object} ${bytes.rest}`);
      if (cell?.type !== type) return undefined;
      return isPointer(cell.held) ? cell.held : symbols.resolved(cell.held, facts);
    }
    const sole = soleOf(bytes);
    const meaning = sole && symbols.meaning(sole.symbol);
    if (sole === undefined || !isExchange) return undefined;
    const at = (symbol: Sum): Pointer => ({
      object,
      bytes: plus(number(sole.rest), symbol, sole.factor),
    });
    if (meaning?.kind === 'choice') {
      const sides = [meaning.then, meaning.otherwise].map((side, index) => {
        const { symbol, isTrue } = meaning.by;
        const known = symbols.assume(facts, { symbol, isTrue: isTrue === (index === 0) });
        return known === undefined
          ? symbols.fresh(boundsOf(type) ?? ANY)
          : this.#read(cells, at(symbols.resolved(side, known)), type, known, true);
      });
      const [then, otherwise] = sides;
      return then && otherwise && this.#values.chosen(meaning.by, then, otherwise);
    }
    return meaning?.kind === 'first'
      ? this.#ofLowest(cells, { object, bytes }, type, facts)
      : undefined;
  }

  /** The value of the lowest lane of a set; any, where it differs by which that is. */
  #ofLowest(cells: Cells, place: Pointer, type: Scalar, facts: Facts): Held | undefined {
    const { symbols } = this.#common;
    const { symbol = -1, factor = 0, rest = 0 } = soleOf(place.bytes) ?? {};
    const meaning = symbols.meaning(symbol);
    if (meaning.kind !== 'first') return undefined;
    const lanes = bitsOf(symbols, meaning.set, 'uint');
    let all: Sum | undefined;
    let isOne = true;
    let below = facts;
    for (const [lane, bit] of lanes?.entries() ?? []) {
      const value = lane + meaning.plus;
      if (bit === false) continue;
      const is = typeof bit === 'boolean' ? below : symbols.assume(below, bit);
      const known = is && new Map(is).set(symbol, sure(value, value));
      if (known === undefined) continue;
      const bytes = number(rest + factor * value);
      const held = this.#read(cells, { ...place, bytes }, type, known, true);
      if (held === undefined || isPointer(held)) return undefined;
      isOne &&= all === undefined || areEqual(all, held);
      all = held;
      const others =
        typeof bit === 'boolean'
          ? undefined
          : symbols.assume(below, { ...bit, isTrue: !bit.isTrue });
      if (others === undefined) break;
      below = others;
    }
    return isOne ? all : symbols.fresh(boundsOf(type) ?? ANY);
  }

  #store(at: number, type: Scalar, address: Value, held: Held, path: Path): void {
    const place = this.#place(at, address, path);
    const cells = this.#cells(place);
    if (cells === undefined) return;
    const { symbols } = this.#common;
    const from = constantOf(place.bytes);
    if (from === undefined) {
      // It may be any of the object.
      for (const key of cells.keys()) if (key.startsWith(`${place.object} `)) cells.delete(key);
      return;
    }
    const key = `${place.object} ${from}`;
    const before = cells.get(key);
    const old = before?.type === type ? before.held : symbols.fresh(boundsOf(type) ?? ANY);
    const by = symbols.and(path.literals);
    const now = typeof by === 'boolean' ? held : this.#merged(by, held, old);
    const width = SCALARS[type].bytes;
    for (let near = from - 7; near < from + width; near += 1) {
      const other = cells.get(`${place.object} ${near}`);
      if (other && near + SCALARS[other.type].bytes > from) cells.delete(`${place.object} ${near}`);
    }
    if (now !== undefined) cells.set(key, { type, held: now });
  }

  #atomic(at: number, step: Atomic, path: Path): void {
    const place = this.#place(at, step.address, path);
    const { symbols, counterOf, taken } = this.#common;
    const cells = this.#cells(place);
    for (const key of cells?.keys() ?? [])
      if (key.startsWith(`${place.object} `)) cells?.delete(key);
    const count = (this.#item.counts.get(at) ?? 0) + 1;
    this.#item.counts.set(at, count);
    const { object: counter, isSure } = counterOf(step) ?? {};
    const { rest: low } = place.bytes;
    const cell = sure(low, low + SCALARS[step.type].bytes);
    if (counter !== undefined && isSure === false) taken.set(counter, cell);
    const [by] = step.operands;
    const amount =
      step.operation === 'increment' ? ONE : by && this.#values.sum(by, this.#scene(path.facts));
    const found =
      counter === undefined || amount === undefined
        ? symbols.fresh(boundsOf(step.type) ?? ANY)
        : this.#drawn(`drawn ${at} ${count} ${this.#drawer(path)}`, counter, amount, path);
    if (step.target !== undefined) this.#item.registers[step.target] = found;
  }

  #drawn(by: string, counter: number, amount: Sum, { facts }: Path): Sum {
    const { symbols, drawn } = this.#common;
    // Lanes that draw as one add one amount.
    const key = `${by} ${keyOf(amount)}`;
    const { low, high } = symbols.rangeOf(amount, facts);
    const before = drawn.get(key)?.range ?? { low, high };
    const range = sure(Math.min(low, before.low), Math.max(high, before.high));
    drawn.set(key, { counter, range });
    return only(symbols.make(key, DRAWN, { kind: 'drawn', counter, amount }));
  }

  /** Who draws: this item, or the lowest lane of a set, which it is here. */
  #drawer({ facts }: Path): string {
    const { symbols, program } = this.#common;
    const { index, met } = this.#item;
    const lane = index % program.lanes;
    const set = [...symbols.sets.values(), ...(met ? [met] : [])].find((each) => {
      const { low, high } = symbols.rangeOf(symbols.first(each, 1), facts);
      const own = symbols.rangeOf(symbols.first(each, 0), facts);
      return (low === high && low - 1 === lane) || (own.low === own.high && own.low === lane);
    });
    return set
      ? `${this.#group} warp ${(index - lane) / program.lanes} ${keyOf(set)}`
      : `${this.#group} item ${index}`;
  }
}
