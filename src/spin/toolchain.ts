import type { OperationName, Operations } from './operations.ts';
import type { CallOptions } from './toolchain-event.ts';

export type { CallOptions, CompiledVerifier, ToolchainEvent } from './toolchain-event.ts';

/** What an operation is asked. */
export type RequestOf<K extends OperationName> = Parameters<Operations[K]['call']>[0];

/**
 * SPIN, the C compiler and the verifiers, wherever they run. A call never hangs: it resolves, or rejects
 * with a `Failure` (a tool could not be fetched, clang rejected pan.c, the worker died under it; its
 * `detail` has the last lines that the program had written) or with `Cancelled`, by its signal.
 */
export type Toolchain = {
  readonly [K in OperationName]: (
    request: RequestOf<K>,
    options?: CallOptions,
  ) => ReturnType<Operations[K]['call']>;
} & {
  /** Starts the worker, so that the first call need not wait for it. */
  start(): void;
  /** Ends all workers; calls under way are cancelled. */
  dispose(): void;
};
