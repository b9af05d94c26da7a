import { basename } from 'node:path';
import { type BundleFile, exportedQuestion, type ExportOptions } from '../src/cluster/index.ts';
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
    if (!json && how.kind === 'proof') console.error('Listing the configurations that it chooses');
    const here = { memoryMB: memory, overtime: VERSIONS.overtime };
    return await exportedQuestion(
      toolchain,
      { name: basename(promela), source, tuning },
      here,
      how,
    );
  } catch (error) {
    if (error instanceof Failure && error.place === 'model')
      throw new UsageError(`${promela}: ${error.message} ${error.hint}`);
    throw error;
  } finally {
    toolchain.dispose();
  }
}
