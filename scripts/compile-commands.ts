import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Worker threads by their files; each begins with one of the same name and `-start.mjs`. */
const WORKERS = ['src/spin/worker-node', 'cli/check-worker'];

const project = fileURLToPath(new URL('..', import.meta.url));

/** Compiles command-line files and their imports into a folder. */
export async function compileCommands(folder: string, files: readonly string[]): Promise<void> {
  const inputs = [...files, ...WORKERS.map((path) => `${path}.ts`)];
  await build({
    configFile: false,
    root: project,
    logLevel: 'error',
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: 'node20',
      copyPublicDir: false,
      rolldownOptions: {
        input: inputs.map((path) => join(project, path)),
        output: {
          format: 'es',
          preserveModules: true,
          preserveModulesRoot: project,
          // npm packs no folder of that name.
          entryFileNames: ({ name }) => `${name.replaceAll('node_modules', 'bundled')}.js`,
        },
      },
    },
  });
  // Compiled files need no loader.
  for (const path of WORKERS)
    writeFileSync(join(folder, `${path}-start.mjs`), `await import('./${basename(path)}.js');\n`);
}
