/** What the jobs of a worker call. The page knows its types alone, so that none of it is loaded there. */
export { checkSyntax, compilePan, linkPan, preprocessModel } from './clang.ts';
export { generateVerifier, simulate, walk } from './spin.ts';
export { tellSteps } from './spin-steps.ts';
export { replayTrail, tellVerifierSteps } from './verifier-replay.ts';
export { runVerifier } from './verifier.ts';
