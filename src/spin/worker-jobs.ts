import { releaseProxy, transfer, type Remote } from 'comlink';
import type { ClangRuntime } from './clang.ts';
import * as drivers from './drivers.ts';
import { operationNamed, type Fetched, type OperationName, type Tools } from './operations.ts';
import type { SpinFactory } from './spin.ts';
import type { OnEvent } from './toolchain-event.ts';

/** How a worker comes to the JavaScript of its tools: by its bundle, or from a folder in Node. */
export interface WorkerScripts {
  /** No job begins before. */
  readonly ready?: Promise<void>;
  readonly spin: () => Promise<SpinFactory>;
  readonly clang: () => Promise<ClangRuntime>;
}

/** What the client and a worker say to each other. */
export interface ToolchainWorker {
  /** Does one job; `onEvent` is let go of when it ends. */
  run(
    name: OperationName,
    request: unknown,
    fetched: Fetched[keyof Fetched],
    onEvent: OnEvent,
  ): Promise<unknown>;
}

/** The jobs as comlink hands calls to them: the callback for events comes as a proxy, whose port is closed
 * when the job ends. */
export function createWorker(scripts: WorkerScripts): ToolchainWorker {
  const withRuntime = async <A>(assets: A) => ({ runtime: await scripts.clang(), assets });
  const tools: { readonly [N in keyof Fetched]: (fetched: Fetched[N]) => Promise<Tools[N]> } = {
    nothing: async () => undefined,
    spin: async (module) => ({ factory: await scripts.spin(), module }),
    clang: withRuntime,
    opencl: withRuntime,
  };
  return {
    async run(name, request, fetched, tell) {
      const operation = operationNamed(name);
      const onEvent: OnEvent = (event) => void tell(event);
      try {
        await scripts.ready;
        onEvent({ kind: 'stage', stage: operation.stage });
        const tool = await tools[operation.needs](fetched as never);
        const told = await operation.run(tool as never, request, { drivers, onEvent });
        return transfer(told as object, operation.handsOver?.(told) ?? []);
      } finally {
        (tell as unknown as Remote<OnEvent>)[releaseProxy]();
      }
    },
  };
}
