import { Failure, REPORT } from '../../base/failure.ts';
import type { VerifierRun } from '../../spin/verifier.ts';
import { outcomeOf } from '../outcome.ts';

/** Why the verifier of a model has stopped without a report. Browsers word it differently.
 * @param hasC the model has C of its own. */
export function trapped(run: VerifierRun, hasC: boolean): Failure {
  const { trap = 'for an unknown reason', stdout, stderrTail } = run;
  const said = [trap, ...stdout.slice(-5), ...stderrTail].join('\n');
  if (/by zero/.test(trap))
    return new Failure(
      'model',
      'A step of the model divides by zero: natively pan ends at it as well.',
      'Let the step wait until it can divide, as in `d != 0 -> x = n / d`; the same for `%`.',
      said,
    );
  if (/unrepresentable|integer overflow/.test(trap))
    return new Failure(
      'model',
      'A division of the model has a result that is no int: -2147483648 / -1.',
      'Keep the number that is divided above it.',
      said,
    );
  const message = `The verifier stopped: ${trap}.`;
  return hasC
    ? new Failure(
        'model',
        message,
        'The C of the model may reach memory that is not its own.',
        said,
      )
    : new Failure('verifier', message, REPORT, said);
}

/** See `outcomeOf`: of a model that is not ours.
 * @throws {Failure} */
export function outcomeOfModel(
  run: VerifierRun,
  all: boolean,
  hasC: boolean,
): ReturnType<typeof outcomeOf> {
  if (run.outcome === 'trapped') throw trapped(run, hasC);
  return outcomeOf(run, all);
}
