import { check } from 'overtime';

const reference = `#pragma tuner array a = size
#pragma tuner array o = size
#pragma tuner input a[i] = any(0, 2)
void twice(__global int *a, __global int *o, int n) { for (int i = 0; i < n; i++) o[i] = 2 * a[i]; }`;
const candidate = `__kernel void twice(__global int *a, __global int *o, int n) {
  int i = get_global_id(0); if (i < n) o[i] = a[i] * a[i]; }`;
const options = { reference, state: ['value n = size'], constants: { size: 4 }, quick: true };
const { kernels } = await check(candidate, { ...options, signal: AbortSignal.timeout(60_000) });
for (const { kernel, verdict, findings } of kernels)
  console.log(kernel, verdict, findings[0]?.message);
