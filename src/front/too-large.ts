import { type Diagnostic, Reports } from '../base/diagnostic.ts';
import type { MappedText } from './source-map.ts';

/** Tokens, worth some seconds of work; code by hand has a few thousand. */
const MAX_TOKENS = 600_000;

/** For a text too large to read once its directives are done. */
export function tooLarge(text: string, code: MappedText): Diagnostic | undefined {
  let count = 0;
  for (const { index } of text.matchAll(/\w+|[^\s\w]/g)) {
    count += 1;
    if (count <= MAX_TOKENS) continue;
    const reports = new Reports();
    reports.error(
      'too-large',
      code.span(index, index + 1),
      `The text is too large: from here on it has more than ${MAX_TOKENS} words and signs.`,
      'Leave out what the kernel does not use, or repeat by loops.',
    );
    return reports.all[0];
  }
  return undefined;
}
