import { afterAll, expect, test } from 'vitest';
import { onMachine, pose } from '../../checker/index.ts';
import { ALL_MACHINE_FIELDS, machineOf } from '../../device/index.ts';
import { createNodeKernelParser } from '../../kernel/node.ts';
import { createNodeToolchain } from '../../spin/node-toolchain.ts';
import { platform } from '../../testing/engine.ts';
import { machineSensitivity, type MachineSensitivityView } from './machine-sensitivity.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());
const parser = await createNodeKernelParser();

const KERNEL = `#pragma tuner param WG = {32, 64}
#pragma tuner items size
#pragma tuner array a = size
#pragma tuner array b = size
__kernel void twice(__global float *a, __global const float *b) {
  a[get_global_id(0)] = 2.0f * b[get_global_id(0)];
}`;

test(
  'latency matters to a kernel with few warps, and what it does not use does not',
  { timeout: 120_000 },
  async () => {
    const { machine } = machineOf('a100');
    const constants = platform({ size: 4096, ND: 1, NU: 108, NS: 4, WR: 32 });
    const { problem } = pose(parser, KERNEL, {
      semantics: 'device',
      level: 'accelerated',
      machine,
      constants,
    });
    if (!problem) throw new Error('it has a problem');
    // Its machine is another one, and nothing else is.
    const other = onMachine(problem, { ...machine, units: 54 });
    expect(other?.constants).toEqual({ ...problem.constants, NU: 54 });
    expect(other?.model.text).toBe(problem.model.text);

    const job = { toolchain, memoryMB: 1024, signal: new AbortController().signal };
    let view: Partial<MachineSensitivityView> = {};
    for await (const so of machineSensitivity(problem, job)) view = { ...view, ...so };
    const { base, effects = [] } = view;
    expect(base?.status).toBe('proved');
    expect(effects.map(({ name }) => name)).toEqual(ALL_MACHINE_FIELDS.map(({ name }) => name));
    const time = (name: string, which: 'half' | 'twice'): number =>
      Number(effects.find((effect) => effect.name === name)?.[which]?.minTime ?? Number.NaN);
    const own = Number(base?.minTime);
    expect(time('memoryLatency', 'half')).toBeLessThan(own);
    expect(time('memoryLatency', 'twice')).toBeGreaterThan(own);
    expect(time('localLatency', 'twice')).toBe(own);
    expect(time('localBytes', 'half')).toBe(own);
  },
);
