import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** npm writes no entry for the package of a platform that its registry did not know when the lock file was
 * made, and `npm ci` then fails on every platform. */
it('the lock file names the packages of every platform', () => {
  const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url)));
  const optional = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((name) => [`${path}/node_modules/${name}`, name]),
  );
  expect(optional.length).toBeGreaterThan(50);
  const missing = optional.filter(
    ([inside, name]) => !(inside in packages) && !(`node_modules/${name}` in packages),
  );
  expect(missing).toEqual([]);
});

const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url)));
const installed = Object.entries(packages).filter(([path]) => path !== '');

it('the lock file has a digest of every package, and names no other place than the registry', () => {
  const without = installed.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-'));
  expect(without.map(([path]) => path)).toEqual([]);
  const elsewhere = installed.filter(([, { resolved, link }]) => resolved !== undefined || link);
  expect(elsewhere.map(([path]) => path)).toEqual([]);
});

it('the lock file is that of package.json', () => {
  const wanted = JSON.parse(readFileSync(new URL('../package.json', import.meta.url)));
  for (const kind of ['dependencies', 'devDependencies'])
    expect(packages['']?.[kind]).toEqual(wanted[kind]);
});

/** Packages that run a program of their own when they are installed: docs/security.md says why each does. */
const RUN_AT_INSTALL = [
  'esbuild',
  'tree-sitter-c',
  'tree-sitter-cpp',
  'tree-sitter-cuda',
  'webgpu',
];

it('only packages that are known to run a program when they are installed do', () => {
  const running = installed.filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = running.map(([path]) => path.replace(/^.*node_modules\//, ''));
  expect([...new Set(names)].toSorted()).toEqual(RUN_AT_INSTALL);
  const page = readFileSync(new URL('../docs/security.md', import.meta.url), 'utf8');
  for (const name of RUN_AT_INSTALL) expect(page).toContain(`\`${name}\``);
});
