import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pose, type Problem } from '../src/checker/index.ts';
import type { Given, Includes } from '../src/kernel/index.ts';
import { createNodeKernelParser } from '../src/kernel/node.ts';
import type { TuneArguments } from './arguments.ts';
import { readText, UsageError } from './command.ts';
import { InputError, placed, type PlacedDiagnostic, refusal } from './diagnostics.ts';

const EXAMPLES = fileURLToPath(new URL('../examples/', import.meta.url));

/** What the names of kernel texts end in. */
const KERNEL_FILE = /\.(cl|opencl|ocl|clh)$/;

/** A kernel that can be tuned. */
export interface KernelInput {
  /** What its text is called where it is spoken of. */
  readonly name: string;
  readonly problem: Problem;
  readonly diagnostics: readonly PlacedDiagnostic[];
}

/** A text that the command line names, and what is read with it. */
export interface SourceInput {
  readonly name: string;
  readonly source: string;
  readonly reading: Given & { readonly kernelName?: string | undefined };
}

/** The kernel that the command line names, and its model. @throws {UsageError} */
export async function readKernel(options: TuneArguments): Promise<KernelInput> {
  const { name, source, reading } = readSource(options);
  return poseText(name, source, options, reading);
}

/** The text of the kernel that the command line names. @throws {UsageError} */
export function readSource(options: TuneArguments): SourceInput {
  const { kernel } = options;
  const { kernelName, defines, folders } = options;
  const isFile = KERNEL_FILE.test(kernel);
  const source = isFile ? readText(kernel) : exampleText(kernel);
  const includes = includesOf(isFile ? kernel : `${EXAMPLES}${kernel}.cl`, folders);
  const reading = { kernelName, defines, includes };
  return { name: isFile ? basename(kernel) : kernel, source, reading };
}

/** Finds included files: beside the text that includes them, then in the folders of -I. */
function includesOf(kernel: string, folders: readonly string[]): Includes {
  return (name, from = kernel) => {
    const path = [dirname(from), ...folders]
      .map((folder) => resolve(folder, name))
      .find((candidate) => existsSync(candidate));
    return path === undefined ? undefined : { name: relative('', path), text: readText(path) };
  };
}

/** The problem of a text. @throws {InputError} where it has none. */
export async function poseText(
  name: string,
  source: string,
  options: Pick<TuneArguments, 'semantics' | 'level' | 'constants' | 'strict'>,
  { kernelName, ...given }: Given & { readonly kernelName?: string | undefined } = {},
): Promise<KernelInput> {
  const parser = await createNodeKernelParser();
  const posed = pose(parser, source, options, kernelName, given);
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
    `there is no example ${name}; there are ${known.join(', ')}, or name a file that ends in .cl, .opencl, .ocl or .clh`,
  );
}
