import type { Level } from '../../promela/index.ts';
import type { Trace } from '../../trace/index.ts';
import type { Configuration } from '../../tuning/index.ts';
import type { Job, JobView } from '../jobs/job.ts';

/** The counterexample that is looked at. */
export interface TraceView extends JobView {
  readonly trace?: Trace;
  /** The level of its model. */
  readonly level?: Level;
  readonly values?: Configuration;
  /** Its cause; absent for the counterexample of the answer. */
  readonly origin?: 'simulation' | 'configuration' | 'schedules';
}

export const TRACE: Job<TraceView> = { id: 'trace', none: { phase: 'none' } };
