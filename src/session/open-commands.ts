import { isCheck } from './kept/history-schema.ts';
import type { Parts } from './parts.ts';
import { subjectOf } from './subject.ts';

/** Possible with both kernels and models. */
interface Opened {
  readonly tune: () => void;
  readonly verify: () => void;
  readonly cancel: () => void;
}

/** The commands that kernels and models share, and the history's. */
export function openCommands({
  tools: { store },
  runs,
  verifying,
  models,
  restorer,
  history,
}: Parts) {
  const kernel: Opened = { ...runs, verify: verifying.verify };
  const opened = (): Opened => subjectOf(store.getState()).of({ kernel, model: models });
  return {
    /** Does nothing while a run is in progress. */
    tune: () => opened().tune(),
    /** Checks correctness, also by SPIN: all schedules and inputs. */
    verify: () => opened().verify(),
    cancel: () => opened().cancel(),
    /** Opens a kept run: its settings and findings. */
    restoreRun(id: string): void {
      const saved = store.getState().history.find((run) => run.id === id);
      if (saved && (isCheck(saved) || saved.model)) void models.restore(saved);
      else if (saved) void restorer.restore(saved);
    },
    renameRun: (id: string, name: string) => void history.rename(id, name),
    deleteRun: (id: string) => void history.delete(id),
    /** Puts back the run that was deleted last. */
    undeleteRun: () => void history.undelete(),
  };
}
