import { Button } from 'react-aria-components';
import { judged, presentOptima } from '../../session/views/judged.ts';
import { open } from '../shared/opened.ts';
import { outdatedInWords } from '../shared/question-words.ts';
import { useCommands, useSessionState, useJob } from '../shared/session-context.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { verdictInWords, verdictWord } from '../shared/verdict-words.ts';
import { conditionsOf } from '../../values/index.ts';
import { VERIFICATION } from '../../session/jobs/verification.ts';
import { outdatedJob } from '../../session/outdated.ts';

/** The second answer: whether what the kernel computes is right. */
export function VerdictPane() {
  const view = useJob(VERIFICATION);
  const { verify, cancelJob } = useCommands();
  const judgement = judged(view, useSessionState(presentOptima));
  const running = view.phase === 'running';
  const outdated = useSessionState((state) => outdatedInWords(state, outdatedJob(VERIFICATION)));
  const words = verdictInWords(view, judgement);
  const conditions = view.verification ? conditionsOf(view.verification) : [];
  return (
    <section className="verdict-line" aria-label="Is it right?" aria-busy={running}>
      <span className="verdict-question">Is it right?</span>
      {judgement && outdated === undefined && (
        <StatusBadge words={verdictWord(judgement.status, conditions)} testId="verdict-status" />
      )}
      <Button
        className={outdated === undefined ? 'sentence grow' : 'sentence grow outdated'}
        data-testid="verdict-line"
        onPress={() => open({ results: 'values' })}
      >
        {outdated === undefined ? words : `${outdated} ${words}`}
      </Button>
      {/* It has its place before there is anything to cancel, apart from what was pressed. */}
      <span className="verdict-cancel">
        {running && view.searched && (
          <Button className="button small stop" onPress={() => cancelJob(VERIFICATION)}>
            Cancel
          </Button>
        )}
      </span>
      <Button className="button small" isPending={running && view.searched} onPress={verify}>
        Verify
      </Button>
    </section>
  );
}
