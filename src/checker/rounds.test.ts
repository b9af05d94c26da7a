import { expect, test } from 'vitest';
import { createNodeKernelParser } from '../kernel/node.ts';
import { usualConstants } from '../platform/index.ts';
import { conditionsOf } from '../values/index.ts';
import { checkByRunning } from '../values/run/check.ts';
import { poseQuestion } from './pose-question.ts';
import { poseValues } from './pose-values.ts';
import { withVerdictsOf } from './rounds.ts';
import { verifyPrograms } from './verify.ts';

const parser = await createNodeKernelParser();
const constants = { ...usualConstants(), size: 16 };

/** Verdict of `kernel(float *a, int k)`, launched by the host's statements on `d`, which has `n` = 100 elements. */
async function verified(body: string, host: string) {
  const text = `
__global__ void kernel(float *a, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  ${body}
}
int main() {
  const int n = 100;
  float *d;
  cudaMalloc(&d, n * sizeof(float));
  cudaMemset(d, 0, n * sizeof(float));
  ${host}
  cudaFree(d);
}
`;
  return verdict(text);
}

async function verdict(text: string) {
  const { signal } = new AbortController();
  const { programs, unposed } = poseValues(parser, text, { constants, given: {} });
  const found = await verifyPrograms(programs, unposed, {
    run: (program) => checkByRunning(program, { signal, text, constants }),
    signal,
  });
  return {
    status: found.status,
    findings: found.findings.map(({ kind, message }) => `${kind}: ${message}`),
    conditions: conditionsOf(found),
    open: found.notChecked
      .filter(({ what, holdsIf }) => what === 'races' && holdsIf === undefined)
      .map(({ what, why }) => `${what}: ${why}`),
  };
}

const SHIFTED = 'if (i < 50) a[i + k] = 1;';

test.each([
  ['a constant bound', 'for (int t = 0; t < 6; t++) kernel<<<2, 32>>>(d, 10 * t);'],
  ['one round', 'for (int t = 0; t < 1; t++) kernel<<<2, 32>>>(d, t);'],
  ['halves', 'int h = 50; while (h > 0) { kernel<<<2, 32>>>(d, h); h /= 2; }'],
])('right says nothing of a first round where all rounds are right: %s', async (_, host) => {
  expect(await verified(SHIFTED, host)).toMatchObject({
    status: 'right',
    findings: [],
    conditions: [],
  });
});

test.each([
  [
    'the last round goes beyond',
    SHIFTED,
    'for (int t = 0; t < 7; t++) kernel<<<2, 32>>>(d, 10 * t);',
    /^bounds: .* launch 7 of 7 in line 11\.$/,
  ],
  [
    'the last of many rounds goes beyond',
    SHIFTED,
    'for (int t = 0; t < 52; t++) kernel<<<2, 32>>>(d, t);',
    /^bounds: .* launch 52 of 52 in line 11\.$/,
  ],
  [
    'the grid changes, and its last threads go beyond',
    'a[i] += a[i + k];',
    'int h = 50; while (h > 0) { kernel<<<(h + 31) / 32, 32>>>(d, h); h /= 2; }',
    /^bounds: .* launch 1 of 6 in line 11\.$/,
  ],
  [
    'a later round races',
    'if (i + k < 50) a[i] = a[i + k];',
    'for (int t = 0; t < 3; t++) kernel<<<2, 32>>>(d, t);',
    /^race-(?:between-groups|global): .* launch 2 of 3 in line 11\.$/,
  ],
])('%s', async (_, body, host, message) => {
  const { status, findings } = await verified(body, host);
  expect(status).toBe('wrong');
  expect(findings).toContainEqual(expect.stringMatching(message));
});

test.each([
  [
    'a round that the host may not come to',
    'for (int t = 0; t < 7; t++) { kernel<<<2, 32>>>(d, 10 * t); if (done()) break; }',
  ],
  [
    'more rounds than are followed',
    'for (int t = 0; t < 5000; t++) kernel<<<2, 32>>>(d, t / 5000);',
  ],
])('is no witness, and keeps what right rests on: %s', async (_, host) => {
  const { status, findings, conditions } = await verified(SHIFTED, host);
  expect({ status, findings }).toEqual({ status: 'right', findings: [] });
  expect(conditions).toEqual(['t = 0']);
});

test('a round finds what those before it have left, and not what the host put there', async () => {
  const body = 'if (i < 50) a[k * 50 + (int)a[i] % 2] = 0; if (i == 0) a[50 + (int)a[0] * 60] = k;';
  const first = await verified(body, 'kernel<<<1, 1>>>(d, 1);');
  expect(first).toMatchObject({ status: 'right' });
  const { status, conditions } = await verified(
    body,
    'for (int t = 0; t < 2; t++) kernel<<<1, 1>>>(d, 1);',
  );
  expect({ status, isPlain: conditions.length === 0 }).not.toEqual({
    status: 'right',
    isPlain: true,
  });
});

