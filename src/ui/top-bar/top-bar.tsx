import { EXAMPLES, type Level, type Semantics } from '../../session/index.ts';
import type { Method } from '../../session/index.ts';
import { useCommands, useSessionState } from '../shared/session-context.tsx';
import { IconButton } from '../shared/icon-button.tsx';
import { type Option, SelectField } from '../shared/select-field.tsx';
import { LiveSwitch } from './live-switch.tsx';
import { ThemeButton } from './theme-button.tsx';
import './top-bar.css';
import { TuneButton } from './tune-button.tsx';

const METHODS: readonly Option<Method>[] = [
  {
    id: 'bisection',
    title: 'Bisection',
    description: 'Halves the interval of the minimum until it is proved',
  },
  {
    id: 'branch-and-bound',
    title: 'Branch and bound',
    description: 'One search in which every better run lowers the bound',
  },
  {
    id: 'sweep',
    title: 'Sweep',
    description: 'Simulates every configuration once; quick, and no proof',
  },
];

const SEMANTICS: readonly Option<Semantics>[] = [
  {
    id: 'opencl',
    title: 'OpenCL',
    description: 'Phases last exactly their cost; barriers and dispatch take time',
  },
  {
    id: 'published',
    title: 'As published',
    description: "The paper's models, with their counting of ticks",
  },
];

const LEVELS: readonly Option<Level>[] = [
  { id: 'baton', title: 'Baton', description: 'One process at a time holds the baton: few states' },
  {
    id: 'free',
    title: 'Free',
    description: 'Processes interleave freely: many states, small inputs only',
  },
  {
    id: 'representatives',
    title: 'Representatives',
    description: 'One element stands for all that do the same, one unit for all',
  },
  {
    id: 'accelerated',
    title: 'Accelerated',
    description: 'And what repeats itself is run until it does, then multiplied: large inputs',
  },
];

const EXAMPLE_OPTIONS: readonly Option<string>[] = EXAMPLES.map(({ id, title, summary }) => ({
  id,
  title,
  description: summary,
}));

/** What is tuned, and how; and the button that does it. */
export function TopBar({ onHelp }: { readonly onHelp: () => void }) {
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
      <SelectField
        className="compact"
        label="Semantics"
        options={SEMANTICS}
        value={settings.semantics}
        onChange={commands.setSemantics}
      />
      <SelectField
        className="compact"
        label="Level"
        options={LEVELS}
        value={settings.level}
        onChange={commands.setLevel}
      />
      <TuneButton />
      <LiveSwitch />
      <div className="tools">
        <ThemeButton />
        <IconButton icon="help" label="Help and keys" keys="?" onPress={onHelp} />
      </div>
    </header>
  );
}
