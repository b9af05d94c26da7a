import { Button } from 'react-aria-components';
import { judged, presentOptima } from '../../session/index.ts';
import { open } from '../shared/opened.ts';
import { outdatedInWords } from '../shared/question-words.ts';
import { useCommands, useSessionState } from '../shared/session-context.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { VERDICT_WORDS, verdictInWords } from '../shared/verdict-words.ts';

/** The second answer: whether what the kernel computes is right. */
export function VerdictPane() {
  const view = useSessionState((state) => state.verification);
  const { verify, cancelVerification } = useCommands();
  const judgement = judged(view, useSessionState(presentOptima));
  const running = view.phase === 'running';
  const outdated = useSessionState((state) => outdatedInWords(state, 'verification'));
  const words = verdictInWords(view, judgement);
  return (
    <section className="verdict-line" aria-label="Is it right?" aria-busy={running}>
      <span className="verdict-question">Is it right?</span>
      {judgement && outdated === undefined && (
        <StatusBadge words={VERDICT_WORDS[judgement.status]} testId="verdict-status" />
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
          <Button className="button small stop" onPress={cancelVerification}>
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
