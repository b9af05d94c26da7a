import { whole } from '../../base/words.ts';
import type { Choice } from '../../session/state.ts';
import { type KernelLines, sendingInWords, type Trace } from '../../trace/index.ts';

/** A choice of SPIN's simulation in words. */
export function choiceInWords(
  trace: Trace | undefined,
  { label, statement, line }: Choice,
  lines: KernelLines,
): string {
  const sent = trace && sendingInWords(trace, label, statement);
  if (sent !== undefined) return sent;
  return `${label} ${stepInWords(statement)}${placeInWords(trace, line, lines)}`;
}

/** ` at line 12 of the kernel` */
function placeInWords(
  trace: Trace | undefined,
  line: number | undefined,
  lines: KernelLines,
): string {
  const kernel = line === undefined ? undefined : lines.at(trace?.kernelOfLine(line))?.line;
  return kernel === undefined ? '' : ` at line ${whole(kernel)} of the kernel`;
}

/** A statement that sends nothing, by its form. */
function stepInWords(statement: string): string {
  if (/^\w+(\[[^\]]*\])?\s*(=[^=]|\+\+|--)/.test(statement)) {
    const [name] = /^\w+/.exec(statement) ?? [];
    return name === 'wake'
      ? 'settles until when it works or waits'
      : 'goes on with its own bookkeeping';
  }
  if (statement.startsWith('(run ')) return 'starts another process';
  if (statement.startsWith('printf')) return 'begins to work';
  if (/[!?]/.test(statement) && !/[!=]=/.test(statement)) return 'takes part in a message';
  if (statement.startsWith('else')) return 'goes the other way';
  if (/^(break|goto|skip|\(1\))/.test(statement)) return 'goes on';
  return 'finds that it can go on';
}
