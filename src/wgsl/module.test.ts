import { expect, test } from 'vitest';
import { builtValues } from '../testing/value-listing.ts';
import { beyond, wgslOf } from './index.ts';

const made = (text: string) => {
  const program = builtValues(text, { WG: 4 });
  return wgslOf(program, text, { arguments: [], bytes: [] });
};

/** The code of a kernel that can be said. */
function codeOf(body: string, parameters = '__global int *out'): string {
  const result = made(kernel(body, parameters));
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
  return result.value.code;
}

const kernel = (body: string, parameters = '__global int *out'): string =>
  `#pragma tuner param WG = {4}
#pragma tuner items 8
#pragma tuner array out = 64
__kernel void k(${parameters}) { int i = get_global_id(0); ${body} }`;

/** What is said of a kernel that cannot be said, and the text that it is about. */
function refusalOf(body: string, parameters?: string): readonly [message: string, at: string] {
  const text = kernel(body, parameters);
  const result = made(text);
  if (result.ok) throw new Error(result.value.code);
  const [{ message, span } = { message: '', span: { start: 0, end: 0 } }] = result.diagnostics;
  return [message, text.slice(span.start, span.end)];
}

test.each([
  ['double x = i; out[i] = x;', undefined, 'double'],
  ['out[i] = (long)i * 3;', undefined, 'long'],
  ['out[i] = (int)((float)i * 0.5);', undefined, 'out[i] = (int)((float)i * 0.5)'],
  ['atomic_xchg(f, 1.0f);', '__global int *out, __global float *f', 'atomic_xchg(f, 1.0f)'],
  ['int *p = i ? out : other; p[i] = 1;', '__global int *out, __global int *other', 'p[i] = 1'],
  ['out[i] = 1; mem_fence(CLK_GLOBAL_MEM_FENCE);', undefined, 'mem_fence(CLK_GLOBAL_MEM_FENCE)'],
  ['out[i] = erf((float)i);', undefined, 'out[i] = erf((float)i)'],
])('%s is refused at its place', (body, parameters, at) => {
  const [message, found] = refusalOf(body, parameters);
  expect(message).not.toBe('');
  expect(found).toBe(at);
});

test('names that WGSL reserves get an end that no word of it has', () => {
  const code = codeOf('int fn = i, loop = 2, vec4 = fn; fn += loop; out[i] = fn + vec4;');
  expect(code).toMatch(/\bfn_\b/);
  expect(code).not.toMatch(/\b(var|let) (fn|loop|vec4)\b/);
});

test('bytes that share a cell are written without touching each other', () => {
  expect(codeOf('b[i] = i;', '__global uchar *b')).toContain('atomicOr(&b_[');
  expect(codeOf('out[i] = i;')).not.toContain('atomic');
});

test('the empty kernel has the same declarations', () => {
  const result = made(
    kernel('__local int t[4]; t[i % 4] = i; barrier(CLK_LOCAL_MEM_FENCE); out[i] = t[0];'),
  );
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
  const { code, empty, spans, localBytes } = result.value;
  expect(localBytes).toBe(16);
  const lines = empty.split('\n');
  const added = lines.findIndex((line) => line.includes('4294967295u'));
  expect(lines.toSpliced(added, 1).join('\n')).toBe(code);
  // The line of the barrier leads to it.
  const at = spans[code.split('\n').findIndex((line) => line.includes('workgroupBarrier'))];
  expect(at).toBeDefined();
});

test('limits are compared one by one', () => {
  const result = made(kernel('out[i] = i;'));
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
  const limits = {
    maxComputeInvocationsPerWorkgroup: 4,
    maxComputeWorkgroupSizeX: 4,
    maxComputeWorkgroupSizeY: 1,
    maxComputeWorkgroupSizeZ: 1,
    maxComputeWorkgroupStorageSize: 0,
    maxComputeWorkgroupsPerDimension: 2,
    maxStorageBuffersPerShaderStage: 1,
    maxStorageBufferBindingSize: 256,
  };
  expect(beyond(result.value, limits)).toBeUndefined();
  for (const name of [
    'maxComputeInvocationsPerWorkgroup',
    'maxComputeWorkgroupsPerDimension',
    'maxStorageBufferBindingSize',
  ] as const)
    expect(beyond(result.value, { ...limits, [name]: 1 })).toMatch(/at most 1$/);
});
