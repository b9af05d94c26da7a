import { randomNumbers } from '../base/random.ts';
import {
  type Contents,
  type Device,
  DeviceLost,
  type Prepared,
  SubmissionFailed,
  type Timer,
} from '../gpu/device.ts';
import type { WgslModule } from '../wgsl/index.ts';

/** How a simulated device runs a kernel, by the code of its module. */
export interface SimulatedKernel {
  /** Nanoseconds of a launch. */
  readonly time: number;
  readonly results?: Contents;
  /** What goes wrong at each submission of it. */
  readonly fault?: 'bind-group' | 'compile' | undefined;
}

export interface Simulation {
  readonly seed: number;
  /** Standard deviation of the logarithm of a sample. */
  readonly noise: number;
  /** Nanoseconds of a step of the clock; 0 for none. */
  readonly step: number;
  /** Nanoseconds that each launch takes besides. */
  readonly overhead: number;
  /** Growth of all times with each sample. */
  readonly drift: number;
  /** After so many samples all times are 9 % longer, for good. */
  readonly slowsAt: number;
  /** Of the first sample of each kernel, 5 % more. */
  readonly hasSlowStart: boolean;
  /** The device is lost at these submissions, counted over all devices. */
  readonly losesAt: readonly number[];
}

export const CALM: Simulation = {
  seed: 1,
  noise: 0,
  step: 0,
  overhead: 0,
  drift: 0,
  slowsAt: Number.POSITIVE_INFINITY,
  hasSlowStart: false,
  losesAt: [],
};

const ONES: Contents = [];

/** A module that a simulated device knows by its code. */
export const simulatedModule = (code: string): WgslModule => ({
  code,
  empty: '',
  spans: [],
  arrays: [],
  local: [1, 1, 1],
  groups: [64, 1, 1],
  localBytes: 0,
});

const most = Number.POSITIVE_INFINITY;

/** Limits of a device that has none. */
export const WITHOUT_LIMITS = {
  maxComputeInvocationsPerWorkgroup: most,
  maxComputeWorkgroupSizeX: most,
  maxComputeWorkgroupSizeY: most,
  maxComputeWorkgroupSizeZ: most,
  maxComputeWorkgroupStorageSize: most,
  maxComputeWorkgroupsPerDimension: most,
  maxStorageBuffersPerShaderStage: most,
  maxStorageBufferBindingSize: most,
};

/** How a device's clock tells times; `longest` is the longest so far. */
export class SimulatedClock {
  longest = 0;
  readonly #simulation: Simulation;
  readonly #random: () => number;
  readonly #started = new Set<string>();

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    this.#random = randomNumbers(simulation.seed);
  }

  /** A time of something by its name, at a submission. */
  tell(name: string, time: number, submission: number): number {
    const { noise, step, drift, slowsAt, hasSlowStart } = this.#simulation;
    const isFirst = hasSlowStart && !this.#started.has(name);
    this.#started.add(name);
    const slow = submission > slowsAt ? 1.09 : 1;
    const real =
      time *
      slow *
      (1 + drift * submission) *
      (isFirst ? 1.05 : 1) *
      Math.exp(noise * this.#normal());
    this.longest = Math.max(this.longest, real);
    if (step === 0) return real;
    const phase = this.#random() * step;
    return Math.floor((phase + real) / step) * step;
  }

  /** By Box and Muller. */
  #normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.#random())) * Math.cos(2 * Math.PI * this.#random());
  }
}

/** Devices whose kernels take times that are known. */
export class SimulatedGpu {
  opened = 0;
  submissions = 0;
  readonly #kernels: ReadonlyMap<string, SimulatedKernel>;
  readonly #simulation: Simulation;
  readonly #clock: SimulatedClock;

  constructor(kernels: Readonly<Record<string, SimulatedKernel>>, simulation: Simulation) {
    this.#kernels = new Map(Object.entries(kernels));
    this.#simulation = simulation;
    this.#clock = new SimulatedClock(simulation);
  }

  get longest(): number {
    return this.#clock.longest;
  }

  open(): Promise<Device> {
    this.opened += 1;
    let isLost = false;
    const submit = (fault?: SimulatedKernel['fault']): void => {
      this.submissions += 1;
      isLost ||= this.#simulation.losesAt.includes(this.submissions);
      if (isLost) throw new DeviceLost('the simulated device was lost');
      if (fault === 'bind-group') throw new SubmissionFailed('The bind group is invalid.');
    };
    return Promise.resolve({
      facts: { name: 'simulated', isSoftware: true, hasTimestamps: true },
      limits: WITHOUT_LIMITS,
      prepare: ({ code }) => {
        const kernel = this.#kernels.get(code);
        if (kernel === undefined || kernel.fault === 'compile')
          return Promise.reject(new SubmissionFailed('It does not compile.'));
        return Promise.resolve(this.#prepared(code, kernel, submit));
      },
      close: () => undefined,
    });
  }

  #prepared(
    code: string,
    kernel: SimulatedKernel,
    submit: (fault?: SimulatedKernel['fault']) => void,
  ): Prepared {
    const { overhead } = this.#simulation;
    const timer = (name: string, time: number): Timer => ({
      sample: async (launches, groups = 64) => {
        submit(kernel.fault);
        const real = launches * (overhead + (time * groups) / 64);
        return Promise.resolve(this.#clock.tell(name, real, this.submissions));
      },
    });
    return {
      results: async () => {
        submit();
        return Promise.resolve(kernel.results ?? ONES);
      },
      kernel: timer(code, kernel.time),
      empty: timer('', 0),
      allGroups: 64,
      release: () => undefined,
    };
  }
}
