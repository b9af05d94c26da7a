/** What the jobs of a worker call. The page knows its types alone, so that none of it is loaded there. */
export { checkSyntax, compilePan, linkPan, preprocessModel } from './clang.ts';
export { generateVerifier, simulate, walk } from './spin.ts';
export { replayTrail } from './verifier-replay.ts';
export { runVerifier } from './verifier.ts';
