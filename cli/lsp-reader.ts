import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import type { Remote } from 'comlink';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Diagnostic } from '../src/base/diagnostic.ts';
import { Cancelled } from '../src/base/failure.ts';
import { Latest } from '../src/base/latest.ts';
import { messageOf } from '../src/base/message.ts';
import { readModel } from '../src/checker/index.ts';
import { KERNEL_ENDINGS } from '../src/front/language.ts';
import { type Mending, toldOnce } from '../src/language/index.ts';
import type { Toolchain } from '../src/spin/toolchain.ts';
import type { SentText } from './check-kernels.ts';
import type { CheckPool } from './check-pool.ts';
import type { CheckSettings } from './check-source.ts';
import type { CheckWorker } from './check-worker.ts';
import type { ReadKernels } from './lsp-kernels.ts';
import { readModelSource } from './model-input.ts';

/** Milliseconds without edits before a text is read, and then before its kernels are run. */
const PAUSE = { read: 150, run: 500 };
/** Seconds for a thread to start, and to end by itself. */
const GRACE = 20;

/** Facts about a version of a text. */
export interface Reading {
  readonly version: number;
  readonly diagnostics: readonly Diagnostic[];
  readonly kernels?: ReadKernels | undefined;
}

export type Kind = 'kernel' | 'promela';

/** By its ending, else by what the editor takes it for. */
export function kindOf({
  uri,
  languageId,
}: Pick<TextDocument, 'uri' | 'languageId'>): Kind | undefined {
  const ending = /\.(\w+)$/.exec(uri)?.[1]?.toLowerCase() ?? '';
  if (/^(?:pml|prom|promela)$/.test(ending)) return 'promela';
  if (KERNEL_ENDINGS.includes(ending)) return 'kernel';
  if (/^promela$/i.test(languageId)) return 'promela';
  return /^(?:opencl|cuda|hip)/i.test(languageId) ? 'kernel' : undefined;
}

/** A file's path; texts that are no files have none. */
function pathOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}

export interface ReaderTools {
  readonly settings: CheckSettings;
  /** Macros as `-D` has them. */
  readonly defines: readonly string[];
  readonly pool: CheckPool;
  readonly toolchain: () => Promise<Toolchain>;
  readonly onReading: (document: TextDocument, reading: Reading) => void;
  /** Told of what is no fault of the text. */
  readonly onTrouble: (why: string) => void;
}

/** Reads texts as they change; the newest version of each is what counts. */
export class Reader {
  readonly #tools: ReaderTools;
  readonly #latest = new Map<string, Latest>();
  readonly #readings = new Map<string, Reading>();
  readonly #mendings = new WeakMap<Diagnostic, readonly Mending[]>();

  constructor(tools: ReaderTools) {
    this.#tools = tools;
  }

  /** Facts about this very version. */
  of({ uri, version }: TextDocument): Reading | undefined {
    const reading = this.#readings.get(uri);
    return reading?.version === version ? reading : undefined;
  }

  changed(document: TextDocument): void {
    const latest = this.#latest.get(document.uri) ?? new Latest();
    this.#latest.set(document.uri, latest);
    const signal = latest.start();
    this.#read(document, signal).catch((error: unknown) => {
      if (!signal.aborted && !(error instanceof Cancelled)) this.#tools.onTrouble(messageOf(error));
    });
  }

  closed({ uri }: TextDocument): void {
    this.#latest.get(uri)?.leave();
    this.#latest.delete(uri);
    this.#readings.delete(uri);
  }

  /** Fixes that were tried. @throws {Cancelled} by the signal. */
  async mendings(
    document: TextDocument,
    diagnostic: Diagnostic,
    signal: AbortSignal,
  ): Promise<readonly Mending[]> {
    const known = this.#mendings.get(diagnostic);
    if (known) return known;
    const { settings } = this.#tools;
    const sent = sentOf(document);
    const found = await this.#run((worker) => worker.mendings(sent, settings, diagnostic), signal);
    if (found) this.#mendings.set(diagnostic, found);
    return found ?? [];
  }

  async #read(document: TextDocument, signal: AbortSignal): Promise<void> {
    await pause(PAUSE.read, undefined, { signal });
    if (kindOf(document) === 'promela') return this.#readModel(document, signal);
    const { settings } = this.#tools;
    const [sent, { version }] = [sentOf(document), document];
    const kernels = await this.#run((worker) => worker.read(sent, settings), signal);
    if (!kernels) return;
    const tell = (ofValues: readonly Diagnostic[]): void => {
      const told = { read: kernels.diagnostics, ofRun: [], ofValues, ofCompiler: [] };
      this.#tell(document, { version, kernels, diagnostics: toldOnce(told) }, signal);
    };
    tell([]);
    if (!settings.quick) await pause(PAUSE.run, undefined, { signal });
    const found = settings.quick
      ? undefined
      : await this.#run((worker) => worker.run(sent, settings), signal);
    if (found) tell(found);
  }

  async #readModel(document: TextDocument, signal: AbortSignal): Promise<void> {
    const { defines, settings } = this.#tools;
    const { version } = document;
    const text = document.getText();
    const path = pathOf(document.uri);
    const source =
      path === undefined
        ? { text, defines }
        : readModelSource(path, defines, settings.folders, text);
    const empty = { diagnostics: [], note: undefined };
    const { diagnostics, note } =
      text.trim() === ''
        ? empty
        : await readModel(await this.#tools.toolchain(), source, { signal });
    const whole = note === undefined ? [] : [atTop(note)];
    this.#tell(document, { version, diagnostics: [...diagnostics, ...whole] }, signal);
  }

  #tell(document: TextDocument, reading: Reading, signal: AbortSignal): void {
    if (signal.aborted || document.version !== reading.version) return;
    this.#readings.set(document.uri, reading);
    this.#tools.onReading(document, reading);
  }

  /** A job in a thread; nothing where it took too long or failed. */
  async #run<T>(
    job: (worker: Remote<CheckWorker>) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T | undefined> {
    const { pool, settings, onTrouble } = this.#tools;
    const ran = await pool.run(job, settings.seconds + GRACE, signal);
    if ('answer' in ran) return ran.answer;
    const { ended } = ran;
    onTrouble(ended.by === 'fault' ? ended.why : `The text takes too much ${ended.by} to read.`);
    return undefined;
  }
}

const sentOf = (document: TextDocument): SentText => {
  const path = pathOf(document.uri);
  return { file: path ?? document.uri, text: document.getText(), path };
};

/** Messages without a line are told on the first. */
const atTop = (message: string): Diagnostic => ({
  severity: 'error',
  code: 'spin',
  span: { start: 0, end: 1 },
  message,
});
