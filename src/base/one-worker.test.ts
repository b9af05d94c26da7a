import { expose } from 'comlink';
import { expect, it } from 'vitest';
import { Cancelled } from './failure.ts';
import { oneWorker } from './one-worker.ts';

interface Calls {
  readonly wait: (milliseconds: number) => Promise<string>;
}

/** Workers in this thread, how many began and how many were ended. */
function workers() {
  const count = { begun: 0, ended: 0 };
  const spawn = (): Worker => {
    count.begun += 1;
    const { port1, port2 } = new MessageChannel();
    const calls: Calls = {
      wait: (milliseconds) =>
        new Promise((resolve) => setTimeout(() => resolve('done'), milliseconds)),
    };
    expose(calls, port2);
    port1.start();
    const terminate = (): void => {
      count.ended += 1;
      port1.close();
      port2.close();
    };
    return Object.assign(port1, { terminate }) as unknown as Worker;
  };
  return { count, call: oneWorker<Calls>(spawn) };
}

it('keeps a worker whose cancelled call ends soon, and ends one whose call does not', async () => {
  const { count, call } = workers();
  const never = new AbortController();
  for (const milliseconds of [50, 60_000]) {
    const stop = new AbortController();
    const asked = call(stop.signal, (remote) => remote.wait(milliseconds));
    stop.abort();
    await expect(asked).rejects.toThrow(Cancelled);
    // The next one waits for that, not for the worker of the other.
    expect(await call(never.signal, (remote) => remote.wait(1))).toBe('done');
    expect(count).toEqual(milliseconds === 50 ? { begun: 1, ended: 0 } : { begun: 2, ended: 1 });
  }
  call.end();
  expect(count).toEqual({ begun: 2, ended: 2 });
});

it('leaves no call waiting for a worker that was ended', async () => {
  const { call } = workers();
  const { signal } = new AbortController();
  const asked = call(signal, (remote) => remote.wait(60_000));
  call.end();
  await expect(asked).rejects.toThrow(Cancelled);
});
