import { describe, expect, test } from 'vitest';
import { Failure } from '../../base/failure.ts';
import type { ClangMessage } from '../../spin/clang.ts';
import type { Toolchain } from '../../spin/toolchain.ts';
import { storeOf } from '../../testing/session.ts';
import type { Settings } from '../kept/settings.ts';
import { checkWithCompiler } from './compiler-checks.ts';

interface Call {
  readonly text: string;
  readonly signal: AbortSignal | undefined;
  readonly settle: (messages: readonly ClangMessage[]) => void;
  readonly fail: (error: Error) => void;
}

/** Checks whose pauses and answers the test controls. */
function setup(wanted?: boolean) {
  const pauses: { readonly milliseconds: number; readonly end: () => void }[] = [];
  const calls: Call[] = [];
  const log: string[] = [];
  const toolchain: Pick<Toolchain, 'checkKernel'> = {
    checkKernel: ({ text }, options) =>
      new Promise((settle, fail) => calls.push({ text, signal: options?.signal, settle, fail })),
  };
  const store = storeOf({
    kernelText: 'first',
    ...(wanted !== undefined && { compilerChecks: wanted }),
  });
  store.subscribe(({ compiler, compilerDiagnostics }, before) => {
    if (compiler === before.compiler) return;
    log.push([compiler.phase, ...compilerDiagnostics.map(({ message }) => message)].join(': '));
  });
  let fetched = false;
  const set = (changed: Partial<Settings>): void =>
    store.setState(({ settings }) => ({ settings: { ...settings, ...changed } }));
  checkWithCompiler({
    store,
    toolchain: () => toolchain,
    hasCompiler: () => fetched,
    derivation: () => undefined,
    pause: (milliseconds, signal) =>
      new Promise((resolve) => {
        pauses.push({ milliseconds, end: resolve });
        signal.addEventListener('abort', () => resolve());
      }),
  });
  const checks = {
    setText: (kernelText: string) => set({ kernelText }),
    setWanted: (compilerChecks: boolean) => set({ compilerChecks }),
    /** A run has fetched the compiler and shows its work. */
    compilerFetched() {
      fetched = true;
      store.setState(({ run }) => ({ run: { ...run } }));
    },
  };
  return { checks, pauses, calls, log };
}

/** Lets everything that is due happen. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};
const error = (message: string): readonly ClangMessage[] => [
  { file: 'text', line: 1, column: 1, severity: 'error', message },
];

describe('when clang is asked', () => {
  test('never before a run has fetched the compiler', async () => {
    const { checks, pauses, calls, log } = setup();
    checks.setText('second');
    await settled();
    expect(pauses).toEqual([]);
    expect(calls).toEqual([]);
    expect(log).toEqual(['none']);

    checks.compilerFetched();
    pauses[0]?.end();
    await settled();
    expect(calls.map(({ text }) => text)).toEqual(['second']);
    calls[0]?.settle(error('bad'));
    await settled();
    expect(log).toEqual(['none', 'waiting', 'running', 'ended: Bad']);
  });

  test('on a wish of the visit before, after a longer pause', () => {
    const { pauses } = setup(true);
    expect(pauses.map(({ milliseconds }) => milliseconds)).toEqual([3000]);
  });

  test('at once when the user wishes so, and no more when not', async () => {
    const { checks, pauses, calls, log } = setup();
    checks.setWanted(true);
    expect(pauses.map(({ milliseconds }) => milliseconds)).toEqual([400]);
    pauses[0]?.end();
    await settled();
    expect(calls).toHaveLength(1);
    checks.setWanted(false);
    expect(calls[0]?.signal?.aborted).toBe(true);
    checks.compilerFetched();
    expect(log.at(-1)).toBe('none');
  });

  test('only once edits pause, and newer text cancels a check', async () => {
    const { checks, pauses, calls, log } = setup();
    checks.compilerFetched();
    checks.setText('a');
    checks.setText('ab');
    pauses.at(-1)?.end();
    await settled();
    expect(calls.map(({ text }) => text)).toEqual(['ab']);
    checks.setText('abc');
    expect(calls[0]?.signal?.aborted).toBe(true);
    pauses.at(-1)?.end();
    await settled();
    // The answer to an outdated text still arrives, but late.
    calls[1]?.settle(error('new'));
    calls[0]?.settle(error('old'));
    await settled();
    expect(log.at(-1)).toBe('ended: New');
    expect(log).not.toContain('ended: Old');
  });

  test('an unchanged text is not asked about again', async () => {
    const { checks, pauses } = setup();
    checks.compilerFetched();
    checks.setText('first');
    expect(pauses).toHaveLength(1);
  });

  test('never of CUDA, which ends at once though the compiler is there', async () => {
    const { checks, pauses, log } = setup();
    checks.setText('__global__ void k(float *a) { a[0] = 1; }');
    checks.compilerFetched();
    await settled();
    expect(pauses).toEqual([]);
    expect(log).toEqual(['none']);
  });

  test('a compiler that cannot be fetched says so', async () => {
    const { checks, pauses, calls, log } = setup();
    checks.setWanted(true);
    pauses[0]?.end();
    await settled();
    calls[0]?.fail(new Failure('download', 'no network', ''));
    await settled();
    expect(log.at(-1)).toBe('failed');
  });
});
