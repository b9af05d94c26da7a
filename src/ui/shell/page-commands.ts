import { useMemo } from 'react';
import { type Commands, EXAMPLES, PRESETS, type SessionState } from '../../session/index.ts';
import { useHintsShown } from '../editor/use-costs.ts';
import { useCommands, useSessionState } from '../shared/session-context.tsx';
import { type EditorTab, useTabs } from '../shared/tabs.ts';
import { RESULT_VIEWS, useResultView } from '../results/results-pane.tsx';
import { useTheme } from '../theme/theme.ts';
import { LEVELS, METHODS, SEMANTICS } from '../top-bar/choices.ts';
import { useProofCommands } from './proof-commands.ts';
import { traceKey } from '../trace/keys.ts';

/** Something the page can do, as the palette lists it. */
export interface PageCommand {
  readonly id: string;
  /** `Method: bisection` */
  readonly title: string;
  /** The key that does the same. */
  readonly keys?: readonly string[];
  readonly run: () => void;
}

const EDITOR_TABS: Readonly<Record<EditorTab, string>> = {
  kernel: 'Kernel',
  promela: 'Promela',
  spin: 'SPIN',
  cost: 'Cost',
};

/** Every command there is now, in the order of the page. */
export function usePageCommands(openHelp: () => void): readonly PageCommand[] {
  const commands = useCommands();
  const phase = useSessionState((state) => state.run.phase);
  const live = useSessionState((state) => state.live.on);
  const best = useSessionState((state) => state.run.result?.optima[0]);
  const proofs = useProofCommands();
  return useMemo(
    () => [
      ...runCommands(commands, phase, live, best),
      ...proofs,
      ...playbackCommands(),
      ...viewCommands(openHelp),
      ...settingCommands(commands),
    ],
    [commands, phase, live, best, proofs, openHelp],
  );
}

function runCommands(
  commands: Commands,
  phase: SessionState['run']['phase'],
  live: boolean,
  best: Parameters<Commands['showTraceOf']>[0] | undefined,
): PageCommand[] {
  return [
    phase === 'running'
      ? { id: 'cancel', title: 'Cancel the run', keys: ['Esc'], run: commands.cancel }
      : { id: 'tune', title: 'Tune', keys: ['Ctrl', 'Enter'], run: commands.tune },
    {
      id: 'live',
      title: live ? 'Live: stop tuning after edits' : 'Live: tune after every edit',
      run: () => commands.setLive(!live),
    },
    ...(best
      ? [
          {
            id: 'best',
            title: 'Open the trace of the best configuration',
            run: () => commands.showTraceOf(best),
          },
        ]
      : []),
  ];
}

/** What the keys of the counterexample do. */
const playbackCommands = (): PageCommand[] =>
  TRACE_COMMANDS.map(({ title, key, shift, keys }) => ({
    id: `trace-${title}`,
    title: `Counterexample: ${title}`,
    keys,
    run: () => void traceKey(key, shift === true),
  }));

/** The keys of the counterexample one by one; the help lists them in pairs. */
const TRACE_COMMANDS: readonly {
  readonly title: string;
  readonly key: string;
  readonly shift?: boolean;
  readonly keys: readonly string[];
}[] = [
  { title: 'play and pause', key: ' ', keys: ['Space'] },
  { title: 'step forward', key: 'ArrowRight', keys: ['→'] },
  { title: 'step back', key: 'ArrowLeft', keys: ['←'] },
  { title: 'next message of this process', key: 'ArrowRight', shift: true, keys: ['Shift', '→'] },
  { title: 'message before of this process', key: 'ArrowLeft', shift: true, keys: ['Shift', '←'] },
  { title: 'next barrier', key: ']', keys: [']'] },
  { title: 'barrier before', key: '[', keys: ['['] },
  { title: 'next tick', key: '.', keys: ['.'] },
  { title: 'tick before', key: ',', keys: [','] },
  { title: 'first step', key: 'Home', keys: ['Home'] },
  { title: 'last step', key: 'End', keys: ['End'] },
];

function viewCommands(openHelp: () => void): PageCommand[] {
  const tabs = useTabs.getState();
  const hints = useHintsShown.getState();
  const { choose } = useTheme.getState();
  return [
    ...Object.entries(EDITOR_TABS).map(([id, title]) => ({
      id: `editor-${id}`,
      title: `Show: ${title}`,
      run: () => tabs.openEditor(id as EditorTab),
    })),
    ...RESULT_VIEWS.map(({ id, title }) => ({
      id: `results-${id}`,
      title: `Show: ${title}`,
      run: () => useResultView.setState({ open: id }),
    })),
    {
      id: 'hints',
      title: 'Costs in the kernel: show or hide',
      run: () => hints.show(!useHintsShown.getState().shown),
    },
    { id: 'light', title: 'Theme: light', run: () => choose('light') },
    { id: 'dark', title: 'Theme: dark', run: () => choose('dark') },
    { id: 'system', title: 'Theme: as the system', run: () => choose('system') },
    { id: 'help', title: 'Help and keys', keys: ['?'], run: openHelp },
  ];
}

function settingCommands(commands: Commands): PageCommand[] {
  return [
    ...EXAMPLES.map(({ id, title }) => ({
      id: `example-${id}`,
      title: `Example: ${title}`,
      run: () => commands.openExample(id),
    })),
    ...METHODS.map(({ id, title }) => ({
      id: `method-${id}`,
      title: `Method: ${title}`,
      run: () => commands.setMethod(id),
    })),
    ...SEMANTICS.map(({ id, title }) => ({
      id: `semantics-${id}`,
      title: `Semantics: ${title}`,
      run: () => commands.setSemantics(id),
    })),
    ...LEVELS.map(({ id, title }) => ({
      id: `level-${id}`,
      title: `Level: ${title}`,
      run: () => commands.setLevel(id),
    })),
    ...PRESETS.map(({ id, title }) => ({
      id: `preset-${id}`,
      title: `Platform: ${title}`,
      run: () => commands.applyPreset(id),
    })),
  ];
}
