import { onDemand } from '../../base/on-demand.ts';

/** Content and look of a report, which comes when the page is already in use. */
export const reportPart = onDemand(() => import('./report-part.ts'));
