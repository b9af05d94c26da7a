import type { MemoryObject, ValueProgram } from '../program.ts';
import { isFloat, isInteger, isSigned, SCALARS, type Scalar } from '../../front/scalar.ts';
import type { SpecificationMemory } from '../specification-value.ts';
import { readScalar } from './conversion.ts';
import { type Filling, scalarAt } from './inputs.ts';
import { openInput } from './open-inputs.ts';
import { inputBytes } from './names.ts';
import { SHADOW } from './registers.ts';
import type { Store } from './store.ts';

/** Integers are bigints in specifications. */
const exact = (value: number | bigint, type: Scalar): number | bigint =>
  isFloat(type) ? value : BigInt(value);

/** An array: bytes per element as specifications count, and their number. */
interface Found {
  readonly object: MemoryObject;
  readonly index: number;
  readonly unit: number;
  readonly length: number;
}

/** Memory for specifications: before the run, and when all have ended. */
export class FinalMemory implements SpecificationMemory {
  /** Something read depends on inputs nobody stated. */
  lookedAtUnknown = false;
  /** Something read was unwritten, or made of such. */
  lookedAtGarbage = false;
  /** Sums that are too large for their elements count as these. */
  wraps = false;
  readonly #program: ValueProgram;
  readonly #stores: readonly Store[];
  readonly #filling: Filling;
  readonly #constants: Readonly<Record<string, number>>;
  readonly #arguments: ReadonlyMap<string, number>;
  readonly #found = new Map<string, Found>();

  constructor(
    program: ValueProgram,
    stores: readonly Store[],
    filling: Filling,
    constants: Readonly<Record<string, number>>,
  ) {
    this.#program = program;
    this.#stores = stores;
    this.#filling = filling;
    this.#constants = constants;
    this.#arguments = new Map(
      program.objects.flatMap(({ name, isArgument }, index) => (isArgument ? [[name, index]] : [])),
    );
  }

  isWrapped(left: number | bigint, right: number | bigint): boolean {
    if (!this.wraps || typeof left !== 'bigint' || typeof right !== 'bigint') return false;
    const elements = new Set(this.#program.objects.map(({ element }) => element));
    return [...elements].some((element) => {
      if (!isInteger(element)) return false;
      const width = 8 * SCALARS[element].bytes;
      const cut = isSigned(element) ? BigInt.asIntN : BigInt.asUintN;
      const isTooLarge = cut(width, left) !== left || cut(width, right) !== right;
      return isTooLarge && BigInt.asUintN(width, left - right) === 0n;
    });
  }

  #find(array: string): Found | undefined {
    const known = this.#found.get(array);
    if (known !== undefined) return known;
    const index = this.#arguments.get(array);
    const object = index === undefined ? undefined : this.#program.objects[index];
    if (object === undefined || index === undefined) return undefined;
    const bytes = this.#stores[index]?.bytes ?? object.bytes;
    const unit = inputBytes(object);
    const found = { object, index, unit, length: Math.floor(bytes / unit) };
    this.#found.set(array, found);
    return found;
  }

  lengthOf(array: string): number {
    return this.#find(array)?.length ?? 0;
  }

  element(
    array: string,
    index: number,
    old: boolean,
    member?: string,
  ): number | bigint | undefined {
    const found = this.#find(array);
    if (found === undefined || index < 0 || index >= found.length) return undefined;
    const { object } = found;
    const field = object.members?.find(({ name }) => name === member) ?? object.members?.[0];
    const type = field?.type ?? object.element;
    const offset = index * found.unit + (field?.offset ?? 0);
    if (old) {
      if (openInput(object.input)) this.lookedAtUnknown = true;
      const value = scalarAt(this.#filling.objects[found.index] ?? new Uint8Array(), offset, type);
      return value === undefined ? undefined : exact(value, type);
    }
    const store = this.#stores[found.index];
    if (store === undefined || offset + SCALARS[type].bytes > store.bytes) return undefined;
    const shadow = store.shadows[offset >> store.grainShift] ?? 0;
    if ((shadow & SHADOW.unknown) !== 0) this.lookedAtUnknown = true;
    if ((shadow & SHADOW.garbage) !== 0) this.lookedAtGarbage = true;
    return exact(readScalar(store.data, offset, type), type);
  }

  valueOf(name: string): number | bigint | undefined {
    const register = this.#program.registers.findIndex(
      (each) => each.name === name && each.isArgument === true,
    );
    const info = this.#program.registers[register];
    const value = this.#filling.arguments[register];
    if (info !== undefined && value !== undefined) {
      if (openInput(info.input)) this.lookedAtUnknown = true;
      return exact(value, info.type);
    }
    const number = this.#program.configuration[name] ?? this.#constants[name];
    return number === undefined ? undefined : Number.isInteger(number) ? BigInt(number) : number;
  }
}
