import { type Registers, setWide, wideOf } from './registers.ts';

/** A set of a warp's lanes, of which there are up to 64. */
export class LaneSet {
  readonly #low: number;
  readonly #high: number;

  private constructor(low: number, high: number) {
    this.#low = low >>> 0;
    this.#high = high >>> 0;
  }

  static of(lanes: readonly number[]): LaneSet {
    const bits = [0, 0];
    for (const lane of lanes) bits[lane >> 5] = (bits[lane >> 5] ?? 0) | (1 << (lane & 31));
    return new LaneSet(bits[0] ?? 0, bits[1] ?? 0);
  }

  static in(registers: Registers, register: number): LaneSet {
    const number = registers.numbers[register] ?? 0;
    if (!Number.isNaN(number)) return new LaneSet(number, Math.floor(number / 2 ** 32));
    const set = wideOf(registers, register);
    return new LaneSet(Number(set & 0xffffffffn), Number((set >> 32n) & 0xffffffffn));
  }

  has(lane: number): boolean {
    return (((lane < 32 ? this.#low : this.#high) >>> (lane & 31)) & 1) !== 0;
  }

  is(other: LaneSet): boolean {
    return this.#low === other.#low && this.#high === other.#high;
  }

  put(registers: Registers, register: number): void {
    if (this.#high === 0) registers.numbers[register] = this.#low;
    else setWide(registers, register, (BigInt(this.#high) << 32n) | BigInt(this.#low), 'ulong');
  }
}
