import { Failure } from '../base/failure.ts';

/** SPIN reads sizes and initial values before anything runs. */
export const constantFault = (trap: string, detail: string): Failure | undefined =>
  /by zero/.test(trap)
    ? new Failure(
        'model',
        'A constant of the model divides by zero, at which native SPIN ends as well.',
        'Look for it in the sizes of arrays and channels and in `active [N]`.',
        detail,
      )
    : undefined;

/** Recognises the model's own arithmetic faults, which stop native SPIN as well.
 * @param trap the browser's message; browsers word it differently. */
export function arithmeticFault(trap: string, detail: string): Failure | undefined {
  if (/by zero/.test(trap))
    return new Failure(
      'model',
      'A step of the model divides by zero: native SPIN and pan end at it as well.',
      'Let the step wait until it can divide, as in `d != 0 -> x = n / d`; the same for `%`.',
      detail,
    );
  if (/unrepresentable|integer overflow/.test(trap))
    return new Failure(
      'model',
      'A division of the model has a result that is no int: -2147483648 / -1.',
      'Keep the number that is divided above it.',
      detail,
    );
  return undefined;
}
