import { sha256 } from '../base/digest.ts';
import { Failure } from '../base/failure.ts';
import { PART_HINTS, PartFailure } from '../base/part.ts';
import type { VerifierStore } from './cache.ts';
import type { ClangLoader } from './clang-assets.ts';
import { JobRunner, type RunnerTimes, shortMessageOf, type WorkerHandle } from './job-runner.ts';
import {
  operationNamed,
  operationNames,
  type Desk,
  type Fetched,
  type OperationName,
} from './operations.ts';
import type { CallOptions, OnEvent } from './toolchain-event.ts';
import type { Toolchain } from './toolchain.ts';

export interface ToolchainSetup extends RunnerTimes {
  readonly spawn: () => WorkerHandle;
  /** Compiled SPIN: fetched on first use, retried after a failure. */
  readonly loadSpin: () => Promise<WebAssembly.Module>;
  /** Clients may share it, and the stores. */
  readonly clang: ClangLoader;
  readonly cache: VerifierStore;
  readonly shipped?: Pick<VerifierStore, 'get'>;
}

/** One worker, one job at a time; others queue. Cancelling a running job ends the worker. For
 * parallel work, make several clients with the same `clang`, `cache` and `loadSpin`. */
export function createToolchainClient(setup: ToolchainSetup): Toolchain {
  const { cache, clang } = setup;
  const runner = new JobRunner(setup.spawn, setup);
  const fetched: { readonly [N in keyof Fetched]: (onEvent: OnEvent) => Promise<Fetched[N]> } = {
    nothing: async () => undefined,
    spin: () => fetching('SPIN', setup.loadSpin()),
    clang: (onEvent) => {
      onEvent({ kind: 'stage', stage: 'download' });
      const loaded = clang.load((loadedBytes, totalBytes) =>
        onEvent({ kind: 'download', loadedBytes, totalBytes }),
      );
      return fetching('The C compiler', loaded);
    },
    opencl: async (onEvent) => ({
      ...(await fetched.clang(onEvent)),
      openclHeaders: await fetching('The headers of OpenCL C', clang.loadOpenclHeaders()),
    }),
  };
  const verifiers: Desk<never, never>['verifiers'] = {
    async get(key) {
      for (const origin of ['shipped', 'cached'] as const) {
        const bytes = await (origin === 'shipped' ? setup.shipped : cache)?.get(key);
        if (!bytes) continue;
        try {
          const digest = await sha256(bytes);
          const module = await WebAssembly.compile(bytes);
          return { module, key, origin, sha256: digest, compiler: clang.version };
        } catch {
          // Damaged: as if it were not there.
          if (origin === 'cached') await cache.delete(key);
        }
      }
      return undefined;
    },
    put: (key, bytes) => cache.put(key, bytes),
  };
  const rest = (): void => runner.rest();
  const start = (): void => runner.start();
  const caller =
    (name: OperationName) =>
    (request: unknown, options: CallOptions = {}): Promise<unknown> => {
      const operation = operationNamed(name);
      return runner.call(options, (job) =>
        operation.call(request, {
          async run(sent) {
            const tool = await fetched[operation.needs](job.onEvent);
            return runner.run(job, (worker, onEvent) => worker.run(name, sent, tool, onEvent));
          },
          rest,
          start,
          verifiers,
          compiler: clang,
        }),
      );
    };
  return {
    ...(Object.fromEntries(
      operationNames.map((name) => [name, caller(name)]),
    ) as unknown as Toolchain),
    start,
    dispose: () => runner.dispose(),
  };
}

async function fetching<T>(what: string, loaded: Promise<T>): Promise<T> {
  try {
    return await loaded;
  } catch (error) {
    throw new Failure(
      'download',
      `${what} could not be loaded: ${shortMessageOf(error)}`,
      error instanceof PartFailure
        ? PART_HINTS[error.why]
        : 'Check the connection to the site and press Tune again.',
    );
  }
}

/** Reports logged operations: command, outcome, failure. */
export function listened(
  toolchain: Toolchain,
  hear: (command: string, text: string, failed: boolean) => void,
): Toolchain {
  const calls = toolchain as unknown as Record<OperationName, Call>;
  const heard = (name: OperationName): Call => {
    const { log } = operationNamed(name);
    if (!log) return calls[name];
    return async (request, options) => {
      try {
        const result = await calls[name](request, options);
        hear(log.command(request), log.text(result), false);
        return result;
      } catch (error) {
        if (error instanceof Failure) {
          hear(log.command(request), [error.message, error.detail ?? ''].join('\n'), true);
        }
        throw error;
      }
    };
  };
  return { ...toolchain, ...Object.fromEntries(operationNames.map((name) => [name, heard(name)])) };
}

type Call = (request: unknown, options?: CallOptions) => Promise<unknown>;
