import { positionAt } from '../../base/span.ts';
import { isStale } from '../../session/outdated.ts';
import type { SessionState } from '../../session/state.ts';
import type { KernelLines } from '../../trace/index.ts';

/** Finds lines in a text; in none that has changed since the run. */
export function kernelLines(text: string | undefined): KernelLines {
  const lines = text?.split('\n') ?? [];
  return {
    at(span) {
      if (text === undefined || span === undefined || span.end > text.length) return undefined;
      const { line } = positionAt(text, span.start);
      // Without its comment.
      const written = (lines[line - 1] ?? '').replace(/\/\/.*$/, '');
      return { line, text: written.trim().replaceAll(/\s+/g, ' ') };
    },
  };
}

/** The text that the run was of; none where it has changed since. */
export const textOfRun = (state: SessionState): string | undefined =>
  isStale(state) ? undefined : state.settings.kernelText;
