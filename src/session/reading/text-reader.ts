import type { PosedValues, ValueSetting } from '../../checker/index.ts';
import type { KernelParser } from '../../kernel/index.ts';

/** What `derive` asks of a parser. */
export type Reads = Pick<KernelParser, 'parse' | 'lower'>;

/** Which reading of a text is asked for. */
export interface ReadRequest {
  readonly text: string;
  /** The kernel that was tuned last; another one where the text has none of that name. */
  readonly kernelName: string | undefined;
  readonly charged: NonNullable<Parameters<KernelParser['lower']>[3]>;
}

/** All of it as data: it goes through a message. */
export interface ReadText {
  readonly parsed: ReturnType<KernelParser['parse']>;
  readonly lowered: ReturnType<KernelParser['lower']>;
}

/** Reads texts out of the way of whoever asks. A call that is cancelled costs nothing more. */
export interface TextReader {
  /** @throws {Cancelled} by its signal. */
  read(request: ReadRequest, signal: AbortSignal): Promise<ReadText>;
  /** `poseValues` of a text. @throws {Cancelled} by its signal. */
  poseValues(text: string, setting: ValueSetting, signal: AbortSignal): Promise<PosedValues>;
}

/** Reads a text with a parser. */
export function readWith(parser: Reads, { text, kernelName, charged }: ReadRequest): ReadText {
  const parsed = parser.parse(text);
  return { parsed, lowered: parser.lower(text, chosenKernel(parsed, kernelName), {}, charged) };
}

/** The kernel that is tuned: a name that is no longer in the text was that of an earlier one. */
export function chosenKernel(
  { kernels }: ReadText['parsed'],
  wanted: string | undefined,
): string | undefined {
  return (kernels.find(({ name }) => name === wanted) ?? kernels[0])?.name;
}
