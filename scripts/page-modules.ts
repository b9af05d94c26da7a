import { dirname, join } from 'node:path';

/** A module, as the bundler tells it. */
interface Module {
  readonly code: string | null;
  readonly importedIds: readonly string[];
}

interface Modules {
  getModuleInfo(id: string): Module | null;
}

/** `import { a, type B } from './c.ts'`, `export * from './d.ts'`. */
const STATEMENT =
  /^(?:import|export)\s+(type\s+)?(?:(\{[^}]*\}|[\w$*\s,{}]+?)\s*from\s*)?['"]([^'"]+)['"]/gm;

interface Import {
  readonly from: string;
  /** Undefined for all that the module has. */
  readonly names: ReadonlyMap<string, string> | undefined;
}

/** Names with those that the other module has for them. */
function namesIn(clause: string): Import['names'] {
  if (!clause.startsWith('{')) return undefined;
  const names = clause
    .slice(1, -1)
    .split(',')
    .map((name) => name.trim());
  return new Map(
    names
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => {
        const [theirs = name, ours = theirs] = name.split(/\s+as\s+/);
        return [ours, theirs];
      }),
  );
}

function importsOf(id: string, { code, importedIds }: Module): readonly Import[] {
  const read = [...(code ?? '').matchAll(STATEMENT)].flatMap(([, type, clause, path = '']) => {
    const from = join(dirname(id), path);
    return type !== undefined || !importedIds.includes(from)
      ? []
      : [{ from, names: namesIn(clause?.trim() ?? '') }];
  });
  const others = importedIds.filter((other) => !read.some(({ from }) => from === other));
  return [...read, ...others.map((from) => ({ from, names: undefined }))];
}

const isBarrel = (id: string): boolean => id.endsWith('/index.ts');

/** A module and all that it imports at once. A room's index is passed through to what is named: the rest of the room
 * stays with the parts that ask for it later. */
export function withImports(entry: string, modules: Modules): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (id: string, names: Import['names']): void => {
    const module = modules.getModuleInfo(id);
    const isPassed = isBarrel(id) && names !== undefined;
    if (!module || (found.has(id) && !isPassed)) return;
    found.add(id);
    const wanted = isPassed ? new Set(names.values()) : undefined;
    for (const { from, names: given } of importsOf(id, module)) {
      if (!wanted || !given) {
        if (!found.has(from) || isBarrel(from)) visit(from, given);
        continue;
      }
      const passed = [...given].filter(([ours]) => wanted.has(ours));
      if (passed.length > 0) visit(from, new Map(passed));
    }
  };
  visit(entry, undefined);
  return found;
}
