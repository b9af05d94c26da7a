import { toJson } from '../src/base/json-text.ts';
import {
  type BundleFile,
  choicesOf,
  exportedModel,
  type ExportOptions,
  tunedModel,
} from '../src/cluster/index.ts';
import { PAPERS_TUNING } from '../src/promela/index.ts';
import { createNodeToolchain } from '../src/spin/node-toolchain.ts';
import type { TuneArguments } from './arguments.ts';
import { makeTools, UsageError } from './command.ts';
import { readModelSource } from './model-input.ts';
import { Failure } from '../src/base/failure.ts';
import { VERSIONS } from './versions.ts';

/** A Promela model as a folder. @throws {UsageError} */
export async function modelFolder(
  { promela = '', defines, folders, memory, json, tuning = PAPERS_TUNING }: TuneArguments,
  how: ExportOptions,
): Promise<readonly BundleFile[]> {
  const typed = Object.entries(defines).map(([name, body]) => `${name}=${body}`);
  const source = readModelSource(promela, typed, folders);
  makeTools();
  const toolchain = await createNodeToolchain();
  try {
    const model = await tunedModel(toolchain, source, tuning);
    const { objective, goal, when } = tuning;
    const title = `${promela}: the ${goal} ${objective} when ${when}`;
    const text = `${toJson({ format: 'overtime model', version: 1, name: promela, source, tuning })}\n`;
    if (!json && how.kind === 'proof') console.error('Listing the configurations that it chooses');
    const choices =
      how.kind === 'proof' ? await choicesOf(toolchain, source, model, memory) : undefined;
    return await exportedModel(model, choices, { title, text, overtime: VERSIONS.overtime }, how);
  } catch (error) {
    if (error instanceof Failure && error.place === 'model')
      throw new UsageError(`${promela}: ${error.message} ${error.hint}`);
    throw error;
  } finally {
    toolchain.dispose();
  }
}
