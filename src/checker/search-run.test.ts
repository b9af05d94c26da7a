import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Cancelled } from '../base/failure.ts';
import type { Toolchain, ToolchainEvent } from '../spin/toolchain.ts';
import type { SearchProgress } from '../tuning/index.ts';
import { runSearch } from './search-run.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Runs until ended; the test makes it speak. */
function endless(): { toolchain: Pick<Toolchain, 'verify'>; say: (event: ToolchainEvent) => void } {
  let listener: ((event: ToolchainEvent) => void) | undefined;
  return {
    toolchain: {
      verify: (_, { signal, onProgress } = {}) => {
        listener = onProgress;
        return new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(new Cancelled()));
        });
      },
    },
    say: (event) => listener?.(event),
  };
}

const MODULE = {} as { module: WebAssembly.Module };
const begins: ToolchainEvent = { kind: 'stage', stage: 'search' };
const found: ToolchainEvent = { kind: 'output', line: '@finish time=9' };
const progress = (depth: number): ToolchainEvent => ({
  kind: 'search',
  progress: { states: 100, transitions: 200, depth, memoryMB: 1 },
});

function run(limits: { seconds?: number; depth?: number }, signal?: AbortSignal) {
  const { toolchain, say } = endless();
  const told: SearchProgress[] = [];
  const end = runSearch(toolchain, MODULE, [], {
    signal,
    seconds: limits.seconds,
    ...(limits.depth !== undefined && { depth: limits.depth }),
    onProgress: (each) => told.push(each),
    onEvent: () => undefined,
  });
  return { end, say, told };
}

test('time is told while the verifier is silent', async () => {
  const controller = new AbortController();
  const { end, say, told } = run({}, controller.signal);
  say(begins);
  await vi.advanceTimersByTimeAsync(1000);
  expect(told.map(({ seconds }) => seconds)).toEqual([0.25, 0.5, 0.75, 1]);
  controller.abort();
  await expect(end).rejects.toThrow(Cancelled);
  expect(vi.getTimerCount()).toBe(0);
});

test('a search is given up when it finds nothing for so long, from its own beginning', async () => {
  const { end, say } = run({ seconds: 1 });
  await vi.advanceTimersByTimeAsync(5000); // the worker starts
  say(begins);
  await vi.advanceTimersByTimeAsync(900);
  say(found);
  await vi.advanceTimersByTimeAsync(900);
  say(found);
  await vi.advanceTimersByTimeAsync(1600); // and half a second to end itself
  const { gaveUp, progress: last } = await end;
  expect(gaveUp).toBe('time');
  expect(last.seconds).toBeCloseTo(3.3, 5);
});

test('a search that goes too deep is given up unless it has found something', async () => {
  const { end, say } = run({ depth: 1000 });
  say(begins);
  say(progress(999));
  say(progress(1000));
  expect((await end).gaveUp).toBe('depth');

  const controller = new AbortController();
  const lucky = run({ depth: 1000 }, controller.signal);
  lucky.say(begins);
  lucky.say(found);
  lucky.say(progress(1000));
  controller.abort();
  await expect(lucky.end).rejects.toThrow(Cancelled);
});
