import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { MessageChannel } from 'node:worker_threads';
import { expose, releaseProxy, type Remote } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Cancelled } from '../base/failure.ts';
import { memoryStore } from '../testing/memory-store.ts';
import type { ClangLoader } from './clang-assets.ts';
import { createToolchainClient, type ToolchainSetup } from './client.ts';
import type { WorkerHandle } from './job-runner.ts';
import type { OperationName } from './operations.ts';
import type { OnEvent, ToolchainEvent } from './toolchain-event.ts';
import type { RequestOf } from './toolchain.ts';
import { parsePanReport } from './pan-output.ts';
import type { VerifierRun } from './verifier-run.ts';
import { failureOf } from '../testing/spin-tools.ts';
import type { ToolchainWorker } from './worker-jobs.ts';

/** The smallest module there is. */
const emptyModule = new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
const never = new Promise<never>(() => {});
const notHere = async (): Promise<never> => {
  throw new Error('not in this test');
};

interface FakeWorker {
  die(reason: string): void;
  terminated: boolean;
}

const open: { close(): void }[] = [];
afterEach(() => {
  for (const port of open.splice(0)) port.close();
});

type Jobs = {
  readonly [K in OperationName]?: (request: RequestOf<K>, onEvent: OnEvent) => Promise<unknown>;
};

/** Workers on this thread, behind real ports. */
function setUp(jobs: Jobs, setup: Partial<ToolchainSetup> = {}, begun = Promise.resolve()) {
  const workers: FakeWorker[] = [];
  const worker: ToolchainWorker = {
    async run(name, request, _fetched, tell) {
      try {
        return await (jobs[name] ?? notHere)(request as never, (event) => void tell(event));
      } finally {
        (tell as unknown as Remote<OnEvent>)[releaseProxy]();
      }
    },
  };
  const spawn = (): WorkerHandle => {
    const { port1, port2 } = new MessageChannel();
    open.push(port1, port2);
    expose(worker, nodeEndpoint(port2));
    let onDeath = (_reason: string): void => {};
    const fake: FakeWorker = { die: (reason) => onDeath(reason), terminated: false };
    workers.push(fake);
    return {
      endpoint: nodeEndpoint(port1),
      begun,
      onDeath: (listener) => void (onDeath = listener),
      terminate: () => {
        fake.terminated = true;
      },
    };
  };
  const clang: ClangLoader = {
    version: '1',
    loaded: false,
    load: async (onDownload) => {
      onDownload?.(5, 10);
      return { version: '1', modules: {}, resources: new Uint8Array() };
    },
    loadOpenclHeaders: async () => new Uint8Array(),
  };
  const client = createToolchainClient({
    spawn,
    clang,
    cache: memoryStore(),
    loadSpin: async () => emptyModule,
    ...setup,
  });
  return { client, workers };
}

const REPORT = readFileSync(new URL('fixtures/pan-exhausted.txt', import.meta.url), 'utf8').split(
  '\n',
);

/** A run that took some memory. */
const searched = (memoryMB: number): VerifierRun => ({
  outcome: 'done',
  exit: 0,
  trap: undefined,
  lastProgress: undefined,
  seconds: 1,
  trails: [],
  output: [],
  stdout: [],
  stderrTail: [],
  report: parsePanReport(
    REPORT.map((line) => line.replace(/[\d.]+(?=\ttotal actual memory)/, `${memoryMB}.000`)),
  ),
});

const sources = { 'pan.c': '', 'pan.h': '', 'pan.m': '', 'pan.b': '', 'pan.t': '', 'pan.p': '' };
const GENERATED = { kind: 'generated', files: sources, warnings: [] } as const;
const ok = async () => GENERATED;

