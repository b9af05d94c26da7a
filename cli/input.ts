import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pose, type Problem } from '../src/checker/index.ts';
import { createNodeKernelParser } from '../src/kernel/node.ts';
import type { TuneArguments } from './arguments.ts';
import { readText, UsageError } from './command.ts';
import { InputError, placed, type PlacedDiagnostic, refusal } from './diagnostics.ts';

const EXAMPLES = fileURLToPath(new URL('../examples/', import.meta.url));

/** A kernel that can be tuned. */
export interface KernelInput {
  /** What its text is called where it is spoken of. */
  readonly name: string;
  readonly problem: Problem;
  readonly diagnostics: readonly PlacedDiagnostic[];
}

/** The kernel that the command line names, and its model. @throws {UsageError} */
export async function readKernel(options: TuneArguments): Promise<KernelInput> {
  const { name, text } = readSource(options.kernel);
  return poseText(name, text, options);
}

/** The text of an example, or of a file, and what it is called. @throws {UsageError} */
export function readSource(kernel: string): { readonly name: string; readonly text: string } {
  if (!/\.\w+$|[\\/]/.test(kernel)) return { name: kernel, text: exampleText(kernel) };
  return { name: basename(kernel), text: readText(kernel) };
}

/** The problem of a text. @throws {InputError} where it has none. */
export async function poseText(
  name: string,
  source: string,
  options: Pick<TuneArguments, 'semantics' | 'level' | 'constants' | 'strict'>,
): Promise<KernelInput> {
  const parser = await createNodeKernelParser();
  const posed = pose(parser, source, options);
  const diagnostics = placed(source, posed.diagnostics);
  const refused = refusal(name, diagnostics, options.strict);
  if (refused) throw refused;
  const { problem, obstacle = 'it has no model' } = posed;
  if (!problem) throw new InputError(`${name}: ${obstacle}`, diagnostics);
  return { name, problem, diagnostics };
}

/** The text of an example. @throws {UsageError} */
function exampleText(name: string): string {
  const known = readdirSync(EXAMPLES)
    .filter((file) => file.endsWith('.cl'))
    .map((file) => file.slice(0, -3));
  if (known.includes(name)) return readText(`${EXAMPLES}${name}.cl`);
  throw new UsageError(
    `there is no example ${name}; there are ${known.join(', ')}, or name a file that ends in .cl`,
  );
}
