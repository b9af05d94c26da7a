import type { Check } from '../../checker/index.ts';
import type { Job, JobView } from '../jobs/job.ts';

/** The answer of a file, checked again. */
export interface RecheckView extends JobView {
  readonly checks: readonly Check[];
}

export const RECHECK: Job<RecheckView> = { id: 'recheck', none: { phase: 'none', checks: [] } };
