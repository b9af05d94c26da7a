import { useMemo } from 'react';
import { EXAMPLES } from '../../session/index.ts';
import { useCommands, useSessionState } from '../shared/session-context.tsx';
import { IconButton } from '../shared/icon-button.tsx';
import { type Option, SelectField } from '../shared/select-field.tsx';
import { HELP, PALETTE } from '../shell/page-actions.ts';
import { levelsWith, METHODS, SEMANTICS } from './choices.ts';
import { LimitsButton } from './limits-button.tsx';
import { LiveSwitch } from './live-switch.tsx';
import { ThemeButton } from './theme-button.tsx';
import './top-bar.css';
import { TuneButton } from './tune-button.tsx';

const EXAMPLE_OPTIONS: readonly Option<string>[] = EXAMPLES.map(({ id, title, summary }) => ({
  id,
  title,
  description: summary,
}));

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
        options={EXAMPLE_OPTIONS}
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
      <LimitsButton />
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
        <IconButton icon="search" label={PALETTE.label} keys={PALETTE.keys} onPress={PALETTE.run} />
        <ThemeButton />
        <IconButton icon="help" label={HELP.label} keys={HELP.keys} onPress={HELP.run} />
      </div>
    </header>
  );
}
