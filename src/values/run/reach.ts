import { productOf } from '../../base/product.ts';
import { isInteger, SCALARS } from '../../front/scalar.ts';
import { lengthened, type NotChecked } from '../finding.ts';
import { lazy } from '../../base/lazy.ts';
import { alternatives } from '../../base/words.ts';
import { constant } from '../build/make.ts';
import type { Instruction, MemoryObject, Value, ValueProgram } from '../program.ts';
import { targetOf, withParts, withValues } from '../walk.ts';
import { flowOf } from './flow.ts';
import { possibilities } from './possible.ts';
import type { Facts } from './facts.ts';
import { lengthsByGuards, ofLength } from './guarded-lengths.ts';
import { elementBytes, elementsIn, placed } from './names.ts';
import { onlyTarget } from './points-to.ts';
import { SHADOW } from './registers.ts';
import type { Store } from './store.ts';

type Accessing = Extract<Instruction, { text: string; address: unknown }>;

/** Farther apart than any array is long: nothing is known of the place. */
const FARTHEST = 2 ** 31;
/** Nearer, an index is bounded. */
const NEAR = 2 ** 28;
/** A place's surroundings are looked at so often. */
const MOST_LOOKS = 64;

/** Elements behind an array's end that a slip comes to. */
const JUST_BEYOND = 8;

/** Most numbers whose products are made. */
const MOST_NUMBERS = 8;

const HINT =
  'State what is in the arrays and arguments that it depends on: #pragma tuner input NAME[i] = ...';

/** Elements that an access can come to where inputs that nobody states decide, besides those that
 * it came to. */
export class Reach {
  readonly #program: ValueProgram;
  readonly #facts: Facts;
  readonly #looks = new Map<number, number>();

  constructor(program: ValueProgram, facts: Facts) {
    this.#program = program;
    this.#facts = facts;
  }

  /** Bytes of the object that the access may begin at, where they are known to be few. */
  #places(index: number): { readonly low: number; readonly high: number } | undefined {
    const taken = this.#facts.apart.takenBy(index);
    if (taken?.counter.most !== undefined) {
      const width = SCALARS[this.#accessing(index)?.type ?? 'char'].bytes;
      return { low: 0, high: taken.counter.most * taken.unit - width };
    }
    const all = this.#facts.possible.offsets(index);
    const drawn = this.#facts.apart.numbered(index);
    const isFewer = drawn && all && drawn.high - drawn.low < all.high - all.low;
    const found = isFewer === true ? drawn : all;
    return found !== undefined && found.high - found.low < FARTHEST ? found : undefined;
  }

