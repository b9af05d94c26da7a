import type { Machine } from '../machine.ts';
import { together, type Runs } from './runs.ts';

/** Byte offsets of a warp's participating lanes. */
export type Lanes = readonly number[];

export const BANKS = 32;
/** Bytes of a bank's word, served once per turn. */
export const WORD = 4;
const TURN = BANKS * WORD;

/** Local port cycles for a warp's access: as many lanes at once as the banks have words for, each turn by distinct words
 * of the busiest bank. Lanes that ask for more than a word share their place with a neighbour who asks alike: a register
 * of all lanes is returned in a cycle, and two are packed then (NVIDIA, "Unexpected shared memory bank conflict",
 * forums.developer.nvidia.com/t/77228). */
export function localCycles(
  { localWidth }: Machine,
  lanes: Lanes,
  bytes: number,
  inTurns = true,
): number {
  if (!inTurns) return (conflicts(lanes, bytes) * TURN) / localWidth;
  const wide = Math.max(1, bytes / WORD);
  const together = Math.max(1, Math.floor(BANKS / wide)) * (wide > 1 && isPaired(lanes) ? 2 : 1);
  let turns = 0;
  for (let from = 0; from < lanes.length; from += together)
    turns += conflicts(lanes.slice(from, from + together), bytes);
  return (turns * TURN) / localWidth;
}

/** Each lane asks as its neighbour does, or the one after that. */
const isPaired = (lanes: Lanes): boolean =>
  [1, 2].some((apart) => lanes.every((lane, at) => lane === (lanes[at ^ apart] ?? lane)));

/** Distinct words of the busiest bank. */
function conflicts(lanes: Lanes, bytes: number): number {
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
  return most;
}

/** Cycles of a local atomic: lanes at one word take turns. */
export function localTurns({ localWidth }: Machine, lanes: Lanes): number {
  const counts = new Map<number, number>();
  for (const lane of lanes) {
    const bank = (((Math.floor(lane / WORD) % BANKS) + BANKS) % BANKS) | 0;
    counts.set(bank, (counts.get(bank) ?? 0) + 1);
  }
  return (Math.max(0, ...counts.values()) * TURN) / localWidth;
}

/** First-cache lines touched by `runs`, shifted by `base`. */
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

/** First-cache port cycles: at least one per line, and enough for the bytes. */
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
