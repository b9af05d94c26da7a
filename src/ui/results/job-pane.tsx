import type { ComponentType } from 'react';
import { isOnMachine } from '../../platform/index.ts';
import type { Commands } from '../../session/core.ts';
import type { JobView } from '../../session/jobs/job.ts';
import type { SideQuestion } from '../../session/jobs/side-question.ts';
import { outdatedJob } from '../../session/outdated.ts';
import type { Question } from '../../session/question.ts';
import type { SessionState } from '../../session/state.ts';
import { outdatedInWords } from '../shared/question-words.ts';
import { useCommands, useJob, useSessionState } from '../shared/session-context.tsx';
import type { Asking } from './job-frame.tsx';

/** The question of an answer, if the settings have changed since. */
export const by =
  (answer: Parameters<typeof outdatedInWords>[1]) =>
  (state: SessionState): string | undefined =>
    outdatedInWords(state, answer);

/** Connects a view to its job. */
export function ofJob<
  View extends JobView & { readonly question?: Question },
  Args extends readonly unknown[],
>(
  job: SideQuestion<View, Args>,
  Shown: ComponentType<Asking<View, Args> & Commands & { readonly onMachine: boolean }>,
) {
  return function OfJob() {
    const shown = {
      view: useJob(job),
      derived: useSessionState((state) => state.derived),
      onMachine: useSessionState(({ settings }) => isOnMachine(settings.semantics)),
      outdated: useSessionState(by(outdatedJob(job))),
    };
    const commands = useCommands();
    return (
      <Shown
        {...commands}
        {...shown}
        onAsk={(...args: Args) => commands.ask(job, ...args)}
        onStop={() => commands.cancelJob(job)}
        onClose={() => commands.closeJob(job)}
      />
    );
  };
}
