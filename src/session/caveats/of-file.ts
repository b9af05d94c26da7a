import { allHold } from '../../checker/index.ts';
import type { Run } from '../run/run.ts';
import type { SessionState } from '../state.ts';
import type { Caveat } from './caveat.ts';
import { jobOf } from '../jobs/job.ts';
import { RECHECK, type RecheckView } from '../workbench/recheck-view.ts';

/** True while nothing of a file's answer has run here. */
export const isUncheckedFile = (state: Pick<SessionState, 'run' | 'jobs'>): boolean =>
  state.run.origin !== undefined && jobOf(state, RECHECK).phase !== 'ended';

/** The state of an answer out of a file. */
export function ofFile(origin: Run['origin'], { phase, checks }: RecheckView): readonly Caveat[] {
  if (!origin) return [];
  const where = `It stands in ${origin.name}, written ${origin.date.slice(0, 10)}.`;
  const found = checks.map(({ words }) => words).join(' ');
  const id = 'from-file';
  if (phase === 'ended' && allHold(checks))
    return [
      {
        id,
        tone: 'note',
        words: 'from a file, checked here',
        meaning: `${where} ${found} The times of other configurations were not checked.`,
      },
    ];
  if (phase === 'ended' && checks.some(({ about, holds }) => isDecided(about) && holds === false))
    return [
      {
        id,
        tone: 'wrong',
        words: 'from a file, and does not hold here',
        meaning: `${where} ${found}`,
      },
    ];
  return [
    {
      id,
      tone: 'wrong',
      words: 'from a file, not checked here',
      meaning: `${where} Nothing of it was computed on this page, and anybody can write such a file. ${found === '' ? 'Press Check the proof again, or Tune.' : found}`,
    },
  ];
}

/** Hashes that differ make nothing wrong. */
const isDecided = (about: string): boolean => about === 'proof' || about === 'run';
