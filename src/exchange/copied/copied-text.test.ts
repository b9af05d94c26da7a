import { describe, expect, test, vi } from 'vitest';
import { languageOf } from '../../front/cuda/words.ts';
import type { Language } from '../../front/language.ts';
import { CORPUS_KERNELS } from '../../testing/corpus/kernels.ts';
import { TWINS } from '../../testing/cuda/index.ts';
import { kernelOf, platform, validConfigurations } from '../../testing/engine.ts';
import { parser } from '../../testing/kernels.ts';
import { simulateEvents } from '../../testing/event-simulation.ts';
import { frontEndSays } from '../../testing/opencl-front-end.ts';
import { verdictOf } from '../../testing/verdict-of.ts';
import { copiedText } from './copied-text.ts';
import { oneIn } from '../../testing/amounts.ts';

const CONSTANTS = platform({ size: 16, LM: 4096 });

/** A configuration in the middle of the valid ones. */
function chosenOf(text: string): Readonly<Record<string, number>> | undefined {
  try {
    const valid = validConfigurations(kernelOf(text), CONSTANTS);
    return valid[Math.floor(valid.length / 2)];
  } catch {
    return undefined;
  }
}

/** Ticks by the accesses of its costs, in one configuration. */
function timeOf(text: string, values: Readonly<Record<string, number>>): unknown {
  const simulated = simulateEvents(kernelOf(text), values, CONSTANTS);
  return simulated.kind === 'finished' ? simulated.time : simulated.kind;
}

async function verdict(text: string, given: Readonly<Record<string, number>>) {
  const { status, findings } = await verdictOf(text, CONSTANTS, given);
  return { status, kinds: findings.map(({ kind }) => kind).toSorted() };
}

const KERNELS = oneIn(3, CORPUS_KERNELS);

const refused: Record<Language, Map<string, string>> = { opencl: new Map(), cuda: new Map() };

/** Time and verdict of a text and of its copy; or why there is none. */
async function compared(name: string, text: string, to: Language) {
  const values = chosenOf(text) ?? {};
  const copied = copiedText(parser, text, to, { values, constants: { ...CONSTANTS } });
  if (!copied.ok) {
    refused[to].set(name, copied.why);
    const why = /^It has no counterpart in (?:CUDA|OpenCL C): .*\.$/.exec(copied.why)?.[0];
    return { copy: why, own: copied.why };
  }
  const of = async (one: string, given: Readonly<Record<string, number>>) => ({
    isIn: languageOf(one),
    time: timeOf(one, given),
    verdict: await verdict(one, given),
  });
  return { copy: await of(copied.text, {}), own: { ...(await of(text, values)), isIn: to } };
}

describe('OpenCL C as CUDA', () => {
  test.each(KERNELS)('$name', async ({ name, text }) => {
    const { copy, own } = await compared(name, text, 'cuda');
    expect(copy).toEqual(own);
  });
  test('few are refused', () => {
    expect(refused.cuda.size).toBeLessThan(KERNELS.length / 5);
  });
});

/** Too large to be run here. */
const RUN = oneIn(
  3,
  TWINS.filter(({ name }) => !/^example_(?:convolution|dedispersion|fermi|abstract)$/.test(name)),
);

describe('CUDA as OpenCL C', () => {
  test.each(RUN)('$name', async ({ name, cuda }) => {
    const { copy, own } = await compared(name, cuda, 'opencl');
    expect(copy).toEqual(own);
  });
  test('most of the retyped ones are carried over', () => {
    expect(RUN.filter(({ name }) => refused.opencl.has(name)).length).toBeLessThan(RUN.length / 5);
  });
});

const CLANG = RUN.filter((_, index) => index % 10 === 0);

test('a real front end takes what is copied as OpenCL C', { timeout: 180_000 }, async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {}); // progress of loading it
  for (const { name, cuda } of CLANG) {
    const values = chosenOf(cuda) ?? {};
    const copied = copiedText(parser, cuda, 'opencl', { values, constants: { ...CONSTANTS } });
    if (!copied.ok) continue;
    const said = await frontEndSays('k.cl', `#define size 16\n${copied.text}`, 'CL3.0');
    expect(
      said.split('\n').filter((line) => line.includes('error:')),
      `${name}: ${copied.text}`,
    ).toEqual([]);
  }
});

test('values are put in, and the facts stay', () => {
  const text = `#pragma tuner param WG = {4, 8}
#pragma tuner local tile = 2 * WG
#pragma tuner ensures forall i < size: o[i] == WG
__kernel void k(__global int *o, __local int *tile) {
  tile[get_local_id(0)] = WG;
  barrier(CLK_LOCAL_MEM_FENCE);
  o[get_global_id(0)] = tile[get_local_id(0)];
}
`;
  const copied = copiedText(parser, text, 'cuda', { values: { WG: 8 }, constants: {} });
  expect(copied).toEqual({
    ok: true,
    text: `#pragma tuner items size
#pragma tuner local_size 8
#pragma tuner ensures forall i < size: o[i] == 8

extern "C" __global__ void k(int *o) {
  __shared__ int tile[16];
  tile[threadIdx.x] = 8;
  __syncthreads();
  o[blockIdx.x * blockDim.x + threadIdx.x] = tile[threadIdx.x];
}
`,
  });
});

test('what has no counterpart is refused at its place', () => {
  const vectors = '__kernel void k(__global float4 *o) { o[0] = o[1] + o[2]; }';
  const copied = copiedText(parser, vectors, 'cuda', { values: {}, constants: {} });
  if (copied.ok) throw new Error(copied.text);
  expect(copied.why).toBe('It has no counterpart in CUDA: CUDA has no arithmetic of vectors.');
  expect(vectors.slice(copied.span?.start, copied.span?.end)).toBe('o[1]');
  const floats = '__global__ void k(float *o) { atomicAdd(o, 1.0f); }';
  expect(copiedText(parser, floats, 'opencl', { values: {}, constants: {} })).toMatchObject({
    ok: false,
    why: expect.stringContaining('no atomic arithmetic of fractional numbers'),
  });
  const branch = `__kernel void k(__global int *o) {
  if (o[0] > 0) barrier(CLK_LOCAL_MEM_FENCE);
}`;
  expect(copiedText(parser, branch, 'cuda', { values: {}, constants: {} })).toMatchObject({
    ok: false,
    why: expect.stringContaining('a barrier that not all may reach'),
  });
});
