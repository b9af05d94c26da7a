import type { Instruction, Value, ValueProgram } from '../program.ts';
import { targetOf, valuesIn, valuesOf } from '../walk.ts';
import type { PointsTo } from './points-to.ts';

/** Plain reads that only guess what a compare-exchange of the same place expects, as in the CUDA C++
 * Programming Guide's `atomicAdd` of `double`: a stale guess costs another turn, and nothing else.
 * @returns indices of their instructions. */
export function guessesOf(program: ValueProgram, points: PointsTo): ReadonlySet<number> {
  const exchanges = program.code.filter((each) => isExchange(each));
  const guesses = new Set<number>();
  if (exchanges.length === 0) return guesses;
  for (const [index, instruction] of program.code.entries())
    if (instruction.kind === 'load' && isGuess(instruction, exchanges, program, points))
      guesses.add(index);
  return guesses;
}

type Load = Extract<Instruction, { kind: 'load' }>;
type Atomic = Extract<Instruction, { kind: 'atomic' }>;

const isExchange = (instruction: Instruction): instruction is Atomic =>
  instruction.kind === 'atomic' && instruction.operation === 'compare-exchange';

/** Nothing but the exchange, and whether it succeeded, depends on what was read. */
function isGuess(
  load: Load,
  exchanges: readonly Atomic[],
  program: ValueProgram,
  points: PointsTo,
): boolean {
  const place = objectOf(load.address, points);
  const checking = new Set(
    exchanges.filter(({ address }) => place !== undefined && objectOf(address, points) === place),
  );
  if (checking.size === 0) return false;
  const results = [...checking].flatMap(({ target }) => target ?? []);
  const read = followed([load.target], program, points);
  if (read === undefined) return false;
  const old = followed(results, program, points);
  const isRead = (value: Value): boolean => mentions(value, read.registers);
  let isExpected = false;
  for (const instruction of program.code) {
    if (isExchange(instruction) && checking.has(instruction)) {
      const [expected] = instruction.operands;
      if (expected && isRead(expected)) isExpected = true;
      if (isRead(instruction.address)) return false;
      continue;
    }
    if (!valuesOf(instruction).some(isRead)) continue;
    switch (instruction.kind) {
      case 'set':
        break;
      case 'store':
      case 'load':
        // What a private place keeps was followed.
        if (isRead(instruction.address)) return false;
        break;
      case 'branch':
        if (!old || !asksForSuccess(instruction.condition, read.registers, old.registers))
          return false;
        break;
      default:
        return false;
    }
  }
  return isExpected;
}

interface Followed {
  readonly registers: ReadonlySet<number>;
}

/** Registers that some may reach; undefined where others can see it. */
function followed(
  from: readonly number[],
  { code, objects }: ValueProgram,
  points: PointsTo,
): Followed | undefined {
  const registers = new Set(from);
  const memory = new Set<number>();
  for (let changed = true; changed;) {
    changed = false;
    const add = (set: Set<number>, member: number): void => {
      if (set.has(member)) return;
      set.add(member);
      changed = true;
    };
    for (const instruction of code) {
      const target = targetOf(instruction);
      if (instruction.kind === 'set' && mentions(instruction.value, registers))
        add(registers, instruction.target);
      if (instruction.kind === 'store' && mentions(instruction.value, registers)) {
        const object = objectOf(instruction.address, points);
        if (object === undefined || objects[object]?.space !== 'private') return undefined;
        add(memory, object);
      }
      if (instruction.kind === 'load' && target !== undefined) {
        const object = objectOf(instruction.address, points);
        if (object !== undefined && memory.has(object)) add(registers, target);
      }
    }
  }
  return { registers };
}

/** The object that a pointer points into, if it can be only one. */
function objectOf(address: Value, points: PointsTo): number | undefined {
  const targets = points.of(address);
  if (targets === 'any') return undefined;
  const [only, another] = targets;
  return another === undefined ? only : undefined;
}

const mentions = (value: Value, registers: ReadonlySet<number>): boolean =>
  [...valuesIn(value)].some((part) => part.kind === 'register' && registers.has(part.register));

/** `old != expected`, which ends the loop. */
function asksForSuccess(
  condition: Value,
  read: ReadonlySet<number>,
  old: ReadonlySet<number>,
): boolean {
  if (condition.kind === 'unary' && condition.operator === '!')
    return asksForSuccess(condition.operand, read, old);
  if (condition.kind === 'convert') return asksForSuccess(condition.operand, read, old);
  if (condition.kind !== 'binary' || !['==', '!='].includes(condition.operator)) return false;
  const { left, right } = condition;
  if (right.kind === 'constant' && condition.left.type === 'int')
    return asksForSuccess(left, read, old);
  const areThese = (one: Value, other: Value): boolean =>
    mentions(one, old) && mentions(other, read);
  return areThese(left, right) || areThese(right, left);
}
