import { PRESETS, SEMANTICS } from '../../platform/index.ts';
import { EXAMPLES } from '../../session/examples.ts';
import { METHODS } from '../../tuning/index.ts';
import { EDITOR_TABS } from '../editor/editor-pane.tsx';
import { showHints, useHints } from '../editor/editor-tools.tsx';
import { TAB_KEY } from '../editor/tab-key.ts';
import { SHOW_AROUND } from '../first-visit/tour.ts';
import { SCATTER_KEYS } from '../measured/scatter-keys.ts';
import { GUIDE } from '../guide/opened-guide.ts';
import { HELP, HELP_HERE, noteWord } from '../help/opened-help.ts';
import { OFFLINE_ACTIONS } from '../offline/offline-actions.ts';
import { MAP_KEYS } from '../results/map-keys.ts';
import { READING_ACTIONS } from '../editor/reading-actions.ts';
import { PROOF_ACTIONS } from '../results/proof-actions.ts';
import { RESULT_VIEWS } from '../results/results-pane.tsx';
import { MODEL_ACTIONS } from '../promela/model-actions.ts';
import type { Action, KeyHelp, Page } from '../shared/action.ts';
import { LEAVE_KEY, PANE_ACTIONS } from '../shared/maximised.ts';
import { open, useOpened } from '../shared/opened.ts';
import { LAYOUT_ACTIONS } from '../shared/page-layout.ts';
import { LEAVE_PRESENTATION, PRESENT } from '../theme/presentation.ts';
import { TEXT_ACTIONS } from '../theme/text-size.ts';
import { chooseTheme, THEMES } from '../theme/theme.ts';
import { levelsWith, RUN_ACTIONS } from '../top-bar/run-actions.ts';
import { TIME_KEYS } from '../trace/time-keys.ts';
import { TRACE_ACTIONS } from '../trace/trace-actions.ts';
import { EXCHANGE_ACTIONS } from '../workspace/exchange-actions.ts';
import { SHARE } from '../share/share-actions.ts';
import { DOOR_ACTIONS } from './doors.ts';
import { FILE_ACTIONS } from '../workspace/file-actions.ts';

export const PALETTE = {
  id: 'palette',
  label: 'Commands',
  keys: ['F1', 'Control+Shift+P'],
  scope: 'everywhere',
  help: 'Every command by name',
  isEnabled: () => useOpened.getState().dialog !== 'palette',
  run() {
    noteWord();
    open({ dialog: 'palette' });
  },
} satisfies Action;

/** One action for each row of a table. */
const choices = <Id extends string>(
  group: string,
  rows: readonly { readonly id: Id; readonly label: string }[],
  choose: (id: Id, page: Page) => void,
): Action<Page>[] =>
  rows.map(({ id, label }) => ({
    id: `${group}-${id}`,
    group,
    label,
    run: (page) => choose(id, page),
  }));

/** Every action of the page, in the order of the palette. */
export const PAGE_ACTIONS: readonly Action<Page>[] = [
  HELP_HERE,
  ...RUN_ACTIONS,
  ...READING_ACTIONS,
  ...MODEL_ACTIONS,
  ...FILE_ACTIONS,
  SHARE,
  ...EXCHANGE_ACTIONS,
  PALETTE,
  ...PROOF_ACTIONS,
  ...TRACE_ACTIONS,
  ...PANE_ACTIONS,
  ...LAYOUT_ACTIONS,
  ...choices('Show', EDITOR_TABS, (editor) => open({ editor })),
  ...choices('Show', RESULT_VIEWS, (results) => open({ results })),
  { id: 'Show-run', group: 'Show', label: 'Run', run: () => open({ results: 'run' }) },
  {
    id: 'hints',
    label: 'show or hide',
    group: 'Costs in the kernel',
    run: () => showHints(!useHints.getState().shown),
  },
  TAB_KEY,
  ...choices('Theme', THEMES, chooseTheme),
  ...TEXT_ACTIONS,
  PRESENT,
  ...DOOR_ACTIONS,
  ...OFFLINE_ACTIONS,
  HELP,
  GUIDE,
  SHOW_AROUND,
  ...choices('Example', EXAMPLES, (id, { commands }) => commands.openExample(id)),
  ...choices('Method', METHODS, (id, { commands }) => commands.setMethod(id)),
  ...choices('Semantics', SEMANTICS, (id, { commands }) => commands.setSemantics(id)),
  ...choices('Level', levelsWith(), (id, { commands }) => commands.setLevel(id)),
  ...choices('Platform', PRESETS, (id, { commands }) => commands.applyPreset(id)),
];

/** Keys that the editor has by itself. */
const EDITOR_KEYS: readonly KeyHelp[] = [
  { keys: ['F8'], help: 'Next problem, in the kernel editor' },
  { keys: ['Control+.'], help: 'What would mend the problem at the caret' },
  { keys: ['Control+]'], help: 'Indent in the kernel editor' },
];

/** Every key of the page, in the order of the help. */
export const KEYS: readonly KeyHelp[] = [
  ...RUN_ACTIONS,
  ...FILE_ACTIONS,
  SHARE,
  PALETTE,
  ...TRACE_ACTIONS,
  ...TIME_KEYS,
  ...MAP_KEYS,
  ...SCATTER_KEYS,
  ...PANE_ACTIONS,
  LEAVE_KEY,
  PRESENT,
  LEAVE_PRESENTATION,
  ...EDITOR_KEYS,
  TAB_KEY,
  HELP,
  HELP_HERE,
];
