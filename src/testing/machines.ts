import type { Machine } from '../device/machine.ts';

/** A GPU whose compiler predicates guards, as an A100. */
export const PREDICATING: Machine = {
  ...{ units: 108, schedulers: 4, lanes: 32, clock: 1.41 },
  ...{ floating: 2, integer: 2, memory: 1, dependent: 4 },
  ...{ residentItems: 2048, residentWarps: 64, residentGroups: 32, localBytes: 164 << 10 },
  ...{ registers: 65_536, registersOfItem: 255, registerStep: 8 },
  ...{ l1Width: 128, line: 128, l1Bytes: 192 << 10, l1Latency: 33 },
  ...{ localWidth: 128, localLatency: 29, l2Width: 35.5, l2Bytes: 40e6, l2Latency: 206 },
  ...{ bandwidth: 1555, memoryLatency: 552, compiler: 'predicates', unroll: 4 },
};

/** A GPU whose compiler branches around guards, as one of an MI250X. */
export const BRANCHING: Machine = {
  ...{ units: 110, schedulers: 4, lanes: 64, clock: 1.7 },
  ...{ floating: 4, integer: 4, memory: 0, dependent: 4 },
  ...{ residentItems: 2048, residentWarps: 32, residentGroups: 32, localBytes: 64 << 10 },
  ...{ registers: 131_072, registersOfItem: 128, registerStep: 8 },
  ...{ l1Width: 64, line: 64, l1Bytes: 16 << 10, l1Latency: 130 },
  ...{ localWidth: 128, localLatency: 64, l2Width: 28, l2Bytes: 8e6, l2Latency: 253 },
  ...{ bandwidth: 1638, memoryLatency: 685, compiler: 'branches', unroll: 1 },
};
