import type { Diagnostic } from '../../base/diagnostic.ts';
import { Latest } from '../../base/latest.ts';
import { poseValues, type PosedValues, type ValueSetting } from '../../checker/index.ts';
import type { KernelParser } from '../../kernel/index.ts';
import type { Settings } from '../kept/settings.ts';
import { chargesOf, settingOf } from '../derive.ts';
import { loopDepth } from './loop-depth.ts';
import type { ReadingProgress, Reads, ReadRequest, ReadText, TextReader } from './text-reader.ts';

/** Characters of a text that is read at once, which takes some hundredths of a second. */
const MOST_AT_ONCE = 16_000;
/** Loops in each other that are read at once: each more may double the time. */
const MOST_LOOPS_AT_ONCE = 6;
/** Milliseconds without an edit before a long text is read. */
const PAUSE = 150;

/** Has texts read: short ones at once, long ones beside the page, so that nobody waits for their letters. */
export class Reading {
  readonly #latest = new Latest();
  #known: { readonly request: ReadRequest; readonly read: ReadText } | undefined;

  constructor(
    private readonly parser: KernelParser,
    private readonly reader: () => TextReader,
    private readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>,
  ) {}

  /** What is asked of the text of some settings; nothing while that must be waited for. */
  at(settings: Settings): Reads | undefined {
    if (!isLong(settings.kernelText)) return this.parser;
    const { request, read } = this.#known ?? {};
    if (!request || keyOf(request) !== keyOf(requestOf(settings))) return undefined;
    return read && { ...readsOf(read), fit: read.fit };
  }

  /** What is asked of a text, at once, however long that takes. */
  now(settings: Settings): Reads {
    const known = this.at(settings);
    if (known) return known;
    const { request, read } = this.#known ?? {};
    // The same text in another setting.
    const isRead = request && textKeyOf(request) === textKeyOf(requestOf(settings));
    return isRead && read ? readsOf(read) : this.parser;
  }

  /** Has a long text read; another call, or `leave`, lets go of it.
   * @returns whether it is known now. */
  async wait(
    settings: Settings,
    onProgress: (progress: ReadingProgress) => void,
  ): Promise<boolean> {
    const signal = this.#latest.start();
    await this.pause(PAUSE, signal);
    if (signal.aborted) return false;
    const request = requestOf(settings);
    try {
      const read = await this.reader().read(request, signal, (progress) => {
        if (this.#latest.is(signal)) onProgress(progress);
      });
      if (!this.#latest.is(signal)) return false;
      this.#known = { request, read };
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

  /** What would be said of texts like one, at once; nothing where that takes long. */
  tried(text: string, settings: Settings): ((other: string) => readonly Diagnostic[]) | undefined {
    if (isLong(text)) return undefined;
    const charged = chargesOf(settings);
    return (other) =>
      this.parser.lower(other, settings.kernelName ?? undefined, {}, charged).diagnostics;
  }

  /** The programs with values of a text, which takes seconds where it is long. */
  async poseValues(text: string, setting: ValueSetting, signal: AbortSignal): Promise<PosedValues> {
    return isLong(text)
      ? this.reader().poseValues(text, setting, signal)
      : poseValues(this.parser, text, setting);
  }
}

/** Whether reading a text takes long: it is long, or has loops in loops in loops. */
const isLong = (text: string): boolean =>
  text.length > MOST_AT_ONCE || loopDepth(text) > MOST_LOOPS_AT_ONCE;

const readsOf = (read: ReadText): Reads => ({
  parse: () => read.parsed,
  lower: () => read.lowered,
});

const requestOf = (settings: Settings): ReadRequest => ({
  text: settings.kernelText,
  kernelName: settings.kernelName,
  charged: chargesOf(settings),
  // Only there has what the kernel does to be made to see whether it can run.
  ...(settings.semantics === 'device' && { setting: settingOf(settings) }),
});

const keyOf = (request: ReadRequest): string => JSON.stringify(request);

const textKeyOf = ({ text, kernelName, charged }: ReadRequest): string =>
  JSON.stringify([text, kernelName, charged]);
