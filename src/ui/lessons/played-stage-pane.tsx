import { type ReactNode, useMemo } from 'react';
import { valuesInWords } from '../../base/words.ts';
import { wordsOf } from '../../language/index.ts';
import { STEERING } from '../../session/jobs/steering-view.ts';
import { VALUE_TRACE } from '../../session/jobs/verification.ts';
import { TRACE } from '../../session/views/trace-view.ts';
import { type Played, playedTime, playedValues } from '../../trace/index.ts';
import { PanelMessage } from '../shared/panel-message.tsx';
import { Segmented } from '../shared/segmented.tsx';
import { useJob, useSessionState } from '../shared/session-context.tsx';
import { findingInWords } from '../shared/verdict-words.ts';
import { Stage } from '../stage/stage.tsx';
import { textOfRun } from '../trace/kernel-lines.ts';
import './played-stage.css';
import type { Steer } from './seal.ts';
import { useStageChoice } from './use-stage-choice.ts';

/** An order of work-items, or the fastest run over time. */
export type Shown = 'order' | 'time';

interface Props {
  readonly onSteer: Steer;
  /** Said where there is no run. */
  readonly empty: string;
  /** The fastest run may be shown too, where it has been found. */
  readonly shown?: Shown;
  readonly onShow?: (next: Shown) => void;
}

/** The run that was found or is being chosen, or the fastest one. */
export function PlayedStage({ onSteer, empty, shown = 'order', onShow }: Props) {
  const { finding, trace, phase, message } = useJob(VALUE_TRACE);
  const steering = useJob(STEERING);
  const kernelText = useSessionState(({ settings }) => settings.kernelText);
  const choice = useStageChoice(onSteer, steering);
  const isSteered = steering.phase !== 'none' && finding === undefined;
  const order = useMemo(() => trace && playedValues(trace, kernelText), [trace, kernelText]);
  const { played: fastest, values } = useFastest();
  const hasBoth = onShow !== undefined && fastest !== undefined && finding === undefined;
  const kind = hasBoth && (
    <Segmented
      label="Run"
      options={{ time: 'Your fastest, in time', order: 'An order of your own' }}
      value={shown}
      onChange={onShow}
    />
  );
  if (hasBoth && shown === 'time')
    return (
      <StageFrame run="timed" played={fastest}>
        {kind}
        {values !== '' && <div className="soft-text">{values}</div>}
      </StageFrame>
    );
  if (!order)
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
    <StageFrame
      run={isSteered ? 'chosen' : 'found'}
      played={order}
      choice={isSteered ? choice : undefined}
    >
      {kind || <strong>{title}</strong>}
      {finding && <div className="soft-text">{finding.message}</div>}
      {isSteered && steering.run?.broken !== undefined && (
        <div className="stage-broken">{steering.run.broken}</div>
      )}
    </StageFrame>
  );
}

interface FrameProps {
  readonly run: 'found' | 'chosen' | 'timed';
  readonly played: Played;
  readonly choice?: ReturnType<typeof useStageChoice> | undefined;
  readonly children: ReactNode;
}

function StageFrame({ run, played, choice, children }: FrameProps) {
  return (
    <div className="puzzle-stage" data-run={run}>
      <Stage played={played} title="Stage" hidesVerdict={run === 'chosen'} choice={choice}>
        {children}
      </Stage>
    </div>
  );
}

/** The run of the answer of this very text. */
function useFastest(): { readonly played: Played | undefined; readonly values: string } {
  const { trace, values } = useJob(TRACE);
  const text = useSessionState(textOfRun);
  const played = useMemo(
    () => (trace && text !== undefined ? playedTime(trace, text) : undefined),
    [trace, text],
  );
  return { played, values: valuesInWords(values ?? {}) };
}
