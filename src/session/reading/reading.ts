import type { CopiedText, Copying } from '../../exchange/index.ts';
import { languageOf } from '../../front/cuda/words.ts';
import type { Language } from '../../front/language.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { Latest } from '../../base/latest.ts';
import { onDemand } from '../../base/on-demand.ts';
import {
  type LaunchChoice,
  type PosedQuestion,
  type PosedValues,
  type ValueSetting,
} from '../../checker/index.ts';
import { valuesEngine } from '../../checker/values-on-demand.ts';
import { missingIn, type Missing } from '../../language/index.ts';
import type { KernelParser } from '../../kernel/parser.ts';
import type { Configuration } from '../../tuning/index.ts';
import type { ValueProgram } from '../../values/index.ts';
import type { Settings } from '../kept/settings.ts';
import { chargesOf, settingOf } from '../derive.ts';
import { loopDepth } from './loop-depth.ts';
import type { ReadingProgress, Reads, ReadRequest, ReadText, TextReader } from './text-reader.ts';
import { isOnMachine } from '../../platform/index.ts';

const copying = onDemand(() => import('../../exchange/copied/copied-text.ts'));

/** Characters read at once: some hundredths of a second. */
const MOST_AT_ONCE = 16_000;
/** The same of CUDA C++, whose host is followed. */
const MOST_OF_CUDA_AT_ONCE = 6_000;
/** Nested loops read at once: each more may double the time. */
const MOST_LOOPS_AT_ONCE = 6;
/** Milliseconds without edits before reading a long text, or as long as the last took, up to this. */
const PAUSE = 150;
const LONGEST_PAUSE = 1000;

/** Reads short texts at once and long ones beside the page, so typing never waits. */
export class Reading {
  readonly #latest = new Latest();
  /** Milliseconds of the last reading beside the page. */
  #took = 0;
  #known: { readonly request: ReadRequest; readonly read: ReadText } | undefined;

  readonly #parser: KernelParser;
  readonly #remembering: Reads;
  readonly #reader: () => TextReader;
  readonly #pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;

  constructor(
    parser: KernelParser,
    reader: () => TextReader,
    pause: (milliseconds: number, signal: AbortSignal) => Promise<void>,
  ) {
    this.#parser = parser;
    this.#remembering = remembering(parser);
    this.#reader = reader;
    this.#pause = pause;
  }

