/** A signal after a time. Its timer holds it: an `AbortSignal.timeout` that `AbortSignal.any` alone
 * waits for is collected in Node, and never comes. */
export function timeLimit(milliseconds: number): AbortSignal {
  const limit = new AbortController();
  const over = (): void => limit.abort(new DOMException('The time is over.', 'TimeoutError'));
  const timer: unknown = setTimeout(over, milliseconds);
  if (isNodeTimer(timer)) timer.unref(); // else a finished command waits for it
  return limit.signal;
}

const isNodeTimer = (timer: unknown): timer is { unref(): void } =>
  typeof timer === 'object' && timer !== null && 'unref' in timer;
