import { seenNow } from '../share/seen.ts';
import type { Action, Page } from '../shared/action.ts';
import { saveMade } from './exchange-actions.ts';
import { notice } from './notice.ts';
import { jobOf } from '../../session/jobs/job.ts';
import { RECHECK } from '../../session/workbench/recheck-view.ts';

/** Opens a workbench; what is wrong with it is told. */
export async function openWorkbench({ commands }: Page, name: string, text: string): Promise<void> {
  const refused = await commands.openWorkbench(name, text);
  notice(refused === undefined ? null : `${name} was not opened. ${refused}`);
}

export const SAVE_WORKBENCH: Action<Page> = {
  id: 'save-workbench',
  label: 'Save the workbench, with its proof',
  help: 'Save all that is seen, with the answer and what it rests on',
  run: ({ state, commands }) => saveMade(commands.workbenchFile(seenNow(state))),
};

const CHECK_AGAIN: Action<Page> = {
  id: 'check-again',
  label: 'Check the proof again',
  isEnabled: ({ state }) =>
    state.run.origin !== undefined && jobOf(state, RECHECK).phase !== 'running',
  run: ({ commands }) => void commands.recheckProof(),
};

export const WORKBENCH_ACTIONS: readonly Action<Page>[] = [SAVE_WORKBENCH, CHECK_AGAIN];
