import { transfer } from 'comlink';
import { Failure, REPORT } from '../base/failure.ts';
import { trailUpTo } from '../base/packed-trail.ts';
import { verifierKey, type VerifierStore } from './cache.ts';
import type { ClangLoader } from './clang-assets.ts';
import { call, JobRunner, shortMessageOf, type WorkerHandle } from './job-runner.ts';
import type { OnEvent } from './protocol.ts';
import type { CallOptions, CompiledVerifier, Toolchain } from './toolchain.ts';
import type { VerifierMemory } from './verifier.ts';

export interface ToolchainSetup {
  readonly spawn: () => WorkerHandle;
  /** SPIN, compiled. Called until it succeeds once. */
  readonly loadSpin: () => Promise<WebAssembly.Module>;
  /** May be shared by several clients, as may the stores. */
  readonly clang: ClangLoader;
  readonly cache: VerifierStore;
  readonly shipped?: Pick<VerifierStore, 'get'>;
  /** For verifiers, where a call names none. */
  readonly memory?: VerifierMemory;
  /** Milliseconds that a job whose call was cancelled has to end by itself, before its worker is ended;
   * less than another worker costs. */
  readonly grace?: number;
}

/** Lines of the compiler's passed on, from the first error. */
const detailsKept = 20;
/** Memory of a search, in MB, that is given back with its worker: in a worker that goes on it stays until
 * the engine happens to look for it. */
const LARGE_MB = 128;
/** Bytes of a packed trail, of which a replay leaves as much behind. */
const LARGE_TRAIL = 4_000_000;

/**
 * The toolchain behind one worker, which does one job at a time; further calls wait in turn. A call
 * that is cancelled while it runs ends the worker, and the next one starts another. For more at once
 * make more clients with the same `clang`, `cache` and `loadSpin`.
 */
