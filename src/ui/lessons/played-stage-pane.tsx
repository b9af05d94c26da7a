import { wordsOf } from '../../language/index.ts';
import { STEERING } from '../../session/jobs/steering-view.ts';
import { VALUE_TRACE } from '../../session/jobs/verification.ts';
import { PanelMessage } from '../shared/panel-message.tsx';
import { useJob, useSessionState } from '../shared/session-context.tsx';
import { findingInWords } from '../shared/verdict-words.ts';
import { Stage } from '../stage/stage.tsx';
import './played-stage.css';
import type { Steer } from './seal.ts';
import { useStageChoice } from './use-stage-choice.ts';

interface Props {
  readonly onSteer: Steer;
  /** Said where there is no run. */
  readonly empty: string;
}

/** The run that was found or is being chosen. */
export function PlayedStage({ onSteer, empty }: Props) {
  const { finding, trace, phase, message } = useJob(VALUE_TRACE);
  const steering = useJob(STEERING);
  const kernelText = useSessionState(({ settings }) => settings.kernelText);
  const choice = useStageChoice(onSteer, steering);
  const isSteered = steering.phase !== 'none' && finding === undefined;
  if (!trace)
    return (
      <div className="puzzle-stage">
        <PanelMessage icon="play" title="The stage">
          {phase === 'failed' ? message : empty}
          {steering.phase === 'failed' && (
            <span className="stage-obstacle">{steering.message}</span>
          )}
        </PanelMessage>
      </div>
    );
  const title = finding
    ? findingInWords(finding.kind, wordsOf(kernelText))
    : 'The order that you choose';
  return (
    <div className="puzzle-stage" data-run={isSteered ? 'chosen' : 'found'}>
      <Stage
        trace={trace}
        text={kernelText}
        title="Stage"
        hidesVerdict={isSteered}
        choice={isSteered ? choice : undefined}
      >
        <strong>{title}</strong>
        {finding && <div className="soft-text">{finding.message}</div>}
        {isSteered && steering.run?.broken !== undefined && (
          <div className="lesson-wrong">{steering.run.broken}</div>
        )}
      </Stage>
    </div>
  );
}
