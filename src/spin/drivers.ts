/** Implementations of the worker's jobs; the page imports only their types, so nothing is loaded
 * there. */
export { checkSyntax, compilePan, linkPan, preprocessModel } from './clang.ts';
export { generateVerifier, simulate, walk } from './spin.ts';
export { tellSteps } from './spin-steps.ts';
export { replayTrail, tellVerifierSteps } from './verifier-replay.ts';
export { runVerifier } from './verifier.ts';
