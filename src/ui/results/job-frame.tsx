import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import type { Derived } from '../../session/derive.ts';
import type { JobView } from '../../session/jobs/job.ts';
import type { IconName } from '../shared/icons.tsx';
import { IconButton } from '../shared/icon-button.tsx';
import { Outdated } from '../shared/outdated.tsx';
import { PanelMessage } from '../shared/panel-message.tsx';
import { ProgressTrack } from '../shared/progress-track.tsx';
import './side-views.css';

/** A job as its view sees it. */
export interface Asking<View extends JobView, Args extends readonly unknown[] = []> {
  readonly view: View;
  readonly derived: Derived;
  /** The question answered, if the settings have changed since. */
  readonly outdated: string | undefined;
  readonly onAsk: (...args: Args) => void;
  readonly onStop: () => void;
  readonly onClose: () => void;
}

type Asked = Pick<Asking<JobView>, 'view' | 'outdated' | 'onStop'> & {
  readonly children: ReactNode;
  readonly tools?: ReactNode;
};

interface JobProps extends Asked {
  /** The button that begins it. */
  readonly begin: string;
  readonly onBegin: () => void;
  readonly obstacle: string | undefined;
  readonly progress: Pick<Parameters<typeof ProgressTrack>[0], 'label' | 'value' | 'of' | 'words'>;
  readonly form?: ReactNode;
}

/** A view that begins its own job. */
export const JobFrame = (props: JobProps) => (
  <div className="results-view">
    <div className="view-tools row">
      {props.form}
      {props.view.phase === 'running' ? (
        <Button className="button small stop" onPress={props.onStop}>
          Stop
        </Button>
      ) : (
        <span title={props.obstacle}>
          <Button
            className="button small primary"
            isDisabled={props.obstacle !== undefined}
            onPress={props.onBegin}
          >
            {props.begin}
          </Button>
        </span>
      )}
      {props.tools}
    </div>
    <Outdated words={props.outdated}>
      {/* Its place is kept without a job, so that nothing jumps. */}
      <ProgressTrack className="sweep-progress row" wordsClass="sweep-words" {...props.progress} />
      {props.children}
    </Outdated>
  </div>
);

interface UnansweredProps {
  readonly view: JobView;
  readonly failed?: string;
  readonly button: string;
  readonly icon: IconName;
  readonly title: string;
  readonly children: ReactNode;
}

/** In the answer's place: the question, or why there is no answer. */
export const Unanswered = ({ view, failed, button, icon, title, children }: UnansweredProps) =>
  view.phase === 'failed' ? (
    <PanelMessage icon="error" title={failed ?? 'It could not go on'}>
      {view.message ?? `Press ${button} to try again.`}
    </PanelMessage>
  ) : (
    <PanelMessage icon={view.phase === 'running' ? 'hourglass' : icon} title={title}>
      {children}
    </PanelMessage>
  );

interface SideProps extends Asked {
  readonly title: string;
  readonly cancel: string;
  readonly onClose: () => void;
  readonly label?: string;
  readonly role?: 'status';
}

/** A side question, in a tab that can be closed. */
export const SideFrame = (props: SideProps) => (
  <div className="column whole" role={props.label && 'group'} aria-label={props.label}>
    <div className="side-head">
      <h3>{props.title}</h3>
      <span className="spacer" />
      {props.view.phase === 'running' && (
        <Button className="button small stop" onPress={props.onStop}>
          {props.cancel}
        </Button>
      )}
      {props.tools}
      <IconButton icon="close" label={`Close: ${props.title}`} onPress={props.onClose} />
    </div>
    <Outdated words={props.outdated}>
      <div className="side-body" role={props.role}>
        {props.children}
      </div>
    </Outdated>
  </div>
);
