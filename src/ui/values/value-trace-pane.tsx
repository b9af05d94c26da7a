import { useEffect, useMemo } from 'react';
import { Button } from 'react-aria-components';
import { VALUE_TRACE } from '../../session/jobs/verification.ts';
import { configurationsInWords } from '../../base/words.ts';
import { valueRun } from '../../trace/index.ts';
import { FillButton } from '../shared/pane-frame.tsx';
import { PanelMessage } from '../shared/panel-message.tsx';
import { useCommands, useJob } from '../shared/session-context.tsx';
import { FINDING_WORDS } from '../shared/verdict-words.ts';
import { load } from '../trace/moves.ts';
import { RunFrame } from '../trace/run-frame.tsx';
import { StepVariables } from '../trace/step-variables.tsx';
import { useKernelLines } from '../trace/time-inspector-pane.tsx';
import { Memory } from './memory.tsx';
import './value-trace-pane.css';

/** Steps to a finding: who reads and writes, and memory cell by cell. */
export function ValueTracePane() {
  const view = useJob(VALUE_TRACE);
  const { closeValueTrace } = useCommands();
  const { finding, trace, phase, message } = view;
  const lines = useKernelLines();
  const run = useMemo(() => trace && valueRun(trace), [trace]);
  useEffect(() => load(run), [run]);
  const title = finding ? FINDING_WORDS[finding.kind] : 'The order that you choose';
  const own = useMemo(() => run && { run, title }, [run, title]);
  return (
    <RunFrame
      id="values"
      label="How it goes wrong"
      own={own}
      lines={lines}
      second={{ title: 'Memory', content: trace && <Memory trace={trace} /> }}
      tabs={[{ id: 'variables', title: 'Variables', content: <StepVariables /> }]}
      tab="steps"
      fill={<FillButton id="trace" />}
      head={
        <header className="value-head">
          <strong>{title}</strong>
          <span className="grow" title={finding?.message}>
            {finding?.message}
          </span>
          <span className="soft-text">
            {finding && configurationsInWords([finding.configuration])}
          </span>
          <Button className="button small" onPress={closeValueTrace}>
            Close
          </Button>
        </header>
      }
      message={
        phase === 'failed' ? (
          <PanelMessage icon="warning" title="It cannot be shown">
            {message}
          </PanelMessage>
        ) : (
          <PanelMessage icon="hourglass" title="SPIN follows its way to it">
            The first time a verifier is compiled for this kernel, which takes some seconds.
          </PanelMessage>
        )
      }
    />
  );
}
