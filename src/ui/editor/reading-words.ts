import type { SessionState } from '../../session/state.ts';
import { whole } from '../../base/words.ts';

const STAGES = {
  syntax: 'its syntax',
  costs: 'what it costs',
  fit: 'what runs on this machine',
} as const;

/** `Reading the kernel: its syntax, 43 % of 2,003 lines` */
export function readingInWords(reading: SessionState['reading']): string {
  if (!reading) return 'Reading the kernel';
  const { stage, share, lines } = reading;
  const words = `Reading the kernel: ${STAGES[stage]}`;
  if (share === undefined) return `${words}, ${whole(lines)} lines`;
  return `${words}, ${Math.round(share * 100)} % of ${whole(lines)} lines`;
}
