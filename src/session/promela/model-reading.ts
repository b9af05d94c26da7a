import type { Diagnostic } from '../../base/diagnostic.ts';
import { Cancelled, Failure } from '../../base/failure.ts';
import { Latest } from '../../base/latest.ts';
import { lazy } from '../../base/lazy.ts';
import { type Span, wordsOfLine } from '../../base/span.ts';
import { openModel } from '../../checker/index.ts';
import { factsOf, type ModelFacts } from '../../promela/index.ts';
import { modelFileName, Rejected, type SpinProblem } from '../../spin/spin-problems.ts';
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
    let facts = guess;
    try {
      const opened = await openModel(this.#toolchain(), sourceOf(document), { signal });
      facts = opened.facts;
      const request = { model: opened.text };
      const { warnings } = await this.#toolchain().generate(request, { signal });
      show({ phase: 'ended', facts, ...placed(document, warnings) });
    } catch (error) {
      if (error instanceof Cancelled) return;
      const problems = error instanceof Rejected ? error.problems : [];
      const said = placed(document, problems);
      const note =
        said.diagnostics.length === 0 && said.note === undefined && error instanceof Failure
          ? `${error.message} ${error.hint}`
          : said.note;
      show({ phase: 'failed', facts, diagnostics: said.diagnostics, note });
    }
  }
}

/** Messages with lines, and the first without. */
export function placed(
  { text, files }: Pick<ModelDocument, 'text' | 'files'>,
  problems: readonly SpinProblem[],
): Pick<ModelReading, 'diagnostics' | 'note'> {
  const lines = text.split('\n').length;
  const diagnostics: Diagnostic[] = [];
  let note: string | undefined;
  for (const { severity, line, file, message } of problems) {
    if (line === undefined || line < 1) {
      note ??= message;
      continue;
    }
    if (file === undefined || file === modelFileName) {
      const span = wordsAt(text, Math.min(line, lines));
      diagnostics.push({ severity, code: 'spin', span, message });
      continue;
    }
    const span = includeOf(text, file);
    const where = `Line ${line} of ${file}: ${message}`;
    if (span && files[file.split('/').at(-1) ?? file] !== undefined)
      diagnostics.push({ severity, code: 'spin', span, message: where });
    else note ??= where;
  }
  return { diagnostics, note };
}

const wordsAt = (text: string, line: number): Span =>
  wordsOfLine(text, line) ?? { start: text.length, end: text.length };

/** Where a text includes a file. */
function includeOf(text: string, file: string): Span | undefined {
  const last = file.split('/').at(-1) ?? file;
  const at = text
    .split('\n')
    .findIndex((line) => /^[ \t]*#[ \t]*include\b/.test(line) && line.includes(last));
  return at < 0 ? undefined : wordsAt(text, at + 1);
}
