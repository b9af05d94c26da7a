import {
  type Fit,
  type LaunchChoice,
  type PosedQuestion,
  type PosedValues,
  poseKernel,
  type Setting,
  type ValueSetting,
} from '../../checker/index.ts';
import type { KernelParser } from '../../kernel/parser.ts';
import type { Missing, MissingOf } from '../../language/index.ts';
import type { ReadStage } from '../../front/watch.ts';

/** The parser as `derive` sees it. */
export interface Reads extends Pick<KernelParser, 'parse' | 'lower'> {
  /** The fit of the text in the present setting. */
  readonly fit?: Fit | undefined;
}

/** Which reading of a text is asked for. */
export interface ReadRequest {
  readonly text: string;
  /** The last tuned kernel; replaced if missing from the text. */
  readonly kernelName: string | undefined;
  readonly charged: NonNullable<Parameters<KernelParser['lower']>[3]>;
  /** Given where finding whether anything can run takes long. */
  readonly setting?: Setting | undefined;
}

/** All plain data, to fit in a message. */
export interface ReadText {
  readonly parsed: ReturnType<KernelParser['parse']>;
  readonly lowered: ReturnType<KernelParser['lower']>;
  readonly fit?: Fit | undefined;
}

/** Progress of reading. */
export interface ReadingProgress {
  readonly stage: ReadStage | 'fit';
  /** 0 to 1 within this stage; absent for the last. */
  readonly share?: number;
}

/** Reads beside the caller. Cancelled calls cost nothing more. */
export interface TextReader {
  /** @throws {Cancelled} by its signal. */
  read(
    request: ReadRequest,
    signal: AbortSignal,
    onProgress: (progress: ReadingProgress) => void,
  ): Promise<ReadText>;
  /** `missingIn` of a text. @throws {Cancelled} by its signal. */
  missing(text: string, about: MissingOf, signal: AbortSignal): Promise<Missing | undefined>;
  /** `poseValues` of a text. @throws {Cancelled} by its signal. */
  poseValues(text: string, setting: ValueSetting, signal: AbortSignal): Promise<PosedValues>;
  /** `poseQuestion` of a text. @throws {Cancelled} by its signal. */
  poseQuestion(
    text: string,
    setting: ValueSetting,
    launch: LaunchChoice,
    signal: AbortSignal,
  ): Promise<PosedQuestion>;
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

/** Reports each percentage once, rising within its stage. */
function onward(onProgress: (progress: ReadingProgress) => void) {
  const reached = new Map<ReadStage, number>();
  return (stage: ReadStage, share: number): void => {
    const percent = Math.floor(share * 100);
    if (percent <= (reached.get(stage) ?? -1)) return;
    reached.set(stage, percent);
    onProgress({ stage, share: percent / 100 });
  };
}

/** The tuned kernel; a name missing from the text is outdated. */
export function chosenKernel(
  { kernels }: ReadText['parsed'],
  wanted: string | undefined,
): string | undefined {
  return (kernels.find(({ name }) => name === wanted) ?? kernels[0])?.name;
}
