import type { Instruction, Value, ValueProgram } from '../program.ts';

/** Objects a pointer may point into; `any` where unknown. */
export type Targets = ReadonlySet<number> | 'any';

const NOTHING: Targets = new Set();

const union = (left: Targets, right: Targets): Targets => {
  if (left === 'any' || right === 'any') return 'any';
  if (right.size === 0) return left;
  return left.size === 0 ? right : new Set([...left, ...right]);
};

const isSame = (left: Targets, right: Targets): boolean =>
  left === right || (left !== 'any' && right !== 'any' && left.size === right.size);

/** The object, if there can be only one. */
export function onlyTarget(targets: Targets | undefined): number | undefined {
  if (targets === undefined || targets === 'any') return undefined;
  const [only, another] = targets;
  return another === undefined ? only : undefined;
}

/** Possible targets of each pointer, whatever the items do. */
export interface PointsTo {
  readonly of: (value: Value) => Targets;
  /** It may be NULL and a number of bytes. */
  readonly mayBeNull: (value: Value) => boolean;
}

/** Follows pointers through registers; one from memory may point anywhere. */
export function pointsTo({ code, registers }: ValueProgram): PointsTo {
  const targets: Targets[] = registers.map(() => NOTHING);
  const nulls = new Set<number>();
  const mayBeNull = (value: Value): boolean => {
    switch (value.kind) {
      case 'address':
        return false;
      case 'offset':
        return mayBeNull(value.pointer);
      case 'register':
        return nulls.has(value.register);
      case 'select':
        return mayBeNull(value.then) || mayBeNull(value.otherwise);
      case 'convert':
      case 'reinterpret':
        return mayBeNull(value.operand);
      case 'constant':
        return Number(value.value) === 0;
      default:
        return false;
    }
  };
  const of = (value: Value): Targets => {
    switch (value.kind) {
      case 'address':
        return new Set([value.object]);
      case 'offset':
        return of(value.pointer);
      case 'register':
        return value.type === 'pointer' ? (targets[value.register] ?? 'any') : 'any';
      case 'select':
        return union(of(value.then), of(value.otherwise));
      case 'convert':
      case 'reinterpret':
        return of(value.operand);
      case 'constant':
        return Number(value.value) === 0 ? NOTHING : 'any';
      default:
        return 'any';
    }
  };
  const next = (instruction: Instruction): Targets => {
    if (instruction.kind === 'set') return of(instruction.value);
    return 'any';
  };
  for (let changed = true; changed;) {
    changed = false;
    for (const instruction of code) {
      const target = 'target' in instruction ? instruction.target : undefined;
      if (target === undefined || registers[target]?.type !== 'pointer') continue;
      const isNull = instruction.kind !== 'set' || mayBeNull(instruction.value);
      if (isNull && !nulls.has(target)) {
        nulls.add(target);
        changed = true;
      }
      const before = targets[target] ?? NOTHING;
      const after = union(before, next(instruction));
      if (isSame(before, after)) continue;
      targets[target] = after;
      changed = true;
    }
  }
  return { of, mayBeNull };
}
