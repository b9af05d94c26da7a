import { conditionsOf } from '../../values/index.ts';
import { VERIFICATION } from '../../session/jobs/verification.ts';
import { outdatedJob } from '../../session/outdated.ts';
import { judged, presentOptima } from '../../session/views/judged.ts';
import { useJob, useSessionState } from '../shared/session-context.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { verdictWord } from '../shared/verdict-words.ts';

/** The second answer: whether what the kernel computes is right. */
export function VerdictBadge() {
  const view = useJob(VERIFICATION);
  const judgement = judged(view, useSessionState(presentOptima));
  const isOutdated = useSessionState(outdatedJob(VERIFICATION));
  if (!judgement || isOutdated) return null;
  const conditions = view.verification ? conditionsOf(view.verification) : [];
  return <StatusBadge words={verdictWord(judgement.status, conditions)} testId="verdict-status" />;
}
