import { Cancelled } from '../base/failure.ts';
import type { CallOptions } from './toolchain-event.ts';
import { GivenUp, VerifierReader } from './verifier-reader.ts';
import type { ProgramRun, VerifierOptions, VerifierRun } from './verifier-run.ts';

/** Output of a verifier that runs as a process, here or at the other end of a connection. */
export type Told =
  | { readonly line: string }
  | { readonly file: string; readonly bytes: Uint8Array }
  | { readonly stderr: string };

export type Ended = Pick<ProgramRun, 'outcome' | 'exit' | 'trap'>;

/** Reads what a process tells as if it had run in WebAssembly. @throws {Cancelled} by its signal. */
export async function readProcess(
  run: (tell: (told: Told) => void, signal: AbortSignal) => Promise<Ended>,
  heard: Pick<VerifierOptions, 'patience' | 'outputPrefix' | 'columns'>,
  { signal, onProgress }: CallOptions,
): Promise<VerifierRun> {
  const began = performance.now();
  const reader = new VerifierReader(heard, (event) => onProgress?.(event));
  const stderr: string[] = [];
  const end = (ended: Ended): VerifierRun =>
    reader.ended({
      ...ended,
      stderrTail: stderr.slice(-40),
      seconds: (performance.now() - began) / 1000,
    });
  const limit = new AbortController();
  let thrown: { readonly error: unknown } | undefined;
  const tell = (told: Told): void => {
    if (thrown) return;
    try {
      if ('line' in told) reader.line(told.line);
      else if ('file' in told) reader.file(told.file, told.bytes);
      else {
        stderr.push(told.stderr);
        if (stderr.length > 400) stderr.splice(0, 200);
        onProgress?.({ kind: 'stderr', line: told.stderr });
      }
    } catch (error) {
      thrown = { error };
      limit.abort();
    }
  };
  const signals = signal ? [signal, limit.signal] : [limit.signal];
  try {
    const ended = await run(tell, AbortSignal.any(signals));
    if (!thrown) return end(ended);
  } catch (error) {
    if (!thrown || signal?.aborted === true) throw error;
  }
  if (thrown.error instanceof GivenUp)
    return end({ outcome: 'given-up', exit: undefined, trap: undefined });
  throw thrown.error instanceof Error ? thrown.error : new Cancelled();
}
