import type { Diagnostic } from '../../base/diagnostic.ts';
import { messageOf } from '../../base/message.ts';
import type { ClangMessage } from '../../spin/clang.ts';
import type { Toolchain } from '../../spin/toolchain.ts';
import type { CompilerView } from '../state.ts';

/** Milliseconds without an edit before clang is asked. */
const PAUSE = 400;
/** The same on a page that has just come: it has other things to load first. */
const PAUSE_BEFORE_FETCH = 3000;

interface Surroundings {
  /** A toolchain with a worker of its own, so that a check waits for no search. */
  readonly toolchain: () => Pick<Toolchain, 'checkKernel'>;
  /** Settles after some milliseconds, or as soon as the signal says so. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly toDiagnostics: (
    messages: readonly ClangMessage[],
    text: string,
  ) => readonly Diagnostic[];
  readonly publish: (view: CompilerView, diagnostics: readonly Diagnostic[]) => void;
}

/** Asks clang about the kernel text whenever edits pause; newer text cancels a check.
 *
 * The compiler is 18 MB, so a check alone never fetches it, unless the user has asked for that: clang
 * speaks once a run had to fetch the compiler anyway, and from then on until the page is left. With
 * `wanted` it is fetched some seconds after the page has come, by the browser's cache mostly. */
export class CompilerChecks {
  readonly #surroundings: Surroundings;
  #toolchain: Pick<Toolchain, 'checkKernel'> | undefined;
  #controller: AbortController | undefined;
  #fetched = false;
  #wanted: boolean | undefined;
  #text = '';

  constructor(surroundings: Surroundings, wanted: boolean | undefined, text: string) {
    this.#surroundings = surroundings;
    this.#wanted = wanted;
    this.#text = text;
    if (wanted === true) this.#restart(PAUSE_BEFORE_FETCH);
  }

  /** A run had to fetch the compiler: it is at hand now. */
  compilerFetched(): void {
    if (this.#fetched) return;
    this.#fetched = true;
    if (this.#wanted !== true) this.#restart();
  }

  setWanted(wanted: boolean): void {
    this.#wanted = wanted;
    this.#restart();
  }

  setText(text: string): void {
    if (text === this.#text) return;
    this.#text = text;
    this.#restart();
  }

  #restart(pause = PAUSE): void {
    this.#controller?.abort();
    this.#controller = undefined;
    const { publish } = this.#surroundings;
    if (!(this.#wanted ?? this.#fetched)) {
      publish({ phase: 'off' }, []);
      return;
    }
    this.#controller = new AbortController();
    publish({ phase: 'waiting' }, []);
    void this.#check(this.#text, pause, this.#controller.signal);
  }

  async #check(text: string, wait: number, signal: AbortSignal): Promise<void> {
    const { pause, publish, toDiagnostics } = this.#surroundings;
    await pause(wait, signal);
    if (signal.aborted) return;
    publish({ phase: 'checking' }, []);
    this.#toolchain ??= this.#surroundings.toolchain();
    try {
      const messages = await this.#toolchain.checkKernel({ text }, { signal });
      if (signal.aborted) return;
      this.#fetched = true;
      publish({ phase: 'checked' }, toDiagnostics(messages, text));
    } catch (error) {
      if (!signal.aborted) publish({ phase: 'failed', message: messageOf(error) }, []);
    }
  }
}
