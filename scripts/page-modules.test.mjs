import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withImports } from './page-modules.ts';

/** Modules by path, each with its text. */
const modules = (files) => ({
  getModuleInfo: (id) =>
    id in files
      ? {
          code: files[id],
          importedIds: [...files[id].matchAll(/from '([^']+)'/g)].map(([, to]) =>
            join(dirname(id), to),
          ),
        }
      : null,
});

const ROOM = `export { type T, a, b as c } from './ab.ts';
export * from './rest.ts';
export { d } from './d.ts';`;

describe('what a page imports at once', () => {
  const found = (page) =>
    [
      ...withImports(
        '/src/page.ts',
        modules({
          '/src/page.ts': page,
          '/src/room/index.ts': ROOM,
          '/src/room/ab.ts': '',
          '/src/room/rest.ts': '',
          '/src/room/d.ts': `import { e } from '../e.ts';`,
          '/src/e.ts': '',
          '/src/other.ts': `import { d } from './room/index.ts';`,
        }),
      ),
    ].map((id) => id.replace('/src/', ''));

  it('passes through the index of a room to what is named', () => {
    expect(found(`import { c } from './room/index.ts';`)).toEqual([
      'page.ts',
      'room/index.ts',
      'room/ab.ts',
      'room/rest.ts',
    ]);
  });

  it('comes back to an index for what another names', () => {
    const page = `import { a } from './room/index.ts';\nimport './x.css';\nimport * as o from './other.ts';`;
    expect(found(page)).toContain('room/d.ts');
  });

  it('takes all of a room that is imported whole', () => {
    expect(found(`import * as room from './room/index.ts';`)).toHaveLength(6);
  });
});
