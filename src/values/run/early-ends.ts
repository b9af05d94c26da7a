import type { Scalar } from '../../front/scalar.ts';
import type { Instruction, Value, ValueProgram } from '../program.ts';
import { following, nameOf, onlySetting, settersOf, targetOf, withParts } from '../walk.ts';
import { flowOf, stepsBetween } from './flow.ts';
import { onlyTarget, type PointsTo } from './points-to.ts';

/** Ends of a maximum by compare-exchanges, or of a minimum: `if (guess >= v) return;`. Where the place only grows, no
 * later value would be exchanged for `v` either. */

/** By a branch, the instructions on its two ways, which only set registers until they meet. */
export type Choices = ReadonlyMap<number, ReadonlySet<number>>;

/** Nobody else sees what it does. */
export const onlySets = (step: Instruction | undefined): boolean =>
  step?.kind === 'set' || step?.kind === 'jump' || step?.kind === 'branch';

export type Atomic = Extract<Instruction, { kind: 'atomic' }>;

/** By their instructions. */
export type Exchanges = ReadonlyMap<number, Atomic>;

/** A comparison of the place's value with what an exchange puts there. */
interface Comparison {
  readonly guess: Value;
  /** The comparison's, which orders bits. */
  readonly type: Scalar;
  readonly bound: Value;
  /** The place's value is no greater where the branch goes to `then`. */
  readonly isLessThen: boolean;
}

/** By a branch, the instructions on its two ways.
 * @param exchanges all of a place */
export function earlyEnds(
  program: ValueProgram,
  points: PointsTo,
  place: number,
  exchanges: Exchanges,
): Choices {
  const { code } = program;
  const isOther = ({ kind, ...rest }: Instruction, index: number): boolean =>
    kind === 'atomic' &&
    'address' in rest &&
    [undefined, place].includes(onlyTarget(points.of(rest.address))) &&
    !exchanges.has(index);
  if (code.some(isOther)) return new Map();
  const makers = new Set(
    code.flatMap((step, index) => {
      const isRead = step.kind === 'load' && onlyTarget(points.of(step.address)) === place;
      return isRead || exchanges.has(index) ? [index] : [];
    }),
  );
  const held = new Held(program, makers);
  const ends = new Map(
    code.flatMap((step, index) => {
      const found = step.kind === 'branch' ? comparison(step.condition, held, index) : undefined;
      const all = found && waysOf(program, index, makers);
      const own = [...(all ?? [])].flatMap((at) => {
        const exchange = exchanges.get(at);
        return exchange ? [{ at, exchange }] : [];
      });
      const grows = found && growing(code, index, own, found);
      const isOfAll = own.every(({ at, exchange: { operands } }) =>
        held.isSame({ value: operands[1], at }, { value: found?.bound, at: index }),
      );
      const isChanged = found && all && held.isSetIn(found.bound, index, all);
      return all && grows !== undefined && isOfAll && isChanged === false
        ? [[index, { all, grows, found }] as const]
        : [];
    }),
  );
  const [first] = ends.values();
  const isOneWay = [...ends.values()].every(
    ({ grows, found }) => grows === first?.grows && found.type === first.found.type,
  );
  // An exchange expects what a branch has compared, whichever way it is come to.
  const isGuarded = [...exchanges].every(([at, { operands }]) =>
    [...ends].some(
      ([index, { found }]) =>
        held.isSame({ value: operands[1], at }, { value: found.bound, at: index }) &&
        held.isSame({ value: operands[0], at }, { value: found.guess, at: index }) &&
        !reach(code, [0, ...[...makers].map((each) => each + 1)], index).has(at),
    ),
  );
  return isOneWay && isGuarded && held.isOnePlace()
    ? new Map([...ends].map(([index, { all }]) => [index, all]))
    : new Map();
}

interface ValueAt {
  readonly value: Value | undefined;
  readonly at: number;
}

/** Contents of registers before instructions. */
class Held {
  readonly #program: ValueProgram;
  readonly #code: readonly Instruction[];
  readonly #makers: ReadonlySet<number>;
  readonly #before = new Map<number, number[]>();

  /** @param makers instructions that read the place */
  constructor(program: ValueProgram, makers: ReadonlySet<number>) {
    const { code } = program;
    this.#program = program;
    this.#code = code;
    this.#makers = makers;
    for (const [index, step] of code.entries())
      for (const next of following(step, index))
        this.#before.set(next, [...(this.#before.get(next) ?? []), index]);
  }

