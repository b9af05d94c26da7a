import { Cancelled, Failure, REPORT } from '../src/base/failure.ts';
import { messageOf } from '../src/base/message.ts';
import { positionAt } from '../src/base/span.ts';
import type { KernelParser } from '../src/kernel/parser.ts';
import { answered, type Asked, type KernelAnswer, unanswered } from './check-answer.ts';
import { type CheckCall, type CheckSettings, checkSource, kernelsOf } from './check-source.ts';
import { UsageError } from './usage-error.ts';
import { InputError } from './diagnostics.ts';
import { givenIncludes, type Included, includesOf } from './included.ts';

/** A text as it is sent. */
export interface SentText {
  /** Path as given; `-` is standard input. */
  readonly file: string;
  readonly text: string;
  /** Included files are read beside it; none are without it or `folders`. */
  readonly path?: string | undefined;
  /** All that it includes, where no files are to be read. */
  readonly included?: readonly Included[] | undefined;
}

export type FoundAnswer = Omit<KernelAnswer, 'accepted' | 'seconds'>;

export interface FoundKernels {
  readonly asked: readonly Asked[];
  /** Why there are none. */
  readonly failed?: FoundAnswer;
}

export const sourceOf = (
  { file, text, path, included }: SentText,
  { folders }: Pick<CheckSettings, 'folders'>,
) => ({
  name: file,
  text,
  includes: included ? givenIncludes(included) : includesOf(path, folders),
});

/** An error as an answer. */
export function failed(asked: Asked, error: unknown): FoundAnswer {
  const diagnostics = error instanceof InputError ? error.diagnostics : [];
  if (error instanceof UsageError) return unanswered(asked, 'refused', error.message, diagnostics);
  if (error instanceof Cancelled) return unanswered(asked, 'limit', 'The time limit was reached.');
  const hint = error instanceof Failure ? error.hint : REPORT;
  return unanswered(asked, 'not-checked', `${messageOf(error)} ${hint}`);
}

/** The kernels of a text, or why there are none. */
export function foundKernels(
  parser: KernelParser,
  sent: SentText,
  settings: CheckSettings,
): FoundKernels {
  try {
    const kernels = kernelsOf(parser, sourceOf(sent, settings), settings);
    // All launches are one question, and so is one of them.
    const isOne = settings.allLaunches || settings.launchLine !== undefined;
    const meant = isOne ? kernels.slice(0, 1) : kernels;
    const asked = meant.map(({ name, span }) => ({
      file: sent.file,
      ...(!isOne && { kernel: name }),
      line: positionAt(sent.text, span.start).line,
    }));
    return { asked };
  } catch (error) {
    return { asked: [], failed: failed({ file: sent.file, line: 1 }, error) };
  }
}

/** The answer about one of them. */
export async function foundAnswer(
  parser: KernelParser,
  sent: SentText,
  asked: Asked,
  settings: CheckSettings,
  call: CheckCall,
): Promise<FoundAnswer> {
  const about = { ...settings, kernelName: asked.kernel };
  try {
    return answered(asked, await checkSource(parser, sourceOf(sent, settings), about, call));
  } catch (error) {
    return failed(asked, error);
  }
}
