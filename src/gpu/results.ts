import { isFloat, SCALARS } from '../front/scalar.ts';
import type { MemoryObject, ValueProgram } from '../values/program.ts';
import { readScalar } from '../values/run/conversion.ts';
import { scalarsOf } from '../values/run/filled-arrays.ts';
import type { WgslModule } from '../wgsl/index.ts';
import type { Contents } from './device.ts';

/** WGSL computes functions such as `sin` to 2 to the power of -11, and joins products and sums. */
const TOLERANCE = 2 ** -9;

type Scalars = readonly (Uint8Array<ArrayBuffer> | undefined)[];

/** Where a device's results differ from the run of values: whole numbers in a bit, fractions by more
 * than WGSL allows. */
export function differenceOf(
  program: ValueProgram,
  { arrays }: WgslModule,
  expected: Scalars,
  found: Contents,
): string | undefined {
  for (const [index, { object, name, isWritten }] of arrays.entries()) {
    const about = program.objects[object];
    const [want, got] = [expected[object], found[index]];
    if (!isWritten || about === undefined || want === undefined) continue;
    if (got === undefined) return `${name} was not read back`;
    const place = firstDifference(about, want, got);
    if (place !== undefined) return `${name}${place}`;
  }
  return undefined;
}

function firstDifference(
  object: MemoryObject,
  want: Uint8Array<ArrayBuffer>,
  got: Uint8Array<ArrayBuffer>,
): string | undefined {
  const [expected, found] = [want, got].map((bytes) => new DataView(bytes.buffer));
  if (expected === undefined || found === undefined) return undefined;
  let index = 0;
  for (const { offset, type } of scalarsOf(object, want.byteLength)) {
    if (offset + SCALARS[type].bytes > got.byteLength) return `[${index}] was not read back`;
    const [a, b] = [readScalar(expected, offset, type), readScalar(found, offset, type)];
    const same = isFloat(type) ? isNear(Number(a), Number(b)) : a === b;
    if (!same) return `[${index}] is ${b}, where the run of values has ${a}`;
    index += 1;
  }
  return undefined;
}

/** WGSL may take for granted that no number is infinite or none at all. */
const isNear = (want: number, got: number): boolean =>
  !Number.isFinite(want) || Math.abs(got - want) <= TOLERANCE * Math.max(1, Math.abs(want));
