import { MEETINGS } from './meetings.ts';
import { NEIGHBOURS } from './neighbours.ts';
import { PLACES } from './places.ts';
import { REDUCTIONS } from './reductions.ts';
import { SHARING } from './sharing.ts';
import type { VerdictCase } from './verdict-case.ts';

/** All kernels whose verdict is known. */
export const VERDICT_CASES: readonly VerdictCase[] = [
  ...REDUCTIONS,
  ...NEIGHBOURS,
  ...MEETINGS,
  ...SHARING,
  ...PLACES,
];
