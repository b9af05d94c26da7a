import type { CheckResult, CheckStatus, ModelAnswer } from '../src/checker/index.ts';
import { figuresOf, NO_PROGRESS, type SearchProgress } from '../src/tuning/index.ts';

/** The command's exit status. */
export const EXIT: Readonly<Record<CheckStatus, number>> = {
  holds: 0,
  violated: 1,
  bounded: 3,
  'out-of-memory': 3,
};

/** The search behind the status, the first error or the largest; none of a model that was not read. */
export function decidingOf({ status, results }: ModelAnswer): CheckResult | undefined {
  const of = results.filter((result) => result.status === status);
  return status === 'violated' ? of[0] : [...of].sort((a, b) => b.states - a.states)[0];
}

/** An answer as `--json` has it.
 * @param seconds of the whole command. */
export function answerInJson(answer: ModelAnswer, trail: object | null, seconds: number): object {
  const { status, results, notes } = answer;
  const deciding = decidingOf(answer);
  return {
    status,
    ...figures(deciding ?? { ...NO_PROGRESS, errors: 0 }),
    trail,
    ...(deciding?.reason !== undefined && { reason: deciding.reason }),
    checks: results.map((result) => ({
      what: result.check.what,
      status: result.status,
      ...figures(result),
      problems: result.problems,
      reduction: result.reduction,
      native: result.native,
      ...(result.reason !== undefined && { reason: result.reason }),
      ...(result.unreached !== undefined && { unreached: result.unreached }),
    })),
    notes,
    secondsInAll: Math.round(seconds * 1000) / 1000,
  };
}

const figures = ({ errors, ...progress }: SearchProgress & Pick<CheckResult, 'errors'>) => ({
  errors,
  ...figuresOf(progress),
  seconds: Math.round(progress.seconds * 1000) / 1000,
});

/** Lines about each search, and the remarks on the model. */
export function answerInText({ results, notes }: ModelAnswer): readonly string[] {
  return [...results.flatMap(resultInText), ...notes];
}

function resultInText(result: CheckResult): readonly string[] {
  const { check, status, problems, reason, reduction, native, unreached = [] } = result;
  const { states, transitions, depth, memoryMB, seconds } = result;
  const said = [
    `${check.what}: ${status}`,
    ...problems.map(({ message, depth: at }) => `  ${message} (at depth ${at})`),
    ...(reason === undefined ? [] : [`  ${reason}`]),
  ];
  // It was not begun.
  if (native.length === 0) return said;
  return [
    ...said,
    // Cut before it told of any.
    ...(states === 0
      ? []
      : [
          `  ${states} states, ${transitions} transitions, depth ${depth}, ${memoryMB} MB, ${seconds.toFixed(2)} s`,
        ]),
    ...unreached.map(
      ({ of, file, line, statement }) => `  unreached in ${of}: ${file}:${line} ${statement}`,
    ),
    `  partial order reduction ${reduction.on ? 'on' : 'off'}: ${reduction.why}`,
    `  natively: ${native.join('; ')}`,
  ];
}
