import type { Problem } from '../../checker/index.ts';
import type { SessionTools } from '../tools.ts';
import { type Answering, nameOf, type Question, questionOf } from '../question.ts';
import type { JobView } from './job.ts';
import type { Steps } from './jobs.ts';

/** A button's question beside the run; the settings stay. */
export interface SideQuestion<
  View extends JobView & { readonly question?: Question },
  Args extends readonly unknown[],
> extends Answering<View> {
  /** The work; undefined where it cannot be asked now. */
  readonly ask: (
    tools: SessionTools,
    ...args: Args
  ) => { readonly begun: Partial<View>; readonly steps: Steps<View> } | undefined;
}

/** A problem's kernel and platform, in words and as a question. */
export const aboutOf = ({ store }: Pick<SessionTools, 'store'>, problem: Problem) => ({
  of: nameOf(problem),
  question: questionOf(store.getState().settings, problem.kernel.name),
});
