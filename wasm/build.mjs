/**
 * Builds SPIN as WebAssembly: wasm/build/spin.js and spin.wasm, from the distribution's source
 * package `spin` with Emscripten. See README.md beside this file.
 *
 * Changes nothing outside wasm/build: apt is given a source list, a state and a cache of our own.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  cpSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, homedir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestsOf } from '../scripts/digests.mjs';
import { debSrcLines, debSrcStanzas } from './deb-src-list.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, 'build');
const stampFile = join(out, 'spin-stamp.json');
const products = ['spin.js', 'spin.wasm'];

/** The only version that the parsers and the generated models were tested with. */
const version = '6.5.2';

const emcc = process.env.OVERTIME_EMCC || 'emcc';
const bison = process.env.OVERTIME_BISON || 'bison';
/** Where SPIN's source is, when it is not to come from apt: a folder or a tar file. */
const givenSource = process.env.OVERTIME_SPIN_SOURCE;

/** SPIN's makefile: the parser made from spin.y, the rest, and the LTL translator. */
const units = [
  'y.tab spinlex sym vars main msc_tcl mesg flow sched run guided dstep structs reprosrc',
  'pangen1 pangen2 pangen3 pangen4 pangen5 pangen6 pangen7',
  'tl_parse tl_lex tl_main tl_trans tl_buchi tl_mem tl_rewrt tl_cache',
].flatMap((names) => names.split(' '));

// `-w`: the warnings of old C are not ours to mend, and would bury an error.
const compileFlags = ['-std=gnu99', '-O2', '-w', '-DNXT', '-Dsystem=overtime_system'];

const linkFlags = [
  '-O2',
  // A factory in an ES module: Vite bundles it, Node imports it, every call is a fresh instance.
  '-sMODULARIZE=1',
  '-sEXPORT_ES6=1',
  '-sEXPORT_NAME=createSpin',
  // Not `node`: there the glue would open the .wasm by path, take over unhandled rejections and end
  // the process. The driver hands it the compiled module, so it needs nothing of its surroundings.
  '-sENVIRONMENT=web,worker',
  '-sINVOKE_RUN=0',
  // Without it the last of standard output is never flushed.
  '-sEXIT_RUNTIME=1',
  '-sFORCE_FILESYSTEM=1',
  '-sEXPORTED_RUNTIME_METHODS=FS,callMain',
  // The site's content policy allows WebAssembly but no `eval`.
  '-sDYNAMIC_EXECUTION=0',
  // SPIN frees nothing and recurses over the model's text.
  '-sALLOW_MEMORY_GROWTH=1',
  // The stack and some. Much more makes V8 collect garbage at every start.
  '-sINITIAL_MEMORY=12582912',
  '-sMAXIMUM_MEMORY=2147483648',
  // The name of STACK_SIZE that old and new versions of Emscripten know.
  '-sTOTAL_STACK=8388608',
];

/** A failure to tell in a line or a few, without a stack. */
class BuildError extends Error {}
/** A program that is not installed. */
class Missing extends BuildError {}

/** Runs a tool and gives what it printed. A failure shows the end of that with long lines cut: a
 * crash in Emscripten's own Node quotes a whole minified file as one line. */
function run(command, args, options = {}) {
  return new Promise((fulfil, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
    child.on('error', (error) => {
      const isMissing = error.code === 'ENOENT';
      const why = isMissing ? 'is not installed' : `cannot run: ${error.message}`;
      const words = `${command} ${why}; \`npm run setup -- --build\` installs what it can`;
      reject(isMissing ? new Missing(words) : new BuildError(words));
    });
    child.on('close', (code, signal) => {
      if (code === 0) return fulfil(stdout);
      const lines = `${stdout}\n${stderr}`.split('\n').filter((line) => line.trim() !== '');
      const tail = lines.slice(-15).map((l) => (l.length > 200 ? `${l.slice(0, 200)} [cut]` : l));
      reject(
        new BuildError(
          [`${command} ${args[0] ?? ''} failed (${signal ?? code}):`, ...tail].join('\n  '),
        ),
      );
    });
  });
}

function sha256(...parts) {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(part).update('\0');
  return sum.digest('hex');
}

/** Debian's emcc needs its own Node modules, which a Node from elsewhere does not look for. */
function emccEnvironment() {
  const debianModules = '/usr/share/nodejs';
  const paths = [existsSync(debianModules) ? debianModules : '', process.env.NODE_PATH ?? ''];
  return { ...process.env, NODE_PATH: paths.filter(Boolean).join(delimiter) };
}

/** What the result is made of: the recipe, the source (by what is asked for; a given folder or file
 * by its content) and the compiler. */
