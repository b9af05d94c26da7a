import { writeSync } from 'node:fs';
import type { Diagnostic } from '../src/base/diagnostic.ts';
import { pose, type Posed } from '../src/checker/index.ts';
import { stating } from '../src/checker/with-reference.ts';
import { createNodeKernelParser } from '../src/kernel/node.ts';
import { suggestPragmas } from '../src/language/index.ts';
import type { TuneArguments } from './arguments.ts';
import { InputError, placed, refusal } from './diagnostics.ts';
import { readSource } from './input.ts';
import { launchedText } from './launched.ts';

/** Prints a kernel with its missing pragmas, and on standard error the reasons. Returns the exit
 * status of a tunable kernel. @throws {UsageError} where it still cannot be tuned. */
export async function suggest(options: TuneArguments): Promise<number> {
  const { name, text: source } = readSource(options.kernel, options.folders);
  const posed = await posing(options);
  const read = (text: string) => {
    const { model, diagnostics } = posed(text);
    return { ok: model !== undefined, diagnostics };
  };
  const { text, added, ok, diagnostics } = suggestPragmas(source, read);
  print(text);
  for (const { line, text: pragma, why } of added)
    console.error(`${name}:${line}: added ${pragma} (${why})`);
  if (ok) return 0;
  const places = placed(text, diagnostics);
  throw refusal(name, places, false) ?? new InputError(`${name}: it has no model`, places);
}

/** Reads a text as tuning would, for its problems. */
export async function readingOf(
  options: TuneArguments,
): Promise<(text: string) => readonly Diagnostic[]> {
  const posed = await posing(options);
  return (text) => posed(text).diagnostics;
}

async function posing(options: TuneArguments): Promise<(text: string) => Posed> {
  const { kernelName, defines, stated = [] } = options;
  const { includes } = readSource(options.kernel, options.folders);
  const parser = await createNodeKernelParser();
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
