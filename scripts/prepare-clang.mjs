/**
 * Makes wasm/build/clang from the package @yowasp/clang: its WebAssembly modules, the part of its
 * JavaScript that runs them, and the headers and libraries that a verifier needs.
 *
 * Why not the package as it is: its one entry point fetches 105 MB by itself before the first run,
 * without a way to hand it modules compiled elsewhere, and its file system copies a whole file at
 * each small write. Taken apart, a compiled module can be shared between workers, the download can
 * be counted and kept, and 29 MB of headers become 2 MB.
 *
 * Runs again only when the package or this script has changed.
 */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { digestsOf } from './digests.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, '..', 'wasm', 'build', 'clang');
const products = ['runtime.js', 'resources.bin', 'opencl.bin', 'manifest.json'];
const modules = ['llvm.core.wasm', 'llvm.core2.wasm', 'llvm.core3.wasm', 'llvm.core4.wasm'];

/** The bundle's sections (esbuild names each with a comment) that run the modules. */
const runtimeSections = ['node_modules/@yowasp/runtime/lib/wasi-virt.js', 'gen/llvm.js'];
const runtimeExports = ['Environment', 'Exit', 'File', 'instantiate'];

/** The folder of the package's files: found without its export map, which names one file. */
export function packageFolder() {
  const require = createRequire(import.meta.url);
  const paths = require.resolve.paths('@yowasp/clang') ?? [];
  const found = paths
    .map((path) => join(path, '@yowasp', 'clang'))
    .find((path) => existsSync(path));
  if (!found) throw new Error('@yowasp/clang is not installed: run npm install');
  return found;
}

/** Which part of the package's files goes where; undefined: left out. pan.c is C for wasm32-wasip1
 * and needs the C library's headers, the compiler's own, and the libraries that `link` names. */
export function partOf(name) {
  if (/^include\/opencl-c(-base)?\.h$/.test(name)) return 'opencl';
  if (/^include\/wasm32-wasip1\/(?!c\+\+\/)/.test(name)) return 'pan';
  if (/^include\/(__)?(stddef|stdarg)[a-z_]*\.h$/.test(name)) return 'pan';
  if (
    /^include\/(limits|stdint|stdbool|float|inttypes|iso646|tgmath|stdalign|stdnoreturn)\.h$/.test(
      name,
    )
  ) {
    return 'pan';
  }
  if (/^lib\/wasm32-wasip1\/(crt1-command\.o|libc\.a)$/.test(name)) return 'pan';
  if (/^lib\/wasm32-wasip1\/libwasi-emulated-[a-z-]+\.a$/.test(name)) return 'pan';
  // Empty archives, kept for the sake of `-lm`.
  if (/^lib\/wasm32-wasip1\/libm\.a$/.test(name)) return 'pan';
  return name === 'lib/wasm32-unknown-wasip1/libclang_rt.builtins.a' ? 'pan' : undefined;
}

/** The regular files of a tar archive (POSIX ustar, with GNU's and pax's names not expected). */
export function* tarFiles(tar) {
  const text = (from, length) => {
    const field = tar.subarray(from, from + length);
    const end = field.indexOf(0);
    return field.subarray(0, end < 0 ? length : end).toString('utf8');
  };
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0;) {
    const prefix = text(at + 345, 155);
    const name = (prefix ? `${prefix}/` : '') + text(at, 100);
    const size = Number.parseInt(text(at + 124, 12), 8);
    const type = String.fromCharCode(tar[at + 156] || 48);
    if (!Number.isInteger(size)) throw new Error(`${name}: unreadable tar header`);
    if (type === '0') yield { name, bytes: tar.subarray(at + 512, at + 512 + size) };
    at += 512 + Math.ceil(size / 512) * 512;
  }
}

/** Our archive: the length of the index (32 bits, little-endian), the index as JSON
 * (`[[path, bytes], ...]`), the files one after another. Read by `readArchive` in src/spin. */
export function archiveOf(files) {
  const index = Buffer.from(JSON.stringify(files.map((f) => [f.name, f.bytes.length])));
  const head = Buffer.alloc(4);
  head.writeUInt32LE(index.length);
  return Buffer.concat([head, index, ...files.map((f) => f.bytes)]);
}

/** The sections of the bundle we need, as a module of their own. */
export function runtimeOf(bundle) {
  const parts = bundle.split(/^\/\/ (?=(?:node_modules|gen|lib)\/)/m);
  const sections = runtimeSections.map((name) => {
    const found = parts.filter((part) => part.startsWith(`${name}\n`));
    if (found.length !== 1)
      throw new Error(`@yowasp/clang: no single section ${name} in its bundle`);
    return `// ${found[0]}`;
  });
  // Its own way to fetch a module, never taken here: bundlers would follow it to Node's `fs` and copy
  // whatever lies beside the file.
  const ownFetch = 'if (!getCoreModule) getCoreModule = (name) => fetchCompile(';
  const joined = sections.join('\n');
  const text = joined
    .replace(/^ {2}let _fs;\n {2}async function fetchCompile\(url\) \{[^]*?^ {2}\}\n/m, '')
    .split('\n')
    .filter((line) => !line.trimStart().startsWith(ownFetch))
    .join('\n');
  if (/fetchCompile|import\.meta|import\(/.test(text)) {
    throw new Error('@yowasp/clang: its bundle fetches in a way that is not known here');
  }
  for (const name of runtimeExports) {
    if (!new RegExp(`^(var|function) ${name}\\b`, 'm').test(text)) {
      throw new Error(`@yowasp/clang: its bundle has no ${name}`);
    }
  }
  return `// From @yowasp/clang (ISC; LLVM: Apache-2.0 WITH LLVM-exception), made by scripts/prepare-clang.mjs.\n${text}\nexport { ${runtimeExports.join(', ')} };\n`;
}

function place(from, to) {
  // 75 MB: a second name for the same file where the file system can.
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

export function prepareClang() {
  const folder = packageFolder();
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const script = createHash('sha256').update(readFileSync(fileURLToPath(import.meta.url)));
  const stamp = `${version} ${script.digest('hex')}`;
  const stampFile = join(out, 'stamp.txt');
  const all = [...products, ...modules];
  if (
    all.every((name) => existsSync(join(out, name))) &&
    existsSync(stampFile) &&
    readFileSync(stampFile, 'utf8') === stamp
  ) {
    return;
  }
  mkdirSync(dirname(out), { recursive: true });
  const work = mkdtempSync(`${out}-`);
  try {
    const gen = join(folder, 'gen');
    const parts = { pan: [], opencl: [] };
    for (const file of tarFiles(readFileSync(join(gen, 'llvm-resources.tar')))) {
      const part = partOf(file.name);
      if (part) parts[part].push(file);
    }
    writeFileSync(
      join(work, 'runtime.js'),
      runtimeOf(readFileSync(join(gen, 'bundle.js'), 'utf8')),
    );
    writeFileSync(join(work, 'resources.bin'), archiveOf(parts.pan));
    writeFileSync(join(work, 'opencl.bin'), archiveOf(parts.opencl));
    for (const name of modules) place(join(gen, name), join(work, name));
    const files = digestsOf(work, [...modules, 'resources.bin', 'opencl.bin']);
    writeFileSync(join(work, 'manifest.json'), `${JSON.stringify({ version, files }, null, 2)}\n`);
    writeFileSync(join(work, 'stamp.txt'), stamp);
    chmodSync(work, 0o755);
    rmSync(out, { recursive: true, force: true });
    renameSync(work, out);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  console.log(`Prepared wasm/build/clang from @yowasp/clang ${version}`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) prepareClang();
