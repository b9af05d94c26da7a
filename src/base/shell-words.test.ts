import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readShellWords, shellFile, shellWords } from './shell-words.ts';

const word = fc.string({ unit: fc.constantFrom(...`a-. '"\\$\`;&|<>(){}*?!#~=\n\té`) });

it('gives a shell each word as it is', () => {
  const lists = fc.sample(fc.array(word, { minLength: 1, maxLength: 8 }), 200);
  const script = lists.map((list) => `printf '%s\\0' ${shellWords(list)}`).join('\n');
  const heard = execFileSync('sh', ['-c', script], { encoding: 'utf8' });
  expect(heard.split('\0').slice(0, -1)).toEqual(lists.flat());
});

it('gives a program the file, whatever its name begins with', () => {
  const folder = mkdtempSync(join(tmpdir(), 'overtime-words-'));
  const names = ['-Psh.pml', '--help', '-', "it's.pml", 'a b', '$(id)', 'plain.pml'];
  for (const name of names) {
    writeFileSync(join(folder, name), `of ${name}`);
    execFileSync('sh', ['-c', `cat ${shellFile(name)} > read`], { cwd: folder });
    expect(readFileSync(join(folder, 'read'), 'utf8'), name).toBe(`of ${name}`);
  }
  rmSync(folder, { recursive: true });
});

it('reads again what it wrote', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), (list) => {
      expect(readShellWords(shellWords(list))).toEqual(list);
    }),
  );
  expect(readShellWords("-D 'A")).toMatch(/never closed/);
});
