import type { MemoryObject, ValueProgram } from '../../values/program.ts';
import { SCALARS, type Scalar } from '../../front/scalar.ts';
import type { Input } from '../../values/specification.ts';
import { liveBefore, orderMatters } from './liveness.ts';
import { valuesIn, writtenIn } from '../../values/walk.ts';

/** An object's place: `base` in its space's memory, `cell` in the monitor's. */
export interface Placed {
  readonly object: MemoryObject;
  readonly base: number;
  readonly cell: number;
}

/** Chosen when a run begins: an array's element, or an argument. */
export interface Chosen {
  readonly low: number;
  readonly count: number;
  readonly place:
    | {
        readonly kind: 'object';
        readonly object: number;
        readonly offset: number;
        readonly type: Scalar;
      }
    | { readonly kind: 'register'; readonly register: number; readonly type: Scalar };
}

/** A program with all that is known of it before it is printed. */
export interface Laid {
  readonly program: ValueProgram;
  readonly objects: readonly Placed[];
  /** Global and constant together, a group's, an item's. */
  readonly bytes: { readonly global: number; readonly local: number; readonly private: number };
  readonly cells: { readonly global: number; readonly local: number };
  /** Bytes that the monitor tells apart: those of the narrowest access. */
  readonly granule: number;
  readonly groups: number;
  readonly items: number;
  readonly chosen: readonly Chosen[];
  readonly live: readonly ReadonlySet<number>[];
  /** Registers that may be read though nobody has set them. */
  readonly unset: readonly number[];
  readonly orderMatters: boolean;
  /** Never written: reads are the same in every order. */
  readonly unwritten: ReadonlySet<number>;
}

const arena = ({ space }: MemoryObject): 'global' | 'local' | 'private' =>
  space === 'constant' ? 'global' : space;

export function layOut(program: ValueProgram): Laid {
  const bytes = { global: 0, local: 0, private: 0 };
  const cells = { global: 0, local: 0, private: 0 };
  const granule = narrowest(program);
  const objects = program.objects.map((object): Placed => {
    const where = arena(object);
    const placed = { object, base: bytes[where], cell: cells[where] };
    bytes[where] += Math.ceil(object.bytes / 8) * 8;
    cells[where] += Math.ceil(object.bytes / granule);
    return placed;
  });
  const [lx, ly, lz] = program.local;
  const [gx, gy, gz] = program.global;
  const items = lx * ly * lz;
  const live = liveBefore(program);
  return {
    program,
    objects,
    bytes,
    cells,
    granule,
    items,
    groups: (gx * gy * gz) / items,
    chosen: chosenOf(program),
    live,
    unset: [...unsetIn(program, live)].filter((register) => {
      const one = program.registers[register];
      return one?.input === undefined && one?.isArgument !== true;
    }),
    orderMatters: orderMatters(program, live),
    unwritten: unwritten(program),
  };
}

/** Live at the beginning, or where a declaration is come to again. */
const unsetIn = ({ code }: ValueProgram, live: Laid['live']): ReadonlySet<number> =>
  new Set([
    ...(live[0] ?? []),
    ...code.flatMap((step) => (step.kind === 'forget' && 'target' in step ? [step.target] : [])),
  ]);

function narrowest({ code }: ValueProgram): number {
  let least = 8;
  for (const step of code) {
    if (step.kind === 'load' || step.kind === 'store' || step.kind === 'atomic')
      least = Math.min(least, SCALARS[step.type].bytes);
    else if (step.kind === 'copy') least = Math.min(least, SCALARS[step.type].bytes);
  }
  return least;
}

/** The scalars that an object is made of, each with its place. */
export function* scalarsOf({
  bytes,
  element,
  members,
  stride,
}: MemoryObject): Generator<{ readonly offset: number; readonly type: Scalar }> {
  if (!members || stride === undefined) {
    const each = SCALARS[element].bytes;
    for (let offset = 0; offset + each <= bytes; offset += each) yield { offset, type: element };
    return;
  }
  for (let base = 0; base + stride <= bytes; base += stride)
    for (const { offset, type } of members) yield { offset: base + offset, type };
}

/** Objects that no store names; none where a register's pointer might mean any. */
function unwritten({ code, objects }: ValueProgram): ReadonlySet<number> {
  const left = new Set(objects.keys());
  for (const step of code) {
    const address = writtenIn(step);
    if (!address) continue;
    for (const part of valuesIn(address)) {
      if (part.kind === 'address') left.delete(part.object);
      else if (part.type === 'pointer' && part.kind !== 'offset' && part.kind !== 'select')
        return new Set();
    }
  }
  return left;
}

const range = (input: Input | undefined): { low: number; count: number } | undefined =>
  input?.kind === 'any' ? { low: input.low, count: input.high - input.low + 1 } : undefined;

function chosenOf({ objects, registers }: ValueProgram): readonly Chosen[] {
  const chosen: Chosen[] = [];
  for (const [number, object] of objects.entries()) {
    const any = range(object.input);
    if (!any) continue;
    for (const { offset, type } of scalarsOf(object))
      chosen.push({ ...any, place: { kind: 'object', object: number, offset, type } });
  }
  for (const [register, { input, type }] of registers.entries()) {
    const any = range(input);
    if (any) chosen.push({ ...any, place: { kind: 'register', register, type } });
  }
  return chosen;
}
