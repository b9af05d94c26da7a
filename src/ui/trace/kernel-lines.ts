import { isStale, positionAt, type SessionState, type TraceEvent } from '../../session/index.ts';

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
      // What the line does, without what somebody says of it.
      const written = (lines[line - 1] ?? '').replace(/\/\/.*$/, '');
      return { line, text: written.trim().replaceAll(/\s+/g, ' ') };
    },
  };
}

/** The text that the run was of; none where it has changed since. */
export const textOfRun = (state: SessionState): string | undefined =>
  isStale(state) ? undefined : state.settings.kernelText;
