import { describe, expect, it } from 'vitest';
import { runCommand } from '../src/testing/commands.ts';
import { temporaryFolder, writingInto } from '../src/testing/folder.ts';

const folder = temporaryFolder();

function verify(...args: string[]) {
  const { status, stdout, stderr } = runCommand('verify', args);
  return { status, stdout, stderr };
}

const file = writingInto(folder);

const COPY = `
#pragma tuner input A[i] = any(0, 1)
#pragma tuner ensures forall i: R[i] == A[i] + K
__kernel void one(__global int *A, __global int *R) { R[get_global_id(0)] = A[get_global_id(0)] + K; }
__kernel void two(__global int *A, __global int *R) { R[0] = get_global_id(0); }
`;

describe('the command that verifies', () => {
  it('says what is wrong and where, and ends with 1', () => {
    const { status, stdout } = verify(
      '--kernel',
      'racy',
      '--size',
      '8',
      '--WG',
      '4',
      '--quick',
      '--json',
    );
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'wrong',
      findings: [
        { kind: 'race-local', line: 12, column: 21, configuration: { WG: 4 } },
        { kind: 'result', line: 6, configuration: { WG: 4 } },
      ],
      configurations: [{ values: { WG: 4 }, status: 'wrong' }],
    });
  });

  it('judges all launches of a host in their order', () => {
    const text = (claimed: number): string => `
__global__ void add(int *a) { a[threadIdx.x] += 1; }
__global__ void sum(const int *a, int *s) { int t = 0; for (int i = 0; i < 4; i++) t += a[i]; *s = t; }
#pragma tuner ensures s[0] == ${claimed}
int main() {
  int *a, *s;
  cudaMalloc(&a, 16);
  cudaMalloc(&s, 4);
  cudaMemset(a, 0, 16);
  for (int i = 0; i < 3; i++) add<<<1, 4>>>(a);
  sum<<<1, 1>>>(a, s);
}
`;
    const right = verify(file('sum.cu', text(12)), '--all-launches', '--json');
    expect(right.status).toBe(0);
    expect(JSON.parse(right.stdout)).toMatchObject({
      status: 'right',
      launches: [
        ...[1, 2, 3].map(() => ({ kernel: 'add', status: 'right', line: 10 })),
        { kernel: 'sum', status: 'right', line: 11 },
      ],
    });
    const wrong = verify('--kernel', file('not.cu', text(11)), '--all-launches', '--quick');
    expect(wrong.status).toBe(1);
    expect(wrong.stderr).toContain('launch 4 of 4, sum: wrong');
    expect(wrong.stdout).toContain('This is launch 4 of 4, sum in line 11.');
    const both = verify('--kernel', 'sum.cu', '--all-launches', '--kernel-name', 'add');
    expect(both.status).toBe(2);
    expect(verify('--kernel', 'max', '--all-launches')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('the host launches no kernel'),
    });
  });

  it('judges by lockstep where asked to, and says so', () => {
    const path = file(
      'exchange.cu',
      '__global__ void k(int *o) { __shared__ int s[32]; int t = threadIdx.x; s[t] = t; o[t] = s[31 - t]; }\n' +
        'int main() { int *o; cudaMalloc(&o, 128); k<<<1, 32>>>(o); }\n',
    );
    const alone = verify('--kernel', path, '--quick');
    expect(alone.status).toBe(1);
    expect(alone.stdout).toContain('the code relies on lockstep');
    expect(alone.stdout).toContain('each thread is scheduled by itself');
    // SPIN runs threads in any order: it is not asked.
    const together = verify('--kernel', path, '--lockstep');
    expect(together.stdout).toContain('By the older convention, as is stated');
    expect(together.stdout).toMatch(/^right/m);
    expect(together.status).toBe(0);
  });

  it('takes a launch where the text has none, in names of the arguments', () => {
    const path = file(
      'launched.cu',
      '__global__ void k(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; a[i] = n; }\n',
    );
    const options = ['--kernel', path, '--quick', '--json', '--launch'];
    const open = verify(...options, '(n+255)/256, 256');
    // A guard is missing, and the launch is what shows it.
    expect(JSON.parse(open.stdout)).toMatchObject({
      status: 'depends',
      bound: { language: 'cuda', items: [512, 512] },
      findings: [{ kind: 'bounds', message: expect.stringMatching(/^Thread 1 of block 1 /) }],
    });
    expect(verify(...options, '2, 256').status).toBe(0);
    expect(verify(...options, '2, 0').stderr).toContain('--launch:1:1: ');
    const twice = verify('--kernel', 'minimum', '--launch', '16, 4');
    expect(twice.stderr).toMatch(/--launch: the text states the launch/);
    expect(twice.status).toBe(2);
  });

  it('takes what a script of Kernel Tuner says of the kernel in its string', () => {
    const script = file(
      'own.py',
      `source = '''
__global__ void fill(int *a, int n) { int i = blockIdx.x * block_size_x + threadIdx.x; if (i < n) a[i] = i; }
'''
tune_params = {"block_size_x": [8, 16]}
tune_kernel("fill", source, 24, [], tune_params)
`,
    );
    const { stdout } = verify('--kernel', script, '--quick', '--json', '--size', '24');
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'right',
      configurations: [{ values: { block_size_x: 8 } }, { values: { block_size_x: 16 } }],
    });
  });

  it('takes what a script of Kernel Tuner says', () => {
    const script = file(
      'tune.py',
      'tune_params = {"block_size_x": [8, 16]}\ntune_kernel("fill", "fill.cu", 99, [], tune_params)\n',
    );
    const path = file(
      'fill.cu',
      '__global__ void other(int *a) { a[1] = threadIdx.x; }\n' +
        '__global__ void fill(int *a, int n) { int i = blockIdx.x * block_size_x + threadIdx.x; if (i < n) a[i] = i; }\n',
    );
    const { stdout, status } = verify(
      '--kernel',
      path,
      '--kernel-tuner',
      script,
      '--quick',
      '--json',
      '--size',
      '24',
    );
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'right',
      configurations: [{ values: { block_size_x: 8 } }, { values: { block_size_x: 16 } }],
      // Three blocks of 8 and two of 16.
      bound: { items: [24, 32] },
    });
    expect(status).toBe(0);
    const wrong = verify('--kernel', path, '--kernel-tuner', file('none.py', 'pass'));
    expect(wrong.stderr).toContain('It has no dictionary tune_params');
    expect(wrong.status).toBe(2);
  });

  it('says that it takes one of the texts of a Python script', () => {
    const text = (place: string): string =>
      `RawKernel("""__global__ void f(int *a) { a[${place}] = threadIdx.x; }""", "f")\n`;
    const options = ['--size', '4', '--quick', '--json'];
    const one = file('one.py', text('threadIdx.x'));
    expect(verify('--kernel', one, ...options).stderr).toBe('');
    const two = file('two.py', text('threadIdx.x') + text('0'));
    expect(verify('--kernel', two, ...options).stderr).toContain('1 more of the same names');
  });

  it('takes a kernel by name and macros, checks every input, and ends with 0', () => {
    const path = file('copy.cl', COPY);
    const options = ['--kernel', path, '-D', 'K=2', '--size', '4', '--json'];
    const one = verify(...options, '--kernel-name', 'one', '--WG=2');
    expect(one.stderr).toBe('');
    // Four elements of two values each.
    expect(JSON.parse(one.stdout)).toMatchObject({
      status: 'right',
      findings: [],
      notChecked: [],
      states: 18,
      bound: { items: [4, 4], inputs: 'all' },
    });
    expect(one.status).toBe(0);
    const two = verify(...options, '--kernel-name', 'two', '--WG=2', '--quick');
    const { findings } = JSON.parse(two.stdout);
    expect(findings.map(({ kind }: { kind: string }) => kind)).toContain('race-between-groups');
    expect(two.status).toBe(1);
  });

  it('ends with 3 where it cannot follow a kernel, and says why', () => {
    const path = file(
      'image.cl',
      '__kernel void k(read_only image2d_depth_t a) { read_imagef(a, (int2)(0, 0)); }',
    );
    const { status, stdout } = verify('--kernel', path, '--size', '4', '--json');
    expect(status).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'not-checked', findings: [] });
  });

  it.each([
    [['--kernel', 'minimum', '--WG', '3x'], '--WG must be a whole number'],
    [['--kernel', 'minimum', '--WG', 'zero'], "--WG must be a whole number; it is 'zero'"],
    [['--kernel', 'minimum', '--WG'], '--WG must be a whole number; it has no value'],
    [['--kernel', 'minimum', '--XX', '3'], 'XX is not a tuning parameter of this kernel'],
    [['--kernel', 'minimum', '--WG', '8', '--TS', '8'], 'No configuration is valid for size 16'],
    [['--kernel', 'nothing'], 'there is no example nothing'],
  ])('%s is bad input', (args, message) => {
    const { status, stderr } = verify(...args);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(status).toBe(2);
  });
});
