import { answered, type Answers, type Missing } from '../../language/index.ts';
import { positionAt } from '../../base/span.ts';
import { derive } from '../derive.ts';
import type { Settings } from '../kept/settings.ts';
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
  let known: { readonly key: string; readonly missing: Missing | undefined } | undefined;
  const settings = (): Settings => store.getState().settings;
  /** Undefined where the text says all, or is not read yet. */
  const missing = (): Missing | undefined => {
    const now = settings();
    const key = JSON.stringify([now.kernelText, now.kernelName, now.constants.size]);
    if (known?.key !== key) known = { key, missing: reading()?.missing(now) };
    return known.missing;
  };
  return {
    missing,
    filled(open: Missing, answers: Answers): Filled | undefined {
      const { text, lines } = answered(settings().kernelText, open, answers);
      const after = { ...settings(), kernelText: text };
      const reads = reading()?.at(after);
      if (!reads) return undefined;
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
