import type { Check } from '../../checker/index.ts';
import type { JobView } from '../jobs/side-job.ts';

/** What came of checking again the answer of a file. */
export interface RecheckView extends JobView {
  readonly checks: readonly Check[];
}

export const NO_RECHECK: RecheckView = { phase: 'none', checks: [] };
