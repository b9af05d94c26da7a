import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

/** Worker threads by their files; each begins with one of the same name and `-start.mjs`. */
const WORKERS = ['src/spin/worker-node', 'cli/check-worker'];

const project = fileURLToPath(new URL('..', import.meta.url));

/** From one folder to a file, in the words of an address. */
const between = (from: string, to: string): string => relative(from, to).replaceAll('\\', '/');

/** Files beside a source are found from where the source would be. */
const addresses = (): Plugin => ({
  name: 'overtime-addresses',
  transform(code, id) {
    const there = JSON.stringify(between(join(project, 'cli'), id));
    return id.includes('node_modules') || !code.includes('import.meta.url')
      ? undefined
      : code.replaceAll('import.meta.url', `new URL(${there}, import.meta.url).href`);
  },
});

/** Compiles command-line files and their imports into the `cli` of a folder. They become few files: a command that
 * reads one for each source takes three times as long to begin.
 * @returns the packages that they include. */
export async function compileCommands(
  folder: string,
  files: readonly string[],
): Promise<readonly string[]> {
  const built = await build({
    configFile: false,
    root: project,
    logLevel: 'error',
    plugins: [addresses()],
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: 'node20',
      copyPublicDir: false,
      rolldownOptions: {
        input: [...files, ...WORKERS.map((path) => `${path}.ts`)].map((path) =>
          join(project, path),
        ),
        output: {
          format: 'es',
          entryFileNames: 'cli/[name].js',
          chunkFileNames: 'cli/[name]-[hash].js',
        },
      },
    },
  });
  for (const path of WORKERS) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    const compiled = between(dirname(path), `cli/${basename(path)}.js`);
    // Compiled files need no loader.
    writeFileSync(join(folder, `${path}-start.mjs`), `await import('./${compiled}');\n`);
  }
  const sources =
    'output' in built
      ? built.output.flatMap((one) => ('moduleIds' in one ? one.moduleIds : []))
      : [];
  const names = sources.map((id) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))].toSorted();
}