export function createToolchainClient(setup: ToolchainSetup): Toolchain {
  const runner = new JobRunner(setup.spawn, setup.grace ?? 40);
  let spinModule: Promise<WebAssembly.Module> | undefined;
  const spin = (): Promise<WebAssembly.Module> =>
    (spinModule ??= setup.loadSpin().catch((error: unknown) => {
      spinModule = undefined;
      throw unfetched('SPIN', error);
    }));
  const compiler = async (onEvent: OnEvent) => {
    onEvent({ kind: 'stage', stage: 'download' });
    try {
      return await setup.clang.load((loadedBytes, totalBytes) =>
        onEvent({ kind: 'download', loadedBytes, totalBytes }),
      );
    } catch (error) {
      throw unfetched('The C compiler', error);
    }
  };
  const memory = (given: VerifierMemory | undefined): VerifierMemory => ({
    ...setup.memory,
    ...given,
  });

  async function kept(key: string): Promise<CompiledVerifier | undefined> {
    for (const origin of ['shipped', 'cached'] as const) {
      const bytes = await (origin === 'shipped' ? setup.shipped : setup.cache)?.get(key);
      if (!bytes) continue;
      try {
        return { module: await WebAssembly.compile(bytes), key, origin, seconds: 0 };
      } catch {
        // Damaged: as if it were not there.
        if (origin === 'cached') await setup.cache.delete(key);
      }
    }
    return undefined;
  }

  return {
    check: (model, options) =>
      call(options, async (job) => {
        const module = await spin();
        return runner.run(job, (worker, on) => worker.check({ spin: module, model }, on));
      }),
    simulate: (model, options) =>
      call(options, async (job) => {
        const request = { spin: await spin(), model, options: withoutCall(options) };
        return runner.run(job, (worker, on) => worker.simulate(request, on));
      }),
    walk: (model, plan, options) =>
      call(options, async (job) => {
        const request = { spin: await spin(), model, plan };
        return runner.run(job, (worker, on) => worker.walk(request, on));
      }),
    generate: (model, options = {}) =>
      call(options, async (job) => {
        const request = { spin: await spin(), model, options: withoutCall(options) };
        return runner.run(job, (worker, on) => worker.generate(request, on));
      }),
    replay: (model, trail, options = {}) =>
      call(options, async (job) => {
        const request = { spin: await spin(), model, trail, options: withoutCall(options) };
        return runner.run(job, (worker, on) => worker.replay(request, on));
      }),
    compile: (sources, options) =>
      call(options, async (job): Promise<CompiledVerifier> => {
        const { optimise, defines, orKept = [], withoutFetching = false } = options;
        const keys: (string | undefined)[] = [];
        for (const candidate of [options, ...orKept]) {
          const key = await verifierKey(sources, candidate, setup.clang.version);
          const found = key === undefined ? undefined : await kept(key);
          if (found) return found;
          keys.push(key);
        }
        if (withoutFetching && !setup.clang.loaded) {
          throw new Failure('compiler', 'The C compiler is not there yet.', REPORT);
        }
        const [key] = keys;
        const clang = await compiler(job.onEvent);
        const began = performance.now();
        const request = { clang, sources, options: { optimise, defines } };
        const linked = await runner.run(job, (worker, on) => worker.compile(request, on));
        if (!linked.ok) {
          const { errors, stderr } = linked;
          const first = errors[0]?.message ?? stderr[0] ?? 'it does not say why';
          const from = Math.max(
            0,
            stderr.findIndex((line) => line.includes('error:')),
          );
          throw new Failure(
            'compiler',
            `The C compiler rejects the verifier: ${first}`,
            REPORT,
            stderr.slice(from, from + detailsKept).join('\n'),
          );
        }
        const bytes = new Uint8Array(linked.bytes);
        if (key !== undefined) await setup.cache.put(key, bytes);
        const module = await WebAssembly.compile(bytes);
        const seconds = (performance.now() - began) / 1000;
        return { module, key, origin: 'compiled', seconds };
      }),
    verify: ({ module }, args, options = {}) =>
      call(options, async (job) => {
        const { outputPrefix, columns, patience } = options;
        const text = { outputPrefix, columns, patience };
        const request = { module, args, memory: memory(options.memory), ...text };
        const run = await runner.run(job, (worker, on) => worker.verify(request, on));
        const { report } = run;
        if (!report.ok || report.report.memoryMB > LARGE_MB) {
          runner.rest();
          runner.start(); // what was found is about to be replayed
        }
        return run;
      }),
    replayTrail: ({ module }, trail, words, options = {}) =>
      call(options, async (job) => {
        const given = { ...withoutCall(options), memory: memory(options.memory) };
        // A copy, of no more than is wanted, that is handed over: cloned it would be copied twice.
        const sent = trailUpTo(trail, options.until ?? Infinity);
        const request = transfer({ module, trail: sent, words, options: given }, [sent.buffer]);
        const run = await runner.run(job, (worker, on) => worker.replayTrail(request, on));
        if (trail.length > LARGE_TRAIL) runner.rest();
        return run;
      }),
    preprocess: (model, options) =>
      call(options, async (job) => {
        const clang = await compiler(job.onEvent);
        const expanded = await runner.run(job, (worker, on) =>
          worker.preprocess({ clang, model }, on),
        );
        if (!expanded.ok) {
          const first = expanded.errors[0]?.message ?? expanded.stderr[0] ?? 'it does not say why';
          throw new Failure(
            'model',
            `The preprocessor rejects the model: ${first}`,
            REPORT,
            expanded.stderr.join('\n'),
          );
        }
        return new TextDecoder().decode(expanded.bytes);
      }),
    checkKernel: (text, options) =>
      call(options, async (job) => {
        const clang = await compiler(job.onEvent);
        const openclHeaders = await setup.clang.loadOpenclHeaders().catch((error: unknown) => {
          throw unfetched('The headers of OpenCL C', error);
        });
        const request = { clang, openclHeaders, text };
        return runner.run(job, (worker, on) => worker.checkKernel(request, on));
      }),
    prefetchCompiler: (options) =>
      call(options, async (job) => {
        await compiler(job.onEvent);
        return undefined;
      }),
    start: () => runner.start(),
    dispose: () => runner.dispose(),
  };
}

const unfetched = (what: string, error: unknown): Failure =>
  new Failure(
    'download',
    `${what} could not be loaded: ${shortMessageOf(error)}`,
    'Check the connection to the site and press Tune again.',
  );

function withoutCall<T extends CallOptions>(options: T): Omit<T, 'signal' | 'onProgress'> {
  const { signal: _signal, onProgress: _onProgress, ...rest } = options;
  return rest;
}
