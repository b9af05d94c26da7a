/** Enforces the import table and that no imports go in a circle, and shows that both are enforced: one import
 * that the table forbids is put into every folder for the time of a check, and two files whose types need
 * each other, and a view that asks the session, and the check must find each of them. */
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { IMPORT_TABLE, overrides } from './import-table.mjs';

const project = fileURLToPath(new URL('..', import.meta.url));
// In the project's folder, for oxlint takes the paths of the table from there.
const config = join(project, '.oxlint-imports.json');
// Only the table: everything else is the business of the lint step.
writeFileSync(
  config,
  JSON.stringify({
    plugins: ['import'],
    categories: { correctness: 'off' },
    rules: {},
    overrides: overrides(),
  }),
);

function lint(paths) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(project, 'node_modules/oxlint/bin/oxlint'), '-c', config, '--format', 'unix', ...paths],
    { cwd: project, encoding: 'utf8' },
  );
  return { status, text: stdout + stderr };
}

const seeds = [];
let failed = false;
try {
  const real = lint(['src']);
  if (real.status !== 0) {
    console.error(real.text);
    failed = true;
  }
  for (const [folder, allowed] of Object.entries(IMPORT_TABLE)) {
    const forbidden = Object.keys(IMPORT_TABLE).find(
      (other) => other !== folder && !allowed.includes(other),
    );
    if (forbidden === undefined) continue;
    const path = join(project, 'src', folder, 'seeded-violation.ts');
    seeds.push(path);
    writeFileSync(path, `import { x } from '../${forbidden}/index.ts';\nexport const y = x;\n`);
  }
  const view = join(project, 'src/ui/shared/seeded-view.tsx');
  seeds.push(view);
  writeFileSync(view, "export { useCommands as x } from './session-context.tsx';\n");
  for (const [one, other] of [
    ['a', 'b'],
    ['b', 'a'],
  ]) {
    const path = join(project, 'src', 'base', `seeded-circle-${one}.ts`);
    seeds.push(path);
    writeFileSync(
      path,
      `import type { ${other} } from './seeded-circle-${other}.ts';\nexport type ${one} = ${other}[];\n`,
    );
  }
  const seeded = lint(['src']);
  const missed = seeds.filter((path) => !seeded.text.includes(path.slice(project.length)));
  for (const path of missed) {
    console.error(`a forbidden import in ${path.slice(project.length)} was not found`);
    failed = true;
  }
} finally {
  for (const path of seeds) rmSync(path, { force: true });
  rmSync(config, { force: true });
}
if (failed) process.exit(1);
console.log(
  `import table: holds without circles, and ${seeds.length} seeded violations were found`,
);
