import { writeSync } from 'node:fs';
import { pose } from '../src/checker/index.ts';
import { createNodeKernelParser } from '../src/kernel/node.ts';
import { suggestPragmas } from '../src/language/index.ts';
import type { TuneArguments } from './arguments.ts';
import { InputError, placed, refusal } from './diagnostics.ts';
import { readSource } from './input.ts';

/** Prints a kernel with its missing pragmas, and on standard error the reasons. Returns the exit
 * status of a tunable kernel. @throws {UsageError} where it still cannot be tuned. */
export async function suggest(options: TuneArguments): Promise<number> {
  const { kernelName, defines } = options;
  const { name, text: source, includes } = readSource(options.kernel, options.folders);
  const given = { defines, includes };
  const parser = await createNodeKernelParser();
  const read = (text: string) => {
    const { model, diagnostics } = pose(parser, text, options, kernelName, given);
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

/** Written synchronously, for the process may end right after. */
function print(text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) at += writeSync(1, bytes, at);
}