describe('a call', () => {
  it('is done', async () => {
    const { client, workers } = setUp({ generate: ok });
    expect(await client.generate({ model: '' })).toEqual(GENERATED);
    await client.generate({ model: '' });
    expect(workers).toHaveLength(1);
  });

  it('ends the worker of a search that took much memory, and of no other', async () => {
    let memoryMB = 100;
    const { client, workers } = setUp({ verify: async () => searched(memoryMB) });
    await client.verify({ module: emptyModule, args: [] });
    expect(workers).toMatchObject([{ terminated: false }]);
    memoryMB = 900;
    await client.verify({ module: emptyModule, args: [] });
    // A fresh worker is ready for the replay.
    expect(workers).toMatchObject([{ terminated: true }, { terminated: false }]);
    memoryMB = 100;
    await client.verify({ module: emptyModule, args: [] });
    expect(workers).toMatchObject([{ terminated: true }, { terminated: false }]);
  });

  it('crashes with its worker, with the last lines of stderr, and the next has a new one', async () => {
    const { client, workers } = setUp({
      async verify(_, onEvent) {
        for (let i = 0; i < 30; i += 1) onEvent({ kind: 'stderr', line: `line ${i}` });
        setTimeout(() => workers[0]?.die('out of memory'), 20);
        return never;
      },
      generate: ok,
    });
    const crash = await failureOf(client.verify({ module: emptyModule, args: [] }));
    expect(crash).toMatchObject({
      place: 'worker',
      message: 'The worker stopped unexpectedly: out of memory',
      hint: 'Press Tune again; a new worker is started.',
    });
    const stderr = crash.detail?.split('\n');
    expect(stderr).toHaveLength(20);
    expect(stderr?.at(-1)).toBe('line 29');
    expect(workers[0]?.terminated).toBe(true);
    expect(await client.generate({ model: '' })).toEqual(GENERATED);
    expect(workers).toHaveLength(2);
  });

  it('is not taken of a worker whose code proves to be altered', async () => {
    let tell: (error: Error) => void = () => {};
    const compared = new Promise<void>((_resolve, reject) => (tell = reject));
    const { client, workers } = setUp({ generate: ok }, {}, compared);
    const call = failureOf(client.generate({ model: '' }));
    // By then it has answered.
    await new Promise((resolve) => setTimeout(resolve, 100));
    tell(new Error('altered'));
    workers[0]?.die('its code is another');
    expect(await call).toMatchObject({
      place: 'worker',
      message: 'The worker stopped unexpectedly: its code is another',
    });
  });

  it('crashes when the job throws, or the worker cannot be started', async () => {
    const { client } = setUp({ generate: notHere });
    expect(await failureOf(client.generate({ model: '' }))).toMatchObject({
      place: 'worker',
      message: 'The worker stopped unexpectedly: not in this test',
      detail: undefined,
    });
    const spawn = (): never => {
      throw new Error('no workers here');
    };
    const without = setUp({}, { spawn });
    const unstarted = { message: 'The worker stopped unexpectedly: no workers here' };
    expect(await failureOf(without.client.generate({ model: '' }))).toMatchObject(unstarted);
    expect(await failureOf(without.client.generate({ model: '' }))).toMatchObject({
      place: 'worker',
    });
  });

  it('fails when a tool cannot be loaded, and tries again', async () => {
    let broken = true;
    const loadSpin = async () => {
      if (broken) throw new Error('status 404');
      return emptyModule;
    };
    const { client } = setUp({ generate: ok }, { loadSpin });
    expect(await failureOf(client.generate({ model: '' }))).toMatchObject({
      place: 'download',
      message: 'SPIN could not be loaded: status 404',
      detail: undefined,
      hint: 'Check the connection to the site and press Tune again.',
    });
    broken = false;
    expect(await client.generate({ model: '' })).toEqual(GENERATED);
  });

  it('crashes when its worker says nothing, and the next has a new one', async () => {
    let isSilent = true;
    const generate = async (_: unknown, onEvent: OnEvent) => {
      if (isSilent) return never;
      onEvent({ kind: 'stage', stage: 'generate' });
      await new Promise((resolve) => setTimeout(resolve, 200));
      return GENERATED;
    };
    const { client, workers } = setUp({ generate }, { answer: 100 });
    const failure = await failureOf(client.generate({ model: '' }));
    expect(failure.message).toBe('The worker stopped unexpectedly: it does not answer');
    isSilent = false;
    // A worker that has begun gets all the time it needs.
    expect(await client.generate({ model: '' })).toEqual(GENERATED);
    expect(workers).toMatchObject([{ terminated: true }, { terminated: false }]);
  });

  it('is cancelled while it runs: its worker is ended, a late answer is not heard', async () => {
    const events: ToolchainEvent[] = [];
    let finish = (): void => {};
    const { client, workers } = setUp({
      async verify(_, onEvent) {
        await new Promise<void>((resolve) => (finish = resolve));
        onEvent({ kind: 'stderr', line: 'late' });
        throw new Error('late');
      },
      generate: ok,
    });
    const controller = new AbortController();
    const call = client.verify(
      { module: emptyModule, args: [] },
      { signal: controller.signal, onProgress: (event) => void events.push(event) },
    );
    await vi.waitFor(() => expect(workers).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve, 20));
    controller.abort();
    await expect(call).rejects.toThrow(Cancelled);
    await vi.waitFor(() => expect(workers[0]?.terminated).toBe(true));
    finish();
    expect(await client.generate({ model: '' })).toEqual(GENERATED);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(events).toEqual([]);
    expect(workers).toHaveLength(2);
  });

  it('is cancelled just before it ends: its worker is kept', async () => {
    const finish: (() => void)[] = [];
    const generate = (): ReturnType<typeof ok> =>
      new Promise((resolve) => finish.push(() => resolve(GENERATED)));
    const { client, workers } = setUp({ generate }, { grace: 10_000 });
    const controller = new AbortController();
    const call = client.generate({ model: '' }, { signal: controller.signal });
    await vi.waitFor(() => expect(finish).toHaveLength(1));
    controller.abort();
    await expect(call).rejects.toThrow(Cancelled);
    const next = client.generate({ model: '' });
    finish[0]?.();
    await vi.waitFor(() => expect(finish).toHaveLength(2));
    finish[1]?.();
    expect(await next).toEqual(GENERATED);
    expect(workers.map(({ terminated }) => terminated)).toEqual([false]);
  });

  it('is cancelled while it waits for a download', async () => {
    const { client, workers } = setUp({}, { loadSpin: () => never });
    const controller = new AbortController();
    const call = client.generate({ model: '' }, { signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toThrow(Cancelled);
    expect(workers).toHaveLength(0);
  });
});

describe('several calls', () => {
  it('run one after another, in turn, without one slipping in', async () => {
    let running = 0;
    let most = 0;
    const order: string[] = [];
    const { client, workers } = setUp({
      async generate({ model }) {
        most = Math.max(most, (running += 1));
        await new Promise((resolve) => setTimeout(resolve, 5));
        order.push(model);
        running -= 1;
        return GENERATED;
      },
    });
    const controller = new AbortController();
    const calls = ['a', 'b', 'c', 'd'].map((model) =>
      client.generate({ model }, model === 'c' ? { signal: controller.signal } : {}),
    );
    controller.abort();
    const first = Promise.allSettled(calls);
    await calls[0];
    const results: PromiseSettledResult<unknown>[] = await Promise.allSettled([
      client.generate({ model: 'e' }),
    ]);
    results.unshift(...(await first));
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(results[2]).toMatchObject({ reason: expect.any(Cancelled) as Cancelled });
    expect(order).toEqual(['a', 'b', 'd', 'e']);
    expect(most).toBe(1);
    expect(workers).toHaveLength(1);
    expect(workers[0]?.terminated).toBe(false);
  });

  it('settle when the client is disposed of', async () => {
    const { client, workers } = setUp({ generate: () => never });
    const calls = [client.generate({ model: '' }), client.generate({ model: '' })];
    const ended = calls.map((each) => each.catch((error: unknown) => error));
    await vi.waitFor(() => expect(workers).toHaveLength(1));
    client.dispose();
    for (const each of ended) await expect(each).resolves.toBeInstanceOf(Cancelled);
    expect(workers[0]?.terminated).toBe(true);
    await expect(client.generate({ model: '' })).rejects.toThrow(Cancelled);
  });

  it('survive a worker that dies while idle', async () => {
    const { client, workers } = setUp({ generate: ok });
    await client.generate({ model: '' });
    workers[0]?.die('killed');
    expect(await client.generate({ model: '' })).toEqual(GENERATED);
    expect(workers).toHaveLength(2);
  });
});

describe('compiling', () => {
  const bytes = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
  const options = { optimise: '-O0', defines: [] } as const;

  it('takes what was shipped before what is cached before what must be compiled', async () => {
    const compile = vi.fn(async () => ({ ok: true, bytes, warnings: [] }) as const);
    const shipped = memoryStore();
    const { client } = setUp({ compile }, { shipped });
    const events: ToolchainEvent[] = [];
    const onProgress = (event: ToolchainEvent) => void events.push(event);
    const first = await client.compile({ sources, ...options }, { onProgress });
    expect(first.origin).toBe('compiled');
    expect(events).toEqual([
      { kind: 'stage', stage: 'download' },
      { kind: 'download', loadedBytes: 5, totalBytes: 10 },
    ]);
    expect(await client.compile({ sources, ...options })).toMatchObject({ origin: 'cached' });
    await shipped.put(first.key ?? '', bytes);
    expect(await client.compile({ sources, ...options })).toMatchObject({ origin: 'shipped' });
    expect(compile).toHaveBeenCalledTimes(1);
  });

  it('fails with what the compiler says', async () => {
    const stderr = ['In file included', 'pan.c:1:2: error: no', 'more'];
    const errors = [
      { file: 'pan.c', line: 1, column: 2, severity: 'error', message: 'no' } as const,
    ];
    const { client } = setUp({ compile: async () => ({ ok: false, errors, stderr }) });
    expect(await failureOf(client.compile({ sources, ...options }))).toMatchObject({
      place: 'compiler',
      message: 'The C compiler rejects the verifier: no',
      detail: 'pan.c:1:2: error: no\nmore',
    });
  });

  it('says so where WebAssembly does not take what was compiled, which is not kept', async () => {
    const cache = memoryStore();
    const compile = async () => ({ ok: true, bytes: new Uint8Array(9), warnings: [] }) as const;
    const { client } = setUp({ compile }, { cache });
    const put = vi.spyOn(cache, 'put');
    expect(await failureOf(client.compile({ sources, ...options }))).toMatchObject({
      place: 'compiler',
      message: expect.stringMatching(/^WebAssembly does not take the verifier: /),
    });
    expect(put).not.toHaveBeenCalled();
  });

  it('fails when the compiler cannot be fetched', async () => {
    const { client } = setUp(
      {},
      { clang: { version: '1', loaded: false, load: notHere, loadOpenclHeaders: notHere } },
    );
    expect(await failureOf(client.compile({ sources, ...options }))).toMatchObject({
      place: 'download',
      message: 'The C compiler could not be loaded: not in this test',
    });
    const kept = { ...options, withoutFetching: true };
    expect(await failureOf(client.compile({ sources, ...kept }))).toMatchObject({
      place: 'compiler',
      message: 'The C compiler is not there yet.',
    });
  });
});

describe('memory', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;

  it('is not kept of what jobs came to while their worker lives', async () => {
    const { client, workers } = setUp({
      generate: async () => ({ ...GENERATED, large: new Uint8Array(1 << 20) }),
    });
    const results: WeakRef<object>[] = [];
    for (let job = 0; job < 50; job += 1) {
      results.push(new WeakRef(await client.generate({ model: '' })));
    }
    await vi.waitFor(() => {
      collectGarbage();
      expect(results.filter((result) => result.deref()).length).toBeLessThan(5);
    });
    expect(workers).toMatchObject([{ terminated: false }]);
  });
});
