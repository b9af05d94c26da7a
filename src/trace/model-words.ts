import { whole } from '../base/words.ts';
import { fullName, type ModelTrace, type Transfer } from './model-trace.ts';
import type { CardWords } from './run.ts';

/** The number of a stop, as it is called on the page: from 1 on. */
const numberOf = (trace: ModelTrace, step: number): string => whole(trace.stopAt(step) + 1);

/** `msg, 0` */
export const fieldsInWords = ({ fields }: Pick<Transfer, 'fields'>): string => fields.join(', ');

/** A statement without the brackets that SPIN puts around conditions. */
export function plainStatement(statement: string): string {
  let plain = statement.replaceAll(/\s+/g, ' ').trim();
  while (isBracketed(plain)) plain = plain.slice(1, -1).trim();
  return plain;
}

/** True if the last bracket closes the first. */
function isBracketed(text: string): boolean {
  if (!text.startsWith('(') || !text.endsWith(')')) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return at === text.length - 1;
  }
  return false;
}

/** One sentence, without its full stop. */
export function stepInWords(trace: ModelTrace, index: number): string {
  const step = trace.step(index);
  const who = trace.processOf(index)?.label ?? '';
  if (!step) return '';
  const transfer = trace.transferAt(index);
  if (!transfer || !step.message || step.message.kind === 'poll')
    return `${who}: ${plainStatement(step.statement)}`;
  const { send, receive, channel, isRendezvous } = transfer;
  const what = fieldsInWords(transfer);
  const sender = trace.processOf(send)?.label ?? '';
  const receiver = receive === undefined ? undefined : trace.processOf(receive)?.label;
  if (index !== send)
    return isRendezvous
      ? `${who} takes ${what} from ${sender}, on ${channel}`
      : `${who} takes ${what} from ${channel}, sent by ${sender} in step ${numberOf(trace, send)}`;
  if (isRendezvous && receiver !== undefined)
    return `${who} hands ${what} to ${receiver}, on ${channel}`;
  return receiver === undefined || receive === undefined
    ? `${who} sends ${what} to ${channel}, where it stays`
    : `${who} sends ${what} to ${channel}; ${receiver} takes it in step ${numberOf(trace, receive)}`;
}

/** Changes that a card tells. */
const MOST_CHANGES = 6;

/** Who does it, where, and what it changes. */
export function stepCard(trace: ModelTrace, index: number): CardWords {
  const step = trace.step(index);
  const { line = 0, file, printed = [] } = step ?? {};
  const changes = trace
    .variablesAt(index)
    .filter(({ before }) => before !== undefined)
    .map(
      ({ variable, before, value }) =>
        `${fullName(trace, variable)}: ${before === '' ? 'empty' : before} → ${value === '' ? 'empty' : value}`,
    );
  const where = file === undefined ? `line ${line}` : `${file}, line ${line}`;
  return {
    title: stepInWords(trace, index),
    lines: [
      `step ${numberOf(trace, index)}${line > 0 ? `, ${where}` : ''}`,
      ...changes.slice(0, MOST_CHANGES),
      ...(changes.length > MOST_CHANGES
        ? [`and ${whole(changes.length - MOST_CHANGES)} variables more`]
        : []),
      ...printed.map((words) => `prints: ${words}`),
    ],
  };
}
