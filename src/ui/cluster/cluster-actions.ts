import { subjectOf } from '../../session/subject.ts';
import type { Action, Page } from '../shared/action.ts';
import { open } from '../shared/opened.ts';
import { report } from '../shared/problems.ts';
import { mergeChosen } from './bundle-files.ts';

const EXPORT_SHARDS: Action<Page> = {
  id: 'export-shards',
  label: 'Export for other machines',
  help: 'Write a folder that Slurm, GNU parallel or Kubernetes runs',
  isEnabled: ({ state }) => subjectOf(state).isExportable(state),
  run: () => open({ dialog: 'shards' }),
};

const MERGE_SHARDS: Action<Page> = {
  id: 'merge-shards',
  label: 'Merge what other machines found',
  help: 'Make one run of a folder that other machines ran',
  run: (page) => void mergeChosen(page).catch(report),
};

/** A kernel or a model on more than one machine. */
export const CLUSTER_ACTIONS: readonly Action<Page>[] = [EXPORT_SHARDS, MERGE_SHARDS];
