import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { notices } from './notices.ts';
import { billOfMaterials } from './sbom.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

it('the bill of materials names everything that is built in, with its terms', () => {
  const bill = billOfMaterials(root);
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5' });
  expect(bill.metadata.component).toMatchObject({ name: 'overtime', type: 'application' });
  const listed = new Set(bill.components.map(({ name, version = '' }) => `${name} ${version}`));
  const missing = notices(root).filter(({ name, version }) => !listed.has(`${name} ${version}`));
  expect(missing.map(({ name }) => name)).toEqual([]);
  for (const { name, licenses, hashes, purl } of bill.components) {
    expect(licenses?.length, name).toBeGreaterThan(0);
    // npm installs the versions that were examined.
    if (purl !== undefined) expect(hashes?.[0], name).toMatchObject({ alg: 'SHA-512' });
  }
});

it('what depends on what is closed, and the same each time', () => {
  const bill = billOfMaterials(root);
  const refs = bill.components.map((component) => component['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  const known = new Set([...refs, bill.metadata.component['bom-ref']]);
  expect(new Set(bill.dependencies.map(({ ref }) => ref))).toEqual(known);
  for (const { dependsOn } of bill.dependencies)
    for (const ref of dependsOn) expect(known).toContain(ref);
  expect(billOfMaterials(root)).toEqual(bill);
});
