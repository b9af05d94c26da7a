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
  // The benchmark hub's T4 files spell it so.
  ['milisecond', 'ms'],
  ['s', 's'],
  ['sec', 's'],
  ['second', 's'],
]);

/** Understands `ms`, `Microseconds`, `µs`. */
export function unitOf(word: string): Unit | undefined {
  const plain = word.trim().toLowerCase();
  return WORDS.get(plain) ?? WORDS.get(plain.replace(/s$/, ''));
}

/** Splits `time_ms`, `time (us)`, `Duration [ns]`, `runtime ms` into name and unit. */
export function splitUnit(header: string): { readonly name: string; readonly unit?: Unit } {
  const [, name = '', bracketed, word = ''] =
    /^(.*?)(?:\s*[([]\s*([^)\]]+)\s*[)\]]|[\s_.-]+([^\s_.-]+))$/.exec(header.trim()) ?? [];
  const unit = unitOf(bracketed ?? word);
  return unit === undefined || name === '' ? { name: header.trim() } : { name, unit };
}
