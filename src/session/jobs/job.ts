/** How far some work has come; `waiting` for edits to pause, or for a tool. */
export type Phase = 'none' | 'waiting' | 'running' | 'ended' | 'cancelled' | 'failed';

/** A job's progress. */
export interface JobView {
  readonly phase: Exclude<Phase, 'waiting'>;
  /** Why it failed. */
  readonly message?: string | undefined;
}

/** Work beside the runs; its view is a row in `state.jobs`. */
export interface Job<View extends JobView> {
  /** The key of its row. */
  readonly id: string;
  /** The view before it starts. */
  readonly none: View;
  /** Jobs naming the same worker share it; others have their own. */
  readonly worker?: string;
  /** Its many small searches would hide the run's in the log. */
  readonly isUnlogged?: true;
}

/** Job views by id; absent for jobs that never started. */
export type JobTable = Readonly<Record<string, JobView>>;

/** The view of a job. */
export const jobOf = <View extends JobView>(
  { jobs }: { readonly jobs: JobTable },
  { id, none }: Job<View>,
): View =>
  // `Jobs` writes nothing but views of this job there.
  (jobs[id] as View | undefined) ?? none;
