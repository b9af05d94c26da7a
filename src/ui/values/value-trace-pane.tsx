import { useMemo } from 'react';
import { Button } from 'react-aria-components';
import { configurationsInWords } from '../../base/words.ts';
import { STEERING } from '../../session/jobs/steering-view.ts';
import { VALUE_TRACE } from '../../session/jobs/verification.ts';
import { wordsOf } from '../../language/index.ts';
import { FillButton } from '../shared/pane-frame.tsx';
import { PanelMessage } from '../shared/panel-message.tsx';
import { useCommands, useJob, useSessionState } from '../shared/session-context.tsx';
import { findingInWords } from '../shared/verdict-words.ts';
import { playedValues } from '../../trace/index.ts';
import { Stage } from '../stage/stage.tsx';
import './value-trace-pane.css';

/** Steps to a finding, or the order that somebody chooses, on the stage. */
export function ValueTracePane() {
  const { finding, trace, phase, message } = useJob(VALUE_TRACE);
  const isSteered = useJob(STEERING).phase !== 'none' && finding === undefined;
  const kernelText = useSessionState(({ settings }) => settings.kernelText);
  const played = useMemo(() => trace && playedValues(trace, kernelText), [trace, kernelText]);
  const { closeValueTrace } = useCommands();
  const title = finding
    ? findingInWords(finding.kind, wordsOf(kernelText))
    : 'The order that you choose';
  return (
    <section className="value-trace column whole" aria-label="How it goes wrong">
      <header className="value-head">
        <strong>{title}</strong>
        <span className="grow" title={finding?.message}>
          {finding?.message}
        </span>
        <span className="soft-text">
          {finding && configurationsInWords([finding.configuration])}
        </span>
        <FillButton id="trace" />
        <Button className="button small" onPress={closeValueTrace}>
          Close
        </Button>
      </header>
      {played ? (
        <Stage played={played} title={title} hidesVerdict={isSteered} />
      ) : phase === 'failed' ? (
        <PanelMessage icon="warning" title="It cannot be shown">
          {message}
        </PanelMessage>
      ) : (
        <PanelMessage icon="hourglass" title="SPIN follows its way to it">
          The first time a verifier is compiled for this kernel, which takes some seconds.
        </PanelMessage>
      )}
    </section>
  );
}
