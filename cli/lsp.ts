import { createConnection } from 'vscode-languageserver/node';
import { once } from '../src/spin/once.ts';
import { createNodeToolchain } from '../src/spin/node-toolchain.ts';
import { USUAL_MEMORY } from './kernel-arguments.ts';
import { createCheckPool } from './check-pool.ts';
import { begin, makeTools, readOptions } from './command.ts';
import { checkFolders } from './files.ts';
import { serveEditor } from './lsp-server.ts';
import { line } from './option-values.ts';
import { readValueSettings, VALUE_OPTIONS } from './value-arguments.ts';

/** Seconds for running the kernels of a text. */
const SECONDS = '10';
/** Texts that are read at once. */
const THREADS = 2;

const USAGE = [
  'Usage: npm run -s lsp -- [options]',
  '',
  'A language server for kernels (OpenCL C, CUDA, HIP) and Promela on standard input and output: diagnostics,',
  'quick fixes, hover, outline, definitions, completion, folding and costs. Uses no network, and reads no files',
  'but those that a text includes. That nothing is marked is no verdict: check and verify give one.',
  '',
  line('-D NAME[=VALUE]', 'a macro that is defined before each text; may be repeated'),
  line('-I FOLDER', 'where included files are, besides the folder of the file; may be repeated'),
  line('--size N', 'elements of the input that kernels are run with (default 16)'),
  line('--timeout S', `what S seconds of running do not find stays open (default ${SECONDS})`),
  line('--lockstep', 'judge by the older convention: the threads of a warp of 32 go in lockstep'),
  line('--quick', 'read kernels without running them'),
  line('--stdio', 'what editors say; there is no other way'),
].join('\n');

begin('lsp');
const { define, include, timeout, lockstep, quick } = VALUE_OPTIONS;
const typed = readOptions(USAGE, {
  define,
  include,
  timeout,
  lockstep,
  quick,
  size: { type: 'string' },
  stdio: { type: 'boolean' },
});
const settings = readValueSettings({ timeout: SECONDS, ...typed }, {});
checkFolders(settings.folders);
makeTools();

const pool = createCheckPool(THREADS, USUAL_MEMORY);
serveEditor(createConnection(process.stdin, process.stdout), {
  settings,
  defines: typed.define ?? [],
  pool,
  toolchain: once(createNodeToolchain),
});
