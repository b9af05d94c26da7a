import { onDemand } from '../base/on-demand.ts';

/** Checking again what a file claims: rarely asked for. */
export const rechecking = onDemand(() => import('./recheck.ts'));

/** One thing that was looked at again. */
export interface Check {
  readonly about:
    | 'model'
    | 'programs'
    | 'verifier'
    | 'evidence'
    | 'proof'
    | 'optima'
    | 'times'
    | 'searches'
    | 'run';
  /** Undefined if undecided or insignificant. */
  readonly holds: boolean | undefined;
  /** In a sentence. */
  readonly words: string;
}

/** A hash may be missing; these may not be left open. */
const DECIDED: ReadonlySet<Check['about']> = new Set(['proof', 'optima', 'times', 'searches']);

/** Everything decided holds, and both proof and figures were decided. */
export const allHold = (checks: readonly Check[]): boolean =>
  checks.some(({ about, holds }) => holds === true && (about === 'proof' || about === 'run')) &&
  checks.every(({ holds }) => holds !== false) &&
  !checks.some(({ about, holds }) => DECIDED.has(about) && holds === undefined);