  /** Instructions that may have set a register last. */
  #setters(register: number, at: number): readonly number[] {
    const found: number[] = [];
    const seen = new Set<number>();
    const waiting = [...(this.#before.get(at) ?? [])];
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      if (seen.has(index)) continue;
      seen.add(index);
      const step = this.#code[index];
      if (step && targetOf(step) === register) found.push(index);
      else waiting.push(...(this.#before.get(index) ?? []));
    }
    return found;
  }

  /** One of the instructions may have set it last. */
  isSetIn(value: Value, at: number, steps: ReadonlySet<number>): boolean {
    const register = registerIn(value);
    return register !== undefined && this.#setters(register, at).some((index) => steps.has(index));
  }

  /** The readers read one element. */
  isOnePlace(): boolean {
    const setters = settersOf(this.#code);
    const setting = onlySetting(this.#program);
    let isFixed = true;
    const resolved = (value: Value): Value => {
      if (value.kind !== 'register') return withParts(value, resolved);
      const [only, another] = setters.get(value.register) ?? [];
      const set = setting(value.register);
      // Set again, it is another number each time.
      const isOnce = only !== undefined && !another && !reach(this.#code, [only + 1], -1).has(only);
      if (isOnce && value.type !== 'pointer') return value;
      if (set) return resolved(set);
      isFixed &&= isOnce;
      return value;
    };
    const places = new Set(
      [...this.#makers].map((index) => {
        const step = this.#code[index];
        const isReader = step?.kind === 'load' || step?.kind === 'atomic';
        return isReader ? nameOf(resolved(step.address)) : '';
      }),
    );
    return isFixed && places.size === 1;
  }

  /** It is what was read of the place, or what an exchange found there. */
  isRead(register: number, at: number, seen: ReadonlySet<string> = new Set()): boolean {
    const key = `${register} ${at}`;
    if (seen.has(key)) return true;
    const setters = this.#setters(register, at);
    const passed = new Set([...seen, key]);
    return (
      setters.length > 0 &&
      setters.every((index) => {
        const step = this.#code[index];
        const from = step?.kind === 'set' ? registerIn(step.value) : undefined;
        return this.#makers.has(index) || (from !== undefined && this.isRead(from, index, passed));
      })
    );
  }

  /** A value has the bits that another had at a branch, on each way from there. */
  isSame({ value, at }: ValueAt, branch: ValueAt): boolean {
    const [bits, other] = [value && plain(value), branch.value && plain(branch.value)];
    if (bits?.kind !== other?.kind) return false;
    if (bits?.kind === 'constant' && other?.kind === 'constant') return bits.value === other.value;
    if (bits?.kind !== 'register' || other?.kind !== 'register') return false;
    const isSince = (index: number): boolean => reach(this.#code, [index + 1], branch.at).has(at);
    const setters = this.#setters(bits.register, at);
    if (bits.register === other.register && !setters.some(isSince)) return true;
    const [copy, another] = setters;
    const step = copy === undefined ? undefined : this.#code[copy];
    if (copy === undefined || another !== undefined || step?.kind !== 'set') return false;
    if (reach(this.#code, [branch.at], copy).has(at)) return false;
    return this.isSame({ value: step.value, at: copy }, branch);
  }
}

/** The same bits. */
const plain = (value: Value): Value =>
  value.kind === 'reinterpret' ? plain(value.operand) : value;

function registerIn(value: Value): number | undefined {
  const bits = plain(value);
  return bits.kind === 'register' ? bits.register : undefined;
}

function comparison(condition: Value, held: Held, at: number): Comparison | undefined {
  if (condition.kind === 'convert') return comparison(condition.operand, held, at);
  if (condition.kind === 'unary' && condition.operator === '!') {
    const inner = comparison(condition.operand, held, at);
    return inner && { ...inner, isLessThen: !inner.isLessThen };
  }
  if (condition.kind !== 'binary') return undefined;
  const { operator, left, right } = condition;
  if (operator === '!=' && right.kind === 'constant' && Number(right.value) === 0)
    return comparison(left, held, at);
  if (!['<', '<=', '>', '>='].includes(operator)) return undefined;
  const isLess = operator.startsWith('<');
  for (const [side, other, isLessThen] of [
    [left, right, isLess],
    [right, left, !isLess],
  ] as const) {
    const guess = registerIn(side);
    const bound = plain(other);
    const isBound = bound.kind === 'constant' || bound.kind === 'register';
    if (guess !== undefined && held.isRead(guess, at) && isBound)
      return { guess: plain(side), type: side.type, bound, isLessThen };
  }
  return undefined;
}

/** Instructions of a branch's two ways up to where they meet; undefined where others see what they do. */
function waysOf(
  program: ValueProgram,
  index: number,
  makers: ReadonlySet<number>,
): ReadonlySet<number> | undefined {
  const flow = flowOf(program);
  const block = flow.blocks.findIndex(({ end }) => end - 1 === index);
  const meeting = flow.meets[block];
  if (meeting === undefined) return undefined;
  const steps = stepsBetween(flow, block, meeting);
  const isUnseen = (at: number): boolean => makers.has(at) || onlySets(program.code[at]);
  return steps.every(isUnseen) ? new Set(steps) : undefined;
}

/** The exchanges are come to where what was read is less, or greater; undefined where they are on both sides. */
function growing(
  code: readonly Instruction[],
  index: number,
  exchanges: readonly { readonly at: number }[],
  { isLessThen }: Comparison,
): boolean | undefined {
  const branch = code[index];
  if (branch?.kind !== 'branch' || exchanges.length === 0) return undefined;
  const [then, otherwise] = [branch.then, branch.otherwise].map((side) => {
    const come = reach(code, [side], index);
    return exchanges.some(({ at }) => come.has(at));
  });
  return then === otherwise ? undefined : then === isLessThen;
}

/** Instructions that are come to without one of them. */
function reach(
  code: readonly Instruction[],
  from: readonly number[],
  without: number,
): ReadonlySet<number> {
  const found = new Set<number>();
  const waiting = [...from];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const step = code[at];
    if (step === undefined || at === without || found.has(at)) continue;
    found.add(at);
    waiting.push(...following(step, at));
  }
  return found;
}
