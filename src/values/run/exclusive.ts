import { type Interval, sure } from '../../base/interval.ts';
import { type Scalar, SCALARS } from '../../front/scalar.ts';
import type { Instruction, Value, ValueProgram } from '../program.ts';
import { directionOf } from './counted.ts';
import type { Definitions } from './definitions.ts';
import type { Flow } from './flow.ts';
import { linearPlaces } from './linear-places.ts';
import type { Scope } from './machine.ts';
import { onlyTarget, type PointsTo } from './points-to.ts';
import type { Possible } from './possible.ts';
import { isBetweenBarriersAgain } from './regions.ts';
import { constantIn } from './steps.ts';

type Atomic = Extract<Instruction, { kind: 'atomic' }>;

const ANY = sure(-Infinity, Infinity);

/** The element that an atomic access is of: always one, or as a register of its item says. */
interface Cell {
  readonly object: number;
  readonly register: number | undefined;
  readonly unit: number;
  readonly rest: number;
}

/** Told to nobody else of the same cell: that it was first, or a number. */
interface Told extends Cell {
  readonly first?: number;
  /** Copies of the number may be compared in its place. */
  readonly drawn?: { readonly register: number; readonly copies: readonly number[] };
}

interface Known {
  readonly program: ValueProgram;
  readonly flow: Flow;
  readonly points: PointsTo;
  readonly possible: Possible;
  readonly definitions: Definitions;
  /** Accesses of an object. */
  readonly usersOf: (object: number) => readonly number[];
  /** No barrier stands between two accesses of an object. */
  readonly isTogether: (first: number, second: number, object: number) => boolean;
}

/** `if (atomic_cmpxchg(&taken[v], 0, 1) == 0) x[v] = ...` and `k = atomic_inc(&n[b]); if (k < 8) x[b * 8 + k] = ...`:
 * two items that come to the accesses were told of different cells, or different numbers. */
export function exclusives(known: Known): (first: number, second: number, scope: Scope) => boolean {
  const { program, flow, points, possible, definitions } = known;
  const { code, objects } = program;
  const { atomicOf, address, isKept, ways } = linearPlaces({
    program,
    flow,
    definitions,
    possible,
  });
  const isAlone = writersAlone(known);
  const cellOf = (at: number): Cell | undefined => {
    const step = code[at];
    const object = step?.kind === 'atomic' ? onlyTarget(points.of(step.address)) : undefined;
    const place = step?.kind === 'atomic' && address(step.address, at, ways(at).passed);
    if (object === undefined || !place) return undefined;
    const [[register, unit] = [undefined, 0], another] = place.terms;
    return another === undefined ? { object, register, unit, rest: place.rest } : undefined;
  };
  /** Told by the atomic access whose result a register holds, while the cell is still the same. */
  const toldBy = (register: number, access: number) => {
    const at = atomicOf(register, access) ?? -1;
    const step = code[at];
    const cell = cellOf(at);
    const isSame = cell?.register === undefined || isKept(cell.register, at, access);
    return step?.kind === 'atomic' && cell && isSame ? { at, step, cell } : undefined;
  };
  const typeOf = (register: number): Scalar => program.registers[register]?.type ?? 'int';
  const rangeOf = (register: number, access: number): Interval =>
    possible.range({ kind: 'register', type: typeOf(register), register }, access) ?? ANY;
  const firsts = (access: number): readonly Told[] =>
    [...ways(access).guards].flatMap(([register, guards]) =>
      guards.flatMap(({ operator, other, type }): readonly Told[] => {
        const first = operator === '==' ? constantIn(other) : undefined;
        const told = first === undefined ? undefined : toldBy(register, access);
        if (first === undefined || told?.step.type !== type || !wasThere(told.step, first))
          return [];
        const isKeptAway = isAlone(told.cell.object, told.at, ({ at, step }) =>
          leaves(step, first, (value) => possible.range(value, at)),
        );
        return isKeptAway ? [{ ...told.cell, first }] : [];
      }),
    );
  const drawns = (access: number): readonly Told[] => {
    const step = code[access];
    const place = step && 'address' in step && address(step.address, access, ways(access).passed);
    return [...(place ? place.terms.keys() : [])].flatMap((register): readonly Told[] => {
      const told = toldBy(register, access);
      const direction = told ? directionOf(told.step) : 0;
      if (told?.cell.register === undefined || direction === 0) return [];
      const isCounter = isAlone(
        told.cell.object,
        told.at,
        ({ step: each }) => directionOf(each) === direction,
      );
      const { low, high } = rangeOf(register, access);
      const isNatural = low >= 0 && high < 2 ** 31;
      const copies = [...ways(access).guards.keys()].filter(
        (each) =>
          atomicOf(each, access) === told.at && (isNatural || typeOf(each) === typeOf(register)),
      );
      return isCounter ? [{ ...told.cell, drawn: { register, copies } }] : [];
    });
  };
  const all = new Map<number, readonly Told[]>();
  const toldAt = (access: number): readonly Told[] => {
    const found = all.get(access) ?? [...firsts(access), ...drawns(access)];
    all.set(access, found);
    return found;
  };
  /** Where an access is, by its cell and number. */
  const rowOf = ({ register = -1, drawn }: Told, access: number): Row | undefined => {
    const step = code[access];
    if (step === undefined || !('address' in step)) return undefined;
    const place = address(step.address, access, ways(access).passed);
    const object = onlyTarget(points.of(step.address));
    const by = place?.terms.get(register);
    if (place?.terms.size !== (drawn ? 2 : 1) || by === undefined || object === undefined) return;
    const cells = rangeOf(register, access);
    const bytes = SCALARS[step.type].bytes;
    const row = { object, by, rest: place.rest, bytes, cells: cells.high - cells.low };
    if (drawn === undefined) return { ...row, step: 0, least: 0, most: 0 };
    const factor = place.terms.get(drawn.register) ?? 0;
    const ranges = [drawn.register, ...drawn.copies].map((each) => rangeOf(each, access));
    const least = Math.max(...ranges.map(({ low }) => low));
    const most = Math.min(...ranges.map(({ high }) => high));
    return factor > 0 ? { ...row, step: factor, least, most } : undefined;
  };
  return (first, second, scope) =>
    toldAt(first).some((one) =>
      toldAt(second).some((other) => {
        const isSame =
          one.object === other.object &&
          one.unit === other.unit &&
          one.rest === other.rest &&
          one.first === other.first;
        if (!isSame || (scope === 'groups' && objects[one.object]?.space !== 'global'))
          return false;
        if (one.register === undefined && other.register === undefined)
          return one.first !== undefined;
        const [x, y] = [rowOf(one, first), rowOf(other, second)];
        return x !== undefined && y !== undefined && areRowsApart(x, y);
      }),
    );
}

