import { Failure, REPORT } from '../../base/failure.ts';
import { arithmeticFault } from '../../spin/arithmetic-fault.ts';
import type { VerifierRun } from '../../spin/verifier.ts';
import { outcomeOf } from '../outcome.ts';

/** Why a verifier stopped without a report.
 * @param hasC the model contains C. */
export function trapped(run: VerifierRun, hasC: boolean): Failure {
  const { trap = 'for an unknown reason', stdout, stderrTail } = run;
  const said = [trap, ...stdout.slice(-5), ...stderrTail].join('\n');
  const fault = arithmeticFault(trap, said);
  if (fault) return fault;
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

/** `outcomeOf` for foreign models.
 * @throws {Failure} */
export function outcomeOfModel(
  run: VerifierRun,
  all: boolean,
  hasC: boolean,
): ReturnType<typeof outcomeOf> {
  if (run.outcome === 'trapped') throw trapped(run, hasC);
  return outcomeOf(run, all);
}
