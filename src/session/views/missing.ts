import { answered, type Answers, type Missing } from '../../language/index.ts';
import { messageOf } from '../../base/message.ts';
import { positionAt } from '../../base/span.ts';
import { derive } from '../derive.ts';
import type { Settings } from '../kept/settings.ts';
import type { Reads } from '../reading/text-reader.ts';
import type { SessionTools } from '../tools.ts';
import { validOf } from './configurations.ts';

/** A text with answers put in. */
export interface Filled {
  readonly text: string;
  /** Mistakes in answers, by the asked's id. */
  readonly problems: Readonly<Record<string, string>>;
  /** Configurations that can run, up to some hundreds. */
  readonly configurations: number;
  /** Why nothing can be tuned, in one sentence. */
  readonly obstacle?: string | undefined;
}

/** Answers what the open kernel leaves open. */
export function createMissing({ store, reading, exampleText }: SessionTools) {
  const settings = (): Settings => store.getState().settings;
  return {
    /** Undefined where the text says all. @throws {Cancelled} by its signal. */
    missing: async (signal: AbortSignal): Promise<Missing | undefined> =>
      reading()?.missing(settings(), signal),
    /** The form's text. */
    async filled(open: Missing, answers: Answers, signal: AbortSignal): Promise<Filled> {
      const { text, lines } = answered(open, answers);
      const after = { ...settings(), kernelText: text };
      let reads: Reads | undefined;
      try {
        reads = await reading()?.once(after, signal);
      } catch (error) {
        return { text, problems: {}, configurations: 0, obstacle: messageOf(error) };
      }
      if (!reads) return { text, problems: {}, configurations: 0 };
      const derivation = derive(after, reads, exampleText);
      const { diagnostics, obstacle } = derivation.derived;
      // A wrong size makes others wrong in later lines.
      const error = diagnostics.find(({ severity }) => severity === 'error');
      const id = error && fieldAt(text, lines, error.span.start);
      return {
        text,
        problems: error && id !== undefined ? { [id]: error.message } : {},
        configurations: derivation.problem?.machine ? 0 : validOf(derivation).length,
        obstacle,
      };
    },
  };
}

/** The asked whose answer stands at a place of the filled text. */
function fieldAt(
  text: string,
  lines: readonly (readonly string[])[],
  offset: number,
): string | undefined {
  const { line } = positionAt(text, offset);
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  // Commas in brackets are within one answer.
  const before = text.slice(start, offset).replaceAll(/\([^()]*\)?/g, '');
  return lines[line - 1]?.[before.split(',').length - 1];
}
