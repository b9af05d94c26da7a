import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCommand } from '../src/testing/commands.ts';
import { temporaryFolder } from '../src/testing/folder.ts';

const folder = temporaryFolder();

const written = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

it('verify and tune search natively, and refuse C of the model, which would have no sandbox', () => {
  const model = written('m.pml', 'byte x; active [2] proctype p() { x++; assert(x < 2) }\n');
  const words = ['--promela', model, '--native', '--memory', '6000', '--json'];
  const { status, stdout } = runCommand('verify', words);
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    status: 'violated',
    errors: 1,
    trail: { steps: expect.arrayContaining([expect.objectContaining({ line: 1 })]) },
  });
  const withC = written('c.pml', 'c_code { int y; }; active proctype p() { c_code { y = 1; } }\n');
  for (const command of ['verify', 'tune'] as const)
    expect(runCommand(command, ['--promela', withC, '--native'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('C of its own, which would run without a sandbox'),
    });
  expect(runCommand('verify', ['--promela', model, '--memory', '6000']).stderr).toContain('4096');
});
