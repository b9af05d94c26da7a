import { onDemand } from '../base/on-demand.ts';

/** Poses and verifies values. */
export const valuesEngine = onDemand(() => import('./values.ts'));

/** Verifies a host's launches in their order. */
export const launchesEngine = onDemand(() => import('./all-launches.ts'));
