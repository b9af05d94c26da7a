import type { OperationName, Operations } from './operations.ts';
import type { CallOptions } from './toolchain-event.ts';

export type { CallOptions, CompiledVerifier, ToolchainEvent } from './toolchain-event.ts';

/** An operation's request. */
export type RequestOf<K extends OperationName> = Parameters<Operations[K]['call']>[0];

/** SPIN, the C compiler and verifiers, wherever they run. Every call settles: a result, a `Failure`
 * (with the program's last lines in `detail`), or `Cancelled` by its signal. */
export type Toolchain = {
  readonly [K in OperationName]: (
    request: RequestOf<K>,
    options?: CallOptions,
  ) => ReturnType<Operations[K]['call']>;
} & {
  /** Starts the worker early. */
  start(): void;
  /** Ends all workers; calls under way are cancelled. */
  dispose(): void;
};
