import { useMemo } from 'react';
import { EXAMPLES, METHODS, SEMANTICS } from '../../session/index.ts';
import { useCommands, useSessionState } from '../shared/session-context.tsx';
import { IconButton } from '../shared/icon-button.tsx';
import { SelectField } from '../shared/select-field.tsx';
import { HELP, PALETTE } from '../shell/page-actions.ts';
import { levelsWith } from './level-choices.ts';
import { LimitsButton } from './limits-button.tsx';
import { LiveSwitch } from './live-switch.tsx';
import { ThemeButton } from './theme-button.tsx';
import './top-bar.css';
import { TuneButton } from './tune-button.tsx';

/** What is tuned, and how; and the button that does it. */
export function TopBar() {
  const commands = useCommands();
  const settings = useSessionState((state) => state.settings);
  const example = EXAMPLES.find(({ id }) => id === settings.example);
  const { level, obstacle } = useSessionState((state) => state.derived);
  const held = useSessionState((state) => state.held);
  const isRunning = useSessionState((state) => state.run.phase === 'running');
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
      <TuneButton
        isRunning={isRunning}
        obstacle={obstacle}
        onTune={commands.tune}
        onCancel={commands.cancel}
      />
      <LiveSwitch on={settings.live === true} held={held} onChange={commands.setLive} />
      <div className="tools">
        <IconButton icon="search" label={PALETTE.label} keys={PALETTE.keys} onPress={PALETTE.run} />
        <ThemeButton />
        <IconButton icon="help" label={HELP.label} keys={HELP.keys} onPress={HELP.run} />
      </div>
    </header>
  );
}
