import { expect, test } from 'vitest';
import { Cancelled } from '../base/failure.ts';
import type { CompiledVerifier, Toolchain } from '../spin/toolchain.ts';
import { Builds } from './builds.ts';
import { VerifierPool } from './verifier-pool.ts';

const VERIFIER = { key: 'made' } as unknown as CompiledVerifier;

/** Compilations finish on the test's command. */
function slowToolchain() {
  const ends: (() => void)[] = [];
  const compile: Toolchain['compile'] = (_, { signal, onProgress } = {}) =>
    new Promise((resolve, reject) => {
      onProgress?.({ kind: 'stage', stage: 'compile' });
      ends.push(() => resolve(VERIFIER));
      signal?.addEventListener('abort', () => reject(new Cancelled()));
    });
  return { ends, toolchain: { compile } as unknown as Toolchain };
}

const builds = () =>
  new Builds({
    sources: () => Promise.resolve({} as never),
    options: { optimise: '-O0', defines: [] },
  });

/** Lets everything happen that waits for nothing else. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('a verifier that is being prepared is not compiled twice, and a run hears how far it is', async () => {
  const { ends, toolchain } = slowToolchain();
  const shared = builds();
  const preparing = shared.get('exact', toolchain, {});
  await settled();
  const heard: unknown[] = [];
  const run = shared.get('exact', toolchain, { onProgress: (event) => heard.push(event) });
  await settled();
  expect(ends).toHaveLength(1);
  expect(heard).toEqual([{ kind: 'stage', stage: 'compile' }]);
  ends[0]?.();
  expect(await run).toBe(VERIFIER);
  expect(await preparing).toBe(VERIFIER);
});

test('a run goes on by itself when the preparation it waited for is given up', async () => {
  const { ends, toolchain } = slowToolchain();
  const shared = builds();
  const controller = new AbortController();
  const preparing = shared.get('exact', toolchain, { signal: controller.signal });
  const given = preparing.catch((error: unknown) => error);
  const run = shared.get('exact', toolchain, {});
  await settled();
  controller.abort();
  expect(await given).toBeInstanceOf(Cancelled);
  await settled();
  expect(ends).toHaveLength(2);
  ends[1]?.();
  expect(await run).toBe(VERIFIER);
});

test('a run that is cancelled waits no longer, and spoils nothing for the others', async () => {
  const { ends, toolchain } = slowToolchain();
  const shared = builds();
  const preparing = shared.get('exact', toolchain, {});
  const controller = new AbortController();
  const run = shared.get('exact', toolchain, { signal: controller.signal });
  controller.abort();
  await expect(run).rejects.toThrow(Cancelled);
  await settled();
  ends[0]?.();
  expect(await preparing).toBe(VERIFIER);
});

test('the models used last stay', () => {
  const pool = new VerifierPool();
  const made: string[] = [];
  const use = (key: string): void => {
    pool.buildsOf(key, () => {
      made.push(key);
      return builds();
    });
  };
  use('first');
  for (let i = 0; i < 15; i += 1) use(`${i}`);
  use('first');
  use('one too many');
  use('first');
  expect(made.filter((key) => key === 'first')).toHaveLength(1);
  use('0');
  expect(made.filter((key) => key === '0')).toHaveLength(2);
});

test('a model has a verifier once one has been made', async () => {
  const { ends, toolchain } = slowToolchain();
  const pool = new VerifierPool();
  const made = pool.buildsOf('-O0 model', builds).get('exact', toolchain, {});
  await settled();
  expect(pool.hasVerifierOf('model')).toBe(false);
  ends[0]?.();
  await made;
  expect([pool.hasVerifierOf('model'), pool.hasVerifierOf('odel')]).toEqual([true, false]);
});
