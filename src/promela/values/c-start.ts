import { isFloat, SCALARS, type Scalar } from '../../front/scalar.ts';
import type { MemoryObject } from '../../values/program.ts';
import { cConstant } from './c-type.ts';
import { fitted } from './c-value.ts';
import { type Laid, scalarsOf } from './layout.ts';
import { Unprintable } from './unprintable.ts';

const SPACES = { global: 0, constant: 1, local: 2, private: 3 } as const;

export function tables({ objects, chosen, unwritten }: Laid, k: number): string {
  const rows = objects.map(({ object, base, cell }, index) => {
    const quiet = object.space === 'global' && unwritten.has(index);
    const space = SPACES[quiet ? 'constant' : object.space];
    return `{ ${space}, ${base}, ${object.bytes}, ${object.isExchange === true ? -1 : cell} }`;
  });
  const slots = chosen.map(({ place, low, count }) => {
    const offset = place.kind === 'object' ? (objects[place.object]?.base ?? 0) + place.offset : -1;
    return `{ ${offset}, ${typeCode(place.type)}, ${low}LL, ${count}u }`;
  });
  return [
    `  static const V_Object v_objects_${k}[] = { ${[...rows, '{ 0 }'].join(', ')} };`,
    `  static const V_Slot v_slots_${k}[] = { ${[...slots, '{ 0 }'].join(', ')} };`,
  ].join('\n');
}

/** `v_put` writes integers by their bytes. */
const typeCode = (type: Scalar): number =>
  ({ half: 16, float: 32, double: 64 })[type as string] ?? SCALARS[type].bytes;

export const tableRow = (
  { program, chosen, granule, groups, items, cells }: Laid,
  k: number,
): string =>
  `{ v_objects_${k}, v_slots_${k}, ${program.objects.length}, ${chosen.length}, ${granule}, ${groups}, ${items}, ${cells.global}, ${cells.local} }`;

/** Bytes of an array whose contents are written out. */
const MOST_PRINTED = 2 ** 22;

export function starting(laid: Laid, k: number): string {
  const { program, chosen } = laid;
  const given: string[] = [];
  const filled: string[] = [];
  for (const [index, placed] of laid.objects.entries()) {
    const { input } = placed.object;
    const { space } = placed.object;
    if (space === 'local' || space === 'private') {
      if (input && input.kind !== 'unknown') throw new Unprintable('an input of local memory');
      continue;
    }
    const to = `mem + ${placed.base}`;
    if (input?.kind === 'given') {
      const bytes = givenBytes(placed.object, input.values);
      given.push(`  static const v_u8 v_given_${k}_${index}[] = { ${[...bytes, 0].join(',')} };`);
      filled.push(`    __builtin_memcpy (${to}, v_given_${k}_${index}, ${bytes.length});`);
    } else if (input?.kind !== 'any') {
      const bytes = givenBytes(placed.object, openValues(placed.object, index));
      given.push(`  static const v_u8 v_open_${k}_${index}[] = { ${[...bytes, 0].join(',')} };`);
      filled.push(`    __builtin_memcpy (${to}, v_open_${k}_${index}, ${bytes.length});`);
    }
  }
  const registers = program.registers.flatMap(({ type, input, isArgument }, r) => {
    if (input?.kind === 'unknown' || (!input && isArgument === true))
      return [`    R->r${r} = ${cConstant(type, openArgument(type, program.global[0]))};`];
    if (!input) return [];
    if (input.kind === 'given') {
      const [value = 0] = input.values;
      return [`    R->r${r} = ${cConstant(type, isFloat(type) ? Number(value) : whole(value))};`];
    }
    const slot = chosen.findIndex(({ place }) => place.kind === 'register' && place.register === r);
    const from = chosen[slot];
    if (!from) return [];
    return [
      `    R->r${r} = ${fitted(type, `${from.low}LL + (v_i64) now.v_input.value[${slot}]`)};`,
    ];
  });
  return [
    ...given,
    `  static void v_fill_${k} (v_u8 *mem) {`,
    ...filled,
    '  }',
    `  static void v_start_${k} (V_Item *I) {`,
    `    V_R${k} *R = &I->r.p${k};`,
    ...registers,
    '  }',
  ].join('\n');
}

/** Contents of an array that nobody states: different values, integers good as indices. */
function openValues(object: MemoryObject, number: number): number[] {
  const scalars = [...scalarsOf(object)];
  const count = scalars.length;
  let step = Math.max(1, Math.floor(count * 0.618));
  while (divisor(step, count) > 1) step += 1;
  return scalars.map(({ type }, index) =>
    isFloat(type)
      ? ((index * 7 + 3) % 61) / 4 - 5 + 16 * number
      : (index * step + 1 + number) % count,
  );
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/** An argument that nobody states: as many as there are items. */
const openArgument = (type: Scalar, items: number): number =>
  type === 'pointer' ? 0 : isFloat(type) ? 1.5 : items;

const whole = (value: number | bigint): bigint =>
  typeof value === 'bigint' ? value : BigInt(Math.trunc(value));

/** The bytes of an array that is given, little end first. */
function givenBytes(object: MemoryObject, values: readonly (number | bigint)[]): Uint8Array {
  if (object.bytes > MOST_PRINTED)
    throw new Unprintable(`${object.name} has ${Math.ceil(object.bytes / 1e6)} million bytes`);
  const bytes = new Uint8Array(object.bytes);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const { offset, type } of scalarsOf(object)) {
    // The last one is that of all further elements.
    const value = values[at] ?? values.at(-1);
    at += 1;
    if (value === undefined) break;
    switch (type) {
      case 'half':
        if (Number(value) !== 0) throw new Unprintable('inputs of half floats');
        break;
      case 'float':
        view.setFloat32(offset, Number(value), true);
        break;
      case 'double':
        view.setFloat64(offset, Number(value), true);
        break;
      default: {
        const exact = BigInt.asUintN(64, whole(value));
        for (let byte = 0; byte < SCALARS[type].bytes; byte += 1)
          bytes[offset + byte] = Number((exact >> BigInt(8 * byte)) & 255n);
      }
    }
  }
  return bytes;
}
