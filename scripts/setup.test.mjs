import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { adviceFor, isDebian, missingTools } from './setup.mjs';
import { portFrom } from './start.mjs';

const folder = mkdtempSync(join(tmpdir(), 'overtime-setup-'));
afterAll(() => rmSync(folder, { recursive: true }));

function program(name, text = '#!/bin/sh\n') {
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, 0o755);
  return path;
}

const test = new Set(['test']);
const names = (missing) => missing.map((tool) => tool.names[0]);

describe('set-up', () => {
  it('finds programs on the path and through variables', () => {
    expect(names(missingTools(test, { PATH: folder }))).toEqual(['chromium', 'spin', 'gcc', 'g++']);
    program('gcc');
    program('g++');
    program('google-chrome');
    const env = { PATH: folder, OVERTIME_SPIN: program('my-spin') };
    expect(missingTools(test, env)).toEqual([]);
    expect(names(missingTools(test, { ...env, OVERTIME_SPIN: '/nowhere/spin' }))).toEqual(['spin']);
  });

  it('does not take a pointer to a snap for a browser', () => {
    rmSync(join(folder, 'google-chrome'), { force: true });
    program('chromium-browser', '#!/bin/sh\necho "Please run: snap install chromium"\nexit 1\n');
    expect(names(missingTools(test, { PATH: folder }))).toContain('chromium');
  });

  it('tells in one line what is missing and what points at it', () => {
    const advice = adviceFor(missingTools(new Set(['build', 'test']), { PATH: '' }));
    expect(advice).not.toContain('\n');
    for (const name of ['EMCC', 'BISON', 'SPIN_SOURCE', 'CHROMIUM', 'SPIN', 'CC']) {
      expect(advice).toContain(`OVERTIME_${name}`);
    }
  });

  it('knows Debian and its kin', () => {
    expect(isDebian('ID=debian\n')).toBe(true);
    expect(isDebian('NAME="Linux Mint"\nID=linuxmint\nID_LIKE="ubuntu debian"\n')).toBe(true);
    expect(isDebian('ID=fedora\n')).toBe(false);
  });
});

describe('npm start', () => {
  it('takes a port or none', () => {
    expect(portFrom([])).toBeUndefined();
    expect(portFrom(['--port', '5000'])).toBe(5000);
    for (const bad of ['0', '70000', 'x', '1.5', '']) {
      expect(() => portFrom([`--port=${bad}`])).toThrow(/1 to 65535/);
    }
    expect(() => portFrom(['--nonsense'])).toThrow();
  });
});
