/** All that poses and verifies values. A page fetches it when it is first asked: see `values-on-demand.ts`. */
export { buildValues } from '../values/build/build.ts';
export { findingDiagnostics } from './finding-diagnostics.ts';
export { poseQuestion } from './pose-question.ts';
export { poseValues, USUAL_CONFIGURATIONS } from './pose-values.ts';
export { searchValues } from './search-values.ts';
export { ValueChecker } from './value-checker.ts';
export { verifyPrograms } from './verify.ts';
export { withLaunch } from './with-launch.ts';
