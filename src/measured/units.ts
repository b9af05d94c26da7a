import type { Unit } from './measured.ts';

const WORDS: ReadonlyMap<string, Unit> = new Map([
  ['ns', 'ns'],
  ['nsec', 'ns'],
  ['nanosecond', 'ns'],
  ['us', 'us'],
  ['usec', 'us'],
  ['\u00b5s', 'us'],
  ['\u03bcs', 'us'],
  ['microsecond', 'us'],
  ['ms', 'ms'],
  ['msec', 'ms'],
  ['millisecond', 'ms'],
  // As the T4 files of the benchmark hub spell it.
  ['milisecond', 'ms'],
  ['s', 's'],
  ['sec', 's'],
  ['second', 's'],
]);

/** The unit that a word stands for: `ms`, `Microseconds`, `µs`. */
export function unitOf(word: string): Unit | undefined {
  const plain = word.trim().toLowerCase();
  return WORDS.get(plain) ?? WORDS.get(plain.replace(/s$/, ''));
}

/** A header without the unit in it: `time_ms`, `time (us)`, `Duration [ns]`, `runtime ms`. */
export function splitUnit(header: string): { readonly name: string; readonly unit?: Unit } {
  const [, name = '', bracketed, word = ''] =
    /^(.*?)(?:\s*[([]\s*([^)\]]+)\s*[)\]]|[\s_.-]+([^\s_.-]+))$/.exec(header.trim()) ?? [];
  const unit = unitOf(bracketed ?? word);
  return unit === undefined || name === '' ? { name: header.trim() } : { name, unit };
}
