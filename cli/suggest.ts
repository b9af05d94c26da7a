import { writeSync } from 'node:fs';
import type { Diagnostic } from '../src/base/diagnostic.ts';
import { pose, type Posed } from '../src/checker/index.ts';
import { stating } from '../src/checker/with-reference.ts';
import { createNodeKernelParser } from '../src/kernel/node.ts';
import type { KernelParser } from '../src/kernel/parser.ts';
import { answered, missingIn, suggestPragmas } from '../src/language/index.ts';
import type { TuneArguments } from './tune-arguments.ts';
import { InputError, placed, refusal } from './diagnostics.ts';
import { readSource } from './input.ts';
import { launchedText } from './launched.ts';

/** Prints a kernel with its missing pragmas, and on standard error the reasons. Returns the exit
 * status of a tunable kernel. @throws {UsageError} where it still cannot be tuned. */
export async function suggest(options: TuneArguments): Promise<number> {
  const { name, text: source } = readSource(options);
  const parser = await createNodeKernelParser();
  const posed = posing(options, parser);
  const read = (text: string) => {
    const { model, diagnostics } = posed(text);
    return { ok: model !== undefined, diagnostics };
  };
  const tuned = withTiles(parser, source, options);
  const { text, added, ok, diagnostics } = suggestPragmas(tuned.text, read);
  print(text);
  const tell = (line: number, pragma: string, why: string): void =>
    console.error(`${name}:${line}: added ${pragma} (${why})`);
  for (const [pragma, why] of tuned.why) tell(text.split('\n').indexOf(pragma) + 1, pragma, why);
  for (const { line, text: pragma, why } of added) tell(line, pragma, why);
  if (ok) return 0;
  const places = placed(text, diagnostics);
  throw refusal(name, places, false) ?? new InputError(`${name}: it has no model`, places);
}

/** Remarks on the numbers of a text that could be tuned. */
export async function offersOf(options: TuneArguments): Promise<readonly string[]> {
  const { name, text } = readSource(options);
  const { why } = withTiles(await createNodeKernelParser(), text, options);
  return [...why].map(
    ([pragma, reason]) => `${name}: with --suggest the text is printed with ${pragma} (${reason}).`,
  );
}

/** Reads a text as tuning would, for its problems. */
export async function readingOf(
  options: TuneArguments,
): Promise<(text: string) => readonly Diagnostic[]> {
  const posed = posing(options, await createNodeKernelParser());
  return (text) => posed(text).diagnostics;
}

/** Where the host states the launch, its numbers that can be tuned are all that is open. */
function withTiles(
  parser: KernelParser,
  source: string,
  { kernelName, constants }: TuneArguments,
): { readonly text: string; readonly why: ReadonlyMap<string, string> } {
  const missing = missingIn(parser, source, { kernelName, size: Number(constants.size) });
  if (!missing?.asked.every(({ of }) => of === 'tile')) return { text: source, why: new Map() };
  const { text, lines } = answered(missing, {});
  const why = lines.map((ids, at): [string, string] => [
    text.split('\n')[at] ?? '',
    missing.asked.find(({ id }) => ids.includes(id))?.why ?? 'what its groups need',
  ]);
  return { text, why: new Map(why) };
}

function posing(options: TuneArguments, parser: KernelParser): (text: string) => Posed {
  const { kernelName, defines, stated = [] } = options;
  const { includes } = readSource(options);
  const given = { defines, includes };
  return (own) => {
    const said = stating(own, stated);
    const text =
      options.launch === undefined
        ? said
        : launchedText(parser, '', said, options.launch, { kernelName, ...given }).text;
    const posed = pose(parser, text, options, kernelName, given);
    return {
      ...posed,
      diagnostics: posed.diagnostics.filter(({ span }) => span.start < own.length),
    };
  };
}

/** Written synchronously, for the process may end right after. */
function print(text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) at += writeSync(1, bytes, at);
}
