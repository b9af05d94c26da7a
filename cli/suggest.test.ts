import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCommand } from '../src/testing/commands.ts';
import { temporaryFolder } from '../src/testing/folder.ts';

const folder = temporaryFolder();

function tune(text: string, ...args: string[]) {
  const path = join(folder, 'k.cl');
  writeFileSync(path, text);
  return runCommand('tune', ['--kernel', path, ...args]);
}

it(
  'prints the kernel with the lines that it lacks, which can then be tuned',
  { timeout: 60_000 },
  () => {
    const { status, stdout, stderr } = tune(
      `__kernel void spmv(__global const int *row, __global float *y, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  for (int k = row[i]; k < row[i + 1]; k++)
    y[i] += weight(k);
}
`,
      '--suggest',
    );
    expect(status).toBe(0);
    expect(stdout).toBe(`#pragma tuner cost weight = GMT
__kernel void spmv(__global const int *row, __global float *y, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  #pragma tuner trips 16
  for (int k = row[i]; k < row[i + 1]; k++)
    y[i] += weight(k);
}
`);
    const [first, second, ...more] = stderr.trim().split('\n');
    expect(first).toMatch(
      /^k\.cl:1: added #pragma tuner cost weight = GMT \(What a call of weight costs/,
    );
    expect(second).toMatch(/^k\.cl:5: added #pragma tuner trips 16 \(How often this loop runs/);
    expect(more).toEqual([]);
    const again = tune(stdout, '--suggest');
    expect([again.status, again.stdout, again.stderr]).toEqual([0, stdout, '']);
  },
);

it('does so for CUDA', { timeout: 60_000 }, () => {
  const kernel = `__global__ void k(float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] += weight(i);
}
`;
  const { status, stdout } = tune(kernel, '--suggest');
  expect(stdout).toBe(`#pragma tuner cost weight = GMT\n${kernel}`);
  expect(status).toBe(0);
});

it('offers the numbers of a program that could be tuned', { timeout: 60_000 }, () => {
  const program = `__global__ void k(float *y) { y[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
int main() {
  float *y;
  cudaMalloc(&y, 64 * sizeof(float));
  k<<<64 / 16, 16>>>(y);
}
`;
  const pragma = '#pragma tuner param BLOCK = {4, 8, 16, 32}';
  const { stderr } = tune(program);
  expect(stderr).toContain(
    `k.cl: with --suggest the text is printed with ${pragma} (16 in the launch, without a name).`,
  );
  const { stdout } = tune(program, '--suggest');
  expect(stdout.split('\n')[0]).toBe(pragma);
  expect(tune(stdout).stderr).not.toContain('--suggest');
});

it('says what it cannot settle', { timeout: 60_000 }, () => {
  const { status, stdout, stderr } = tune(
    '__kernel void k(__global int *a) { a[0] = }',
    '--suggest',
  );
  expect(status).toBe(2);
  expect(stdout).toBe('__kernel void k(__global int *a) { a[0] = }');
  expect(stderr).toMatch(/^tune: k\.cl:1:\d+: /);
});
