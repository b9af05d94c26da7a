import { Dice, mutatedText, mutatedValue } from './mutations.ts';
import type { Reader } from './readers.ts';

/** Results of fuzzing one reader. */
export interface Fuzzed {
  readonly name: string;
  readonly inputs: number;
  readonly seconds: number;
  /** Some of the misread inputs, with reasons. */
  readonly faults: readonly {
    readonly seed: number;
    readonly why: string;
    readonly input: string;
  }[];
}

/** Milliseconds in which anything is read. */
const LONGEST = 3000;

/** Mutated inputs must not make a reader throw, hang, or pollute prototypes. */
export async function fuzzed(reader: Reader, inputs: number, seed: number): Promise<Fuzzed> {
  const began = performance.now();
  const faults: Fuzzed['faults'][number][] = [];
  for (let at = 0; at < inputs && faults.length < 5; at += 1) {
    const one = seed + at;
    const input = inputFor(reader, new Dice(one));
    const before = performance.now();
    const why = await faultOf(() => reader.read(input), before);
    if (why !== undefined) faults.push({ seed: one, why, input: input.slice(0, 500) });
  }
  return { name: reader.name, inputs, seconds: (performance.now() - began) / 1000, faults };
}

/** Draws a reader's input. */
function inputFor({ seeds }: Reader, dice: Dice): string {
  const [first, ...others] = seeds;
  const seed = dice.of([first, ...others]);
  const other = dice.of([first, ...others]);
  const asText = (value: unknown): string =>
    typeof value === 'string' ? value : JSON.stringify(value);
  if (typeof seed === 'string' || dice.next() < 0.3)
    return mutatedText(asText(seed), asText(other), dice);
  return JSON.stringify(mutatedValue(seed, dice)) ?? 'undefined';
}

async function faultOf(read: () => unknown, before: number): Promise<string | undefined> {
  try {
    await read();
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  const took = performance.now() - before;
  if (took > LONGEST) return `took ${Math.round(took)} ms`;
  const polluted = Object.keys(Object.prototype)[0] ?? Reflect.get({}, 'polluted');
  return polluted === undefined ? undefined : `every object has ${String(polluted)} now`;
}
