import { Fragment, useMemo, useState } from 'react';
import { Link } from 'react-aria-components';
import { isUncheckedFile } from '../../session/caveats/of-file.ts';
import { outdatedInWords } from '../shared/question-words.ts';
import { useCommands, useLanguage, useSessionState, useJob } from '../shared/session-context.tsx';
import { useLeads } from './use-leads.ts';
import { type Clause, whyAsText, whyInWords } from './why-words.ts';
import './why-pane.css';
import { WHY } from '../../session/jobs/why.ts';
import { outdatedRun } from '../../session/outdated.ts';
import { TRACE } from '../../session/views/trace-view.ts';

/** Why the best is best. The height is fixed; more scrolls. */
export function WhyPane() {
  const why = useJob(WHY);
  const result = useSessionState(({ run }) => (run.phase === 'ended' ? run.result : undefined));
  const isRunning = useSessionState(({ run }) => run.phase === 'running');
  const isUnchecked = useSessionState(isUncheckedFile);
  const trace = useJob(TRACE);
  const follow = useLeads(trace, useCommands());
  const isOutdated = useSessionState((state) => outdatedInWords(state, outdatedRun) !== undefined);
  const language = useLanguage();
  const best = why.best?.values;
  const causes = useMemo(
    () => (best && !isOutdated ? language.causes(best) : []),
    [best, isOutdated, language],
  );
  const clauses = whyInWords(why, result, causes);
  // When grown, it yields to the target of its link.
  const [givesWay, setGivesWay] = useState(false);
  const linked = (shown: readonly Clause[]) =>
    shown.map(({ words, lead, more }, index) => (
      <Fragment key={index}>
        {/* A sweep would be of what is set now. */}
        {lead && !(isOutdated && lead.kind === 'sweep') ? (
          <span title={more}>
            <Link
              className="why-link"
              onPress={() => {
                follow(lead);
                setGivesWay(true);
              }}
              onBlur={() => setGivesWay(false)}
            >
              {words}
            </Link>
          </span>
        ) : (
          words
        )}
      </Fragment>
    ));
  return (
    <section className="why" aria-label="Why this one is best" aria-busy={why.phase === 'running'}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it scrolls, and so has the focus */}
      <p
        className={isOutdated ? 'why-words outdated' : 'why-words'}
        data-testid="why"
        data-gives-way={givesWay || undefined}
        tabIndex={0}
      >
        {clauses.length === 0 ? (
          <span className="soft-text">
            {isRunning
              ? 'Why the best is the best stands here when there is an answer.'
              : isUnchecked
                ? 'Why the best is the best is looked into once the proof of the file has been checked.'
                : result
                  ? 'Nothing is known of why: no configuration is known to be the best.'
                  : 'Why the best configuration is the best will stand here, once you have tuned.'}
          </span>
        ) : (
          <>
            {linked(clauses.filter(({ isLedger }) => !isLedger))}
            {clauses.some(({ isLedger }) => isLedger) && (
              <>
                <span className="why-ledger">
                  {linked(clauses.filter(({ isLedger }) => isLedger))}
                </span>{' '}
                <span className="why-more" aria-hidden>
                  More
                </span>
              </>
            )}
          </>
        )}
      </p>
      <p className="visually-hidden" role="status" aria-live="polite">
        {why.phase === 'ended' && !isRunning ? whyAsText(why, result, causes) : ''}
      </p>
    </section>
  );
}
