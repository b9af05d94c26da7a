import { Failure, REPORT } from '../base/failure.ts';
import { parseTicks, type Ticks } from '../base/ticks.ts';
import type { PackedTrail } from '../base/packed-trail.ts';
import type { ToolchainEvent } from '../spin/toolchain.ts';
import type { VerifierRun } from '../spin/verifier-run.ts';
import type { Finish, Found, Trail } from '../tuning/index.ts';

const PREFIX = '@finish ';

/** Finished paths as a search prints them, without repetition; each trail follows its line. */
export class FoundPaths {
  readonly finishes: Finish[] = [];
  /** The last trail written, whatever its path ends in. */
  trail: Trail | undefined;
  readonly #words: readonly string[];
  readonly #onFound: ((found: Found) => void) | undefined;
  readonly #trimmed: (packed: PackedTrail) => PackedTrail;
  readonly #seen = new Set<string>();
  #waiting: Found | undefined;

  /** @param trimmed removes steps that are not part of the path. */
  constructor(
    words: readonly string[],
    onFound: ((found: Found) => void) | undefined,
    trimmed: (packed: PackedTrail) => PackedTrail = (packed) => packed,
  ) {
    this.#words = words;
    this.#onFound = onFound;
    this.#trimmed = trimmed;
  }

  /** @param seconds since the search began.
   * @throws {Failure} for an unreadable line. */
  hear(event: ToolchainEvent, seconds: number): void {
    if (event.kind === 'trail') this.#hearTrail(this.#trimmed(event.trail.packed), seconds);
    else if (event.kind === 'output') this.#hearLine(event.line, seconds);
  }

  /** Adds findings whose events the end of the search overtook. */
  end(seconds: number, run?: Pick<VerifierRun, 'output' | 'trails'>): void {
    for (const line of run?.output ?? []) this.#hearLine(line, seconds);
    const written = run?.trails.at(-1)?.packed;
    const last = written && this.#trimmed(written);
    if (last && !(this.trail && sameBytes(last, this.trail.packed))) this.#hearTrail(last, seconds);
    this.#tell();
  }

  #hearTrail(packed: PackedTrail, seconds: number): void {
    this.trail = { words: this.#words, packed };
    if (this.#waiting) this.#waiting = { ...this.#waiting, trail: this.trail, seconds };
    this.#tell();
  }

  #hearLine(line: string, seconds: number): void {
    const text = line.trim();
    if (!text.startsWith(PREFIX) || this.#seen.has(text)) return;
    this.#seen.add(text);
    this.#tell(); // there is no trail to come for the one before
    const finish = finishOf(text);
    this.finishes.push(finish);
    this.#waiting = { finish, seconds };
  }

  #tell(): void {
    const found = this.#waiting;
    this.#waiting = undefined;
    if (found) this.#onFound?.(found);
  }
}

const sameBytes = (a: PackedTrail, b: PackedTrail): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

/** The distinct finished configurations that a run printed. */
export const finishesIn = (lines: readonly string[]): Finish[] =>
  [...new Set(lines.map((line) => line.trim()))]
    .filter((line) => line.startsWith(PREFIX))
    .map(finishOf);

/** `@finish time=584 WG=16 TS=4`: the first `time` is model time, a later one a parameter. */
function finishOf(line: string): Finish {
  const values: Record<string, number> = {};
  let time: Ticks | undefined;
  for (const word of line.slice(PREFIX.length).split(' ')) {
    const [name = '', value = ''] = word.split('=');
    const number = parseTicks(value);
    if (name === 'time' && time === undefined) time = number;
    else values[name] = Number(number);
    if (number === undefined) throw unreadable(line);
  }
  if (time === undefined) throw unreadable(line);
  return { time, values };
}

const unreadable = (line: string): Failure =>
  new Failure('verifier', `The verifier printed a line that cannot be read: ${line}`, REPORT);
