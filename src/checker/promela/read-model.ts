import type { Diagnostic } from '../../base/diagnostic.ts';
import { Cancelled, Failure } from '../../base/failure.ts';
import { type Span, wordsOfLine } from '../../base/span.ts';
import { lastOf, type ModelFacts } from '../../promela/index.ts';
import { modelFileName, Rejected, type SpinProblem } from '../../spin/spin-problems.ts';
import type { CallOptions, Toolchain } from '../../spin/toolchain.ts';
import { type ModelSource, openModel } from './opened-model.ts';

/** SPIN's reading of a model while it is written. */
export interface ReadModel {
  readonly ok: boolean;
  /** Facts of the preprocessed text; absent where the preprocessor refuses it. */
  readonly facts?: ModelFacts;
  readonly diagnostics: readonly Diagnostic[];
  /** Messages without a line. */
  readonly note?: string | undefined;
}

/** Has SPIN read a model. @throws {Cancelled} by the signal. */
export async function readModel(
  toolchain: Pick<Toolchain, 'preprocess' | 'generate'>,
  source: ModelSource,
  call: CallOptions = {},
): Promise<ReadModel> {
  let facts: ModelFacts | undefined;
  try {
    const opened = await openModel(toolchain, source, call);
    facts = opened.facts;
    const { warnings } = await toolchain.generate({ model: opened.text }, call);
    return { ok: true, facts, ...placed(source, warnings) };
  } catch (error) {
    if (error instanceof Cancelled) throw error;
    const said = placed(source, error instanceof Rejected ? error.problems : []);
    const note =
      said.diagnostics.length === 0 && said.note === undefined && error instanceof Failure
        ? `${error.message} ${error.hint}`
        : said.note;
    return { ok: false, ...(facts && { facts }), diagnostics: said.diagnostics, note };
  }
}

/** Messages with lines, and the first without. */
export function placed(
  { text, files = {} }: Pick<ModelSource, 'text' | 'files'>,
  problems: readonly SpinProblem[],
): Pick<ReadModel, 'diagnostics' | 'note'> {
  const lines = text.split('\n').length;
  const diagnostics: Diagnostic[] = [];
  let note: string | undefined;
  for (const { severity, line, file, message } of problems) {
    if (line === undefined || line < 1) {
      note ??= message;
      continue;
    }
    if (file === undefined || file === modelFileName) {
      const span = wordsOfLine(text, Math.min(line, lines));
      diagnostics.push({ severity, code: 'spin', span, message });
      continue;
    }
    const span = includeOf(text, file);
    const where = `Line ${line} of ${file}: ${message}`;
    if (span && (files[file] ?? files[lastOf(file)]) !== undefined)
      diagnostics.push({ severity, code: 'spin', span, message: where });
    else note ??= where;
  }
  return { diagnostics, note };
}

/** Where a text includes a file. */
function includeOf(text: string, file: string): Span | undefined {
  const at = text
    .split('\n')
    .findIndex((line) => /^[ \t]*#[ \t]*include\b/.test(line) && line.includes(lastOf(file)));
  return at < 0 ? undefined : wordsOfLine(text, at + 1);
}
