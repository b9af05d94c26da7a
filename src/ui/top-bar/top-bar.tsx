import { Button, Switch, Tooltip, TooltipTrigger } from 'react-aria-components';
import { EXAMPLES } from '../../session/index.ts';
import { ariaKeys, withKey } from '../shared/action.ts';
import { useCommands, useSessionState } from '../shared/session-context.tsx';
import { IconButton } from '../shared/icon-button.tsx';
import { Icon } from '../shared/icons.tsx';
import { SelectField } from '../shared/select-field.tsx';
import { HELP, PALETTE } from '../shell/page-actions.ts';
import { HowBar } from './how-bar.tsx';
import { CANCEL, TUNE } from './run-actions.ts';
import './top-bar.css';
import { ViewMenu } from './view-menu.tsx';

/** What is tuned, and how; and the button that does it. */
export function TopBar() {
  const commands = useCommands();
  const settings = useSessionState((state) => state.settings);
  const example = EXAMPLES.find(({ id }) => id === settings.example);
  const edited = example !== undefined && example.text !== settings.kernelText;
  return (
    <header className="top-bar">
      <div className="brand">
        <img src="./icon.svg" width={22} height={22} alt="" />
        <h1>Overtime</h1>
      </div>
      <SelectField
        className="example"
        label="Example"
        options={EXAMPLES}
        value={example?.id ?? null}
        placeholder="Your own kernel"
        onChange={commands.openExample}
      />
      <span className="edited">{edited ? 'edited' : ''}</span>
      <span className="spacer" />
      <HowBar />
      <TuneButton />
      <LiveSwitch />
      <div className="tools">
        <IconButton {...PALETTE} icon="search" onPress={PALETTE.run} />
        <ViewMenu />
        <IconButton {...HELP} icon="help" onPress={HELP.run} />
      </div>
    </header>
  );
}

/** Starts a run, and while there is one, ends it. One place for both, so that nothing moves. */
function TuneButton() {
  const { tune, cancel } = useCommands();
  const obstacle = useSessionState((state) => state.derived.obstacle);
  const isRunning = useSessionState((state) => state.run.phase === 'running');
  const { keys } = isRunning ? CANCEL : TUNE;
  return (
    // A button that cannot be pressed gets no focus, so its reason is told by the title around it.
    <span className="tune-slot" title={isRunning ? undefined : obstacle}>
      <TooltipTrigger delay={400}>
        <Button
          className={isRunning ? 'button stop tune' : 'button primary tune'}
          onPress={isRunning ? cancel : tune}
          isDisabled={!isRunning && obstacle !== undefined}
          aria-keyshortcuts={ariaKeys(keys)}
        >
          <Icon name={isRunning ? 'square' : 'play'} />
          {isRunning ? 'Cancel' : TUNE.label}
        </Button>
        <Tooltip className="tooltip" offset={4}>
          {withKey(isRunning ? 'Stop the search' : 'Find the minimum and prove it', keys)}
        </Tooltip>
      </TooltipTrigger>
    </span>
  );
}

const LIVE =
  'Tunes again shortly after an edit: branch and bound at level accelerated, where that is quick';

/** Whether the page tunes by itself after an edit; its title says why it waits, where it does. */
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
