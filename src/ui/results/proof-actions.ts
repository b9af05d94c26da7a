import type { Configuration } from '../../session/index.ts';
import { configurationsInWords } from '../shared/format.ts';
import type { Action, Page } from '../shared/action.ts';
import { open } from '../shared/opened.ts';

const isChecking = ({ state }: Page): boolean => state.levelCheck.phase === 'running';

export const CHECK_LEVEL: Action<Page> = {
  id: 'check-level',
  label: 'Check this level against the one below',
  isEnabled: (page) =>
    !isChecking(page) &&
    page.state.derived.obstacle === undefined &&
    page.state.derived.level !== 'free',
  run({ commands }) {
    open({ results: 'level' });
    commands.checkLevel();
  },
};

/** The configuration that is chosen, open, or the best. */
const meant = ({ chosen, trace, run }: Page['state']): Configuration | undefined =>
  chosen ?? trace.values ?? run.result?.optima[0];

/** Searches all schedules of a configuration, beside the answer. */
export function searchSchedulesOf(
  commands: Pick<Page['commands'], 'searchSchedules'>,
  values: Configuration,
): void {
  open({ results: 'schedules' });
  commands.searchSchedules(values);
}

export const schedulesOf = (values: Configuration): string =>
  `Search all schedules of ${configurationsInWords([values])}`;

/** What makes an answer surer. */
export const PROOF_ACTIONS: readonly Action<Page>[] = [
  CHECK_LEVEL,
  {
    id: 'cancel-check',
    label: 'Cancel the check of the level',
    isEnabled: isChecking,
    run: ({ commands }) => commands.cancelLevelCheck(),
  },
  {
    id: 'schedules',
    label: 'Search all schedules',
    labelOn: ({ state }) => schedulesOf(meant(state) ?? {}),
    isEnabled: ({ state }) => meant(state) !== undefined && state.derived.obstacle === undefined,
    run({ state, commands }) {
      const values = meant(state);
      if (values) searchSchedulesOf(commands, values);
    },
  },
  {
    id: 'cancel-schedules',
    label: 'Cancel the search of all schedules',
    isEnabled: ({ state }) => state.schedules.phase === 'running',
    run: ({ commands }) => commands.cancelSchedules(),
  },
  {
    id: 'close-schedules',
    label: 'Close the search of all schedules',
    isEnabled: ({ state }) => state.schedules.phase !== 'none',
    run: ({ commands }) => commands.closeSchedules(),
  },
  {
    id: 'close-check',
    label: 'Close the check of the level',
    isEnabled: ({ state }) => state.levelCheck.phase !== 'none',
    run: ({ commands }) => commands.closeLevelCheck(),
  },
];