  /** Undefined while the text must be waited for. */
  at(settings: Settings): Reads | undefined {
    if (this.#isAtOnce(settings.kernelText)) return this.#remembering;
    const known = this.#known;
    if (!known || !isSameText(known.request, settings)) return undefined;
    if (settingKeyOf(known.request) !== settingKeyOf(requestOf(settings))) return undefined;
    return fittedOf(known.read);
  }

  /** Reads the text here, however long that takes. */
  now(settings: Settings): Reads {
    const known = this.at(settings);
    if (known) return known;
    const read = this.#known;
    // The same text in another setting.
    const isRead =
      read &&
      isSameText(read.request, settings) &&
      JSON.stringify(read.request.charged) === JSON.stringify(chargesOf(settings));
    return isRead ? readsOf(read.read) : this.#parser;
  }

  /** Reads a long text; another call, or `leave`, abandons it.
   * @returns whether it is known now. */
  async wait(
    settings: Settings,
    onProgress: (progress: ReadingProgress) => void,
  ): Promise<boolean> {
    const signal = this.#latest.start();
    await this.#pause(Math.max(PAUSE, Math.min(this.#took, LONGEST_PAUSE)), signal);
    if (signal.aborted) return false;
    const began = performance.now();
    const request = requestOf(settings);
    if (!this.#parser.isReadyFor(request.text)) await this.#parser.prepare(request.text);
    if (signal.aborted) return false;
    if (!isLong(request.text)) return true;
    try {
      const read = await this.#reader().read(request, signal, (progress) => {
        if (this.#latest.is(signal)) onProgress(progress);
      });
      if (!this.#latest.is(signal)) return false;
      this.#known = { request, read };
      this.#took = performance.now() - began;
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      throw error;
    }
  }

  /** Ends the reading, of which nothing more is wanted. */
  leave(): void {
    this.#latest.leave();
  }

  /** Diagnostics of similar texts; nothing where reading takes long. */
  tried(text: string, settings: Settings): ((other: string) => readonly Diagnostic[]) | undefined {
    if (isLong(text, MOST_AT_ONCE) || !this.#parser.isReadyFor(text)) return undefined;
    const charged = chargesOf(settings);
    return (other) =>
      this.#parser.lower(other, settings.kernelName ?? undefined, {}, charged).diagnostics;
  }

  /** The text once it is read, without keeping it. @throws {Cancelled} by its signal. */
  async once(settings: Settings, signal: AbortSignal): Promise<Reads> {
    const nothing = (): void => undefined;
    return (
      this.at(settings) ?? fittedOf(await this.#reader().read(requestOf(settings), signal, nothing))
    );
  }

  /** Values a text leaves open. @throws {Cancelled} by its signal. */
  async missing(settings: Settings, signal: AbortSignal): Promise<Missing | undefined> {
    const { kernelText: text, kernelName, constants } = settings;
    const about = { kernelName, size: Number(constants.size) || 0 };
    return this.#isAtOnce(text)
      ? missingIn(this.#parser, text, about)
      : this.#reader().missing(text, about, signal);
  }

  /** A text's programs with values; a long one takes seconds. */
  async poseValues(text: string, setting: ValueSetting, signal: AbortSignal): Promise<PosedValues> {
    if (isLong(text)) return this.#reader().poseValues(text, setting, signal);
    const { poseValues } = await this.#engineFor(text);
    return poseValues(this.#parser, text, setting);
  }

  /** The same for a launch of the host's, or for all. */
  async poseQuestion(
    text: string,
    setting: ValueSetting,
    launch: LaunchChoice,
    signal: AbortSignal,
  ): Promise<PosedQuestion> {
    if (isLong(text)) return this.#reader().poseQuestion(text, setting, launch, signal);
    const { poseQuestion } = await this.#engineFor(text);
    return poseQuestion(this.#parser, text, setting, launch);
  }

  /** The program of a configuration, whatever its arrays take, or why there is none. */
  async programsOf(
    text: string,
    { kernelName, constants }: Pick<ValueSetting, 'kernelName' | 'constants'>,
  ): Promise<(values: Configuration) => ValueProgram | string> {
    const { buildValues } = await this.#engineFor(text);
    return (values) => {
      const built = buildValues(this.#parser, text, {
        kernelName,
        values: { ...constants, ...values },
      });
      return built.ok ? built.value : (built.diagnostics[0]?.message ?? 'it has no program');
    };
  }

  /** A text without its host's part, as a compiler at run time takes it. */
  async deviceText(text: string): Promise<string> {
    await this.#parser.prepare(text);
    return this.#parser.deviceText(text);
  }

  /** A text in a language, with the values of its parameters put in. */
  async copiedText(text: string, to: Language, about: Copying): Promise<CopiedText> {
    const [{ copiedText }] = await Promise.all([copying(), this.#parser.prepare(text)]);
    return copiedText(this.#parser, text, to, about);
  }

  async #engineFor(text: string) {
    const [engine] = await Promise.all([valuesEngine(), this.#parser.prepare(text)]);
    return engine;
  }

  /** At each letter. */
  #isAtOnce(text: string): boolean {
    return !isLong(text) && this.#parser.isReadyFor(text);
  }
}

/** The last costs again, for the same text: beneath the hand only constants change. */
function remembering(parser: Pick<KernelParser, 'parse' | 'lower'>): Reads {
  let last: { readonly key: string; readonly lowered: ReturnType<Reads['lower']> } | undefined;
  return {
    parse: (text) => parser.parse(text),
    lower(text, kernelName, given, charged, watch) {
      const lower = () => parser.lower(text, kernelName, given, charged, watch);
      if (given !== undefined) return lower();
      const key = JSON.stringify([text, kernelName, charged]);
      if (last?.key !== key) last = { key, lowered: lower() };
      return last.lowered;
    },
  };
}

/** Long texts, or loops in loops in loops. */
const isLong = (text: string, most = AT_ONCE[languageOf(text)]): boolean =>
  text.length > most || loopDepth(text) > MOST_LOOPS_AT_ONCE;

const AT_ONCE: Readonly<Record<Language, number>> = {
  opencl: MOST_AT_ONCE,
  cuda: MOST_OF_CUDA_AT_ONCE,
};

const readsOf = (read: ReadText): Reads => ({
  parse: () => read.parsed,
  lower: () => read.lowered,
});

const fittedOf = (read: ReadText): Reads => ({ ...readsOf(read), fit: read.fit });

const requestOf = (settings: Settings): ReadRequest => ({
  text: settings.kernelText,
  kernelName: settings.kernelName,
  charged: chargesOf(settings),
  // Machines must build the kernel's work to see whether it runs.
  ...(isOnMachine(settings.semantics) && { setting: settingOf(settings) }),
});

/** Long texts are compared before anything is written out. */
const isSameText = ({ text, kernelName }: ReadRequest, settings: Settings): boolean =>
  text === settings.kernelText && kernelName === settings.kernelName;

const settingKeyOf = ({ charged, setting }: ReadRequest): string =>
  JSON.stringify([charged, setting]);
