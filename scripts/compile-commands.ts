import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const project = fileURLToPath(new URL('..', import.meta.url));

/** Compiles command-line files and their imports into a folder. */
export async function compileCommands(folder: string, files: readonly string[]): Promise<void> {
  const inputs = [...files, 'src/spin/worker-node.ts'];
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
  writeFileSync(
    join(folder, 'src/spin/worker-node-start.mjs'),
    "await import('./worker-node.js');\n",
  );
}