test.each([
  [
    'a pointer that is moved in each round',
    'float *p = d; for (int t = 0; t < 3; t++) { kernel<<<1, 32>>>(p, 0); p += 32; }',
    'right',
  ],
  [
    'one that is moved too far',
    'float *p = d; for (int t = 0; t < 4; t++) { kernel<<<1, 32>>>(p, 0); p += 32; }',
    'wrong',
  ],
  [
    'one that each round sets',
    'for (int t = 0; t < 3; t++) { float *p = d + t * 32; kernel<<<1, 32>>>(p, 0); }',
    'right',
  ],
  [
    'one that the last round sets to the end',
    'for (int t = 0; t < 3; t++) { float *p = d + t * 50; kernel<<<1, 32>>>(p, 0); }',
    'wrong',
  ],
  ['one that is set to a place', 'float *p; p = d + 68; kernel<<<1, 32>>>(p, 0);', 'right'],
  ['one that is set too far', 'float *p = d + 69; kernel<<<1, 32>>>(p, 0);', 'wrong'],
  [
    'one that a function makes that is not told',
    'float *p = place(d, 69); kernel<<<1, 32>>>(p, 0);',
    'right',
  ],
  ['one that is behind another', 'float **p = &d; kernel<<<1, 32>>>(*p, 0);', 'right'],
  [
    'one of another type',
    'float2 *p = (float2 *)d + 16; for (int t = 0; t < 2; t++) kernel<<<1, 32>>>((float *)p, t);',
    'right',
  ],
  [
    'one of another type that is too far',
    'float2 *p = (float2 *)d + 34; for (int t = 0; t < 2; t++) kernel<<<1, 32>>>((float *)p, t);',
    'wrong',
  ],
  [
    'one that is moved by what is not told',
    'float *p = d; for (int t = 0; t < 4; t++) { kernel<<<1, 32>>>(p, 0); p += next(); }',
    'right',
  ],
])('%s', async (what, host, status) => {
  const said = await verified('a[i + k] = 1;', host);
  expect(said.status).toBe(status);
  if (status === 'right') expect(said.conditions.length > 0).toBe(what.endsWith('told'));
});

test.each([
  ['n', '', 'right'],
  ['n + 1', '', 'wrong'],
  ['n', 'k++;', 'wrong'],
])(
  'launches of a template of the host, called with numbers: %s, %s',
  async (passed, step, status) => {
    const text = `
__global__ void kernel(float *a, int k) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < k) a[i] = 1; }
template <int B> void launch(float *a, int k) { ${step} kernel<<<(k + B - 1) / B, B>>>(a, k); }
int main() { const int n = 50; float *d; cudaMalloc(&d, n * sizeof(float)); launch<16>(d, n); launch<32>(d, ${passed}); }
`;
    const { signal } = new AbortController();
    const { programs, unposed } = poseValues(parser, text, { constants, given: {} });
    const found = await verifyPrograms(programs, unposed, {
      run: (program) => checkByRunning(program, { signal, text, constants }),
      signal,
    });
    expect([found.status, conditionsOf(found)]).toEqual([status, []]);
  },
);

test('what later rounds leave open is said beside the answer for the first', async () => {
  const body = `int j = k - i, at = 8 + 5 * i + j;
  if (i < 8 && j >= 0 && j < 4) { if (a[90 + j] > 2) a[at] = 1; else a[at] = a[at - 4]; }`;
  const host = 'for (int t = 0; t < 10; t++) kernel<<<1, 32>>>(d, t);';
  const { status, conditions, open } = await verified(body, host);
  expect({ status, conditions }).toEqual({
    status: 'right',
    conditions: ['it is launch 1 of 10 in line 12'],
  });
  expect(open.join()).toMatch(/^races: .* This is launch \d+ of 10 in line 12\./);
});

test.each([
  [undefined, 'Two meet.'],
  ['launch 2 of 3 in line 4', 'Two meet. This is launch 2 of 3 in line 4.'],
])('and names its launch only where there are several: %s', (words, why) => {
  const text = '__global__ void k(int *a) { a[threadIdx.x] = 1; }';
  const [program] = poseValues(parser, text, { constants, given: {} }).programs;
  if (program === undefined) throw new Error('There is no program.');
  const nothing = { findings: [], remarks: [], checked: [], notChecked: [] };
  const open = { what: 'races', why: 'Two meet.', span: program.span, weakens: true };
  const rounds = { launches: [{ program, words, isSure: true }], isAll: true };
  const { notChecked } = withVerdictsOf({ ...program, rounds }, nothing, [
    { ...nothing, notChecked: [open] },
  ]);
  expect(notChecked).toEqual([{ ...open, why, weakens: false }]);
});

/** A merge sort's passes between two arrays: pairs, then what pairs that are in order never do. */
const passes = (beginning: string) => `
__global__ void pass(const int *in, int *out, int w) {
  int i = threadIdx.x, p = i;
  if (w == 1) { int x = in[i], y = in[i ^ 1]; p = (x < y || (x == y && i < (i ^ 1))) ? i & ~1 : i | 1; }
  else if (in[i & ~1] > in[i | 1]) p = 0;
  out[p] = in[i];
}
int main() {
  const int n = 8; int *a, *b, h[n];
  cudaMalloc(&a, sizeof(h)); cudaMalloc(&b, sizeof(h));
  ${beginning}
  cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);
  for (int w = 1; w < n; w *= 2) { pass<<<1, n>>>(a, b, w); std::swap(a, b); }
}`;

const FIVES = 'for (int i = 0; i < n; i++) h[i] = (i * 5) % 7;';

test.each([FIVES, 'read(h, n);'])(
  'what launches leave in arrays that change places is not made up: %s',
  async (beginning) => {
    const { status, findings } = await verdict(passes(beginning));
    expect(status).not.toBe('wrong');
    expect(findings.filter((one) => one.includes('launch'))).toEqual([]);
  },
);

test.each(['usual', 'all'] as const)(
  'what is posed of launches fits in a message: %s',
  (choice) => {
    const { programs } = poseValues(parser, passes(FIVES), { constants, given: {} });
    expect(programs.some(({ rounds }) => (rounds?.launches.length ?? 0) > 0)).toBe(true);
    const posed = poseQuestion(parser, passes(FIVES), { constants, given: {} }, choice);
    expect(structuredClone(posed)).toEqual(posed);
  },
);
