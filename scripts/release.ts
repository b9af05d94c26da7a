/** Makes `release/`: archives of the built site, and an npm package of site and compiled command
 * line. `npm run release` builds the site first; `--out FOLDER` writes elsewhere, `--package` makes
 * only the package. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';
import { begin, readOptions } from '../cli/command.ts';
import { UsageError } from '../cli/usage-error.ts';
import { VERSIONS } from '../cli/versions.ts';
import { writeBrowserLibrary } from './browser-library.ts';
import { compileCommands } from './compile-commands.ts';
import { writeDeclarations } from './declarations.ts';
import { notices, noticesAsText } from './notices.ts';
import { tarOf } from './tar.ts';

begin('release');
const given = readOptions('npm run release: archives of the site, and the npm package', {
  out: { type: 'string' },
  package: { type: 'boolean' },
});
const project = fileURLToPath(new URL('..', import.meta.url));
const dist = resolve(process.env['OVERTIME_DIST'] ?? join(project, 'dist'));
const out = resolve(given.out ?? join(project, 'release'));
const { overtime: version } = VERSIONS;

if (!existsSync(join(dist, 'index.html')))
  throw new UsageError('there is no built site: npm run build');
mkdirSync(out, { recursive: true });

/** All files of a folder, by relative path. */
function filesOf(folder: string, inside = ''): string[] {
  return readdirSync(join(folder, inside), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesOf(folder, `${inside}${entry.name}/`) : [`${inside}${entry.name}`],
  );
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stderr}`);
}

/** A date for what has to have one: the first that zip knows, in any time zone. */
const NO_DATE = new Date(1980, 0, 1);

function archives(): void {
  const name = join(out, `overtime-${version}-site`);
  const contents = filesOf(dist)
    .toSorted()
    .map((path) => [path, new Uint8Array(readFileSync(join(dist, path)))] as const);
  writeFileSync(`${name}.tar.gz`, tarOf(contents));
  writeFileSync(`${name}.zip`, zipSync(Object.fromEntries(contents), { level: 6, mtime: NO_DATE }));
}

/** The built tools, without SPIN's sources. */
function copyTools(folder: string): void {
  const tools = join(folder, 'wasm/build');
  cpSync(join(project, 'wasm/build'), tools, {
    recursive: true,
    filter: (path) => !path.includes('spin-source'),
  });
  const { resolve: find } = createRequire(import.meta.url);
  for (const name of ['web-tree-sitter', 'tree-sitter-c', 'tree-sitter-cuda'])
    cpSync(find(`${name}/${name}.wasm`), join(tools, `${name}.wasm`));
  cpSync(join(project, 'examples'), join(folder, 'examples'), { recursive: true });
}

/** The tools that a browser fetches: the path from `browser`, by name. */
const fetchedTools = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    filesOf(folder, 'wasm/build/')
      .filter((path) => /\.(?:wasm|bin|json)$/.test(path))
      .map((path) => [path.slice('wasm/build/'.length), `../${path}`]),
  );

const digest = (path: string): string =>
  createHash('sha256').update(readFileSync(path)).digest('hex');

/** Names the tools' files instead of copying: they are most bytes. */
function copySite(folder: string): void {
  const tools = new Map(
    filesOf(folder, 'wasm/build/').map((path) => [digest(join(folder, path)), path]),
  );
  const elsewhere: Record<string, string> = {};
  for (const path of filesOf(dist).toSorted()) {
    const same = tools.get(digest(join(dist, path)));
    if (same === undefined) cpSync(join(dist, path), join(folder, 'site', path));
    else elsewhere[path] = same;
  }
  writeFileSync(join(folder, 'site-elsewhere.json'), JSON.stringify(elsewhere));
  cpSync(join(dist, 'LICENSE.txt'), join(folder, 'LICENSE'));
}

/** Those of the site, and of what the commands have besides it. */
function writeNotices(folder: string, names: readonly string[]): void {
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), noticesAsText(notices(project, names)));
}

const README = `# Overtime

Tunes OpenCL kernels by model checking with SPIN: \`overtime\` serves the workbench on 127.0.0.1 and opens the
browser; \`overtime tune\`, \`verify\`, \`check\`, \`compare\` and \`recheck\` are the command line, \`overtime mcp\`
serves agents and \`overtime lsp\` editors; \`overtime --help\` says more. In Node and in a bundler's page, \`import { check, tune } from 'overtime'\`.
Nothing is compiled or fetched when it is installed, and nothing leaves this machine.
`;

const COMMAND = 'cli/overtime.js';

async function makePackage(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'overtime-package-'));
  try {
    const included = await compileCommands(folder, ['cli/overtime.ts', 'cli/library.ts']);
    writeDeclarations('cli/library.ts', join(folder, 'types'));
    cpSync(join(project, 'docs/schemas'), join(folder, 'docs/schemas'), { recursive: true });
    copyTools(folder);
    await writeBrowserLibrary(join(folder, 'browser'), fetchedTools(folder));
    copySite(folder);
    writeNotices(folder, included);
    const { description, license, engines } = JSON.parse(
      readFileSync(join(project, 'package.json'), 'utf8'),
    ) as Record<string, unknown>;
    const manifest = {
      name: 'overtime',
      version,
      description,
      license,
      type: 'module',
      engines,
      bin: { overtime: COMMAND },
      exports: {
        '.': {
          types: './types/cli/library.d.ts',
          browser: './browser/overtime.js',
          default: './cli/library.js',
        },
      },
    };
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    writeFileSync(join(folder, 'README.md'), README);
    // Whatever rights its maker gives to files.
    for (const path of filesOf(folder))
      chmodSync(join(folder, path), path === COMMAND ? 0o755 : 0o644);
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    run(npm, ['pack', '--silent', '--pack-destination', out], folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Digests of all, as `sha256sum -c` reads them. */
function writeSums(): void {
  const lines = made().map((name) => `${digest(join(out, name))}  ${name}\n`);
  writeFileSync(join(out, 'SHA256SUMS'), lines.join(''));
}

const made = (): string[] =>
  readdirSync(out)
    .filter((name) => name.startsWith(`overtime-${version}`))
    .toSorted();

if (given.package !== true) archives();
await makePackage();
if (given.package !== true) {
  cpSync(join(dist, 'sbom.cdx.json'), join(out, `overtime-${version}.sbom.cdx.json`));
  writeSums();
}
for (const name of made())
  console.log(
    `${(readFileSync(join(out, name)).length / 1e6).toFixed(1).padStart(6)} MB  ${join(out, name)}`,
  );
