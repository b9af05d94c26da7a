import { useMemo } from 'react';
import { isStale, positionAt, type TraceEvent } from '../../session/index.ts';
import { useSessionState } from '../shared/session-context.tsx';

type Span = NonNullable<TraceEvent['kernel']>;

/** A line of the kernel, and what stands there. */
export interface KernelLine {
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
}

/** The lines of the kernel that a trace's places are in. */
export interface KernelLines {
  /** None where a place is none of the kernel's, or the text has changed since. */
  at(span: Span | undefined): KernelLine | undefined;
}

/** Finds lines in a text; in none that has changed since the run. */
export function kernelLines(text: string | undefined): KernelLines {
  const lines = text?.split('\n') ?? [];
  return {
    at(span) {
      if (text === undefined || span === undefined || span.end > text.length) return undefined;
      const { line } = positionAt(text, span.start);
      return { line, text: (lines[line - 1] ?? '').trim() };
    },
  };
}

export function useKernelLines(): KernelLines {
  const text = useSessionState((state) => (isStale(state) ? undefined : state.settings.kernelText));
  return useMemo(() => kernelLines(text), [text]);
}