async function inputs() {
  const recipe = ['build.mjs', 'deb-src-list.mjs', 'system.js'];
  const compiler = await run(emcc, ['--version'], { env: emccEnvironment() })
    .then((text) => text.split('\n')[0])
    // Without a compiler a build that is already there is still good.
    .catch(() => undefined);
  return {
    recipe: sha256(...recipe.map((name) => readFileSync(join(here, name)))),
    source: givenSource ? contentHash(resolve(givenSource)) : `package spin ${version}`,
    compiler,
  };
}

function contentHash(path) {
  if (!existsSync(path)) throw new BuildError(`OVERTIME_SPIN_SOURCE: there is no ${path}`);
  if (statSync(path).isFile()) return sha256(readFileSync(path));
  const folder = sourceFolder(path);
  const names = readdirSync(folder).filter((name) => /\.[chy]$/.test(name));
  return sha256(...names.sort().flatMap((name) => [name, readFileSync(join(folder, name))]));
}

function isCurrent(wanted) {
  if (!products.every((name) => existsSync(join(out, name)))) return false;
  let built;
  try {
    built = JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return false;
  }
  return (
    built.recipe === wanted.recipe &&
    built.source === wanted.source &&
    (wanted.compiler === undefined || built.compiler === wanted.compiler)
  );
}

/** The folder with spin.y at most three folders down: releases hold it in Src. */
function sourceFolder(folder, depth = 3) {
  if (existsSync(join(folder, 'spin.y'))) return folder;
  if (depth > 0) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (!entry.isDirectory()) continue;
      const found = sourceFolder(join(folder, entry.name), depth - 1);
      if (found) return found;
    }
  }
  if (depth === 3) throw new BuildError(`there is no spin.y in ${folder}`);
  return undefined;
}

/** Fetches the source package through the machine's own mirrors, checked by apt's signatures. */
async function fetchSourcePackage(work, kept) {
  const lists = join(work, 'sources.list.d');
  for (const folder of ['sources.list.d', 'state/lists/partial', 'cache/archives/partial']) {
    mkdirSync(join(work, folder), { recursive: true });
  }
  const etc = '/etc/apt';
  const partsFolder = join(etc, 'sources.list.d');
  const files = [
    join(etc, 'sources.list'),
    ...(existsSync(partsFolder)
      ? readdirSync(partsFolder).map((name) => join(partsFolder, name))
      : []),
  ].filter((file) => existsSync(file) && /\.(list|sources)$/.test(file));
  let found = '';
  files.forEach((file, i) => {
    const style = file.endsWith('.sources') ? 'sources' : 'list';
    const text = readFileSync(file, 'utf8');
    const list = style === 'sources' ? debSrcStanzas(text) : debSrcLines(text);
    found += list;
    if (list !== '') writeFileSync(join(lists, `${i}.${style}`), list);
  });
  if (found === '') throw noSource('apt has no package sources');

  const config = join(work, 'apt.conf');
  const settings = {
    'Dir::Etc::sourcelist': '/dev/null',
    'Dir::Etc::sourceparts': lists,
    'Dir::State': join(work, 'state'),
    'Dir::State::status': '/var/lib/dpkg/status',
    'Dir::Cache': join(work, 'cache'),
    // Only these lists are wanted, not translations and icons.
    'Acquire::Languages': 'none',
    'Acquire::Retries': '3',
    ...(process.getuid?.() === 0 ? { 'APT::Sandbox::User': 'root' } : {}),
  };
  // Hooks of the machine (cleaning its cache, telling its package tools) have no business here.
  const hooks = ['Pre-Invoke', 'Post-Invoke', 'Post-Invoke-Success'];
  writeFileSync(
    config,
    [
      ...hooks.map((hook) => `#clear APT::Update::${hook};`),
      ...Object.entries(settings).map(([name, value]) => `${name} "${value}";`),
      '',
    ].join('\n'),
  );
  const env = { ...process.env, LC_ALL: 'C' };
  // A source that has no source packages is no reason to stop: the next command tells.
  await run('apt-get', ['-q', '-c', config, 'update'], { env }).catch((error) => {
    if (error instanceof Missing) throw noSource('there is no apt-get');
  });
  const download = join(work, 'download');
  mkdirSync(download);
  await run('apt-get', ['-q', '-c', config, 'source', '--download-only', 'spin'], {
    cwd: download,
    env,
  }).catch((error) => {
    throw noSource(error.message);
  });
  const got = readdirSync(download);
  if (!got.some((name) => name.startsWith(`spin_${version}+`) && name.endsWith('.dsc'))) {
    throw noSource(`the package sources have ${got.filter((n) => n.endsWith('.dsc'))}`);
  }
  rmSync(kept, { recursive: true, force: true });
  renameSync(download, kept);
}

function noSource(why) {
  return new BuildError(
    `no source package of SPIN ${version}: ${why}\n` +
      `Set OVERTIME_SPIN_SOURCE to a folder or a .tar.* of SPIN ${version}'s source.`,
  );
}

