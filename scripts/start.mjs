/**
 * `npm start`: builds the site where it is missing or older than its sources, serves it to this
 * machine alone, and prints its address. `--port N` wants that port and no other.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** All that the site is made from; what the build itself makes (wasm/build, dist) is not among it. */
const sources = [
  'src examples public wasm scripts',
  'index.html vite.config.ts tsconfig.json package.json package-lock.json',
].flatMap((names) => names.split(' '));

/** The latest change of a file, or of a folder and all in it: a folder's own time tells of files that
 * were removed. Milliseconds; 0 where there is nothing. */
export function lastChange(path) {
  if (!existsSync(path)) return 0;
  const own = statSync(path).mtimeMs;
  if (!statSync(path).isDirectory()) return own;
  const inside = readdirSync(path)
    .filter((name) => !(name === 'build' && path === join(root, 'wasm')))
    .map((name) => lastChange(join(path, name)));
  return Math.max(path === join(root, 'wasm') ? 0 : own, ...inside);
}

/** The port asked for, `undefined` for any from 4173 on; throws with a line to show. */
export function portFrom(args) {
  const { values } = parseArgs({ args, options: { port: { type: 'string' } } });
  if (values.port === undefined) return undefined;
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port < 1 || port > 65_535) {
    throw new Error(`--port takes a number from 1 to 65535, not ${values.port}`);
  }
  return port;
}

function build() {
  const page = join(root, 'dist/index.html');
  const changed = Math.max(...sources.map((name) => lastChange(join(root, name))));
  if (existsSync(page) && statSync(page).mtimeMs >= changed) return true;
  console.log(existsSync(page) ? 'The sources have changed: building ...' : 'Building ...');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const options = { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' };
  return spawnSync(npm, ['run', '-s', 'build'], options).status === 0;
}

async function main(args) {
  let port;
  try {
    port = portFrom(args);
  } catch (error) {
    console.error(`npm start: ${error.message}`);
    return 2;
  }
  if (!existsSync(join(root, 'node_modules/vite'))) {
    console.error('npm start: run `npm install` first');
    return 1;
  }
  if (!build()) {
    console.error('npm start: the build failed; its messages are above');
    return 1;
  }
  // The server is TypeScript.
  const { register } = await import('tsx/esm/api');
  register();
  const { serveWithDoor } = await import('../cli/native-door.ts');
  const { filesIn } = await import('../cli/site-server.ts');
  try {
    const address = await serveWithDoor(filesIn(join(root, 'dist')), port ?? 4173);
    if (port !== undefined && new URL(address).port !== String(port)) {
      console.error(`npm start: port ${port} is taken`);
      process.exit(1);
    }
    console.log(`\n  Overtime is at  ${address}\n\n  Ctrl+C stops it.\n`);
    return 0;
  } catch (error) {
    console.error(`npm start: ${error instanceof Error ? error.message : error}`);
    return 1;
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.exitCode = await main(process.argv.slice(2));
}
