import { Failure, REPORT } from '../base/failure.ts';
import type { Replay } from '../spin/replay-reader.ts';
import type { CallOptions, Toolchain, ToolchainEvent } from '../spin/toolchain.ts';
import type { ReplayTrailOptions } from '../spin/verifier-replay.ts';
import type { Cut, SearchRequest, Trail } from '../tuning/index.ts';
import type { Keeping } from './promela/search-plan.ts';
import { type BuildKind, type Builds, mostDepth } from './builds.ts';
import type { ProgramsMaker } from './device-programs.ts';
import { runSearch, type SearchRunEnd, type SearchRunOptions } from './search-run.ts';
import type { VerifierPool } from './verifier-pool.ts';

export interface CheckerOptions {
  /** The most memory a verifier may use, in MB. */
  readonly memoryMB: number;
  /** Compiles a better verifier beside a long search; without it searches keep theirs. */
  readonly spare?: () => Toolchain;
  /** Compile for the fastest search, however long that takes. */
  readonly thorough?: boolean;
  /** Keeps the compiled verifiers beyond this checker. */
  readonly pool?: VerifierPool;
  /** Makes device programs in the background; otherwise in place. */
  readonly programs?: ProgramsMaker | undefined;
  /** Progress: combinations examined. */
  readonly onPrograms?: (looked: number) => void;
  /** The way a foreign model's searches keep states; otherwise whole, and in less memory where that ends. */
  readonly keeping?: Keeping | undefined;
  /** Told what the tools are doing. */
  readonly onEvent?: (event: ToolchainEvent) => void;
}

/** Seconds before a search counts as long and deserves an optimised verifier. */
const LONG_SEARCH = 1.5;

/** Initial depth limit, and the factor if it was too small. */
interface Depth {
  now: number;
  readonly deeper: number;
}

/** A model's verifiers on one toolchain: searches and replays. */
export class VerifierRunner {
  readonly toolchain: Toolchain;
  readonly options: CheckerOptions;
  readonly builds: Builds;
  readonly #depth: Depth;

  /** @param depth grows, for all that share it. */
  constructor(toolchain: Toolchain, options: CheckerOptions, builds: Builds, depth: Depth) {
    this.toolchain = toolchain;
    this.options = options;
    this.builds = builds;
    this.#depth = depth;
  }

  /** The same on a toolchain of its own. */
  beside(toolchain: Toolchain): VerifierRunner {
    return new VerifierRunner(toolchain, this.options, this.builds, this.#depth);
  }

  /** Options of every toolchain call. */
  call(signal: AbortSignal | undefined): CallOptions {
    return { signal, onProgress: this.options.onEvent };
  }

  /** Raises the depth limit as memory allows until it suffices.
   * @param steps of the path, if known: unused depth is free. */
  async deepening<Report extends { readonly cut?: Cut | undefined }>(
    steps: number,
    search: (depth: number) => Promise<Report>,
    isEnough: (report: Report) => boolean = ({ cut }) => cut !== 'depth',
  ): Promise<Report> {
    const most = mostDepth(this.options.memoryMB);
    for (;;) {
      const depth = Math.max(this.#depth.now, Math.min(steps, most));
      const report = await search(depth);
      const next = Math.min(depth * this.#depth.deeper, most);
      if (isEnough(report) || next <= depth) return report;
      this.#depth.now = Math.max(this.#depth.now, next);
    }
  }

  /** Runs one search with arguments for pan and the model. */
  async search(
    { signal, seed, seconds, onProgress }: SearchRequest,
    depth: number,
    args: readonly string[],
    { onEvent, ...heard }: Pick<SearchRunOptions, 'columns' | 'outputPrefix' | 'files' | 'onEvent'>,
  ): Promise<SearchRunEnd> {
    const kind: BuildKind = seed === undefined ? 'exact' : 'random';
    const verifier = await this.builds.get(kind, this.toolchain, this.call(signal));
    let passed = 0;
    try {
      return await runSearch(this.toolchain, verifier, args, {
        ...heard,
        signal,
        seconds,
        onProgress: (progress) => {
          passed = progress.seconds;
          onProgress?.(progress);
        },
        memory: { maxMB: this.options.memoryMB },
        // A random search would stay deep; an exact one also learns shorter paths.
        ...(seed !== undefined && { depth: depth - 10 }),
        onEvent: (event, since) => {
          this.options.onEvent?.(event);
          onEvent(event, since);
        },
      });
    } finally {
      // One long search suggests more.
      const { spare } = this.options;
      if (spare && passed > LONG_SEARCH) void this.builds.improve(spare());
    }
  }

  /** Follows a trail in the verifier that wrote it. */
  async replay(
    { packed, words }: Trail,
    options: ReplayTrailOptions,
    signal: AbortSignal | undefined,
  ): Promise<Extract<Replay, { ok: true }>> {
    const call = this.call(signal);
    const verifier = await this.builds.any(this.toolchain, call);
    const memory = { maxMB: this.options.memoryMB };
    const request = { module: verifier.module, trail: packed, words, ...options, memory };
    const { replay } = await this.toolchain.replayTrail(request, call);
    if (replay.ok) return replay;
    const message = `The trail cannot be replayed: ${replay.reason}`;
    throw new Failure('verifier', message, REPORT, replay.tail.join('\n'));
  }
}
