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
