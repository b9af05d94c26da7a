import type { Span } from '../base/span.ts';
import type { Limits, WgslModule } from '../wgsl/index.ts';
import type { ProbeShader } from './probe-shaders.ts';

/** An adapter in its own words. */
export interface AdapterFacts {
  readonly name: string;
  /** Computes on the CPU: no GPU at all. */
  readonly isSoftware: boolean;
  /** It takes its own time; without that the host's is taken. */
  readonly hasTimestamps: boolean;
}

/** Contents of a module's arrays, in the order of its bindings. */
export type Contents = readonly Uint8Array<ArrayBuffer>[];

/** A submission that gave no result, with what the device said; it never yields a number. */
export class SubmissionFailed extends Error {
  constructor(
    message: string,
    /** Its place in the kernel's text. */
    readonly span?: Span,
  ) {
    super(message);
  }
}

/** The device is gone, and what was prepared on it too. */
export class DeviceLost extends Error {}

/** Times launches of a kernel, one submission for each call. */
export interface Timer {
  /** Nanoseconds that so many launches took, one after the other in one submission; of a launch about so
   * many groups, or all. @throws {SubmissionFailed} @throws {DeviceLost} */
  sample(launches: number, groups?: number): Promise<number>;
}

/** A kernel in one configuration on a device. */
export interface Prepared {
  /** Contents after one launch on fresh arrays.
   * @throws {SubmissionFailed} @throws {DeviceLost} */
  results(): Promise<Contents>;
  readonly kernel: Timer;
  /** The same declarations and launch, doing nothing. */
  readonly empty: Timer;
  /** Groups of a launch. */
  readonly allGroups: number;
  release(): void;
}

/** A device that runs modules. */
export interface Device {
  readonly facts: AdapterFacts;
  readonly limits: Limits;
  /** @throws {SubmissionFailed} where the device refuses it. @throws {DeviceLost} */
  prepare(module: WgslModule, before: Contents): Promise<Prepared>;
  close(): void;
}

/** A probe's shader on a device. */
export interface Bench {
  /** Makes the chain in its cells, by the numbers of a launch. @throws {SubmissionFailed} @throws {DeviceLost} */
  chain(numbers: readonly number[]): Promise<void>;
  /** Nanoseconds of one launch. @throws {SubmissionFailed} @throws {DeviceLost} */
  sample(numbers: readonly number[], groups: number): Promise<number>;
  /** Results of the last launch. */
  left(): Promise<Uint32Array>;
  release(): void;
}

/** A device that probes run on. */
export interface Benches {
  readonly facts: AdapterFacts;
  readonly limits: Limits & { readonly maxBufferSize: number };
  /** Shaders may speak of subgroups. */
  readonly hasSubgroups: boolean;
  /** @throws {SubmissionFailed} where the device refuses it. @throws {DeviceLost} */
  bench(shader: Omit<ProbeShader, 'leaves'>): Promise<Bench>;
  close(): void;
}
