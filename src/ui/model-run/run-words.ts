import type { ModelTrace, Transfer } from '../../session/index.ts';
import { whole } from '../shared/format.ts';

/** The number of a stop, as it is called on the page: from 1 on. */
const numberOf = (trace: ModelTrace, step: number): string => whole(trace.stopAt(step) + 1);

/** What a message carries: `msg, 0`. */
export const fieldsInWords = ({ fields }: Pick<Transfer, 'fields'>): string => fields.join(', ');

/** A statement without the brackets that SPIN puts around conditions. */
export function plainStatement(statement: string): string {
  let plain = statement.replaceAll(/\s+/g, ' ').trim();
  while (isBracketed(plain)) plain = plain.slice(1, -1);
  return plain;
}

/** Whether the first bracket is closed by the last. */
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

/** What a step does, in one sentence without its end. */
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
