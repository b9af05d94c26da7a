import { Button, Switch, Tooltip, TooltipTrigger } from 'react-aria-components';
import { isStale } from '../../session/outdated.ts';
import { isTuning } from '../../session/subject.ts';
import { ariaKeys, withKey } from '../shared/action.ts';
import { OfSubject, useCommands, useSessionState, useSubject } from '../shared/session-context.tsx';
import { Icon } from '../shared/icons.tsx';
import { open, showPlace, useModelAsking, useOpened } from '../shared/opened.ts';
import { DocumentBar } from '../workspace/document-bar.tsx';
import { AskBar, CheckButton } from '../promela/ask-bar.tsx';
import { HowBar } from './how-bar.tsx';
import { MissingBar, useMissing } from '../missing/missing-bar.tsx';
import { MachineBar } from './machine-bar.tsx';
import { TUNE, tuneAndShow } from './run-actions.ts';
import './task-bar.css';
import { TuneObstacle } from './tune-obstacle.tsx';

/** The work in hand, and the button that has it done. */
export const TaskBar = () => (
  <section className="task-bar" aria-label="Work in hand">
    <DocumentBar />
    <OfSubject kernel={<MachineBar />} model={<AskBar />} />
    <OfSubject kernel={<MissingBar />} model={null} />
    <span className="spacer" />
    <OfSubject kernel={<LiveAndTune />} model={<AskedButton />} />
  </section>
);

const LiveAndTune = () => (
  <>
    <LiveSwitch />
    <TuneButton />
  </>
);

function AskedButton() {
  const asking = useModelAsking(({ kind }) => kind);
  return asking === 'check' ? (
    <CheckButton />
  ) : (
    <>
      <HowBar />
      <TuneButton />
    </>
  );
}

const TUNE_WORDS = { kernel: 'Find the minimum and prove it', model: 'Tune the model' };

/** Starts a run; inert during one, so a double press ends nothing. Obstacles stand below. */
function TuneButton() {
  const commands = useCommands();
  const isReading = useSessionState(({ derived }) => derived.isReading === true);
  const subject = useSubject();
  const obstacle = useSessionState(subject.obstacle);
  const place = useSessionState(subject.obstaclePlace);
  const isRunning = useSessionState(isTuning);
  const { missing } = useMissing();
  // The form says it, and would be covered.
  const isAsking = useOpened((opened) => opened.missing) && missing !== undefined;
  // Other machines may answer: then the status bar has the reason.
  const isAnswered = useSessionState((state) => state.run.result !== undefined && !isStale(state));
  const { keys } = TUNE;
  return (
    <span className="tune-slot">
      <TooltipTrigger delay={400}>
        <Button
          className="button primary tune"
          onPress={() => tuneAndShow(commands)}
          isPending={isRunning}
          isDisabled={!isRunning && obstacle !== undefined}
          aria-keyshortcuts={ariaKeys(keys)}
        >
          <Icon name={isRunning ? 'hourglass' : 'play'} />
          {TUNE.label}
        </Button>
        <Tooltip className="tooltip" offset={4}>
          {withKey(subject.of(TUNE_WORDS), keys)}
        </Tooltip>
      </TooltipTrigger>
      {!isRunning && !isAsking && obstacle !== undefined && (!isAnswered || isReading) && (
        <OfSubject
          kernel={
            <TuneObstacle
              obstacle={obstacle}
              {...(place && { onShow: () => showPlace(place.start) })}
              {...(missing && { onAsk: () => open({ missing: true }) })}
              {...(isReading && { onCancel: commands.cancelReading })}
            />
          }
          // Its questions say it themselves.
          model={null}
        />
      )}
    </span>
  );
}

const LIVE =
  'Tunes again shortly after an edit: branch and bound at level accelerated, where that is quick';

/** Tunes after edits; its title says why it waits. */
function LiveSwitch() {
  const { setLive } = useCommands();
  const isOn = useSessionState((state) => state.settings.live === true);
  const held = useSessionState((state) => state.held);
  return (
    <span className="live" title={held ?? LIVE}>
      <Switch className="switch" isSelected={isOn} onChange={setLive}>
        <span className={held === undefined ? 'switch-track' : 'switch-track held'} />
        Live
      </Switch>
    </span>
  );
}
