import type { FailurePlace } from '../../base/failure.ts';

/** Failures are headed by where they happened. */
export const FAILURE_TITLES: Readonly<Record<FailurePlace, string>> = {
  spin: 'SPIN does not accept the model',
  formula: 'SPIN does not accept the formula',
  'spin-itself': 'SPIN itself has stopped',
  compiler: 'The verifier could not be compiled',
  download: 'The compiler could not be fetched',
  verifier: 'The search failed',
  worker: 'A worker of the page has stopped',
  model: 'There is nothing to search yet',
};
