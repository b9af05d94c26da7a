import {
  type Fit,
  type PosedValues,
  poseKernel,
  type Setting,
  type ValueSetting,
} from '../../checker/index.ts';
import type { KernelParser, ReadStage } from '../../kernel/index.ts';

/** What `derive` asks of a parser. */
export interface Reads extends Pick<KernelParser, 'parse' | 'lower'> {
  /** What has been found of the text in the setting at hand. */
  readonly fit?: Fit | undefined;
}

/** Which reading of a text is asked for. */
export interface ReadRequest {
  readonly text: string;
  /** The kernel that was tuned last; another one where the text has none of that name. */
  readonly kernelName: string | undefined;
  readonly charged: NonNullable<Parameters<KernelParser['lower']>[3]>;
  /** The setting, where it takes long to see whether anything can run in it. */
  readonly setting?: Setting | undefined;
}

/** All of it as data: it goes through a message. */
export interface ReadText {
  readonly parsed: ReturnType<KernelParser['parse']>;
  readonly lowered: ReturnType<KernelParser['lower']>;
  readonly fit?: Fit | undefined;
}

/** How far the reading of a text is. */
export interface ReadingProgress {
  readonly stage: ReadStage | 'fit';
  /** Of the text, in this stage: from 0 to 1. Nothing is known of how far the last stage is. */
  readonly share?: number;
}

/** Reads texts out of the way of whoever asks. A call that is cancelled costs nothing more. */
export interface TextReader {
  /** @throws {Cancelled} by its signal. */
  read(
    request: ReadRequest,
    signal: AbortSignal,
    onProgress: (progress: ReadingProgress) => void,
  ): Promise<ReadText>;
  /** `poseValues` of a text. @throws {Cancelled} by its signal. */
  poseValues(text: string, setting: ValueSetting, signal: AbortSignal): Promise<PosedValues>;
}

/** Reads a text with a parser. */
export function readWith(
  parser: Pick<KernelParser, 'parse' | 'lower'>,
  { text, kernelName, charged, setting }: ReadRequest,
  onProgress: (progress: ReadingProgress) => void = () => undefined,
): ReadText {
  const progress = onward(onProgress);
  const parsed = parser.parse(text, progress);
  const name = chosenKernel(parsed, kernelName);
  const lowered = parser.lower(text, name, {}, charged, progress);
  if (!setting || !lowered.ok) return { parsed, lowered };
  onProgress({ stage: 'fit' });
  return { parsed, lowered, fit: poseKernel(lowered.value, setting).fit };
}

/** Percentages as they are reached, each once and none after a higher one of its stage. */
function onward(onProgress: (progress: ReadingProgress) => void) {
  const reached = new Map<ReadStage, number>();
  return (stage: ReadStage, share: number): void => {
    const percent = Math.floor(share * 100);
    if (percent <= (reached.get(stage) ?? -1)) return;
    reached.set(stage, percent);
    onProgress({ stage, share: percent / 100 });
  };
}

/** The kernel that is tuned: a name that is no longer in the text was that of an earlier one. */
export function chosenKernel(
  { kernels }: ReadText['parsed'],
  wanted: string | undefined,
): string | undefined {
  return (kernels.find(({ name }) => name === wanted) ?? kernels[0])?.name;
}
