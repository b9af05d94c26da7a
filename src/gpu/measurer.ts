import type { Span } from '../base/span.ts';
import type { ValueProgram } from '../values/index.ts';
import { candidateOf, isCandidate, type Unmeasured } from './candidate.ts';
import type { AdapterFacts, Device } from './device.ts';
import { type Candidate, measure, type Measured, type Measurement } from './measure.ts';
import { probe, type Probing } from './probes.ts';
import { type NoDevice, openDevice } from './webgpu.ts';

/** A program's measurement, as plain data. */
export interface ProgramMeasured extends Measured {
  /** Why it was not even tried. */
  readonly why?: Unmeasured['why'];
  readonly span?: Span;
}

/** How far a measurement has come. */
export interface GpuProgress {
  /** Absent until the adapter has been asked. */
  readonly facts?: AdapterFacts;
  /** There is no device, and this is why. */
  readonly none?: NoDevice;
  /** In words, before the rounds. */
  readonly stage?: string;
  readonly measured: readonly ProgramMeasured[];
  readonly round: number;
  readonly rounds: number;
  readonly lost: number;
}

export interface GpuRequest {
  readonly programs: readonly ValueProgram[];
  readonly text: string;
}

/** Progress of probing. */
export interface GpuProbing extends Partial<Probing> {
  /** There is no device, and this is why. */
  readonly none?: NoDevice;
}

/** Measures programs on the GPU of the machine, and the machine itself. */
export interface GpuMeasurer {
  /** @returns what was found at its end. @throws {Cancelled} by its signal. */
  probe(tell: (probing: GpuProbing) => void, signal: AbortSignal): Promise<GpuProbing>;
  /** @returns how far it has come at its end. @throws {Cancelled} by its signal. */
  measure(
    request: GpuRequest,
    tell: (progress: GpuProgress) => void,
    signal: AbortSignal,
  ): Promise<GpuProgress>;
}

/** Steps, and milliseconds, of one run of values to compare with. */
const BUDGET = 1e9;
const MOST_TIME = 20_000;

const WAITING: Measured = { state: 'waiting', times: [] };

/** Prepares the programs, and measures those that can be. */
export async function measurePrograms(
  { programs, text }: GpuRequest,
  gpu: GPU | undefined,
  tell: (progress: GpuProgress) => void,
  signal: AbortSignal,
): Promise<GpuProgress> {
  const nothing = { measured: programs.map(() => WAITING), round: 0, rounds: 0, lost: 0 };
  const first = await openDevice(gpu);
  if (typeof first === 'string') return { ...nothing, none: first };
  const { facts, limits } = first;
  const made: (Candidate | Unmeasured)[] = [];
  for (const program of programs) {
    const stage = `Running ${made.length + 1} of ${programs.length} here, to compare with`;
    tell({ ...nothing, facts, stage });
    const until = performance.now() + MOST_TIME;
    const isOutOfTime = (): boolean => performance.now() > until;
    made.push(candidateOf(program, { text, limits, budget: BUDGET, isOutOfTime }));
  }
  const candidates = made.filter(isCandidate);
  let waiting: Device | undefined = first;
  const whole = ({ measured, ...progress }: Measurement): GpuProgress => {
    const next = measured.values();
    return {
      ...progress,
      measured: made.map((one): ProgramMeasured =>
        isCandidate(one) ? (next.next().value ?? WAITING) : { state: 'failed', times: [], ...one },
      ),
    };
  };
  const result = await measure(candidates, {
    signal,
    open: async () => {
      const opened = waiting ?? (await openDevice(gpu));
      waiting = undefined;
      if (typeof opened === 'string') throw new Error('The device is gone, and there is no other.');
      return opened;
    },
    tell: (progress) => tell(whole(progress)),
  });
  return whole(result);
}

/** Probes the constants of the machine's GPU. */
export async function probeGpu(
  gpu: GPU | undefined,
  tell: (probing: GpuProbing) => void,
  signal: AbortSignal,
): Promise<GpuProbing> {
  const device = await openDevice(gpu);
  if (typeof device === 'string') return { none: device };
  try {
    return await probe(device, { tell, signal });
  } finally {
    device.close();
  }
}
