import type { Diagnostic } from '../../base/diagnostic.ts';
import { type LanguageWords, WORDS_OF } from '../../front/language.ts';
import { divergentBarriers } from '../../kernel/divergence.ts';
import type { Kernel } from '../../kernel/ir.ts';
import { type Trace, type Waiting, waitingAtBarriers } from '../../trace/index.ts';
import type { Configuration } from '../../tuning/index.ts';
import { together } from '../../base/words.ts';

/** The barriers where a deadlock's elements wait for ever. Without a trace, or where items of one
 * element disagree: those that items may miss. */
export function divergenceDiagnostics(
  kernel: Kernel,
  trace: Trace | undefined,
  values: Configuration | undefined,
): readonly Diagnostic[] {
  const waiting = trace === undefined ? [] : waitingAtBarriers(trace);
  const where = configurationWords(kernel, values);
  const words = WORDS_OF[kernel.language];
  const { item, group } = words;
  if (waiting.length > 0)
    return waiting.map((each) => diagnostic(words, each.span, sentence(each, where, words)));
  return divergentBarriers(kernel).map((span) =>
    diagnostic(
      words,
      span,
      `Barrier divergence${where}: some ${item}s of a ${group} never reach this barrier, so the others wait for ever.`,
    ),
  );
}

const diagnostic = (
  { item, group }: LanguageWords,
  span: Diagnostic['span'],
  message: string,
): Diagnostic => ({
  severity: 'error',
  code: 'barrier-divergence',
  span: { start: span.start, end: span.end },
  message,
  hint: `Put the barrier where every ${item} of the ${group} passes it.`,
});

function sentence({ elements }: Waiting, where: string, { item, group }: LanguageWords): string {
  const wait = elements.length === 1 ? 'waits' : 'wait';
  return `Barrier divergence${where}: ${listed(elements)} ${wait} here for ever, since other ${item}s of the ${group} never come.`;
}

/** `pex 0, pex 2 and pex 4`; of many only the first. */
function listed(elements: readonly string[]): string {
  const more = elements.length - 6;
  const rest = more > 0 ? [`${more} more elements`] : [];
  return together([...elements.slice(0, 6), ...rest]);
}

/** ` with WG 4, TS 2` */
function configurationWords(kernel: Kernel, values: Configuration | undefined): string {
  const words = kernel.parameters.flatMap(({ name }) =>
    values?.[name] === undefined ? [] : [`${name} ${values[name]}`],
  );
  return words.length === 0 ? '' : ` with ${words.join(', ')}`;
}
