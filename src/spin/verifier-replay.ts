import { runProgram, type ProgramRun, type VerifierMemory } from './verifier.ts';
import type { PackedTrail } from '../base/packed-trail.ts';
import { type Replay, ReplayReader } from './replay-reader.ts';

/** A trail followed by the verifier that wrote it. */
export interface VerifierReplay extends ProgramRun {
  readonly replay: Replay;
}

export interface ReplayTrailOptions {
  readonly memory?: VerifierMemory;
  /** Stops after this step, counted from 1, and tells no events. Without it the whole trail is
   * followed and its events told. */
  readonly until?: number;
  /** Only what the run finished with and how it ends, no events: to the end in the least time. */
  readonly silent?: boolean;
}

const trailName = 'trail';
/** A table for the fewest states that pan has one for, a power of two: a replay stores none, and pan's
 * usual table takes 64 MB. */
const SMALL_TABLE = '-w10';
/** Beyond the end of any trail: the verifier counts steps in 32 bits. */
const LAST_STEP = 2 ** 31 - 1;

/**
 * Follows a trail, synchronously and in a fresh instance (`pan -r trail`; see `replayUnit`). `words`
 * must be those of the search that wrote it: they decide what the model does.
 */
export function replayTrail(
  module: WebAssembly.Module,
  trail: PackedTrail,
  words: readonly string[],
  options: ReplayTrailOptions & { readonly onStderr?: (line: string) => void } = {},
): VerifierReplay {
  const { silent = false, until = silent ? LAST_STEP : undefined, ...rest } = options;
  const reader = new ReplayReader();
  const mode = until === undefined ? '@events' : `@until=${until}`;
  const run = runProgram(module, ['-r', trailName, SMALL_TABLE, ...words, mode], {
    ...rest,
    files: { [trailName]: trail },
    lineBuffered: false,
    onStdout: (bytes) => reader.write(bytes),
  });
  return { ...run, replay: reader.end() };
}
