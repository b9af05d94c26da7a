import type { Bench, Benches } from '../gpu/device.ts';
import {
  BANKS,
  BARRIER,
  CHASE_LOCAL,
  DEPENDENT,
  LINE_BYTES,
  type ProbeShader,
  SUBGROUP,
} from '../gpu/probe-shaders.ts';
import { DeviceLost, SubmissionFailed } from '../gpu/device.ts';
import { SimulatedClock, type Simulation } from './simulated-gpu.ts';

/** What a simulated machine is: nanoseconds of a step, but for what says otherwise. */
export interface SimulatedMachine {
  readonly dependent: number;
  readonly local: number;
  readonly barrier: number;
  /** Levels of memory: what stays in each, and its latency. The last has no end. */
  readonly levels: readonly (readonly [bytes: number, latency: number])[];
  /** Bytes in a nanosecond, by footprint. */
  readonly rate: (bytes: number) => number;
  readonly banks: number;
  readonly units: number;
  /** Groups, and items, on a unit at once. */
  readonly groups: number;
  readonly items: number;
  readonly lanes: number;
  readonly isSoftware?: boolean;
  /** A shader that it refuses, and one whose steps it does not do. */
  readonly refuses?: ProbeShader;
  readonly skips?: ProbeShader;
  /** The submission at which it is lost. */
  readonly losesAt?: number;
}

/** A device whose constants are known, told by a clock that is not good. */
export class SimulatedBenches implements Benches {
  readonly facts;
  readonly hasSubgroups = true;
  readonly limits = {
    maxComputeInvocationsPerWorkgroup: 1024,
    maxComputeWorkgroupSizeX: 1024,
    maxComputeWorkgroupSizeY: 1024,
    maxComputeWorkgroupSizeZ: 64,
    maxComputeWorkgroupStorageSize: 32_768,
    maxComputeWorkgroupsPerDimension: 65_535,
    maxStorageBuffersPerShaderStage: 8,
    maxStorageBufferBindingSize: 2 ** 31 - 4,
    maxBufferSize: 2 ** 31,
  };
  readonly clock: SimulatedClock;
  submissions = 0;
  readonly #machine: SimulatedMachine;
  readonly #overhead: number;

  constructor(machine: SimulatedMachine, simulation: Simulation) {
    this.#machine = machine;
    this.#overhead = simulation.overhead;
    this.facts = {
      name: 'simulated',
      isSoftware: machine.isSoftware === true,
      hasTimestamps: true,
    };
    this.clock = new SimulatedClock(simulation);
  }

  bench(shader: Parameters<Benches['bench']>[0] & Partial<ProbeShader>): Promise<Bench> {
    const { lanes, refuses, skips, losesAt } = this.#machine;
    let left = 0;
    if (shader === refuses)
      return Promise.reject(new SubmissionFailed('The bind group is invalid.'));
    return Promise.resolve({
      chain: () => Promise.resolve(),
      sample: async (numbers, groups) => {
        const [steps = 0, second = 0] = numbers;
        this.submissions += 1;
        // What else is launched is only timed.
        if (steps < 100) left = shader === skips ? 0 : (shader.leaves?.(...numbers) ?? lanes);
        if (losesAt !== undefined && this.submissions >= losesAt)
          throw new DeviceLost('the simulated device was lost');
        const real = this.#overhead + this.#real(shader, steps, second, groups);
        return Promise.resolve(this.clock.tell(shader.code, real, this.submissions));
      },
      left: () => Promise.resolve(new Uint32Array(1024).fill(left)),
      release: () => undefined,
    });
  }

  close(): void {
    this.submissions = 0;
  }

  #real(
    shader: Parameters<Benches['bench']>[0],
    steps: number,
    second: number,
    groups: number,
  ): number {
    const { dependent, local, barrier, levels, rate, banks, units, ...most } = this.#machine;
    if (shader === DEPENDENT) return steps * dependent;
    if (shader === CHASE_LOCAL) return steps * local;
    if (shader === BARRIER) return steps * barrier;
    // Eight warps that each wait for the bank with most of their 32 words.
    if (shader === BANKS) return steps * Math.max(local, 8 * Math.min(second, banks));
    if (shader === SUBGROUP) return 0;
    if (shader.isFilled) {
      const bytes = second * LINE_BYTES;
      const level = levels.find(([size]) => bytes <= size) ?? levels.at(-1);
      return steps * (level?.[1] ?? 0);
    }
    if (shader.bytes > 16) {
      const footprint = 16 * second;
      return (steps * groups * 256 * 16) / rate(footprint);
    }
    const items = Number(/@workgroup_size\((\d+)\)/.exec(shader.code)?.[1] ?? 1);
    const atOnce = units * Math.min(most.groups, Math.floor(most.items / items));
    return Math.ceil(groups / atOnce) * steps * local;
  }
}
