import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, inject, it } from 'vitest';
import { VERSIONS } from './versions.ts';

const folder = fileURLToPath(new URL('../python', import.meta.url));
const isThere = spawnSync('python3', ['--version']).status === 0;

it.runIf(isThere)(
  'the modules for Python start the command, read its report, and translate',
  { timeout: 300_000 },
  () => {
    const command = `'${process.execPath}' '${join(inject('commands'), 'cli/overtime.js')}'`;
    const { status, stderr } = spawnSync('python3', ['-W', 'error', '-m', 'unittest', '-v'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, OVERTIME_COMMAND: command, PYTHONDONTWRITEBYTECODE: '1' },
    });
    expect(status, stderr).toBe(0);
    expect(stderr).toMatch(/Ran 11 tests/);
  },
);

it('has the version of the command', () => {
  const text = readFileSync(join(folder, 'pyproject.toml'), 'utf8');
  expect(text).toContain(`version = "${VERSIONS.overtime}"`);
});
