export { branchAndBound } from './branch-and-bound.ts';
export * from './events.ts';
export { compareConfigurations, keyOf, showConfiguration } from './configuration.ts';
export { type MethodId, METHODS, methodOf, type Task, USUAL_SWARM, workersOf } from './methods.ts';
export { type Loss, robustOrder, type SearchedPlatform, searchPlatform } from './robust.ts';
export { limitWithin, MOST_WITHIN, shortlisted, withShortlist } from './shortlist.ts';
export { swarm } from './swarm.ts';
export { sweep } from './sweep.ts';
export * from './verifier.ts';
