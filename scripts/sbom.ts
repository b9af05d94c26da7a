/** A CycloneDX bill of the built site's and packages' parts: npm's own list from the lock file, and
 * parts from elsewhere. */
import { execFileSync } from 'node:child_process';
import * as v from 'valibot';
import type { Plugin } from 'vite';
import { type Notice, notices } from './notices.ts';

const reference = v.string();

const billSchema = v.looseObject({
  bomFormat: v.literal('CycloneDX'),
  metadata: v.object({ component: v.looseObject({ 'bom-ref': reference }) }),
  components: v.array(v.looseObject({ 'bom-ref': reference, name: v.string() })),
  dependencies: v.array(v.object({ ref: reference, dependsOn: v.array(reference) })),
});

/** Without date and serial number, so equal for equal lock files. */
export function billOfMaterials(root: string): object {
  const args = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'];
  const isWindows = process.platform === 'win32';
  const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
  const listed = execFileSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    shell: isWindows,
    stdio,
  });
  const { serialNumber: _, ...bill } = v.parse(billSchema, JSON.parse(listed));
  const { component } = bill.metadata;
  const names = new Set(bill.components.map(({ name }) => name));
  const others = notices(root).filter(({ name }) => !names.has(name));
  const own = component['bom-ref'];
  return {
    ...bill,
    // npm names it after its folder.
    metadata: { component: { ...component, name: 'overtime', type: 'application' } },
    components: [...bill.components, ...others.map(componentOf)],
    dependencies: [
      ...bill.dependencies.map(({ ref, dependsOn }) =>
        ref === own ? { ref, dependsOn: [...dependsOn, ...others.map(refOf)] } : { ref, dependsOn },
      ),
      ...others.map((notice) => ({ ref: refOf(notice), dependsOn: [] })),
    ],
  };
}

const refOf = ({ name, version }: Notice): string => `${name}@${version}`;

const componentOf = (notice: Notice): object => ({
  'bom-ref': refOf(notice),
  type: 'library',
  name: notice.name,
  ...(notice.version !== '' && { version: notice.version }),
  ...(notice.use !== undefined && { description: notice.use }),
  scope: 'required',
  licenses: [{ expression: notice.licence }],
});

/** Writes the bill beside the built site. */
export const softwareBill = (root: string): Plugin => ({
  name: 'overtime-software-bill',
  apply: 'build',
  generateBundle() {
    const source = `${JSON.stringify(billOfMaterials(root), null, 1)}\n`;
    this.emitFile({ type: 'asset', fileName: 'sbom.cdx.json', source });
  },
});
