import { runProgram, type ProgramRun, type VerifierMemory } from './verifier.ts';
import { createReplayParser, type PanReplay } from './pan-output-replay.ts';

/** A trail followed by the verifier that wrote it. */
export interface VerifierReplay extends ProgramRun {
  readonly replay: PanReplay;
  readonly stdoutTail: readonly string[];
}

export interface ReplayTrailOptions {
  readonly memory?: VerifierMemory;
  /** Only what the model prints itself and how it ends, no steps (`pan -S`): for trails of millions. */
  readonly silent?: boolean;
}

const trailName = 'trail';

/**
 * Follows a trail, synchronously and in a fresh instance (`pan -g -r trail`: either takes the next word
 * for the trail's name). `args` must be those of the search that wrote it: the words for the model
 * decide what it does. Options that only concern a search (`-c0`, `-e`, ...) do no harm.
 */
export function replayTrail(
  module: WebAssembly.Module,
  trail: string,
  args: readonly string[],
  options: ReplayTrailOptions & { readonly onStderr?: (line: string) => void } = {},
): VerifierReplay {
  const parser = createReplayParser();
  const tail: string[] = [];
  const run = runProgram(
    module,
    [options.silent === true ? '-S' : '-g', '-r', trailName, ...args],
    {
      ...options,
      files: { [trailName]: new TextEncoder().encode(trail) },
      lineBuffered: false,
      onStdoutLine: (line) => {
        parser.push(line);
        tail.push(line);
        if (tail.length > 400) tail.splice(0, 360);
      },
    },
  );
  return { ...run, replay: parser.end(), stdoutTail: tail.slice(-40) };
}
