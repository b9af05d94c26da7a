import { isComparison } from '../../base/operators.ts';
import type { Span } from '../../base/span.ts';
import type { Scalar } from '../../front/scalar.ts';
import type { Instruction, RegisterInfo, Value, ValueProgram } from '../program.ts';
import {
  crossingRegisters,
  partsOf,
  targetOf,
  valuesIn,
  valuesOf,
  withParts,
  withValues,
} from '../walk.ts';
import { withoutDeadSides } from './dead-sides.ts';
import { dependences, unstatedOf } from './dependence.ts';
import { fatefulParts } from './fateful.ts';
import { flowOf } from './flow.ts';
import { pointsTo } from './points-to.ts';

const unfolded = new WeakMap<ValueProgram, ValueProgram>();

/** Conditions inside of values become branches, where inputs that nobody states decide them and what
 * they choose may make something go wrong: `i = in[g] == 3 ? 9 : g` is looked into like an `if`. */
export function unfold(program: ValueProgram): ValueProgram {
  const known = unfolded.get(program);
  if (known !== undefined) return known;
  const made =
    unstatedOf(program).unstated.length === 0
      ? program
      : withoutDeadSides(unfolding(apartOf(program)));
  unfolded.set(program, made).set(made, made);
  return made;
}

interface Choice {
  readonly condition: Value;
  readonly type: Scalar;
  readonly then: Value;
  readonly otherwise: Value;
}

const int = (value: number): Value => ({ kind: 'constant', type: 'int', value });

/** A value's choice by a condition of its own. */
function choiceIn(value: Value): Choice | undefined {
  if (value.kind === 'select') return value;
  const isTruth = value.kind === 'binary' && isComparison(value.operator);
  return isTruth
    ? { condition: value, type: value.type, then: int(1), otherwise: int(0) }
    : undefined;
}

/** The comparison that a condition asks for, or its negation. */
const isAsked = (value: Value): boolean =>
  value.kind === 'unary' && value.operator === '!'
    ? isAsked(value.operand)
    : value.kind === 'binary' && isComparison(value.operator);

function unfolding(program: ValueProgram): ValueProgram {
  const mayChoose = program.code.some((step) =>
    valuesOf(step).some((value) => [...valuesIn(value)].some((part) => choiceIn(part))),
  );
  if (!mayChoose) return program;
  const { unstated } = unstatedOf(program);
  const flow = flowOf(program);
  const dependence = dependences(program, unstated, flow);
  const fateful = fatefulParts(program, flow, pointsTo(program));
  const isOpen = (condition: Value): boolean =>
    dependence(condition).on.length > 0 &&
    [...valuesIn(condition)].some((part) => part.kind === 'register' && fateful.has(part.register));
  const registers: RegisterInfo[] = [...program.registers];
  const code: Instruction[] = [];
  /** Where each step begins now. */
  const starts: number[] = [];
  /** Jumps of the text, whose targets have moved. */
  const jumps: number[] = [];

  const chosen = ({ condition, type, then, otherwise }: Choice, span: Span): Value => {
    const asked = withOpenParts(condition, span);
    const target = registers.push({ type }) - 1;
    const branch = code.push({ kind: 'end', span }) - 1;
    const set = (value: Value): void => {
      code.push({ kind: 'set', target, value: opened(value, span), span });
    };
    set(then);
    const jump = code.push({ kind: 'end', span }) - 1;
    set(otherwise);
    code[jump] = { kind: 'jump', to: code.length, span };
    code[branch] = {
      kind: 'branch',
      condition: asked,
      then: branch + 1,
      otherwise: jump + 1,
      span,
    };
    return { kind: 'register', type, register: target };
  };
  const withOpenParts = (value: Value, span: Span): Value =>
    partsOf(value).length === 0 ? value : withParts(value, (part) => opened(part, span));
  const opened = (value: Value, span: Span): Value => {
    const choice = choiceIn(value);
    return choice !== undefined && isOpen(choice.condition)
      ? chosen(choice, span)
      : withOpenParts(value, span);
  };
  /** A branch's question is a condition already. */
  const asked = (value: Value, span: Span): Value =>
    !isAsked(value)
      ? opened(value, span)
      : withParts(value, (part) =>
          value.kind === 'unary' ? asked(part, span) : opened(part, span),
        );

  for (const step of program.code) {
    starts.push(code.length);
    if (step.kind === 'assert' || step.kind === 'assume') code.push(step);
    else {
      const made = withValues(step, (value) =>
        step.kind === 'branch' ? asked(value, step.span) : opened(value, step.span),
      );
      if (made.kind === 'jump' || made.kind === 'branch') jumps.push(code.length);
      code.push(made);
    }
  }
  if (code.length === program.code.length) return program;
  const moved = (to: number): number => starts[to] ?? to;
  for (const index of jumps) {
    const step = code[index];
    if (step?.kind === 'jump') code[index] = { ...step, to: moved(step.to) };
    if (step?.kind === 'branch')
      code[index] = { ...step, then: moved(step.then), otherwise: moved(step.otherwise) };
  }
  return { ...program, registers, code };
}

const MOST_REGISTERS = 512;

/** Registers that hold one value after the other in passing become one for each, which tells apart what depends on
 * what. */
function apartOf(program: ValueProgram): ValueProgram {
  const { blocks } = flowOf(program);
  const crossing = crossingRegisters(program, blocks);
  /** Those whose values no block takes from another. */
  const passing = new Set(
    program.registers.flatMap(({ name, input }, register) =>
      name === undefined && input === undefined && !crossing.has(register) ? [register] : [],
    ),
  );
  const registers: RegisterInfo[] = [...program.registers];
  const code: Instruction[] = [];
  for (const { first, end } of blocks) {
    const now = new Map<number, number>();
    const used = (value: Value): Value =>
      value.kind === 'register'
        ? { ...value, register: now.get(value.register) ?? value.register }
        : withParts(value, used);
    for (const step of program.code.slice(first, end)) {
      const made = withValues(step, used);
      const target = targetOf(made);
      const info = target === undefined ? undefined : program.registers[target];
      if (target === undefined || info === undefined || !passing.has(target)) code.push(made);
      else if (registers.length >= MOST_REGISTERS) return program;
      else {
        now.set(target, registers.push(info) - 1);
        code.push(withTarget(made, registers.length - 1));
      }
    }
  }
  return { ...program, registers, code };
}

const withTarget = (step: Instruction, target: number): Instruction =>
  'target' in step ? { ...step, target } : step;
