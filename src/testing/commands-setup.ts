import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { compileCommands } from '../../scripts/compile-commands.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

/** Those that tests ask something of. */
const COMMANDS = [
  'overtime',
  'tune',
  'verify',
  'check',
  'mcp',
  'lsp',
  'library',
  'compare',
  'next',
  'recheck',
  'export',
] as const;
export type Command = (typeof COMMANDS)[number];

const BESIDE = ['docs', 'examples', 'node_modules', 'package.json', 'wasm'];

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the compiled command line. */
    readonly commands: string;
  }
}

/** Compiles the command line once: compiling dominates most of its tests. The output sits where the
 * sources do. */
export default async function setup({ provide }: TestProject): Promise<() => void> {
  const cache = join(project, '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'commands-'));
  const files = COMMANDS.map((name) => `cli/${name}.ts`);
  await compileCommands(folder, files);
  for (const name of BESIDE) symlinkSync(join(project, name), join(folder, name));
  provide('commands', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
