import type { CompiledVerifier, Toolchain, ToolchainEvent } from '../spin/toolchain.ts';
import type { VerifierOptions, VerifierRun } from '../spin/verifier-run.ts';
import { NO_PROGRESS, type SearchProgress } from '../tuning/index.ts';

/** Options and event handlers of a verifier run. */
export interface SearchRunOptions extends Omit<VerifierOptions, 'patience'> {
  readonly signal: AbortSignal | undefined;
  /** Gives up after so many seconds without news. */
  readonly seconds: number | undefined;
  /** Gives up at this depth if nothing was found. */
  readonly depth?: number;
  readonly onProgress: ((progress: SearchProgress) => void) | undefined;
  /** Each event of the toolchain. */
  readonly onEvent: (event: ToolchainEvent, seconds: number) => void;
}

export interface SearchRunEnd {
  /** Absent if it had to be killed. */
  readonly run: VerifierRun | undefined;
  /** The limit of ours that ended it. */
  readonly gaveUp: 'time' | 'depth' | undefined;
  /** The last that was heard of it. */
  readonly progress: SearchProgress;
}

/** Milliseconds between progress events; pan reports by states, which may be rare. */
const TICK = 250;

/** Seconds that a verifier has to end itself. */
const GRACE = 0.5;

/** Runs a search by our own clock, since pan's does not work here.
 * @throws {Failure}
 * @throws {Cancelled} by its signal. */
export async function runSearch(
  toolchain: Pick<Toolchain, 'verify'>,
  verifier: Pick<CompiledVerifier, 'module'>,
  args: readonly string[],
  options: SearchRunOptions,
): Promise<SearchRunEnd> {
  const { seconds: patience, depth = Number.POSITIVE_INFINITY, ...rest } = options;
  const { signal, onProgress, onEvent, ...given } = rest;
  let started = performance.now();
  const elapsed = (): number => (performance.now() - started) / 1000;
  let progress = NO_PROGRESS;
  const tell = (): void => {
    progress = { ...progress, seconds: elapsed() };
    onProgress?.(progress);
  };
  const limit = new AbortController();
  let gaveUp: SearchRunEnd['gaveUp'];
  const giveUp = (limited: 'time' | 'depth'): void => {
    gaveUp ??= limited;
    limit.abort();
  };
  let found = false;
  let alarm: ReturnType<typeof setTimeout> | undefined;
  const rewind = (): void => {
    if (patience === undefined) return;
    clearTimeout(alarm);
    // It stops at its next progress report, else its worker is killed, which costs more.
    alarm = setTimeout(() => giveUp('time'), (patience + GRACE) * 1000);
  };
  const ticking = setInterval(tell, TICK);
  try {
    const request = { module: verifier.module, args, patience, ...given };
    const verifying = toolchain.verify(request, {
      signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
      onProgress: (event) => {
        // The worker may have had to start first.
        const begins = event.kind === 'stage' && event.stage === 'search';
        if (begins) started = performance.now();
        onEvent(event, elapsed());
        if (event.kind === 'trail' || event.kind === 'output') found = true;
        if (event.kind === 'search') {
          progress = { ...progress, ...event.progress };
          tell();
          if (!found && progress.depth >= depth) giveUp('depth');
        } else if (begins || found) {
          rewind();
        }
      },
    });
    const run = await verifying.catch((error: unknown) => {
      if (gaveUp && signal?.aborted !== true) return undefined;
      throw error;
    });
    if (run?.outcome === 'given-up') {
      gaveUp = 'time';
      progress = { ...progress, ...run.lastProgress };
    }
    return { run, gaveUp, progress: { ...progress, seconds: elapsed() } };
  } finally {
    clearInterval(ticking);
    clearTimeout(alarm);
  }
}
