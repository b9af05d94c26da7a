import type { ValueProgram } from '../program.ts';
import { registersIn, targetOf, valuesIn, valuesOf } from '../walk.ts';
import type { Flow } from './flow.ts';
import { registerIn } from './guards.ts';
import { behind } from './regions.ts';
import { constantIn, stepOf } from './steps.ts';

/** A loop that an argument bounds: its condition's block, and where its rounds begin and come back from. */
interface Rounds {
  readonly argument: string;
  readonly header: number;
  readonly body: number;
  readonly inside: ReadonlySet<number>;
}

/** Registers that some way reads before it writes them. @param rounds of a loop that has one at least. */
export function unwrittenRegisters(
  { code, registers }: ValueProgram,
  { blocks }: Flow,
  rounds?: Rounds,
): Set<number> {
  const given = registers.map(({ input }) => input !== undefined);
  // Behind all others, the condition before the first round.
  const first = blocks.length;
  const written: (boolean[] | undefined)[] = blocks.map(() => undefined);
  written[0] = given;
  const found = new Set<number>();
  const waiting = [0];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const block = node === first ? (rounds?.header ?? 0) : node;
    const { first: start, end, next } = blocks[block] ?? { first: 0, end: 0, next: [] };
    const known = [...(written[node] ?? given)];
    for (const instruction of code.slice(start, end)) {
      for (const value of valuesOf(instruction))
        for (const register of registersIn(value))
          if (known[register] !== true) found.add(register);
      const target = targetOf(instruction);
      if (target !== undefined) known[target] = instruction.kind !== 'forget';
    }
    for (const each of node === first ? [rounds?.body ?? 0] : next) {
      const to = each === rounds?.header && !rounds.inside.has(block) ? first : each;
      const before = written[to];
      if (before === undefined) {
        written[to] = [...known];
        waiting.push(to);
      } else if (before.some((is, register) => is && known[register] !== true)) {
        written[to] = before.map((is, register) => is && known[register] === true);
        waiting.push(to);
      }
    }
  }
  return found;
}

/** Loops from 0 to below an argument that nobody states. */
function loopsByArguments({ code, registers }: ValueProgram, flow: Flow): readonly Rounds[] {
  const beginsAtZero = (register: number | undefined): boolean =>
    register !== undefined &&
    code.every(
      (step) =>
        targetOf(step) !== register ||
        (step.kind === 'set' &&
          (constantIn(step.value) === 0 || stepOf(step.value, register) !== undefined)),
    );
  return flow.blocks.flatMap(({ end }, header): Rounds[] => {
    const step = code[end - 1];
    if (step?.kind !== 'branch' || step.condition.kind !== 'binary') return [];
    const { operator, left, right } = step.condition;
    const bound = registers[registerIn(right) ?? -1];
    if (operator !== '<' || bound?.input?.kind !== 'unknown' || bound.name === undefined) return [];
    if (code.some((each) => targetOf(each) === registerIn(right))) return [];
    const body = flow.blockAt.get(step.then);
    const comesBack = (from: number): boolean =>
      from === end - 1 || behind(code, from).has(end - 1);
    if (body === undefined || !beginsAtZero(registerIn(left))) return [];
    if (!comesBack(step.then) || comesBack(step.otherwise)) return [];
    const inside = new Set(
      flow.blocks.flatMap((block, index) =>
        comesBack(block.end - 1) && (index === body || behind(code, step.then).has(block.first))
          ? [index]
          : [],
      ),
    );
    return [{ argument: bound.name, header, body, inside }];
  });
}

/** The argument whose loop, once it has a round, has written all that an instruction uses. */
export function roundThatWrites(
  program: ValueProgram,
  flow: Flow,
  unwritten: ReadonlySet<number>,
  instruction: number,
): string | undefined {
  const step = program.code[instruction];
  const used = (step === undefined ? [] : valuesOf(step)).flatMap((value) => [
    ...registersIn(value),
  ]);
  const open = used.filter((register) => unwritten.has(register));
  if (open.length === 0) return undefined;
  return loopsByArguments(program, flow).find((rounds) => {
    const left = unwrittenRegisters(program, flow, rounds);
    return open.every((register) => !left.has(register));
  })?.argument;
}

/** Constants above are masks and sizes, and no bound that a run could pass. */
const MOST_CONSTANT = 2 ** 16;

/** The greatest constant of a text in which a loop down to an argument may have no round, and so write nothing that is
 * needed behind it. */
export function constantsPassed(
  { code, registers }: ValueProgram,
  unwritten: ReadonlySet<number>,
): number | undefined {
  const isOpen = registers.some(({ input }) => input?.kind === 'unknown');
  if (!isOpen || unwritten.size === 0) return undefined;
  const all = code.flatMap((step) => valuesOf(step).flatMap((value) => [...valuesIn(value)]));
  return all.reduce((most, value) => {
    const constant = constantIn(value) ?? 0;
    return constant < MOST_CONSTANT ? Math.max(most, constant) : most;
  }, 0);
}
