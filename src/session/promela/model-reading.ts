import { Cancelled } from '../../base/failure.ts';
import { Latest } from '../../base/latest.ts';
import { lazy } from '../../base/lazy.ts';
import { readModel } from '../../checker/index.ts';
import { factsOf, type ModelFacts } from '../../promela/index.ts';
import type { SessionTools } from '../tools.ts';
import { type ModelDocument, needsPreprocessor, sourceOf } from './model-document.ts';
import type { ModelReading } from './model-view.ts';

/** Milliseconds after a letter until SPIN reads the text. */
const PAUSE = 350;

/** Has SPIN read a model during edits, in its own worker. */
export class ModelReader {
  readonly #tools: Pick<SessionTools, 'toolchain' | 'pause' | 'hasCompiler'>;
  readonly #toolchain: () => ReturnType<SessionTools['toolchain']>;
  readonly #publish: (reading: ModelReading) => void;
  readonly #latest = new Latest();

  constructor(
    tools: Pick<SessionTools, 'toolchain' | 'pause' | 'hasCompiler'>,
    publish: (reading: ModelReading) => void,
  ) {
    this.#tools = tools;
    this.#toolchain = lazy(tools.toolchain);
    this.#publish = publish;
  }

  /** Declarations at once, SPIN's messages a moment later. */
  read(document: ModelDocument, before: ModelReading): void {
    const facts = factsOf(document.text);
    this.#publish({ ...before, phase: 'running', facts });
    void this.#judge(document, facts, this.#latest.start());
  }

  leave(): void {
    this.#latest.leave();
  }

  async #judge(document: ModelDocument, guess: ModelFacts, signal: AbortSignal): Promise<void> {
    const show = (reading: ModelReading): void => {
      if (this.#latest.is(signal)) this.#publish(reading);
    };
    await this.#tools.pause(PAUSE, signal);
    if (signal.aborted) return;
    if (document.text.trim() === '')
      return show({ phase: 'ended', facts: guess, diagnostics: [], note: 'The model is empty.' });
    if (needsPreprocessor(document) && !this.#tools.hasCompiler()) {
      const note =
        'SPIN reads it once the compiler is there: its lines with # are for a preprocessor.';
      return show({ phase: 'waiting', facts: guess, diagnostics: [], note });
    }
    try {
      const toolchain = this.#toolchain();
      const {
        ok,
        facts = guess,
        ...said
      } = await readModel(toolchain, sourceOf(document), { signal });
      show({ phase: ok ? 'ended' : 'failed', facts, ...said });
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error;
    }
  }
}
