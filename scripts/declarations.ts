import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('..', import.meta.url));

/** The names behind `from` and `import(...)` that are files beside it. */
const IMPORTED = /((?:from|import\()\s*['"])(\.{1,2}\/[^'"]+)\.ts(['"])/g;

/** Writes the types of a file and of what they name, for who uses it as a library.
 * @param entry as from the project. @throws where one of them is not made. */
export function writeDeclarations(entry: string, folder: string): void {
  const cache = join(project, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const made = mkdtempSync(join(cache, 'declarations-'));
  try {
    const settings = {
      extends: join(project, 'tsconfig.json'),
      compilerOptions: {
        noEmit: false,
        incremental: false,
        declaration: true,
        emitDeclarationOnly: true,
        outDir: made,
        rootDir: project,
      },
      include: [],
      files: [join(project, entry)],
    };
    const path = join(made, 'tsconfig.json');
    writeFileSync(path, JSON.stringify(settings));
    // What it says of files that no type of the entry reaches does not matter: a missing one does.
    spawnSync(process.execPath, [join(project, 'node_modules/typescript/bin/tsc'), '-p', path]);
    copyReached(join(made, entry), made, folder);
  } finally {
    rmSync(made, { recursive: true });
  }
}

function copyReached(entry: string, made: string, folder: string): void {
  const reached = new Set([entry.replace(/\.ts$/, '.d.ts')]);
  for (const path of reached) {
    if (!existsSync(path)) throw new Error(`there are no types of ${relative(made, path)}`);
    const text = readFileSync(path, 'utf8');
    for (const [, , name] of text.matchAll(IMPORTED))
      reached.add(`${resolve(dirname(path), name ?? '')}.d.ts`);
    const to = join(folder, relative(made, path));
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, text.replaceAll(IMPORTED, '$1$2.js$3'));
  }
}
