import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tarOf } from './tar.ts';

it('an archive is read by tar, and is the same each time', () => {
  const files = [
    ['a.txt', Buffer.from('one')],
    [`${'folder/'.repeat(14)}${'name'.repeat(10)}.js`, Buffer.alloc(1500, 'x')],
    ['empty', Buffer.alloc(0)],
  ];
  const bytes = tarOf(files);
  expect(tarOf(files)).toEqual(bytes);
  const folder = mkdtempSync(join(tmpdir(), 'tar-'));
  try {
    writeFileSync(join(folder, 'it.tar.gz'), bytes);
    execFileSync('tar', ['-xzf', 'it.tar.gz'], { cwd: folder });
    for (const [path, content] of files) expect(readFileSync(join(folder, path))).toEqual(content);
  } finally {
    rmSync(folder, { recursive: true });
  }
  expect(() => tarOf([['x'.repeat(101), Buffer.alloc(0)]])).toThrow('too long');
});