/** A private copy of SPIN's Src folder. */
async function unpack(work) {
  const target = join(work, 'source');
  if (givenSource) {
    const path = resolve(givenSource);
    if (statSync(path).isDirectory()) cpSync(sourceFolder(path), target, { recursive: true });
    else {
      mkdirSync(target);
      await run('tar', ['xf', path, '-C', target]);
    }
    return sourceFolder(target);
  }
  const kept = join(out, 'spin-source');
  const description = () =>
    existsSync(kept) ? readdirSync(kept).find((name) => name.endsWith('.dsc')) : undefined;
  if (!description()) await fetchSourcePackage(work, kept);
  // With Debian's patches (spelling in comments of pan.c), so that the output equals its `spin`.
  // apt checked the signature, and dpkg-source checks the sums in the description.
  await run('dpkg-source', ['--no-check', '-x', join(kept, description()), target]).catch(
    (error) => {
      // Damaged or half a download: not to be found again by the next try.
      rmSync(kept, { recursive: true, force: true });
      throw error;
    },
  );
  return sourceFolder(target);
}

async function compile(folder, work) {
  const env = emccEnvironment();
  await run(bison, ['-y', '-d', 'spin.y'], { cwd: folder });
  const waiting = [...units];
  const worker = async () => {
    for (let unit = waiting.shift(); unit; unit = waiting.shift()) {
      const args = [...compileFlags, '-c', `${unit}.c`, '-o', `${unit}.o`];
      await run(emcc, args, { cwd: folder, env });
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  const objects = units.map((unit) => `${unit}.o`);
  const library = ['--js-library', join(here, 'system.js')];
  const js = join(work, 'spin.js');
  await run(emcc, [...objects, ...linkFlags, ...library, '-o', js], { cwd: folder, env });
}

/** A folder of the user's cache for what is built of these inputs: it serves every checkout. */
function keptFolder(wanted) {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  const cache = XDG_CACHE_HOME || LOCALAPPDATA || join(homedir(), '.cache');
  return join(cache, 'overtime', 'spin', sha256(JSON.stringify(wanted)));
}

/** The stamp last: it says that the rest is there. */
function copyBuild(from, to) {
  mkdirSync(to, { recursive: true });
  for (const name of [...products, 'spin-source', 'spin-stamp.json'])
    if (existsSync(join(from, name))) cpSync(join(from, name), join(to, name), { recursive: true });
}

/** Takes a build that is kept; says whether there was one, and whole. */
function takeKept(folder) {
  try {
    const { files } = JSON.parse(readFileSync(join(folder, 'spin-stamp.json'), 'utf8'));
    if (JSON.stringify(files) !== JSON.stringify(digestsOf(folder, products))) return false;
    copyBuild(folder, out);
    return true;
  } catch {
    return false;
  }
}

/** Keeps a build under its name at once, or not at all: a full disk costs time, no more. */
function keep(folder) {
  const draft = `${folder}.${process.pid}`;
  try {
    rmSync(draft, { recursive: true, force: true });
    copyBuild(out, draft);
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
  } catch {
    rmSync(draft, { recursive: true, force: true });
  }
}

async function build() {
  const wanted = await inputs();
  if (isCurrent(wanted)) return;
  // Without a compiler nobody knows which build it would be.
  const kept = wanted.compiler === undefined ? undefined : keptFolder(wanted);
  if (kept !== undefined && takeKept(kept)) return;
  console.log(`Building SPIN ${version} as WebAssembly ...`);
  const began = performance.now();
  mkdirSync(out, { recursive: true });
  const work = mkdtempSync(join(out, 'spin-work-'));
  try {
    const folder = await unpack(work);
    const found = /Spin Version ([\d.]+)/i.exec(
      readFileSync(join(folder, 'version.h'), 'utf8'),
    )?.[1];
    if (found !== version) throw new BuildError(`this is SPIN ${found}; ${version} is needed`);
    await compile(folder, work);
    // The stamp last: whatever stops this in between, the next run builds again.
    rmSync(stampFile, { force: true });
    for (const name of products) renameSync(join(work, name), join(out, name));
    const stamp = { ...wanted, files: digestsOf(out, products) };
    writeFileSync(stampFile, `${JSON.stringify(stamp, null, 2)}\n`);
    if (kept !== undefined) keep(kept);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  const kilobytes = Math.round(statSync(join(out, 'spin.wasm')).size / 1000);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`Built wasm/build/spin.wasm (${kilobytes} kB) in ${seconds} s`);
}

try {
  // `--check` only tells, by its exit status, whether there is anything to do.
  if (process.argv[2] === '--check') process.exitCode = isCurrent(await inputs()) ? 0 : 1;
  else await build();
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  console.error(`Building SPIN failed: ${error.message}`);
  process.exitCode = 1;
}
