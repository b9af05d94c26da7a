import type { Instruction, Value, ValueProgram } from '../program.ts';
import { following, settersOf } from '../walk.ts';
import { between, flowOf } from './flow.ts';
import { onlyTarget, type PointsTo } from './points-to.ts';

/** Ends of a maximum by compare-exchanges, or of a minimum: `if (guess >= v) return;`. Where the place only grows, no
 * later value would be exchanged for `v` either. */

/** By a branch, the instructions on its two ways, which only set registers until they meet. */
export type Choices = ReadonlyMap<number, ReadonlySet<number>>;

export type Atomic = Extract<Instruction, { kind: 'atomic' }>;

/** By their instructions. */
export type Exchanges = ReadonlyMap<number, Atomic>;

/** What was read, compared with what an exchange puts there. */
interface Comparison {
  readonly guess: number;
  readonly bound: Value;
  /** What was read is no greater where the branch goes to `then`; undefined of `==`. */
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
  const setters = settersOf(code);
  const guesses = copiesOf(code, setters, makers);
  const comparisons = new Map(
    code.flatMap((step, index) => {
      const found = step.kind === 'branch' ? comparison(step.condition, guesses) : undefined;
      const isOnce =
        found?.bound.kind !== 'register' || setters.get(found.bound.register)?.length === 1;
      return found && isOnce ? [[index, found] as const] : [];
    }),
  );
  const ways = new Map(
    [...comparisons].flatMap(([index, found]) => {
      const all = waysOf(program, index, makers);
      const isSame = (at: number): boolean => isOf(exchanges.get(at)?.operands[1], found.bound);
      const own = [...(all ?? [])].filter((at) => exchanges.has(at));
      const grows = growing(code, index, own, found);
      return all && grows !== undefined && own.every(isSame)
        ? [[index, { all, grows }] as const]
        : [];
    }),
  );
  const [first] = ways.values();
  const isOneWay = [...ways.values()].every(({ grows }) => grows === first?.grows);
  const guarded = [...exchanges.keys()].every((at) =>
    [...ways.keys()].some((index) => {
      const found = comparisons.get(index);
      return found && isGuarded({ code, setters, makers }, at, index, found);
    }),
  );
  return isOneWay && guarded
    ? new Map([...ways].map(([index, { all }]) => [index, all]))
    : new Map();
}

/** Registers that hold what one of the instructions has made, and nothing else. */
function copiesOf(
  code: readonly Instruction[],
  setters: ReturnType<typeof settersOf>,
  makers: ReadonlySet<number>,
): ReadonlySet<number> {
  const found = new Set(setters.keys());
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const register of found) {
      const isCopy = (at: number): boolean => {
        const step = code[at];
        const from = step?.kind === 'set' ? registerIn(step.value) : undefined;
        return makers.has(at) || (from !== undefined && found.has(from));
      };
      if (!setters.get(register)?.every(isCopy)) found.delete(register);
    }
  }
  return found;
}

/** The same bits. */
const plain = (value: Value): Value =>
  value.kind === 'reinterpret' ? plain(value.operand) : value;

function registerIn(value: Value): number | undefined {
  const bits = plain(value);
  return bits.kind === 'register' ? bits.register : undefined;
}

function comparison(condition: Value, guesses: ReadonlySet<number>): Comparison | undefined {
  if (condition.kind === 'convert') return comparison(condition.operand, guesses);
  if (condition.kind === 'unary' && condition.operator === '!') {
    const inner = comparison(condition.operand, guesses);
    return inner && { ...inner, isLessThen: !inner.isLessThen };
  }
  if (condition.kind !== 'binary') return undefined;
  const { operator, left, right } = condition;
  if (operator === '!=' && right.kind === 'constant' && Number(right.value) === 0)
    return comparison(left, guesses);
  if (!['<', '<=', '>', '>='].includes(operator)) return undefined;
  const isLess = operator.startsWith('<');
  for (const [side, other, isLessThen] of [
    [left, right, isLess],
    [right, left, !isLess],
  ] as const) {
    const guess = registerIn(side);
    const bound = plain(other);
    const isBound = bound.kind === 'constant' || bound.kind === 'register';
    if (guess !== undefined && guesses.has(guess) && isBound) return { guess, bound, isLessThen };
  }
  return undefined;
}

const isOf = (value: Value | undefined, bound: Value): boolean => {
  const bits = value && plain(value);
  if (bits?.kind === 'register')
    return bound.kind === 'register' && bits.register === bound.register;
  return bits?.kind === 'constant' && bound.kind === 'constant' && bits.value === bound.value;
};

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
  const steps = [...between(flow, block, meeting)].flatMap((each) => {
    const way = flow.blocks[each];
    return way ? Array.from({ length: way.end - way.first }, (_, i) => way.first + i) : [];
  });
  const isUnseen = (at: number): boolean =>
    makers.has(at) || /^(set|jump|branch)$/.test(program.code[at]?.kind ?? '');
  return steps.every(isUnseen) ? new Set(steps) : undefined;
}

/** The exchanges are come to where what was read is less, or greater; undefined where they are on both sides. */
function growing(
  code: readonly Instruction[],
  index: number,
  exchanges: readonly number[],
  { isLessThen }: Comparison,
): boolean | undefined {
  const branch = code[index];
  if (branch?.kind !== 'branch' || exchanges.length === 0) return undefined;
  const [then, otherwise] = [branch.then, branch.otherwise].map((side) => {
    const come = reach(code, [side], index);
    return exchanges.some((each) => come.has(each));
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

/** An exchange expects what the branch has compared, whichever way it is come to. */
function isGuarded(
  {
    code,
    setters,
    makers,
  }: {
    readonly code: readonly Instruction[];
    readonly setters: ReturnType<typeof settersOf>;
    readonly makers: ReadonlySet<number>;
  },
  at: number,
  index: number,
  { guess, bound }: Comparison,
): boolean {
  const exchange = code[at];
  if (exchange?.kind !== 'atomic' || !isOf(exchange.operands[1], bound)) return false;
  const beginnings = [0, ...[...makers].map((each) => each + 1)];
  if (reach(code, beginnings, index).has(at)) return false;
  const [expected] = exchange.operands;
  const register = expected && registerIn(expected);
  if (register === guess) return true;
  const [copy, another] = (register !== undefined && setters.get(register)) || [];
  const step = copy === undefined ? undefined : code[copy];
  if (copy === undefined || another !== undefined || step?.kind !== 'set') return false;
  return registerIn(step.value) === guess && !reach(code, [index], copy).has(at);
}
