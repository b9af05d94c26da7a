import type { Machine } from '../machine.ts';
import { together, type Runs } from './runs.ts';

/** Where the lanes of a warp touch an array: bytes from its start, one for each lane that takes part. */
export type Lanes = readonly number[];

export const BANKS = 32;
/** Bytes of a word of a bank, and of a turn in which each bank gives one. */
export const WORD = 4;
const TURN = BANKS * WORD;

/** Cycles of the port of local memory for one access of a warp: of the bank with the most distinct words. */
export function localCycles({ localWidth }: Machine, lanes: Lanes, bytes: number): number {
  const banks = Array.from({ length: BANKS }, () => new Set<number>());
  let most = 0;
  for (const lane of lanes)
    for (let at = 0; at < bytes; at += WORD) {
      const word = Math.floor((lane + at) / WORD);
      const bank = banks[((word % BANKS) + BANKS) % BANKS];
      if (bank === undefined) continue;
      bank.add(word);
      most = Math.max(most, bank.size);
    }
  return (most * TURN) / localWidth;
}

/** Cycles for an atomic operation of a warp in local memory: lanes at one word take turns. */
export function localTurns({ localWidth }: Machine, lanes: Lanes): number {
  const counts = new Map<number, number>();
  for (const lane of lanes) {
    const bank = (((Math.floor(lane / WORD) % BANKS) + BANKS) % BANKS) | 0;
    counts.set(bank, (counts.get(bank) ?? 0) + 1);
  }
  return (Math.max(0, ...counts.values()) * TURN) / localWidth;
}

/** Lines of the first cache that an access of a warp touches, whose bytes are `runs` from `base` on. */
export function linesTouched(line: number, runs: Runs, base = 0): number {
  let [count, last] = [0, -Infinity];
  for (let i = 0; i + 1 < runs.length; i += 2) {
    const from = Math.max(last + 1, Math.floor(((runs[i] ?? 0) + base) / line));
    const to = Math.floor(((runs[i + 1] ?? 0) + base - 1) / line);
    if (to >= from) count += to - from + 1;
    last = Math.max(last, to);
  }
  return count;
}

/** Cycles of the port of the first cache for one access of a warp: one for each line that it touches, and as
 * many as its bytes need. */
export const globalCycles = (
  { line, l1Width, lanes: width }: Machine,
  lanes: Lanes,
  bytes: number,
  base = 0,
): number =>
  Math.max(
    linesTouched(line, runsOf(lanes, bytes), base),
    (width * Math.max(WORD, bytes)) / l1Width,
  );

/** The bytes that lanes touch. */
export const runsOf = (lanes: Lanes, bytes: number): Runs =>
  together(lanes.map((lane) => [lane, lane + bytes]));
