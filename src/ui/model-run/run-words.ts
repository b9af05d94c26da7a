import type { ModelTrace, Transfer } from '../../session/index.ts';
import { whole } from '../shared/format.ts';

/** The number of a stop, as it is called on the page: from 1 on. */
const numberOf = (trace: ModelTrace, step: number): string => whole(trace.stopAt(step) + 1);

/** What a message carries: `msg, 0`. */
export const fieldsInWords = ({ fields }: Pick<Transfer, 'fields'>): string => fields.join(', ');

/** What a step does, in one sentence without its end. */
export function stepInWords(trace: ModelTrace, index: number): string {
  const step = trace.step(index);
  const who = trace.processOf(index)?.label ?? '';
  if (!step) return '';
  const transfer = trace.transferAt(index);
  if (!transfer || !step.message || step.message.kind === 'poll')
    return `${who}: ${step.statement}`;
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
    ? `${who} sends ${what} to ${channel}, where nobody takes it`
    : `${who} sends ${what} to ${channel}; ${receiver} takes it in step ${numberOf(trace, receive)}`;
}
