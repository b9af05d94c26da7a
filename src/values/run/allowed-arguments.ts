import { isInteger } from '../../front/scalar.ts';
import * as make from '../build/make.ts';
import type { Value, ValueProgram } from '../program.ts';
import { registersIn, targetOf, valuesIn, withParts } from '../walk.ts';
import { factsIn } from './guards.ts';

/** A condition of integer arguments alone that the text takes for granted, or that it does not hold. */
interface Fact {
  readonly condition: Value;
  readonly isTrue: boolean;
  readonly registers: ReadonlySet<number>;
}

type Given = ReadonlyMap<number, number>;

/** Numbers that are tried for an argument, of each fact. */
const MOST_CONSTANTS = 8;

/** Puts numbers into a value of registers and constants. */
const given = (value: Value, values: Given): Value => {
  if (value.kind === 'register') {
    const known = values.get(value.register);
    return known === undefined ? value : make.constant(value.type, known);
  }
  return make.remade(withParts(value, (part) => given(part, values)));
};

/** Values of arguments that nobody states and that the text's assumptions allow, as near as can be to those wanted. */
export function allowedArguments(
  program: ValueProgram,
  wanted: (register: number, place: number) => number,
  turn = 0,
): Given {
  const { registers } = program;
  const facts = takenForGranted(program);
  const found = new Map<number, number>();
  const open = [...registers.keys()].filter(
    (at) => registers[at]?.input?.kind === 'unknown' && registers[at].name !== undefined,
  );
  for (const [place, register] of open.entries()) {
    const usual = wanted(register, place);
    const own = facts.filter(
      (fact) =>
        fact.registers.has(register) &&
        [...fact.registers].every((each) => each === register || found.has(each)),
    );
    const isAllowed = (value: number): boolean =>
      own.every(({ condition, isTrue }) => {
        const told = given(condition, new Map(found).set(register, value));
        return told.kind !== 'constant' || (Number(told.value) !== 0) === isTrue;
      });
    const type = registers[register]?.type;
    const isWhole = type !== undefined && isInteger(type);
    const others =
      isWhole && !isAllowed(usual) ? nearTo(own, found, program).filter(isAllowed) : [];
    found.set(register, others[turn % others.length] ?? usual);
  }
  return found;
}

/** Names of open arguments that the text's assumptions bound. */
export function boundArguments(program: ValueProgram): ReadonlySet<string> {
  return new Set(
    takenForGranted(program).flatMap((fact) =>
      [...fact.registers].flatMap((register) => program.registers[register]?.name ?? []),
    ),
  );
}

function takenForGranted({ code, registers }: ValueProgram): readonly Fact[] {
  const set = new Set(code.flatMap((step) => targetOf(step) ?? []));
  const isOpen = (register: number): boolean =>
    registers[register]?.input?.kind === 'unknown' && !set.has(register);
  return code.flatMap((step) =>
    step.kind === 'assume' && step.within === undefined ? factsOf(step.condition, isOpen) : [],
  );
}

function factsOf(condition: Value, isOpen: (register: number) => boolean): readonly Fact[] {
  return [...factsIn(condition, true)].flatMap(([fact, isTrue]) => {
    const registers = new Set(registersIn(fact));
    const isPlain = [...valuesIn(fact)].every(({ kind }) => kind !== 'id' && kind !== 'call');
    return registers.size > 0 && isPlain && [...registers].every(isOpen)
      ? [{ condition: fact, isTrue, registers }]
      : [];
  });
}

/** Numbers beside those that the facts name, or make of what is known. */
function nearTo(
  facts: readonly Fact[],
  known: Given,
  { global: [size], local: [width] }: ValueProgram,
): readonly number[] {
  const named = facts.flatMap(({ condition }) =>
    [...valuesIn(condition)].flatMap((part) => {
      const told = given(part, known);
      return told.kind === 'constant' && isInteger(told.type) ? [Number(told.value)] : [];
    }),
  );
  const some = [...new Set(named)].slice(0, MOST_CONSTANTS);
  const beside = [
    ...some.flatMap((each) => [each, each + 1, each - 1]),
    ...some.flatMap((each) => [2 * each, 4 * each]),
  ];
  const quotients = some.flatMap((each) =>
    some.flatMap((by) => (by > 1 && each % by === 0 ? [each / by] : [])),
  );
  return [...new Set([size, width, ...beside, ...quotients, 1, 2, 0, -1, 4 * size + 1])];
}
