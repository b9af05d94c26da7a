import { isFloat, SCALARS } from '../../front/scalar.ts';
import type { Value, ValueProgram } from '../program.ts';
import { targetOf, valuesIn, valuesOf, writtenIn } from '../walk.ts';
import { between, type Flow } from './flow.ts';
import { isFilled, openInput } from './open-inputs.ts';
import { pointsTo } from './points-to.ts';
import { constantIn } from './steps.ts';

/** An input nobody states, for a probe to choose: an argument, an array's elements, or its elements
 * at odd places where neighbours have to differ. */
export type Unstated =
  | { readonly kind: 'argument'; readonly register: number }
  | { readonly kind: 'elements'; readonly object: number; readonly isOdd: boolean };

const MOST_CONSTANTS = 24;
const STEPS: ReadonlySet<string> = new Set(['/', '%', '>>', '&']);

/** All that nobody states and a probe may choose. */
export function unstatedOf(program: ValueProgram): {
  readonly unstated: readonly Unstated[];
  readonly isFloats: readonly boolean[];
} {
  const unstated: Unstated[] = [];
  const isFloats: boolean[] = [];
  for (const [register, { input, type }] of program.registers.entries())
    if (input?.kind === 'unknown' && type !== 'pointer') {
      unstated.push({ kind: 'argument', register });
      isFloats.push(isFloat(type));
    }
  for (const [object, each] of program.objects.entries())
    if (isFilled(each) && openInput(each.input) && SCALARS[each.element].kind !== 'pointer')
      // The odd ones come next, and are as the others where they have no value.
      for (const isOdd of [false, true]) {
        unstated.push({ kind: 'elements', object, isOdd });
        isFloats.push(isFloat(each.element));
      }
  return { unstated, isFloats };
}

/** Inputs that nobody states and that a value depends on. @param flow where some that decide what is set
 * count too. */
export function unstatedIn(
  program: ValueProgram,
  flow?: Flow,
  decisions?: Decisions,
): (value: Value) => readonly Unstated[] {
  const { unstated } = unstatedOf(program);
  const dependence = dependences(program, unstated, flow, decisions);
  return (value) => dependence(value).on.flatMap((at) => unstated[at] ?? []);
}

/** Names of the unstated arguments that values depend on. @param flow where some that decide what is set
 * count too. */
export function argumentsIn(
  program: ValueProgram,
  flow?: Flow,
  decisions: Decisions = 'loops',
): (values: readonly Value[]) => readonly string[] {
  const { unstated } = unstatedOf(program);
  const dependence = dependences(program, unstated, flow, decisions);
  return (values) => {
    const on = new Set(values.flatMap((value) => dependence(value).on));
    return unstated.flatMap((each, index) =>
      on.has(index) && each.kind === 'argument'
        ? (program.registers[each.register]?.name ?? [])
        : [],
    );
  };
}

export interface Condition {
  readonly on: readonly number[];
  readonly constants: readonly number[];
  /** Those that something unstated is divided, masked or shifted by. */
  readonly steps?: readonly number[];
  readonly isAddress?: true;
}

/** Conditions that count: all, those that decide the rounds of loops, these for what they compare alone, or also those
 * that choose by a number or by arguments alone. One that compares an item's place with an argument lets fewer items
 * through. */
export type Decisions = 'all' | 'loops' | 'counters' | 'choices';

interface Dependence extends Condition {
  readonly steps: readonly number[];
}

/** For a condition, the unstated that may reach it through registers and memory, wherever they
 * are set, and the constants on the way. @param flow where conditions that decide what is set count too. */
