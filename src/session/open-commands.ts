import type { createVerifying } from './jobs/verifying.ts';
import { isCheck } from './kept/history-schema.ts';
import type { History } from './kept/history.ts';
import type { Restorer } from './kept/restorer.ts';
import type { Models } from './promela/models.ts';
import type { Runs } from './run/runs.ts';
import { subjectOf } from './subject.ts';
import type { SessionTools } from './tools.ts';

/** Possible with both kernels and models. */
interface Opened {
  readonly tune: () => void;
  readonly verify: () => void;
  readonly cancel: () => void;
}

interface Parts {
  readonly runs: Runs;
  readonly verifying: ReturnType<typeof createVerifying>;
  readonly models: Models;
  readonly restorer: Restorer;
  readonly history: History;
}

/** The commands that kernels and models share, and the history's. */
export function openCommands(
  { store }: SessionTools,
  { runs, verifying, models, restorer, history }: Parts,
) {
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