/** Bytes from a place on: so many for each cell, and a step for each number. */
interface Row {
  readonly object: number;
  readonly by: number;
  readonly step: number;
  readonly rest: number;
  readonly bytes: number;
  /** The farthest two cells are apart. */
  readonly cells: number;
  readonly least: number;
  readonly most: number;
}

/** Different cells have rows that do not overlap, and different numbers of one cell elements that do not; or the
 * other way round. */
function areRowsApart(x: Row, y: Row): boolean {
  if (x.object !== y.object || x.by !== y.by || x.step !== y.step) return false;
  const element = Math.max(x.bytes, y.bytes) + Math.abs(x.rest - y.rest);
  const by = Math.abs(x.by);
  const numbers = Math.max(x.most, y.most) - Math.min(x.least, y.least);
  const isByCell = x.step * numbers + element <= by && (x.step === 0 || element <= x.step);
  const isByNumber = by * Math.max(x.cells, y.cells) + element <= x.step && element <= by;
  return isByCell || isByNumber;
}

/** An atomic access that came to a cell which held a number, and changed it. */
const wasThere = ({ operation, operands }: Atomic, value: number): boolean =>
  operation === 'compare-exchange'
    ? operands[0] !== undefined && constantIn(operands[0]) === value
    : operation === 'exchange' || operation === 'or';

/** It never leaves a number that a cell held, or brings it back. */
function leaves(
  { operation, operands }: Atomic,
  value: number,
  range: (value: Value) => Interval | undefined,
): boolean {
  const given = operands[operation === 'compare-exchange' ? 1 : 0];
  const isOther = (each: number): boolean => {
    const { low, high } = (given && range(given)) ?? sure(each, each);
    return low > each || high < each;
  };
  switch (operation) {
    case 'compare-exchange':
    case 'exchange':
      return isOther(value);
    case 'or':
      return value === 0 && isOther(0);
    default:
      return false;
  }
}

/** All writes of an object are atomic accesses of whole cells which hold to something, or those between other
 * barriers, if one such access alone is made between two. */
const writersAlone =
  ({ program, usersOf, isTogether }: Known) =>
  (
    object: number,
    only: number,
    holds: (access: { readonly at: number; readonly step: Atomic }) => boolean,
  ): boolean => {
    const { code, objects } = program;
    const others: number[] = [];
    const types = new Set<Scalar>();
    let own = 0;
    for (const at of usersOf(object)) {
      const step = code[at];
      if (step?.kind === 'load' || (step?.kind === 'atomic' && step.operation === 'load')) continue;
      if (
        step?.kind === 'atomic' &&
        holds({ at, step }) &&
        isWhole(step.address, SCALARS[step.type].bytes)
      ) {
        own += 1;
        types.add(step.type);
      } else others.push(at);
    }
    const isOnce =
      own === 1 && objects[object]?.space === 'local' && !isBetweenBarriersAgain(program, only);
    return types.size === 1 && others.every((at) => isOnce && !isTogether(at, only, object));
  };

/** It begins where a cell of its type does. */
const isWhole = (address: Value, bytes: number): boolean =>
  address.kind === 'address' ||
  (address.kind === 'offset' &&
    isWhole(address.pointer, bytes) &&
    isMultiple(address.bytes, bytes));

function isMultiple(value: Value, of: number): boolean {
  const constant = constantIn(value);
  if (constant !== undefined) return constant % of === 0;
  if (value.kind !== 'binary') return false;
  const [left, right] = [isMultiple(value.left, of), isMultiple(value.right, of)];
  return value.operator === '*' ? left || right : value.operator === '+' && left && right;
}
