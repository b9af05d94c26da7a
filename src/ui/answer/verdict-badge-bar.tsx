import { VERIFICATION } from '../../session/jobs/verification.ts';
import { outdatedJob } from '../../session/outdated.ts';
import { judged, presentOptima } from '../../session/views/judged.ts';
import { open } from '../shared/opened.ts';
import { useJob, useSessionState } from '../shared/session-context.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { verdictWord } from '../shared/verdict-words.ts';

/** The second answer: whether what the kernel computes is right. */
export function VerdictBadge() {
  const view = useJob(VERIFICATION);
  const judgement = judged(view, useSessionState(presentOptima));
  const isOutdated = useSessionState(outdatedJob(VERIFICATION));
  if (!judgement || isOutdated) return null;
  const words = verdictWord(judgement, view.verification);
  return (
    <StatusBadge
      words={words}
      testId="verdict-status"
      onShow={() => open({ missing: false, results: 'values' })}
    />
  );
}
