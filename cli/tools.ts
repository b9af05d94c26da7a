import { host } from '#host';
import { timeLimit } from '../src/base/time-limit.ts';
import type { Toolchain } from '../src/spin/toolchain.ts';

/** Starts SPIN and the compiler for one job. @param open other ones */
export async function withTools<T>(
  work: (toolchain: Toolchain) => Promise<T>,
  open: () => Promise<Toolchain> = host.toolchain,
): Promise<T> {
  const toolchain = await open();
  try {
    return await work(toolchain);
  } finally {
    toolchain.dispose();
  }
}

/** Also ends when the user stops the command (Ctrl+C), once: then the answer is what is known; the second
 * time nobody waits. */
export function untilStopped(signal: AbortSignal): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(name, () => {
      if (stop.signal.aborted) process.exit(130);
      stop.abort();
    });
  return AbortSignal.any([signal, stop.signal]);
}

/** A signal after some seconds, or none. */
export const signalAfter = (seconds: number | undefined): AbortSignal =>
  seconds === undefined ? new AbortController().signal : timeLimit(Math.ceil(seconds * 1000));
