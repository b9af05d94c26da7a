import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCommand } from '../src/testing/commands.ts';
import { temporaryFolder } from '../src/testing/folder.ts';

const folder = temporaryFolder();

/** Runs a command on a file with --fix; what is in it then, and what was said. */
function fixed(command: 'tune' | 'verify', name: string, text: string, ...args: string[]) {
  const path = join(folder, name);
  writeFileSync(path, text);
  const { status, stderr } = runCommand(command, ['--kernel', path, '--fix', ...args]);
  return { status, stderr, text: readFileSync(path, 'utf8') };
}

it(
  'writes a name and a barrier into a CUDA text, and then finds it right',
  { timeout: 60_000 },
  () => {
    const text = (index: string, barrier: string): string => `__global__ void rev(float *a) {
  __shared__ float t[64];
  int i = blockIdx.x * 64 + ${index}.x;
  t[threadIdx.x] = a[i];
${barrier}  a[i] = t[63 - threadIdx.x];
}
`;
    const wrong = text('threadldx', '');
    const after = fixed('verify', 'rev.cu', wrong, '--quick', '--launch', '4, 64');
    expect(after.text).toBe(text('threadIdx', '  __syncthreads();\n'));
    expect(after.status).toBe(0);
    expect(after.stderr).toMatch(
      /^rev\.cu:3: Change threadldx to threadIdx \(.*\)\nrev\.cu:5: Insert /,
    );
  },
);

it('adds what a tuning lacks, and keeps the ends of lines', { timeout: 60_000 }, () => {
  const lines = ['__kernel void k(__global int *a) {', '  a[get_globl_id(0)] = f(1)', '}', ''];
  const { text, status } = fixed('tune', 'k.cl', lines.join('\r\n'), '--size', '16');
  expect(text.split('\r\n')).toEqual([
    '#pragma tuner cost f = GMT',
    lines[0],
    '  a[get_global_id(0)] = f(1);',
    '}',
    '',
  ]);
  expect(status).toBe(0);
});

it('is refused where there is no file to write to', { timeout: 60_000 }, () => {
  expect(runCommand('verify', ['--kernel', 'racy', '--fix'])).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/racy is an example/),
  });
});
