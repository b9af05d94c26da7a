import type { Span } from '../base/span.ts';
import { isFloat, isSigned, SCALARS, type Scalar } from '../front/scalar.ts';
import { refuse } from './refusal.ts';

export type Word = 'i32' | 'u32' | 'f32';

/** The WGSL type that holds a scalar in a register. Sizes and indices take 32 of their 64 bits:
 * what is added, multiplied or compared of them fits. */
export function wordOf(type: Scalar, span: Span): Word {
  if (type === 'double' || type === 'half')
    return refuse(
      span,
      `WGSL has no ${type} here.`,
      type === 'double' ? 'Write numbers as 0.5f, and compute with float.' : undefined,
    );
  if (isFloat(type)) return 'f32';
  return isSigned(type) ? 'i32' : 'u32';
}

/** Bits that are used of its word. */
export const bitsOf = (type: Scalar): number => Math.min(32, SCALARS[type].bytes * 8);

/** Bits of numbers that no literal may have. */
export const BITS_OF = {
  inf_: '0x7f800000u',
  negative_inf_: '0xff800000u',
  nan_: '0x7fc00000u',
} as const;

export type SpecialNumber = keyof typeof BITS_OF;

const specialOf = (value: number): SpecialNumber | undefined =>
  Number.isNaN(value)
    ? 'nan_'
    : value === Infinity
      ? 'inf_'
      : value === -Infinity
        ? 'negative_inf_'
        : undefined;

/** A number as WGSL writes it. */
export function literal(
  type: Scalar,
  value: number | bigint,
  span: Span,
  needs: (special: SpecialNumber) => void,
): string {
  if (type === 'pointer') return `${Number(value)}u`;
  const word = wordOf(type, span);
  if (word === 'f32') {
    const number = Math.fround(Number(value));
    const special = specialOf(number);
    if (special !== undefined) {
      needs(special);
      return `bitcast<f32>(${special})`;
    }
    if (Object.is(number, -0)) return '(-0f)';
    return number < 0 ? `(${number}f)` : `${number}f`;
  }
  const whole = BigInt(value);
  if (whole < -(2n ** 31n) || whole >= 2n ** 32n) {
    const isWrapped = type === 'ulong' && whole >= 2n ** 64n - 2n ** 31n;
    if (!isWrapped) return refuse(span, `${whole} takes 64 bits, and WGSL has 32.`);
  }
  if (word === 'u32') return `${BigInt.asUintN(32, whole)}u`;
  const signed = BigInt.asIntN(32, whole);
  if (signed === -(2n ** 31n)) return 'i32(-2147483648)';
  return signed < 0n ? `(${signed}i)` : `${signed}i`;
}

/** Gives names that WGSL does not reserve, each once. */
export class Names {
  readonly #taken = new Set<string>();

  /** All end with an underscore or a number behind one, as no word of WGSL does. */
  of(name: string): string {
    const plain =
      name
        .replaceAll(/\W+/g, '_')
        .replace(/^[_\d]+/, '')
        .replace(/_+$/, '') || 'v';
    for (let count = 0; ; count += 1) {
      const made = `${plain}_${count === 0 ? '' : count + 1}`;
      if (this.#taken.has(made)) continue;
      this.#taken.add(made);
      return made;
    }
  }
}