  #accessing(index: number): Accessing | undefined {
    const instruction = this.#program.code[index];
    return instruction !== undefined && 'address' in instruction ? instruction : undefined;
  }

  /** The same of one whose place contents decided: what nothing bounds may be anywhere. */
  anywhere(index: number, store: Store): NotChecked | undefined {
    return this.outside(index, store, this.#places(index) ?? UNBOUNDED);
  }

  /** The access may be outside, by the operators that make its index. */
  outside(
    index: number,
    { object, bytes }: Pick<Store, 'object' | 'bytes'>,
    places = this.#places(index),
  ): NotChecked | undefined {
    const instruction = this.#accessing(index);
    if (instruction === undefined || places === undefined) return undefined;
    const { text, span, type } = instruction;
    const end = places.high + SCALARS[type].bytes;
    if (places.low >= 0 && end <= bytes) return undefined;
    if (this.isOfProduct(index, object)) return undefined;
    const unit = elementBytes(object);
    const elements = Math.ceil((end - (object.before ?? 0)) / unit);
    const isLonger = object.length === 'assumed' && places.low >= 0;
    return {
      what: 'bounds',
      why: isLonger
        ? `Nobody says how long ${object.name} is; for some inputs ${text} is its element ${elements - 1}.`
        : `${placed(text, object, false)} for some inputs: which one it is depends on inputs that nobody states.`,
      hint: isLonger ? `State its length: #pragma tuner array ${object.name} = ${elements}` : HINT,
      span,
      weakens: false,
      ...(isLonger ? lengthened(object.name, elements) : { holdsIf: placed(text, object, true) }),
    };
  }

  /** Guards keep it among as many elements as a product of arguments, and nobody states another length. */
  isOfProduct(index: number, { length, lengthOf, space }: MemoryObject): boolean {
    // It was shown for all accesses before.
    if (lengthOf !== undefined) return true;
    if (length !== 'assumed' || space === 'local') return false;
    return this.#facts.apart.extentOf(index)?.kind === 'product';
  }

  /** The same of all accesses to an object. */
  areOfProducts(object: number): boolean {
    const { code, objects } = this.#program;
    return [...code.entries()].every(([index, step]) => {
      if (!('address' in step)) return true;
      const targets = this.#facts.points.of(step.address);
      if (targets !== 'any' && !targets.has(object)) return true;
      const [only, another] = targets === 'any' ? [] : [...targets];
      const own = objects[only ?? -1];
      return another === undefined && own !== undefined && this.isOfProduct(index, own);
    });
  }

  /** Guards that let too many through, where nobody states lengths. */
  byGuards(): readonly NotChecked[] {
    return lengthsByGuards(this.#program, this.#facts);
  }

  /** Arrays of which every work-item of a host's launch has one element, where its text does not say so. */
  byLaunch(): readonly NotChecked[] {
    const { global, local, hostNumbers: told } = this.#program;
    if (told === undefined) return [];
    const items = productOf(global);
    const isTold = told.includes(items) || areFactorsTold(told, global, local);
    const longest = new Map<MemoryObject, Accessing>();
    for (const { object, step, end } of this.#toAssumedLengths())
      if (end >= object.bytes && elementsIn(object, object.bytes) === items)
        longest.set(object, step);
    return isTold
      ? []
      : [...longest].map(([{ name }, step]) =>
          ofLength(name, step, items, `so it is taken to have ${items}`),
        );
  }

  /** Accesses just beyond as many elements as the host's numbers make, inside of a length that is taken for
   * the sake of the launch. */
  byNumbers(): readonly NotChecked[] {
    const { global, local, hostNumbers = [], chosenForLaunch } = this.#program;
    const numbers = [...hostNumbers, ...(chosenForLaunch ?? []).map(({ value }) => value)];
    const products = productsOf(numbers);
    const usual = new Set([...products, ...productsOf([...global, ...local])]);
    const longest = new Map<
      MemoryObject,
      { readonly elements: number; readonly step: Accessing }
    >();
    for (const { object, step, end } of this.#toAssumedLengths()) {
      const elements = Math.ceil((end - (object.before ?? 0)) / elementBytes(object));
      if (end <= object.bytes && elements > (longest.get(object)?.elements ?? 0))
        longest.set(object, { elements, step });
    }
    return [...longest].flatMap(([{ name }, { elements, step }]) => {
      const fewer = [...products].filter(
        (each) => each < elements && elements - each <= JUST_BEYOND,
      );
      return usual.has(elements) || fewer.length === 0
        ? []
        : [ofLength(name, step, elements, `where the host's numbers make ${Math.max(...fewer)}`)];
    });
  }

  /** Accesses to global arrays whose lengths nobody states, with the byte behind the furthest they come to. */
  *#toAssumedLengths() {
    const { code, objects } = this.#program;
    for (const [index, step] of code.entries()) {
      if (!('text' in step && 'address' in step)) continue;
      const object = objects[onlyTarget(this.#facts.points.of(step.address)) ?? -1];
      const high = this.#facts.possible.offsets(index)?.high;
      if (object?.length === 'assumed' && object.space === 'global' && high !== undefined)
        yield { object, step, end: high + SCALARS[step.type].bytes };
    }
  }

  /** Accesses that inputs which nobody states may bring outside: arguments, of arrays of a known length, or contents,
   * also as more rounds of a loop. */
  byInputs(
    stores: readonly Store[],
    by: Readonly<Record<'isByContents' | 'isByArrays' | 'isByCounts', (access: number) => boolean>>,
    given: Readonly<Record<string, number>>,
  ): readonly NotChecked[] {
    const { code } = this.#program;
    const told = lazy(() =>
      possibilities(withGiven(this.#program, given), flowOf(this.#program), this.#facts.points),
    );
    /** Numbers that another condition gives to arguments keep it inside. */
    const isSettled = (index: number, store: Store): boolean => {
      if (Object.keys(given).length === 0) return false;
      const places = told().offsets(index);
      return places !== undefined && this.outside(index, store, places) === undefined;
    };
    return [...code.entries()].flatMap(([index, step]) => {
      if (step.kind !== 'load' && step.kind !== 'store' && step.kind !== 'atomic') return [];
      const targets = this.#facts.points.of(step.address);
      if (targets === 'any') return [];
      const reached = stores.filter(({ index: each }) => targets.has(each));
      const name = alternatives(reached.map(({ object }) => object.name));
      const found = reached.flatMap((store): readonly NotChecked[] => {
        if (!isOfText(store.object)) return [];
        const named = { object: { ...store.object, name }, bytes: store.bytes };
        const outside = this.outside(index, named, this.#places(index) ?? UNBOUNDED);
        if (outside === undefined) return [];
        // Without a length, what is just beyond was told when it ran.
        if (store.object.length === 'assumed' && outside.length !== undefined) return [];
        if (store.object.length === 'stated' && targets.size === 1 && by.isByCounts(index))
          return isSettled(index, store) ? [] : [outside];
        const isKnown =
          this.#isOpenOnOneSide(index, store) || this.outside(index, named) !== undefined;
        const isOpen = isKnown ? by.isByContents(index) : by.isByArrays(index);
        return isOpen ? [outside] : [];
      });
      return found.slice(0, 1);
    });
  }

  /** Operators or conditions keep a signed index on one side alone: large contents may all be on the other. */
  #isOpenOnOneSide(index: number, { object }: Store): boolean {
    const { low = 0, high = 0 } = this.#facts.possible.offsets(index) ?? {};
    const isBelow = low < -NEAR;
    const isAbove = high > NEAR && high <= elementBytes(object) * FARTHEST;
    return isBelow !== isAbove && (isBelow ? high : -low) <= NEAR;
  }

  /** An element that nobody has written, and that the access may read for other inputs. */
  unwritten(index: number, store: Store): NotChecked | undefined {
    const looks = this.#looks.get(index) ?? 0;
    const instruction = this.#accessing(index);
    if (looks >= MOST_LOOKS || instruction === undefined) return undefined;
    if (store.object.isExchange === true && this.#facts.apart.sums.isHanded(index))
      return undefined;
    this.#looks.set(index, looks + 1);
    const known = this.#places(index);
    const places = known ?? { low: 0, high: store.bytes };
    const { text, span, type } = instruction;
    const unit = SCALARS[type].bytes;
    const { base, bytes, grainShift, shadows, object } = store;
    const last = Math.min(places.high, bytes - unit);
    // Behind what is taken for its end lies only what nobody writes.
    const isBehind = object.length === 'assumed' && known !== undefined && known.high > last;
    let isWritten = !isBehind;
    for (let at = Math.max(0, places.low); at <= last && isWritten; at += unit)
      isWritten = ((shadows[(base + at) >> grainShift] ?? 0) & SHADOW.unwritten) === 0;
    if (isWritten) return undefined;
    this.#looks.set(index, MOST_LOOKS);
    return {
      what: 'uninitialised memory',
      why: `Which element of ${object.name} ${text} reads depends on inputs that nobody states, and not all of them are written.`,
      hint: HINT,
      span,
      weakens: false,
      holdsIf: `${text} has been written`,
    };
  }
}

/** The same with numbers for arguments that nothing changes. */
function withGiven(program: ValueProgram, given: Readonly<Record<string, number>>): ValueProgram {
  const set = new Set(program.code.map(targetOf));
  const numbers = new Map(
    program.registers.flatMap(({ name = '', isArgument, type }, register) => {
      const value = isArgument === true && !set.has(register) ? given[name] : undefined;
      return value === undefined || !isInteger(type)
        ? []
        : [[register, constant(type, value)] as const];
    }),
  );
  const told = (value: Value): Value =>
    value.kind === 'register' ? (numbers.get(value.register) ?? value) : withParts(value, told);
  return { ...program, code: program.code.map((step) => withValues(step, told)) };
}

const UNBOUNDED = { low: -Infinity, high: Infinity };

/** An array that the text indexes. */
const isOfText = ({ image, isExchange, isResults }: MemoryObject): boolean =>
  image === undefined && isExchange !== true && isResults !== true;

/** Two of the numbers are those of columns and rows of work-items, or of groups and their work-items. */
function areFactorsTold(
  told: readonly number[],
  [width, height, depth]: ValueProgram['global'],
  [columns]: ValueProgram['local'],
): boolean {
  if (depth > 1) return false;
  const [first, second] = height > 1 ? [width, height] : [width / columns, columns];
  const place = told.indexOf(first);
  return place >= 0 && told.toSpliced(place, 1).includes(second);
}

/** Products of some of the numbers, and each alone; of many numbers, each alone. */
function productsOf(numbers: readonly number[]): ReadonlySet<number> {
  const several = numbers.filter((each) => each > 1);
  if (several.length > MOST_NUMBERS) return new Set(several);
  const made = new Set<number>();
  for (const one of several) for (const each of [1, ...made]) made.add(each * one);
  return made;
}
