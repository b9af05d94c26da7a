import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { VERSIONS } from '../cli/versions.ts';

const project = fileURLToPath(new URL('..', import.meta.url));

/** Each is one file, so that a bundler may rename it. */
const MODULES = {
  library: 'cli/library-browser.ts',
  'check-worker': 'cli/check-worker.ts',
  'spin-worker': 'src/spin/worker.ts',
} as const;

/** Packages for browsers take the document, which no worker has. */
const entities = createRequire(import.meta.url).resolve('decode-named-character-reference');

const isOwn = (path: string): boolean =>
  /[\\/](?:cli|src)[\\/]/.test(path.slice(project.length - 1));

/** Packages that would look for their files beside them are given these; no bundler shall look for them again. */
const withoutOwnAddress: Plugin = {
  name: 'overtime-without-own-address',
  enforce: 'pre',
  transform: (code) => code.replaceAll('import.meta.url', '"file:///"'),
};

/** Makes the library for bundlers: a module that names its workers and each tool by `import.meta.url`.
 * @param tools their paths as from the folder. */
export async function writeBrowserLibrary(
  folder: string,
  tools: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [name, path] of Object.entries(MODULES))
    await build({
      configFile: false,
      root: project,
      logLevel: 'error',
      plugins: [withoutOwnAddress],
      define: { __APP_VERSION__: JSON.stringify(VERSIONS.overtime) },
      resolve: { alias: { 'decode-named-character-reference': entities } },
      build: {
        outDir: folder,
        emptyOutDir: false,
        target: 'es2022',
        copyPublicDir: false,
        modulePreload: false,
        rolldownOptions: {
          input: { [name]: join(project, path) },
          preserveEntrySignatures: 'strict',
          // Leaves out what only commands of Node need.
          treeshake: { moduleSideEffects: (id) => !isOwn(id) },
          output: { format: 'es', entryFileNames: '[name].js', codeSplitting: false },
        },
      },
    });
  const workers = { 'check-worker.js': './check-worker.js', 'spin-worker.js': './spin-worker.js' };
  const lines = Object.entries({ ...workers, ...tools }).map(
    ([name, path]) =>
      `  ${JSON.stringify(name)}: new URL(${JSON.stringify(path)}, import.meta.url).href,`,
  );
  writeFileSync(
    join(folder, 'overtime.js'),
    [
      "import { useFiles } from './library.js';",
      'useFiles({',
      ...lines,
      '});',
      "export { check, next, openChecker, tune, UsageError } from './library.js';",
      '',
    ].join('\n'),
  );
}
