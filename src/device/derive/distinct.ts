import type { Stride } from './runs.ts';

/** Bytes that an access moves through: from a start along strides. */
export interface Walk {
  readonly start: number;
  readonly width: number;
  readonly strides: readonly Stride[];
}

/** Distinct bytes along strides, as teeth of a comb: `width` bytes, `teeth` times, the first two `period` apart. */
interface Comb {
  readonly width: number;
  readonly period: number;
  readonly teeth: number;
  /** Of the first byte, behind the start. */
  readonly from: number;
  /** Between the beginnings of two teeth, at least. */
  readonly apart: number;
  /** Its steps, where teeth are not all at multiples of the period. */
  readonly uneven: string;
}

/** Distinct bytes of several walks through one array: at least so many, and exactly so many where strides nest. */
export function distinctBytes(walks: readonly Walk[]): number {
  const alike = new Map<string, { readonly comb: Comb; readonly starts: number[] }>();
  for (const { start, width, strides } of walks) {
    const comb = combOf(width, strides);
    const key = `${comb.width} ${comb.period} ${comb.teeth} ${comb.uneven}`;
    const found = alike.get(key) ?? { comb, starts: [] };
    found.starts.push(start + comb.from);
    alike.set(key, found);
  }
  // Combs of several kinds may lie over each other.
  return Math.max(0, ...[...alike.values()].map(({ comb, starts }) => bytesOf(comb, starts)));
}

function combOf(width: number, strides: readonly Stride[]): Comb {
  const moving = strides.filter(({ step, count }) => step !== 0 && count > 1);
  const from = moving.reduce(
    (sum, { step, count }) => sum + (step < 0 ? step * (count - 1) : 0),
    0,
  );
  let comb: Comb = { width, period: 0, teeth: 1, from, apart: Infinity, uneven: '' };
  /** From the first byte to the last, and the combs that are repeated as a whole. */
  let extent = width;
  let last = { step: 0, count: 1 };
  for (const { step, count } of moving
    .map((stride) => ({ ...stride, step: Math.abs(stride.step) }))
    .toSorted((a, b) => a.step - b.step)) {
    const more = step * (count - 1);
    if (comb.teeth === 1) {
      if (step <= extent) comb = { ...comb, width: comb.width + more };
      else {
        comb = { ...comb, period: step, teeth: count, apart: step };
        last = { step, count };
      }
    } else if (step >= extent) {
      const apart = Math.min(comb.apart, step - (extent - comb.width));
      comb = { ...comb, teeth: comb.teeth * count, apart };
      last = { step, count };
    } else if (step % last.step === 0 && step / last.step <= last.count) {
      // It goes on with the teeth that are there.
      const teeth = last.count + (step / last.step) * (count - 1);
      comb = { ...comb, teeth: (comb.teeth / last.count) * teeth };
      last = { step: last.step, count: teeth };
    }
    // Otherwise it may fall between: what is there already is the least.
    else continue;
    if (comb.uneven !== '' || (comb.teeth > 1 && step % comb.period !== 0))
      comb = { ...comb, uneven: `${comb.uneven} ${step}x${count}` };
    extent += more;
  }
  return comb;
}

/** The bytes of equal combs from several starts; of combs with gaps those of one period. */
function bytesOf({ width, period, teeth, apart, uneven }: Comb, starts: readonly number[]): number {
  const spread = Math.max(...starts) + width - Math.min(...starts);
  // No two teeth meet, so all hold as many bytes.
  if (spread <= apart)
    return unionOf(starts.map((start) => [start, start + width] as const)) * teeth;
  if (uneven !== '') return width * teeth;
  const wrapped = starts.flatMap((start) => {
    const at = ((start % period) + period) % period;
    const over = at + width - period;
    return over <= 0
      ? [[at, at + width] as const]
      : [[at, period] as const, [0, Math.min(over, period)] as const];
  });
  return unionOf(wrapped) * teeth;
}

function unionOf(parts: readonly (readonly [from: number, to: number])[]): number {
  let [sum, reached] = [0, -Infinity];
  for (const [from, to] of parts.toSorted((a, b) => a[0] - b[0])) {
    if (to <= reached) continue;
    sum += to - Math.max(from, reached);
    reached = to;
  }
  return sum;
}
