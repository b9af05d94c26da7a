import { useMemo } from 'react';
import { Button, Switch, Tooltip, TooltipTrigger } from 'react-aria-components';
import { EXAMPLES, METHODS, SEMANTICS } from '../../session/index.ts';
import { ariaKeys, withKey } from '../shared/action.ts';
import { useCommands, useSessionState } from '../shared/session-context.tsx';
import { IconButton } from '../shared/icon-button.tsx';
import { IconMenu } from '../shared/icon-menu.tsx';
import { Icon } from '../shared/icons.tsx';
import { SelectField } from '../shared/select-field.tsx';
import { showPlace } from '../shared/opened.ts';
import { HELP, PALETTE } from '../shell/page-actions.ts';
import { chooseTheme, THEMES, useIsDark, useTheme } from '../theme/theme.ts';
import { LimitsButton } from './limits-button.tsx';
import { levelsWith, TUNE } from './run-actions.ts';
import './top-bar.css';
import { TuneObstacle } from './tune-obstacle.tsx';

/** What is tuned, and how; and the button that does it. */
export function TopBar() {
  const commands = useCommands();
  const settings = useSessionState((state) => state.settings);
  const example = EXAMPLES.find(({ id }) => id === settings.example);
  const level = useSessionState((state) => state.derived.level);
  const levels = useMemo(() => levelsWith(level), [level]);
  const edited = example !== undefined && example.text !== settings.kernelText;
  return (
    <header className="top-bar">
      <div className="brand">
        <img src="./icon.svg" width={22} height={22} alt="" />
        <h1>Overtime</h1>
      </div>
      <SelectField
        className="example compact"
        label="Example"
        options={EXAMPLES}
        value={example?.id ?? null}
        placeholder="Your own kernel"
        onChange={commands.openExample}
      />
      <span className="edited">{edited ? 'edited' : ''}</span>
      <span className="spacer" />
      <SelectField
        className="compact"
        label="Method"
        options={METHODS}
        value={settings.method}
        onChange={commands.setMethod}
      />
      <LimitsButton limits={settings.limits ?? {}} onChange={commands.setLimits} />
      <SelectField
        className="compact"
        label="Semantics"
        options={SEMANTICS}
        value={settings.semantics}
        onChange={commands.setSemantics}
      />
      <SelectField
        className="compact level"
        label="Level"
        options={levels}
        value={settings.level}
        onChange={commands.setLevel}
      />
      <TuneButton />
      <LiveSwitch />
      <div className="tools">
        <IconButton {...PALETTE} icon="search" onPress={PALETTE.run} />
        <ThemeMenu />
        <IconButton {...HELP} icon="help" onPress={HELP.run} />
      </div>
    </header>
  );
}

/** Starts a run. While there is one it does nothing: what ends it stands with its progress, so that a second
 * press ends nothing. Why it cannot be pressed stands below it. */
function TuneButton() {
  const { tune } = useCommands();
  const obstacle = useSessionState((state) => state.derived.obstacle);
  const place = useSessionState(({ derived }) => derived.obstaclePlace);
  const isRunning = useSessionState((state) => state.run.phase === 'running');
  const { keys } = TUNE;
  return (
    <span className="tune-slot">
      <TooltipTrigger delay={400}>
        <Button
          className="button primary tune"
          onPress={tune}
          isPending={isRunning}
          isDisabled={!isRunning && obstacle !== undefined}
          aria-keyshortcuts={ariaKeys(keys)}
        >
          <Icon name={isRunning ? 'hourglass' : 'play'} />
          {TUNE.label}
        </Button>
        <Tooltip className="tooltip" offset={4}>
          {withKey('Find the minimum and prove it', keys)}
        </Tooltip>
      </TooltipTrigger>
      {!isRunning && obstacle !== undefined && (
        <TuneObstacle
          obstacle={obstacle}
          {...(place && { onShow: () => showPlace(place.start) })}
        />
      )}
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

function ThemeMenu() {
  const { choice } = useTheme();
  const icon = useIsDark() ? 'moon' : 'sun';
  return (
    <IconMenu
      icon={choice === 'system' ? 'screen' : icon}
      label="Theme"
      options={THEMES}
      chosen={choice}
      onChoose={chooseTheme}
    />
  );
}
