import { releaseProxy, transfer, type Remote } from 'comlink';
import type { ClangRuntime } from './clang.ts';
import * as drivers from './drivers.ts';
import { operationNamed, type Fetched, type OperationName, type Tools } from './operations.ts';
import type { SpinFactory } from './spin.ts';
import type { OnEvent } from './toolchain-event.ts';

/** Locates the tools' JavaScript: bundled, or a folder in Node. */
export interface WorkerScripts {
  /** No job begins before. */
  readonly ready?: Promise<void>;
  readonly spin: () => Promise<SpinFactory>;
  readonly clang: () => Promise<ClangRuntime>;
}

/** The protocol between client and worker. */
export interface ToolchainWorker {
  /** Does one job; `onEvent` is released at its end. */
  run(
    name: OperationName,
    request: unknown,
    fetched: Fetched[keyof Fetched],
    onEvent: OnEvent,
  ): Promise<unknown>;
}

/** Jobs for comlink: the event callback is a proxy, closed when the job ends. */
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
