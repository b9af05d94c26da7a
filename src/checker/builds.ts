import { Cancelled } from '../base/failure.ts';
import type { CompileOptions } from '../spin/clang.ts';
import type { VerifierSources } from '../spin/spin.ts';
import type {
  CallOptions,
  CompiledVerifier,
  Toolchain,
  ToolchainEvent,
} from '../spin/toolchain.ts';

/** Random searches: bitstate, random order by a run-time seed (SPIN manual, "pan"), progress every
 * 20,000 states. */
const RANDOM = ['BITSTATE', 'T_RAND', 'P_RAND', 'FREQ=20000'];

/** pan's options for a random search. Searches of different seeds differ in their hash function and in
 * how many bits they keep of a state and how many there are, as those of a swarm should.
 * @param bits the number of bits that are kept in all, as a power of two; up to four times as many. */
export const randomOptions = (seed: number, bits: number): string[] => [
  `-RS${seed}`,
  `-h${seed % HASH_FUNCTIONS}`,
  `-k${2 + (seed % 2)}`,
  `-w${bits + (seed % 3)}`,
];

/** MB for a verifier's own data and C stack, at most. */
const OWN_MB = 16;

/** Longest path a search may take: its share of memory at 60 bytes a step, as measured, within
 * anyone's patience. */
export const mostDepth = (memoryMB: number): number =>
  Math.min(40_000_000, Math.floor((Math.max(0, memoryMB - OWN_MB) * 0.75 * 2 ** 20) / 60));

/** pan's option -h takes 0 to 499. */
const HASH_FUNCTIONS = 500;

export type BuildKind = 'exact' | 'random';

/** Compilation of one verifier. */
export interface Recipe {
  readonly sources: (toolchain: Toolchain, call: CallOptions) => Promise<VerifierSources>;
  readonly options: CompileOptions;
  /** Directives besides, which what SPIN wrote decides. */
  readonly definesOf?: (sources: VerifierSources) => Promise<readonly string[]>;
  /** For random searches, where it is another. */
  readonly random?: CompileOptions;
  /** Cached builds with these options serve as well. */
  readonly orKept?: readonly CompileOptions[];
  /** Options for long searches, if different. */
  readonly better?: CompileOptions;
}

/** A call that may be content without a compiler. */
interface BuildCall extends CallOptions {
  readonly withoutFetching?: boolean;
}

/** A model's verifiers, compiled on first use and shared between toolchains. */
export class Builds {
  readonly #recipe: Recipe;
  readonly #compiled = new Map<BuildKind, Build>();
  /** SPIN's output, once there. */
  #sources: VerifierSources | undefined;
  #improved = false;
  #isMade = false;

  constructor(recipe: Recipe) {
    this.#recipe = recipe;
  }

  /** True once any verifier exists. */
  get isMade(): boolean {
    return this.#isMade;
  }

  async get(kind: BuildKind, toolchain: Toolchain, call: BuildCall): Promise<CompiledVerifier> {
    const known = this.#compiled.get(kind);
    if (known) {
      try {
        return await known.follow(call);
      } catch (error) {
        if (call.signal?.aborted === true) throw error;
        // Another caller's build failed or was dropped, so this caller tries itself.
      }
    }
    const build = new Build((on) => this.#compile(kind, toolchain, { ...call, onProgress: on }));
    this.#compiled.set(kind, build);
    build.verifier.then(
      () => (this.#isMade = true),
      () => {
        if (this.#compiled.get(kind) === build) this.#compiled.delete(kind); // so that it can be tried again
      },
    );
    return build.follow(call);
  }

  /** The exact verifier is optimised, or cannot be. */
  get isImproved(): boolean {
    return this.#improved;
  }

  /** Optimises the exact verifier once, for coming searches; on failure they keep the old one. */
  async improve(toolchain: Toolchain, signal?: AbortSignal): Promise<void> {
    const { better } = this.#recipe;
    if (!better || !this.#sources || this.#improved) return;
    this.#improved = true;
    const more = (await this.#recipe.definesOf?.(this.#sources)) ?? [];
    const { optimise, defines } = better;
    const request = { sources: this.#sources, optimise, defines: [...defines, ...more] };
    await toolchain.compile(request, { signal }).then(
      (verifier) => this.#compiled.set('exact', new Build(() => Promise.resolve(verifier))),
      () => (this.#improved = signal?.aborted !== true),
    );
  }

  /** For replays: either kind follows the trails of both. */
  any(toolchain: Toolchain, call: CallOptions): Promise<CompiledVerifier> {
    return this.get(
      this.#compiled.has('random') && !this.#compiled.has('exact') ? 'random' : 'exact',
      toolchain,
      call,
    );
  }

  async #compile(
    kind: BuildKind,
    toolchain: Toolchain,
    call: BuildCall,
  ): Promise<CompiledVerifier> {
    const { sources, options, definesOf, random = options, orKept = [] } = this.#recipe;
    this.#sources ??= await sources(toolchain, call);
    const more = [
      ...((await definesOf?.(this.#sources)) ?? []),
      ...(kind === 'random' ? RANDOM : []),
    ];
    const ofKind = ({ optimise, defines }: CompileOptions): CompileOptions => ({
      optimise,
      defines: [...defines, ...more],
    });
    const { withoutFetching = false } = call;
    const request = {
      ...ofKind(kind === 'random' ? random : options),
      sources: this.#sources,
      orKept: orKept.map(ofKind),
      withoutFetching,
    };
    return toolchain.compile(request, call);
  }
}

/** A verifier, made or in the making, and its listeners. */
class Build {
  readonly verifier: Promise<CompiledVerifier>;
  readonly #listeners = new Set<(event: ToolchainEvent) => void>();
  #last: ToolchainEvent | undefined;

  constructor(make: (onProgress: (event: ToolchainEvent) => void) => Promise<CompiledVerifier>) {
    this.verifier = make((event) => {
      this.#last = event;
      for (const listen of this.#listeners) listen(event);
    });
  }

  /** Waits for the verifier, with progress from the last event on. */
  async follow({ signal, onProgress }: CallOptions): Promise<CompiledVerifier> {
    if (signal?.aborted === true) throw new Cancelled();
    if (onProgress) {
      this.#listeners.add(onProgress);
      if (this.#last) onProgress(this.#last);
    }
    let abort = (): void => undefined;
    try {
      return await new Promise((resolve, reject) => {
        abort = () => reject(new Cancelled());
        signal?.addEventListener('abort', abort, { once: true });
        this.verifier.then(resolve, reject);
      });
    } finally {
      signal?.removeEventListener('abort', abort);
      if (onProgress) this.#listeners.delete(onProgress);
    }
  }
}
