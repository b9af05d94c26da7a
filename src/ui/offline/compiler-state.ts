import { create } from 'zustand';
import { compilerFiles } from '../../spin/compiler-files.ts';
import { forgetCompiler, keepCompiler, keptBytes } from '../../spin/kept-compiler.ts';

interface KeptCompiler {
  readonly phase: 'unknown' | 'away' | 'fetching' | 'kept';
  /** Bytes that are here. */
  readonly bytes: number;
  /** Why it could not be kept. */
  readonly failure?: string | undefined;
}

export const useKeptCompiler = create<KeptCompiler>()(() => ({ phase: 'unknown', bytes: 0 }));

/** Bytes of the compiler, as they are kept. */
export const compilerBytes = (): number =>
  compilerFiles().reduce((sum, { bytes }) => sum + bytes, 0);

let fetching: AbortController | undefined;

/** Looks again: a run may have fetched it. */
export async function lookForCompiler(): Promise<void> {
  if (fetching) return;
  const bytes = await keptBytes(compilerFiles());
  if (fetching) return;
  useKeptCompiler.setState({ bytes, phase: bytes === compilerBytes() ? 'kept' : 'away' });
}

/** Fetches the compiler, and keeps it. */
export async function makeCompilerAvailable(): Promise<void> {
  if (fetching) return;
  const { signal } = (fetching = new AbortController());
  useKeptCompiler.setState({ phase: 'fetching', failure: undefined });
  let failure: string | undefined;
  try {
    await keepCompiler(compilerFiles(), (bytes) => useKeptCompiler.setState({ bytes }), signal);
  } catch (error) {
    if (!signal.aborted) failure = whyNot(error);
  }
  fetching = undefined;
  await lookForCompiler();
  useKeptCompiler.setState({ failure });
}

const whyNot = (error: unknown): string =>
  error instanceof DOMException && error.name === 'QuotaExceededError'
    ? 'The browser has no room for it.'
    : 'It could not be fetched: is there a network?';

export const cancelCompiler = (): void => fetching?.abort();

export async function removeCompiler(): Promise<void> {
  await forgetCompiler();
  await lookForCompiler();
}
