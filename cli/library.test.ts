import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, inject, it } from 'vitest';
import { writeDeclarations } from '../scripts/declarations.ts';
import { next, openChecker, tune, UsageError } from './library.ts';
import { temporaryFolder } from '../src/testing/folder.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const folder = temporaryFolder();

/** Installs it as the package has it. */
function installed(): string {
  const place = join(folder, 'node_modules/overtime');
  mkdirSync(place, { recursive: true });
  symlinkSync(join(inject('commands'), 'cli'), join(place, 'cli'));
  const exports = { '.': { types: './types/cli/library.d.ts', default: './cli/library.js' } };
  writeFileSync(
    join(place, 'package.json'),
    JSON.stringify({ name: 'overtime', type: 'module', exports }),
  );
  return place;
}

const KERNEL = '__kernel void k(__global int *o) { o[get_global_id(0)] = 1; }';

describe('the library', () => {
  it('checks as its example says, with types', { timeout: 120_000 }, () => {
    const place = installed();
    const script = join(folder, 'check.mjs');
    symlinkSync(join(project, 'examples/check.mjs'), script);
    const said = execFileSync(process.execPath, ['--preserve-symlinks-main', script], {
      encoding: 'utf8',
    });
    expect(said).toMatch(/^twice wrong .*o\[0\] = 1, and twice\w* 2.*where a is 1/);
    writeDeclarations('cli/library.ts', join(place, 'types'));
    const user = join(folder, 'user.mts');
    writeFileSync(
      user,
      `import { check, type CheckReport } from 'overtime';
       export const asked: Promise<CheckReport> = check('', { quick: true });
       // @ts-expect-error there is no such verdict
       export const none = check('', { allow: ['wrong'] });`,
    );
    const options = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--module',
      'nodenext',
      '--types',
      '',
    ];
    const tsc = join(project, 'node_modules/typescript/bin/tsc');
    expect(
      spawnSync(process.execPath, [tsc, ...options, user], { cwd: folder, encoding: 'utf8' })
        .stdout,
    ).toBe('');
  });

  it('is cancelled, and refuses what cannot be', async () => {
    const checker = openChecker({ threads: 1 });
    const controller = new AbortController();
    const asked = checker.check(KERNEL, { quick: true, signal: controller.signal });
    controller.abort();
    await expect(asked).rejects.toThrow('cancelled');
    await expect(checker.check(KERNEL, { constants: { size: 0.5 } })).rejects.toThrow(UsageError);
    await expect(checker.check(KERNEL, { state: [''] })).rejects.toThrow('--state takes one line');
    const { accepted, kernels } = await checker.check({ 'a.cl': KERNEL }, { quick: true });
    expect(accepted).toBe(true);
    expect(kernels).toMatchObject([{ file: 'a.cl', kernel: 'k', verdict: 'right' }]);
    checker.close();
    await expect(checker.check(KERNEL)).rejects.toThrow('cancelled');
  });

  it('tunes', async () => {
    const text = '#pragma tuner param WG = {2, 4}\n' + KERNEL;
    const seen: string[] = [];
    const answer = await tune(text, {
      constants: { size: 8 },
      onEvent: ({ type }) => seen.push(type),
    });
    expect(answer).toMatchObject({ status: 'proved', optima: [{ WG: expect.any(Number) }] });
    expect(seen).toContain('run');
    const signal = AbortSignal.abort();
    await expect(tune(text, { signal })).rejects.toThrow();
    await expect(tune('nothing')).rejects.toThrow(UsageError);
    await expect(tune(text, { method: 'magic' })).rejects.toThrow('--method must be one of');
  });

  it('proposes what to measure next, from rows or the text of a file', async () => {
    const text = '#pragma tuner param WG = {2, 4, 8}\n' + KERNEL;
    const options = { constants: { size: 16 }, count: 1 };
    const measured = [{ values: { WG: 4 }, time_ms: 3 }];
    const answer = await next(text, { ...options, measured });
    expect(answer).toMatchObject({ candidates: 3, measured: 1, best: { values: { WG: 4 } } });
    expect(answer.next).toEqual([{ WG: expect.any(Number) }]);
    const file = 'WG,time_ms\n4,3\n';
    expect(await next(text, { ...options, measured: file })).toEqual(answer);
    await expect(next(text, { ...options, count: 1000 })).rejects.toThrow('--count takes');
    await expect(next(text, { measured: [{ values: {}, time_ms: 1 }] })).rejects.toThrow(
      UsageError,
    );
  });
});
