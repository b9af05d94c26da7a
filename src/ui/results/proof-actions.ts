import type { Configuration } from '../../tuning/index.ts';
import { configurationsInWords } from '../../base/words.ts';
import type { Action, Page } from '../shared/action.ts';
import { open } from '../shared/opened.ts';
import { jobOf } from '../../session/jobs/job.ts';
import { LEVEL_CHECK } from '../../session/jobs/level-check.ts';
import { SCHEDULES } from '../../session/jobs/schedules.ts';
import { TRACE } from '../../session/views/trace-view.ts';

const isChecking = ({ state }: Page): boolean => jobOf(state, LEVEL_CHECK).phase === 'running';

export const CHECK_LEVEL: Action<Page> = {
  id: 'check-level',
  label: 'Check this level against the one below',
  isEnabled: (page) =>
    !isChecking(page) &&
    page.state.derived.obstacle === undefined &&
    page.state.derived.level !== 'free',
  run({ commands }) {
    open({ results: 'level' });
    commands.ask(LEVEL_CHECK);
  },
};

/** The configuration that is chosen, open, or the best. */
const meant = (state: Page['state']): Configuration | undefined =>
  state.chosen ?? jobOf(state, TRACE).values ?? state.run.result?.optima[0];

/** Searches all schedules of a configuration, beside the answer. */
export function searchSchedulesOf(
  commands: Pick<Page['commands'], 'ask'>,
  values: Configuration,
): void {
  open({ results: 'schedules' });
  commands.ask(SCHEDULES, values);
}

export const schedulesOf = (values: Configuration): string =>
  `Search all schedules of ${configurationsInWords([values])}`;

export const PROOF_ACTIONS: readonly Action<Page>[] = [
  CHECK_LEVEL,
  {
    id: 'cancel-check',
    label: 'Cancel the check of the level',
    isEnabled: isChecking,
    run: ({ commands }) => commands.cancelJob(LEVEL_CHECK),
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
    isEnabled: ({ state }) => jobOf(state, SCHEDULES).phase === 'running',
    run: ({ commands }) => commands.cancelJob(SCHEDULES),
  },
  {
    id: 'close-schedules',
    label: 'Close the search of all schedules',
    isEnabled: ({ state }) => jobOf(state, SCHEDULES).phase !== 'none',
    run: ({ commands }) => commands.closeJob(SCHEDULES),
  },
  {
    id: 'close-check',
    label: 'Close the check of the level',
    isEnabled: ({ state }) => jobOf(state, LEVEL_CHECK).phase !== 'none',
    run: ({ commands }) => commands.closeJob(LEVEL_CHECK),
  },
];
