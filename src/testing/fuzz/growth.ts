import { Dice } from './mutations.ts';
import type { Reader } from './readers.ts';

const FOLD = 10;

/** Milliseconds below which nothing is measured well, nor matters. */
const LEAST = 150;
/** Tenfold input may cost 10 log 10 times as much, and as much again for caches and noise; its square is 100. */
const STEEPEST = 50;
/** The least of so many counts: others use the processor too. */
const TRIES = 3;

/** An input that costs more than n log n. */
export interface Steep {
  readonly seed: number;
  readonly letters: number;
  readonly took: number;
  readonly grown: number;
  readonly beginning: string;
}

/** Pieces that nest or begin something without ending it. */
const OPENINGS = ['(', '{', '[', '"', "'", '<', '*a_ ', '- ', '> ', '/*', '\n', ' ', '#', '0', '`'];

/** A well-formed input with one piece of it repeated: a letter, a line, some letters, or all. */
export function grownInput(text: string, letters: number, seed: number): string {
  const dice = new Dice(seed);
  const at = dice.below(text.length + 1);
  const lines = text.split('\n');
  const piece = dice.of<() => string>([
    () => text,
    () => `${lines[dice.below(lines.length)] ?? ''}\n`,
    () => text.slice(at, at + 1 + dice.below(40)),
    () => OPENINGS[dice.below(OPENINGS.length)] ?? '(',
  ])();
  const repeated = piece === '' ? ' ' : piece;
  const times = Math.ceil(Math.max(0, letters - text.length) / repeated.length);
  return text.slice(0, at) + repeated.repeat(times) + text.slice(at);
}

/** Milliseconds of the processor. */
async function cost(read: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  try {
    await read();
  } catch {
    // What it throws is another test's.
  }
  return process.cpuUsage(before).user / 1000;
}

async function leastCost(read: () => unknown, enough: number): Promise<number> {
  let least = Infinity;
  for (let tries = 0; tries < TRIES && least > enough; tries += 1)
    least = Math.min(least, await cost(read));
  return least;
}

/** Grows each kind of input tenfold, so many times; those that cost too much more.
 * @param sizes letters before it grows. */
export async function steepGrowth(
  { seeds, read }: Pick<Reader, 'seeds' | 'read'>,
  times: number,
  first: number,
  sizes: readonly number[] = [2000],
): Promise<readonly Steep[]> {
  const found: Steep[] = [];
  for (let seed = first; seed < first + times; seed += 1) {
    const one = seeds[seed % seeds.length];
    const text = typeof one === 'string' ? one : JSON.stringify(one);
    for (const letters of sizes) {
      const large = grownInput(text, FOLD * letters, seed);
      const quick = await cost(() => read(large));
      if (quick < LEAST) continue;
      const small = grownInput(text, letters, seed);
      const took = Math.max(1, await leastCost(() => read(small), 0));
      const grown = await leastCost(() => read(large), Math.max(LEAST, STEEPEST * took));
      if (grown < LEAST || grown <= (STEEPEST * took * large.length) / (FOLD * small.length))
        continue;
      found.push({ seed, letters, took, grown, beginning: small.slice(0, 200) });
    }
  }
  return found;
}
