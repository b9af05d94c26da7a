import { AUTO_LEVEL, type LevelChoice } from '../../checker/index.ts';
import { type Level, LEVEL_TABLE } from '../../promela/index.ts';
import type { Action, Page } from '../shared/action.ts';
import { open } from '../shared/opened.ts';
import type { Option } from '../shared/select-field.tsx';
import { isTuning, subjectOf } from '../../session/subject.ts';

/** Tunes, and shows the answer, in whose place the form of what the text leaves open may stand. */
export function tuneAndShow({ tune }: Pick<Page['commands'], 'tune'>): void {
  open({ missing: false });
  tune();
}

export const TUNE: Action<Page> = {
  id: 'tune',
  label: 'Tune',
  keys: ['Control+Enter'],
  scope: 'everywhere',
  help: 'Tune (Cmd on a Mac)',
  isEnabled: ({ state }) => !isTuning(state),
  run: ({ commands }) => tuneAndShow(commands),
};

export const CANCEL: Action<Page> = {
  id: 'cancel',
  label: 'Cancel the run',
  keys: ['Escape'],
  scope: 'unused',
  help: 'Cancel the run or the check in progress',
  isEnabled: ({ state }) => isTuning(state) || subjectOf(state).isVerifying(state),
  run: ({ state, commands }) =>
    isTuning(state) ? commands.cancel() : commands.cancelJob(subjectOf(state).verification),
};

export const VERIFY: Action<Page> = {
  id: 'verify',
  label: 'Verify',
  keys: ['Control+Shift+Enter'],
  scope: 'everywhere',
  help: 'Ask whether the result is right, with SPIN',
  isEnabled: ({ state }) => !subjectOf(state).isVerifying(state),
  run: ({ commands }) => commands.verify(),
};

const live = (on: boolean, label: string): Action<Page> => ({
  id: `live-${on ? 'on' : 'off'}`,
  label,
  group: 'Live',
  isEnabled: ({ state }) => (state.settings.live === true) !== on,
  run: ({ commands }) => commands.setLive(on),
});

export const RUN_ACTIONS: readonly Action<Page>[] = [
  TUNE,
  VERIFY,
  CANCEL,
  live(true, 'tune after every edit'),
  live(false, 'stop tuning after edits'),
  {
    id: 'best',
    label: 'Open the trace of the best configuration',
    isEnabled: ({ state }) => state.run.result?.optima[0] !== undefined,
    run: ({ commands }) => commands.showAnswer(),
  },
];

/** Levels, baton first, since free is for small inputs only. The automatic choice is named: `By itself:
 * baton`. */
export const levelsWith = (taken?: Level): readonly Option<LevelChoice>[] => [
  { ...AUTO_LEVEL, label: taken ? `${AUTO_LEVEL.label}: ${taken}` : AUTO_LEVEL.label },
  ...LEVEL_TABLE.toSorted((a, b) => Number(a.id !== 'baton') - Number(b.id !== 'baton')),
];
