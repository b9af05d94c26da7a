import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import type { Command } from './commands-setup.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

/** Runs a command in its own process.
 * @param input of its standard input. */
export const runCommand = (
  name: Command,
  args: readonly string[],
  input?: string,
): SpawnSyncReturns<string> =>
  spawnSync(process.execPath, [join(inject('commands'), 'cli', `${name}.js`), ...args], {
    cwd: project,
    encoding: 'utf8',
    ...(input !== undefined && { input }),
  });
