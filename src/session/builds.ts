import type { CompileOptions } from '../spin/clang.ts';
import type { CompiledVerifier, Toolchain, VerifierSources } from '../spin/toolchain.ts';
import { settle } from './tools.ts';

/** What a random search is compiled with besides: a few bits for each state (bitstate), transitions and
 * processes in random order, by the seed given at run time (SPIN manual, "pan"). */
const RANDOM = ['BITSTATE', 'T_RAND', 'P_RAND'];

/** pan's options for a random search. Searches of different seeds differ in their hash function and in
 * how many bits they keep of a state and how many there are, as those of a swarm should.
 * @param bits the number of bits that are kept in all, as a power of two; up to four times as many. */
export const randomOptions = (seed: number, bits: number): string[] => [
  `-RS${seed}`,
  `-h${seed % HASH_FUNCTIONS}`,
  `-k${2 + (seed % 2)}`,
  `-w${bits + (seed % 3)}`,
];

/** pan's option -h takes 0 to 499. */
const HASH_FUNCTIONS = 500;

export type BuildKind = 'exact' | 'random';

/** How one verifier is compiled. */
interface Recipe {
  readonly sources: (signal: AbortSignal | undefined) => Promise<VerifierSources>;
  readonly options: CompileOptions;
  /** Builds with these options do as well where they are at hand. */
  readonly orKept?: readonly CompileOptions[];
}

type Call = Parameters<Toolchain['compile']>[1];

/** The verifiers of one model, each compiled when it is first needed, for as many toolchains as share
 * them. */
export class Builds {
  readonly #recipe: Recipe;
  readonly #compiled = new Map<BuildKind, Promise<CompiledVerifier>>();

  constructor(recipe: Recipe) {
    this.#recipe = recipe;
  }

  get(
    kind: BuildKind,
    toolchain: Toolchain,
    call: Pick<Call, 'signal' | 'onProgress'>,
  ): Promise<CompiledVerifier> {
    const known = this.#compiled.get(kind);
    if (known) return known;
    const made = this.#compile(kind, toolchain, call);
    this.#compiled.set(kind, made);
    made.catch(() => this.#compiled.delete(kind)); // so that it can be tried again
    return made;
  }

  /** For replays: either kind follows the trails of both. */
  any(toolchain: Toolchain, call: Pick<Call, 'signal' | 'onProgress'>): Promise<CompiledVerifier> {
    return this.get(
      this.#compiled.has('random') && !this.#compiled.has('exact') ? 'random' : 'exact',
      toolchain,
      call,
    );
  }

  async #compile(
    kind: BuildKind,
    toolchain: Toolchain,
    call: Pick<Call, 'signal' | 'onProgress'>,
  ): Promise<CompiledVerifier> {
    const { sources, options, orKept = [] } = this.#recipe;
    const ofKind = ({ optimise, defines }: CompileOptions): CompileOptions => ({
      optimise,
      defines: kind === 'random' ? [...defines, ...RANDOM] : defines,
    });
    return settle(
      'compiler',
      await toolchain.compile(await sources(call.signal), {
        ...call,
        ...ofKind(options),
        orKept: orKept.map(ofKind),
      }),
    );
  }
}
