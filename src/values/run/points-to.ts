import { groupedBy } from '../../base/grouped.ts';
import { SCALARS } from '../../front/scalar.ts';
import type { Instruction, Value, ValueProgram } from '../program.ts';
import { targetOf } from '../walk.ts';

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

/** Says by itself where it is. */
const isPlain = (address: Value): boolean =>
  address.kind === 'address' ||
  (address.kind === 'offset' && address.bytes.kind === 'constant' && isPlain(address.pointer));

/** The object, if there can be only one. */
export function onlyTarget(targets: Targets | undefined): number | undefined {
  if (targets === undefined || targets === 'any') return undefined;
  const [only, another] = targets;
  return another === undefined ? only : undefined;
}

export const objectsOf = (targets: Targets, program: ValueProgram): readonly number[] =>
  targets === 'any' ? program.objects.map((_, index) => index) : [...targets];

/** Possible targets of each pointer, whatever the items do. */
export interface PointsTo {
  readonly of: (value: Value) => Targets;
  /** It may be NULL and a number of bytes. */
  readonly mayBeNull: (value: Value) => boolean;
  /** The one address or argument that is read at a place of an item's own memory. */
  readonly read: (load: Load) => Value | undefined;
}

type Load = Pick<Extract<Instruction, { kind: 'load' }>, 'address' | 'type'>;

/** Follows pointers through registers, and through a work-item's own memory, as members of structs that are
 * passed; others from memory may point anywhere. */
export function pointsTo({ code, objects, registers }: ValueProgram): PointsTo {
  const targets: Targets[] = registers.map(() => NOTHING);
  const nulls = new Set<number>();
  const setters = groupedBy(code, targetOf);
  const known = new Map<number, number | undefined>();
  /** Where an address is in its object, if it is the same place always. */
  const offsetIn = (address: Value): number | undefined => {
    if (address.kind === 'address') return 0;
    if (address.kind === 'offset') {
      if (address.bytes.kind !== 'constant') return undefined;
      const inner = offsetIn(address.pointer);
      return inner === undefined ? undefined : inner + Number(address.bytes.value);
    }
    if (address.kind !== 'register') return undefined;
    const { register } = address;
    if (known.has(register) || registers[register]?.input !== undefined) return known.get(register);
    // One that is set from itself is nowhere for sure.
    known.set(register, undefined);
    const all = (setters.get(register) ?? []).map((each) =>
      each.kind === 'set' ? offsetIn(each.value) : undefined,
    );
    const only = all.every((each) => each === all[0]) ? all[0] : undefined;
    known.set(register, only);
    return only;
  };
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
    if (instruction.kind === 'load' && instruction.type === 'pointer') return loaded(instruction);
    return 'any';
  };
  const writers = code.filter(
    (each) => each.kind === 'store' || each.kind === 'atomic' || each.kind === 'copy',
  );
  /** The values put where an own one is read; undefined where it may be any. */
  const putInto = ({ address: from, type }: Load): readonly Value[] | undefined => {
    const object = onlyTarget(of(from));
    if (object === undefined || objects[object]?.space !== 'private') return undefined;
    const at = offsetIn(from);
    const found: Value[] = [];
    for (const writer of writers) {
      const to = of(writer.kind === 'copy' ? writer.to : writer.address);
      if (to !== 'any' && !to.has(object)) continue;
      if (to === 'any' || writer.kind !== 'store') return undefined;
      const place = offsetIn(writer.address);
      const isApart =
        at !== undefined &&
        place !== undefined &&
        (place >= at + SCALARS[type].bytes || place + SCALARS[writer.type].bytes <= at);
      if (isApart) continue;
      if (writer.type !== type) return undefined;
      found.push(writer.value);
    }
    return found;
  };
  /** Their targets; none before the first is put there. */
  const loaded = (load: Load): Targets => putInto(load)?.map(of).reduce(union, NOTHING) ?? 'any';
  /** The kernel itself leaves NULL in memory; else what nobody gives may point anywhere. */
  const putsNull = (): boolean =>
    writers.some(
      (each) =>
        each.kind !== 'copy' &&
        each.type === 'pointer' &&
        (each.kind === 'atomic' || mayBeNull(each.value)),
    );
  const isNullIn = (instruction: Instruction): boolean => {
    if (instruction.kind === 'set') return mayBeNull(instruction.value);
    return instruction.kind !== 'load' || (putInto(instruction)?.some(mayBeNull) ?? putsNull());
  };
  for (let changed = true; changed;) {
    changed = false;
    for (const instruction of code) {
      const target = 'target' in instruction ? instruction.target : undefined;
      if (target === undefined || registers[target]?.type !== 'pointer') continue;
      if (!nulls.has(target) && isNullIn(instruction)) {
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
  const isGiven = (value: Value): boolean =>
    value.kind === 'register' &&
    registers[value.register]?.isArgument === true &&
    !setters.has(value.register);
  const read = (load: Load): Value | undefined => {
    const [only, another] = putInto(load) ?? [];
    return only && !another && (isPlain(only) || isGiven(only)) ? only : undefined;
  };
  return { of, mayBeNull, read };
}
