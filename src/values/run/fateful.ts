import type { Value, ValueProgram } from '../program.ts';
import { divisorsIn, targetOf, valuesIn, valuesOf } from '../walk.ts';
import { between, type Flow } from './flow.ts';
import type { PointsTo } from './points-to.ts';

/** Registers whose values may make something go wrong: they lead to an address, a divisor, the end
 * of a loop, a claim, or to what all items have to agree on. */
export function fatefulParts(
  program: ValueProgram,
  flow: Flow,
  points: PointsTo,
): ReadonlySet<number> {
  const { code, objects } = program;
  const registers = new Set<number>();
  const memory = new Set<number>();
  const need = (value: Value): boolean => {
    const before = registers.size;
    for (const part of valuesIn(value)) if (part.kind === 'register') registers.add(part.register);
    return registers.size > before;
  };
  const placesOf = (address: Value): Iterable<number> => {
    const targets = points.of(address);
    return targets === 'any' ? objects.keys() : targets;
  };
  for (const instruction of code) {
    if ('address' in instruction) need(instruction.address);
    switch (instruction.kind) {
      case 'branch':
        if (instruction.loop === true) need(instruction.condition);
        break;
      case 'copy':
      case 'wait':
      case 'meet':
      case 'barrier':
      case 'assert':
      case 'assume':
        valuesOf(instruction).forEach(need);
        break;
      default:
    }
    valuesOf(instruction).flatMap(divisorsIn).forEach(need);
  }
  for (const [block, { end, next }] of flow.blocks.entries()) {
    const last = code[end - 1];
    if (last?.kind === 'branch' && next.some((to) => to <= block)) need(last.condition);
  }
  for (let changed = true; changed;) {
    changed = false;
    for (const instruction of code) {
      const target = targetOf(instruction);
      if (target !== undefined && registers.has(target)) {
        if (instruction.kind !== 'load' && valuesOf(instruction).map(need).includes(true))
          changed = true;
        if ('address' in instruction)
          for (const object of placesOf(instruction.address))
            if (!memory.has(object)) {
              memory.add(object);
              changed = true;
            }
      }
      const isRead =
        (instruction.kind === 'store' || instruction.kind === 'atomic') &&
        [...placesOf(instruction.address)].some((object) => memory.has(object));
      if (isRead && valuesOf(instruction).map(need).includes(true)) changed = true;
    }
  }
  return registers;
}

/** Ways from a block to where they meet may store to some of the objects in different places, or on
 * some ways alone. */
export function storesDiffer(
  { code }: ValueProgram,
  flow: Flow,
  block: number,
  stored: ReadonlySet<number>,
  points: PointsTo,
  isSamePlace: (first: number, second: number) => boolean,
): boolean {
  const inside = between(flow, block, flow.meets[block]);
  const writersOf = (object: number): readonly number[] =>
    [...inside].flatMap((each) => {
      const { first = 0, end = 0 } = flow.blocks[each] ?? {};
      return Array.from({ length: end - first }, (_, offset) => first + offset).filter((index) => {
        const instruction = code[index];
        if (instruction?.kind === 'load' || instruction === undefined) return false;
        if (!('address' in instruction)) return instruction.kind === 'copy';
        const targets = points.of(instruction.address);
        return targets === 'any' || targets.has(object);
      });
    });
  return [...stored].some((object) => {
    const writers = writersOf(object);
    const [one = 0] = writers;
    const areStores = writers.every((index) => code[index]?.kind === 'store');
    if (!areStores || !writers.every((index) => isSamePlace(one, index))) return true;
    const isWriting = (each: number): boolean =>
      writers.some((index) => {
        const { first = 0, end = 0 } = flow.blocks[each] ?? {};
        return index >= first && index < end;
      });
    const seen = new Set<number>();
    const waiting = [...(flow.blocks[block]?.next ?? [])];
    for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
      if (!inside.has(each)) return true;
      if (seen.has(each) || isWriting(each)) continue;
      seen.add(each);
      waiting.push(...(flow.blocks[each]?.next ?? []));
    }
    return false;
  });
}

/** Some of the blocks can be reached from themselves without leaving the others. */
export function hasLoop(flow: Flow, blocks: ReadonlySet<number>): boolean {
  const done = new Set<number>();
  const open = new Set<number>();
  const visit = (block: number): boolean => {
    if (open.has(block)) return true;
    if (done.has(block) || !blocks.has(block)) return false;
    open.add(block);
    const found = (flow.blocks[block]?.next ?? []).some(visit);
    open.delete(block);
    done.add(block);
    return found;
  };
  return [...blocks].some(visit);
}
