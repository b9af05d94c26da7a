import type { Trace } from '../../session/index.ts';

/** What the model says where an event is: its statement, as SPIN prints it, and the line. */
export function promelaOf(trace: Trace, index: number): string {
  const { transition } = trace.columns;
  const { text, line } = trace.transition(transition[index] ?? 0) ?? {};
  if (text === undefined) return '';
  return line === undefined || line === 0 ? text : `${text}, line ${line}`;
}