export function dependences(
  program: ValueProgram,
  unstated: readonly Unstated[],
  flow?: Flow,
  decisions: Decisions = 'all',
): (value: Value) => Dependence {
  const { of } = pointsTo(program);
  const { registers, objects, code } = program;
  const ofRegister = registers.map(() => new Set<number>());
  const ofObject = objects.map(() => new Set<number>());
  const constantsOf = registers.map(() => new Set<number>());
  const stepsOf = registers.map(() => new Set<number>());
  /** Constants that are stored, and where to. */
  const kept = objects.map(() => new Set<number>());
  for (const [index, each] of unstated.entries())
    if (each.kind === 'argument') ofRegister[each.register]?.add(index);
    else ofObject[each.object]?.add(index);
  const add = (into: Set<number> | undefined, from: Iterable<number>): boolean => {
    const before = into?.size;
    for (const each of from) into?.add(each);
    return into?.size !== before;
  };
  const partsIn = (value: Value): Set<number> => {
    const found = new Set<number>();
    for (const part of valuesIn(value))
      if (part.kind === 'register') add(found, ofRegister[part.register] ?? []);
    return found;
  };
  const constantsIn = (value: Value): Set<number> => {
    const found = new Set<number>();
    for (const part of valuesIn(value))
      if (part.kind === 'register') add(found, constantsOf[part.register] ?? []);
      else if (part.kind === 'constant' && part.type !== 'pointer') found.add(Number(part.value));
    return found;
  };
  const stepsIn = (value: Value): Set<number> => {
    const found = new Set<number>();
    for (const part of valuesIn(value))
      if (part.kind === 'register') add(found, stepsOf[part.register] ?? []);
      else if (part.kind === 'binary' && STEPS.has(part.operator))
        if (part.right.kind === 'constant' && partsIn(part.left).size > 0)
          found.add(Number(part.right.value));
    return found;
  };
  const targets = (address: Value): Iterable<number> => {
    const all = of(address);
    return all === 'any' ? objects.keys() : all;
  };
  const decided = flow === undefined ? [] : decisionsIn(program, flow, decisions);
  for (let changed = true; changed;) {
    changed = false;
    for (const instruction of code) {
      const target = targetOf(instruction);
      const from = new Set(valuesOf(instruction).flatMap((value) => [...partsIn(value)]));
      if (instruction.kind === 'load' || instruction.kind === 'atomic')
        for (const object of targets(instruction.address)) add(from, ofObject[object] ?? []);
      if (instruction.kind === 'copy')
        for (const object of targets(instruction.from)) add(from, ofObject[object] ?? []);
      const written = writtenIn(instruction);
      if (written !== undefined)
        for (const object of targets(written)) {
          if (add(ofObject[object], from)) changed = true;
          if (instruction.kind !== 'store' || (kept[object]?.size ?? 0) > MOST_CONSTANTS) continue;
          if (add(kept[object], constantsIn(instruction.value))) changed = true;
          const place = elementIn(instruction.address, SCALARS[instruction.type].bytes);
          if (place !== undefined && add(kept[object], [place])) changed = true;
        }
      if (target === undefined) continue;
      if (add(ofRegister[target], from)) changed = true;
      if ((constantsOf[target]?.size ?? 0) > MOST_CONSTANTS) continue;
      if (instruction.kind === 'set') {
        if (add(constantsOf[target], constantsIn(instruction.value))) changed = true;
        if (add(stepsOf[target], stepsIn(instruction.value))) changed = true;
      } else if (instruction.kind === 'load') {
        for (const object of targets(instruction.address))
          if (add(constantsOf[target], kept[object] ?? [])) changed = true;
        if (add(stepsOf[target], stepsIn(instruction.address))) changed = true;
      }
    }
    for (const { condition, inside } of decided) {
      const from = partsIn(condition);
      if (from.size === 0) continue;
      for (const instruction of inside) {
        const target = targetOf(instruction);
        if (target !== undefined) {
          if (add(ofRegister[target], from)) changed = true;
          if ((constantsOf[target]?.size ?? 0) <= MOST_CONSTANTS)
            if (add(constantsOf[target], constantsIn(condition))) changed = true;
          if (add(stepsOf[target], stepsIn(condition))) changed = true;
        }
        if (instruction.kind === 'store' || instruction.kind === 'atomic')
          for (const object of targets(instruction.address))
            if (add(ofObject[object], from)) changed = true;
      }
    }
  }
  return (value) => ({
    on: [...partsIn(value)],
    constants: [...constantsIn(value)],
    steps: [...stepsIn(value)],
  });
}

/** Values that are the same for all items whatever is in memory: of arguments and constants. */
function ofArguments({ code }: ValueProgram): (value: Value) => boolean {
  const varying = new Set<number>();
  const isVarying = (value: Value): boolean =>
    [...valuesIn(value)].some(
      (part) => part.kind === 'id' || (part.kind === 'register' && varying.has(part.register)),
    );
  for (let before = -1; before < varying.size;) {
    before = varying.size;
    for (const step of code) {
      const target = targetOf(step);
      if (target !== undefined && (step.kind !== 'set' || isVarying(step.value)))
        varying.add(target);
    }
  }
  return (value) => !isVarying(value);
}

const isEquality = (condition: Value): boolean =>
  condition.kind === 'binary' && ['==', '!='].includes(condition.operator);

/** Conditions, and what is done between them and where their ways meet. */
const decisionsIn = (program: ValueProgram, flow: Flow, which: Decisions) => {
  const { code } = program;
  const isOfArguments = ofArguments(program);
  return flow.blocks.flatMap(({ end }, block) => {
    const last = code[end - 1];
    if (last?.kind !== 'branch') return [];
    const { condition } = last;
    const isChoice = isEquality(condition) || isOfArguments(condition);
    const isChosen = which === 'all' || (which === 'choices' && isChoice);
    if (!isChosen && last.loop !== true) return [];
    const compared = new Set(
      [...valuesIn(condition)].flatMap((part) => (part.kind === 'register' ? part.register : [])),
    );
    const inside = [...between(flow, block, flow.meets[block])].flatMap((each) =>
      code
        .slice(flow.blocks[each]?.first, flow.blocks[each]?.end)
        .filter((step) => which !== 'counters' || compared.has(targetOf(step) ?? -1)),
    );
    return [{ condition, inside }];
  });
};

/** The element at a constant place. */
function elementIn(address: Value, bytes: number): number | undefined {
  const by = address.kind === 'offset' ? constantIn(address.bytes) : undefined;
  return by === undefined ? undefined : by / bytes;
}
