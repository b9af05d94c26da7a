import type { VerdictStatus } from '../../values/index.ts';
import type { Configuration } from '../../tuning/index.ts';
import type { VerificationView } from '../jobs/verification.ts';
import { isStale } from '../outdated.ts';
import type { SessionState } from '../state.ts';

/** A verification beside an answer, and its limits. */
export interface Judged {
  readonly status: VerdictStatus;
  /** In one or two sentences: why it could not be decided. */
  readonly open?: string;
  /** A condition beside those of the verification. */
  readonly condition?: string;
}

/** `right` only if the fastest was examined; an unstated result is a condition.
 * @param optima those of the answer beside it, if any. */
export function judged(
  { phase, verification, size, isResultStated }: VerificationView,
  optima: readonly Configuration[],
): Judged | undefined {
  if (phase !== 'ended' || !verification) return undefined;
  const { status, configurations } = verification;
  if (status !== 'right') return { status };
  const [left] = notLookedAt(configurations, optima);
  if (left) {
    const named = Object.entries(left).map(([name, value]) => `${name} ${value}`);
    return {
      status: 'not-checked',
      open: `${named.join(', ')}, the fastest, was not looked at: it does not exist at ${size} elements. Nothing is wrong in the configurations that do. Verify at a larger size.`,
    };
  }
  return isResultStated === true ? { status } : { status, condition: RESULT_IS_WANTED };
}

const RESULT_IS_WANTED = 'the result is the wanted one, which no #pragma tuner ensures states';

/** Optima that a verification at another size does not cover. */
export const notLookedAt = (
  looked: readonly { readonly values: Configuration }[],
  optima: readonly Configuration[],
): readonly Configuration[] =>
  optima.filter((best) => !looked.some(({ values }) => isSame(values, best)));

/** The fastest, as far as they answer the present settings. */
export const presentOptima = (state: SessionState): readonly Configuration[] =>
  (!isStale(state) && state.run.result?.optima) || NONE;

const NONE: readonly Configuration[] = [];

const isSame = (one: Configuration, other: Configuration): boolean =>
  Object.entries(other).every(([name, value]) => one[name] === value);
