import { isComparison } from '../../base/operators.ts';
import type { Span } from '../../base/span.ts';
import type { Scalar } from '../../front/scalar.ts';
import type { Instruction, RegisterInfo, Value, ValueProgram } from '../program.ts';
import {
  partsOf,
  registersIn,
  settersOf,
  targetOf,
  valuesIn,
  valuesOf,
  withParts,
  withValues,
} from '../walk.ts';
import { withoutDeadSides } from './dead-sides.ts';
import { dependences, unstatedOf } from './dependence.ts';
import { fatefulParts } from './fateful.ts';
import { flowOf, predecessors } from './flow.ts';
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
  const { code } = program;
  const setters = settersOf(code);
  const isPassing = (register: number): boolean => {
    const { name, input } = program.registers[register] ?? {};
    return name === undefined && input === undefined && (setters.get(register)?.length ?? 0) > 1;
  };
  const reaching = settersBefore(program, setters);
  /** Steps that set one value, by another of them. */
  const same = new Map<number, number>();
  const first = (setter: number): number => {
    const earlier = same.get(setter);
    return earlier === undefined ? setter : first(earlier);
  };
  const shared = new Set<number>();
  const uses = new Map<string, number>();
  for (const [index, step] of code.entries())
    for (const register of new Set(valuesOf(step).flatMap((value) => [...registersIn(value)]))) {
      if (!isPassing(register)) continue;
      const [one, ...others] = reaching(register, index) ?? [];
      if (one === undefined) shared.add(register);
      else {
        uses.set(`${register} ${index}`, one);
        for (const other of others)
          if (first(other) !== first(one)) same.set(first(other), first(one));
      }
    }
  const registers: RegisterInfo[] = [...program.registers];
  const own = new Map<number, number>();
  const registerOf = (register: number, setter: number | undefined): number => {
    const info = program.registers[register];
    if (setter === undefined || info === undefined || shared.has(register)) return register;
    const root = first(setter);
    const known = own.get(root);
    if (known !== undefined || registers.length >= MOST_REGISTERS) return known ?? register;
    own.set(root, registers.push(info) - 1);
    return registers.length - 1;
  };
  const made = code.map((step, index) => {
    const used = (value: Value): Value =>
      value.kind === 'register'
        ? { ...value, register: registerOf(value.register, uses.get(`${value.register} ${index}`)) }
        : withParts(value, used);
    const target = targetOf(step);
    const changed = withValues(step, used);
    return target === undefined || !isPassing(target)
      ? changed
      : withTarget(changed, registerOf(target, index));
  });
  return { ...program, registers, code: made };
}

/** The steps that may have set what a register holds before another; undefined where it may be none. */
function settersBefore(
  program: ValueProgram,
  setters: ReadonlyMap<number, readonly number[]>,
): (register: number, at: number) => readonly number[] | undefined {
  const flow = flowOf(program);
  const before = predecessors(flow);
  const blockOf = flow.blocks.flatMap(({ first, end }, block) =>
    Array.from({ length: end - first }, () => block),
  );
  return (register, at) => {
    const all = setters.get(register) ?? [];
    const found = new Set<number>();
    const passed = new Set<number>();
    const waiting: (readonly [block: number, until: number])[] = [[blockOf[at] ?? 0, at]];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [block, until] = next;
      const { first = 0 } = flow.blocks[block] ?? {};
      const last = all.findLast((index) => index >= first && index < until);
      if (last !== undefined) {
        found.add(last);
        continue;
      }
      if (block === 0) return undefined;
      for (const each of before[block] ?? [])
        if (!passed.has(each)) {
          passed.add(each);
          waiting.push([each, flow.blocks[each]?.end ?? 0]);
        }
    }
    return [...found];
  };
}

const withTarget = (step: Instruction, target: number): Instruction =>
  'target' in step ? { ...step, target } : step;
