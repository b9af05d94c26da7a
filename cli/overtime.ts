#!/usr/bin/env node
/** The npm package's command: serves the site or runs another command. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { begin, readOptions } from './command.ts';
import { UsageError } from './usage-error.ts';
import { PROJECT } from './packaged.ts';
import { serveWithDoor } from './native-door.ts';
import { type FileOf, filesIn } from './site-server.ts';

const COMMANDS: Readonly<Record<string, () => Promise<unknown>>> = {
  tune: () => import('./tune.ts'),
  verify: () => import('./verify.ts'),
  check: () => import('./check.ts'),
  mcp: () => import('./mcp.ts'),
  lsp: () => import('./lsp.ts'),
  compare: () => import('./compare.ts'),
  next: () => import('./next.ts'),
  recheck: () => import('./recheck.ts'),
  export: () => import('./export.ts'),
  merge: () => import('./merge.ts'),
};

const USAGE = `Usage: overtime [--port N] [--no-open]   serves the workbench on 127.0.0.1 and opens the browser
       overtime tune [options]           finds and proves the fastest configuration of a kernel
       overtime verify [options]         asks whether a kernel computes what it should
       overtime check [options] FILE|FOLDER|-  says of many kernels whether they are right
       overtime mcp                      serves these to agents, in the Model Context Protocol
       overtime lsp [options]            serves an editor, in the Language Server Protocol
       overtime compare [options]        ranks measured times beside the model's
       overtime next [options]           proposes what to measure next on a GPU
       overtime recheck [options] FILE   checks again a workbench file, or a certificate of check
       overtime export --to DIR [options] writes a folder that other machines run
       overtime merge [options] DIR      makes one result of what they found
Each of them has its own --help.`;

const PORT = 4173;

/** Site files stored elsewhere in the package, to save a copy. */
const elsewhereSchema = v.record(v.string(), v.string());

function siteFiles(): FileOf {
  const listed: unknown = JSON.parse(readFileSync(`${PROJECT}site-elsewhere.json`, 'utf8'));
  // A map, for a path may be any name of an object's.
  const elsewhere = new Map(Object.entries(v.parse(elsewhereSchema, listed)));
  const own = filesIn(`${PROJECT}site`);
  return (path) => {
    const other = elsewhere.get(path);
    return other === undefined ? own(path) : PROJECT + other;
  };
}

async function serve(): Promise<void> {
  const { port = String(PORT), 'no-open': isSilent } = readOptions(USAGE, {
    port: { type: 'string' },
    'no-open': { type: 'boolean' },
  });
  if (!/^\d+$/.test(port) || Number(port) > 65_535)
    throw new UsageError(`--port takes a number from 0 to 65535, not ${port}`);
  const address = await serveWithDoor(siteFiles(), Number(port));
  console.log(`Overtime is at ${address} (Ctrl+C stops it)`);
  if (isSilent !== true) openBrowser(address);
}

/** Where that fails the address has been printed. */
function openBrowser(address: string): void {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', address]
        : ['xdg-open', address];
  const child = spawn(command ?? 'xdg-open', args, { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}

const [node = '', script = '', first, ...rest] = process.argv;
const command = first === undefined ? undefined : COMMANDS[first];
if (command) {
  process.argv = [node, script, ...rest];
  await command();
} else {
  begin('overtime');
  if (first !== undefined && !first.startsWith('-'))
    throw new UsageError(
      `there is no command ${first}; there are ${Object.keys(COMMANDS).join(', ')}`,
    );
  await serve();
}
