/** Faults planted in a device of Dawn: what a time and the results are while each lasts, a line of JSON each. */
import { create, globals } from 'webgpu';
import { usualConstants } from '../src/base/constants.ts';
import { poseValues } from '../src/checker/pose-values.ts';
import { candidateOf, isCandidate } from '../src/gpu/candidate.ts';
import { openDevice } from '../src/gpu/webgpu.ts';
import { createNodeKernelParser } from '../src/kernel/node.ts';

const TEXT = `#pragma tuner param WG = {4}
__kernel void k(__global int *a, __global int *b) { int i = get_global_id(0); b[i] = a[i] + 1; }`;

Object.assign(globalThis, globals);
const gpu = create([]);
let real: GPUDevice | undefined;
const { requestAdapter } = gpu;
gpu.requestAdapter = async (options) => {
  const adapter = await requestAdapter.call(gpu, options);
  if (adapter === null) return null;
  const { requestDevice } = adapter;
  adapter.requestDevice = async (asked) => (real = await requestDevice.call(adapter, asked));
  return adapter;
};
const device = await openDevice(gpu);
if (typeof device === 'string' || real === undefined)
  throw new Error(`no device: ${String(device)}`);
const planted = real;

const parser = await createNodeKernelParser();
const posed = poseValues(parser, TEXT, { constants: { ...usualConstants(), size: 64 }, given: {} });
const [program] = posed.programs;
if (program === undefined) throw new Error(posed.obstacle);
const made = candidateOf(program, { text: TEXT, limits: device.limits, budget: 1e6 });
if (!isCandidate(made)) throw new Error(made.why);
const prepared = await device.prepare(made.module, made.before);

const said = async (work: () => Promise<unknown>): Promise<string> => {
  try {
    const value = await work();
    return typeof value === 'number' ? 'a number' : 'results';
  } catch (error) {
    return error instanceof Error ? `${error.constructor.name}: ${error.message}` : String(error);
  }
};
const tell = async (fault: string): Promise<void> =>
  console.log(
    JSON.stringify({
      fault,
      time: await said(() => prepared.kernel.sample(1)),
      results: await said(() => prepared.results()),
    }),
  );

const { createBindGroup } = planted;
const group = (change: (given: GPUBindGroupDescriptor) => GPUBindGroupDescriptor): void => {
  planted.createBindGroup = (given) => createBindGroup.call(planted, change(given));
};

await tell('none');
group((given) => ({ ...given, entries: [...given.entries].slice(1) }));
await tell('a bind group without its first array');
group((given) => ({
  ...given,
  entries: [...given.entries].map((entry) => ({
    ...entry,
    resource: { buffer: planted.createBuffer({ size: 256, usage: GPUBufferUsage.UNIFORM }) },
  })),
}));
await tell('a bind group of buffers for something else');
group((given) => {
  const entries = [...given.entries].map((entry) => {
    const buffer = planted.createBuffer({ size: 256, usage: GPUBufferUsage.STORAGE });
    buffer.destroy();
    return { ...entry, resource: { buffer } };
  });
  return { ...given, entries };
});
await tell('a submission of destroyed buffers');
planted.createBindGroup = createBindGroup.bind(planted);
await tell('none again');
planted.destroy();
await tell('a lost device');
// Dawn's threads would keep the process.
process.exit(0);
