import { capital } from '../../base/words.ts';
import type { Ledger } from './ledger.ts';
import type { Listener } from './machine.ts';

export type Unaligned = Parameters<Listener['unaligned']>;

/** An access at an address that its type may not have. */
export function noteUnaligned(
  ledger: Ledger,
  ...[site, { object }, bytes, unknown]: Unaligned
): void {
  const instruction = ledger.instruction(site);
  if (instruction === undefined || !('text' in instruction)) return;
  const { text, span } = instruction;
  if (ledger.isOnOtherSide(`${text} accesses`)) return;
  if (unknown !== 0) ledger.dependsOnInputs = true;
  const { openLaunch, assumedLaunch, chosenForLaunch } = ledger.program;
  const isTold =
    openLaunch === undefined &&
    assumedLaunch === undefined &&
    chosenForLaunch === undefined &&
    unknown === 0 &&
    ledger.trial.unusual.length === 0;
  const why = `${text} is at no multiple of ${bytes} bytes in ${object.name}`;
  if (isTold)
    ledger.find(`unaligned ${site}`, {
      kind: 'bounds',
      span,
      message: `${ledger.here()} accesses ${object.name} where its type may not be: ${why}${ledger.where}.`,
      hint: 'A device ends the kernel there. Move the pointer, or access it element by element.',
    });
  else
    ledger.leaveOpen(`unaligned ${site}`, {
      what: 'bounds',
      why: `${capital(why)} for numbers that nobody states, and a device ends the kernel there.`,
      span,
      weakens: false,
      holdsIf: `${text} is at a multiple of ${bytes} bytes`,
    });
}
