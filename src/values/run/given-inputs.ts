import { SCALARS } from '../../front/scalar.ts';
import type { MemoryObject, ValueProgram } from '../program.ts';
import { writeScalar } from './conversion.ts';
import type { Filling } from './inputs.ts';
import { converted, isWide } from './registers.ts';

/** An array whose elements may be anything from `low` to `high`. */
export interface FreeInput {
  readonly name: string;
  readonly low: number;
  readonly high: number;
}

/** Elements that somebody has chosen, by array; the others are as in any run. */
export type GivenInputs = Readonly<Record<string, readonly (number | undefined)[]>>;

/** Arrays whose elements can be chosen one by one. */
export const freeInputs = ({ objects }: ValueProgram): readonly FreeInput[] =>
  objects.flatMap(({ name, input, members }) =>
    input?.kind === 'any' && members === undefined
      ? { name, low: input.low, high: input.high }
      : [],
  );

/** A filling with what was chosen in it, as far as the text allows it. */
export const withGiven = (
  { objects }: ValueProgram,
  filling: Filling,
  given: GivenInputs,
): Filling => ({
  ...filling,
  objects: filling.objects.map((bytes, index) => {
    const object = objects[index];
    const chosen = object && given[object.name];
    return bytes && object && chosen ? written(object, bytes, chosen) : bytes;
  }),
});

function written(
  { input, members, element }: MemoryObject,
  bytes: Uint8Array,
  chosen: readonly (number | undefined)[],
): Uint8Array {
  if (input?.kind !== 'any' || members !== undefined) return bytes;
  const data = bytes.slice();
  const view = new DataView(data.buffer);
  const step = SCALARS[element].bytes;
  for (const [cell, value] of chosen.entries()) {
    const isFree = value !== undefined && value >= input.low && value <= input.high;
    if (!isFree || (cell + 1) * step > data.length) continue;
    const whole = isWide(element) ? Math.trunc(value) : converted(element, value);
    writeScalar(view, cell * step, element, whole);
  }
  return data;
}
