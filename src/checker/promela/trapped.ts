import type { Rejected } from '../../spin/spin-problems.ts';
import { Failure, REPORT } from '../../base/failure.ts';
import { arithmeticFault } from '../../spin/arithmetic-fault.ts';
import type { VerifierRun } from '../../spin/verifier-run.ts';
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

/** The C of a model may end its verifier, which leaves no report. */
export function leftBy(run: VerifierRun, hasC: boolean): Failure | undefined {
  const { outcome, exit, report, stdout } = run;
  if (!hasC || report.ok || outcome !== 'done' || exit === undefined) return undefined;
  if (stdout.some((line) => line.startsWith('(Spin Version '))) return undefined;
  return new Failure(
    'model',
    `The C of the model ended the verifier with status ${exit}, before it reported.`,
    'So it does natively. Leave out `exit`; a run ends by `goto` a label at the end of its process.',
    stdout.slice(-5).join('\n'),
  );
}

/** `outcomeOf` for foreign models.
 * @throws {Failure} */
export function outcomeOfModel(
  run: VerifierRun,
  all: boolean,
  hasC: boolean,
): ReturnType<typeof outcomeOf> {
  if (run.outcome === 'trapped') throw trapped(run, hasC);
  const left = leftBy(run, hasC);
  if (left) throw left;
  return outcomeOf(run, all);
}

/** In words that name no line, since the formula is one. */
export function formulaFailure({ problems: [first], detail }: Rejected): Failure {
  const said = first?.message.replace(' before this line', '') ?? 'it says no more';
  const words = said.startsWith('Unexpected `}`') ? 'It ends too early.' : said;
  return new Failure(
    'formula',
    `SPIN rejects the formula: ${words}`,
    'The model itself is accepted.',
    detail,
  );
}
