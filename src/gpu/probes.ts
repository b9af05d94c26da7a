import { Cancelled } from '../base/failure.ts';
import { randomNumbers } from '../base/random.ts';
import { type AdapterFacts, type Bench, type Benches, SubmissionFailed } from './device.ts';
import {
  BANKS,
  BARRIER,
  chase,
  CHASE_LOCAL,
  DEPENDENT,
  FACTOR,
  LINE_BYTES,
  type ProbeShader,
  resident,
  stream,
  STRIDES,
  SUBGROUP,
  SUBGROUP_ITEMS,
  UNROLLED,
} from './probe-shaders.ts';
import { banksOf, levelsOf, type Point } from './plateaus.ts';
import { firstStep } from './resident.ts';
import { scatterOf, type Slope, slopeOf, TOLERATED } from './slope.ts';
import { type Estimate, estimateOf } from './statistics.ts';

/** A constant that is probed. */
export type ProbeId =
  | 'dependent'
  | 'localLatency'
  | 'l1Latency'
  | 'l2Latency'
  | 'memoryLatency'
  | 'bandwidth'
  | 'l2Bandwidth'
  | 'barrier'
  | 'lanes'
  | 'banks'
  | 'groups'
  | 'groupsOfMostItems';

/** A constant with its interval, or why there is no signal: never a number without one. */
export type Probed = { readonly id: ProbeId } & (Estimate | { readonly none: string });

/** Latency of a chain through so many bytes. */
export type Latency = { readonly bytes: number } & (Estimate | { readonly none: string });

/** A device as probed so far. */
export interface Probing {
  readonly facts: AdapterFacts;
  readonly probed: readonly Probed[];
  /** By footprint, ascending. */
  readonly latencies: readonly Latency[];
  /** Items of the largest group. */
  readonly mostItems: number;
  /** The constant being probed; absent at the end. */
  readonly now?: ProbeId;
}

export interface ProbeOptions {
  readonly tell: (probing: Probing) => void;
  readonly signal: AbortSignal;
  readonly seed?: number;
  readonly rounds?: number;
  /** Of the largest array. */
  readonly mostBytes?: number;
}

const LEAST_BYTES = 4096;
const MOST_BYTES = 2 ** 30;
/** What stays in a second cache and in no first one, where the latencies do not say. */
const SECOND = 2 ** 22;
const LANES = 2 ** 18;
const GROUP = 256;
/** Lanes that a step goes further than all of them. */
const FURTHER = 4096;

/** Probes a device: each constant with its interval, or no signal.
 * @throws {Cancelled} by its signal; what was told stays. @throws {DeviceLost} */
export async function probe(device: Benches, options: ProbeOptions): Promise<Probing> {
  const run = new Probe(device, options);
  await run.all();
  return run.told();
}

class Probe {
  readonly #device: Benches;
  readonly #options: ProbeOptions;
  readonly #random: () => number;
  readonly #probed: Probed[] = [];
  readonly #latencies: Latency[] = [];
  readonly #points: Point[] = [];
  readonly #mostItems: number;
  #now: ProbeId | undefined;

  constructor(device: Benches, options: ProbeOptions) {
    this.#device = device;
    this.#options = options;
    this.#random = randomNumbers(options.seed ?? 1);
    const { maxComputeInvocationsPerWorkgroup: most, maxComputeWorkgroupSizeX } = device.limits;
    this.#mostItems = Math.min(most, maxComputeWorkgroupSizeX, 1024);
  }

  told(): Probing {
    return {
      facts: this.#device.facts,
      probed: [...this.#probed],
      latencies: [...this.#latencies],
      mostItems: this.#mostItems,
      ...(this.#now && { now: this.#now }),
    };
  }

  async all(): Promise<void> {
    await this.#one('lanes', () => this.#lanes());
    await this.#steps('dependent', DEPENDENT, [FACTOR]);
    await this.#steps('localLatency', CHASE_LOCAL);
    await this.#steps('barrier', BARRIER);
    const cells = this.#mostBytes();
    this.#now = 'l1Latency';
    await this.#chased(cells);
    const levels = levelsOf(this.#points);
    for (const id of ['l1Latency', 'l2Latency', 'memoryLatency'] as const)
      await this.#one(id, () => this.#level(levels[id]));
    const second = Math.min(levels.secondBytes ?? SECOND, cells / 4);
    await this.#one('l2Bandwidth', () => this.#streamed(second, second));
    await this.#one('bandwidth', () => this.#streamed(cells, cells));
    await this.#one('banks', () => this.#banks());
    await this.#one('groups', () => this.#resident(1));
    await this.#one('groupsOfMostItems', () => this.#resident(this.#mostItems));
    this.#now = undefined;
    this.#tell();
  }

  #tell(): void {
    this.#options.tell(this.told());
  }

  readonly #check = (): void => {
    if (this.#options.signal.aborted) throw new Cancelled();
  };

  /** One probe's result, or its submission's error. */
  async #one(
    id: ProbeId,
    find: () => Promise<Estimate | { readonly none: string }>,
  ): Promise<void> {
    this.#now = id;
    this.#tell();
    this.#check();
    const found = await refused(find);
    this.#probed.push({ id, ...found });
    this.#tell();
  }

  async #with<T>(
    shader: Parameters<Benches['bench']>[0],
    work: (bench: Bench) => Promise<T>,
  ): Promise<T> {
    const bench = await this.#device.bench(shader);
    try {
      return await work(bench);
    } finally {
      bench.release();
    }
  }

  /** Nanoseconds of a step, once it is seen that the steps are done. */
  async #slope(
    shader: ProbeShader,
    bench: Bench,
    numbers: () => readonly number[],
    groups = 1,
  ): Promise<Slope> {
    const tried = [4 * UNROLLED, ...numbers()];
    await bench.sample(tried, groups);
    expectLeft(await bench.left(), shader.leaves(...tried));
    const { rounds } = this.#options;
    return slopeOf((steps) => bench.sample([steps, ...numbers()], groups), {
      random: this.#random,
      check: this.#check,
      unit: UNROLLED,
      ...(rounds !== undefined && { rounds }),
    });
  }

  /** Nanoseconds of a step of one group. */
  #steps(id: ProbeId, shader: ProbeShader, numbers: readonly number[] = []): Promise<void> {
    return this.#one(id, () =>
      this.#with(shader, async (bench) => foundBy(await this.#slope(shader, bench, () => numbers))),
    );
  }

  #mostBytes(): number {
    const { maxStorageBufferBindingSize, maxBufferSize } = this.#device.limits;
    const most = Math.min(
      maxStorageBufferBindingSize,
      maxBufferSize,
      this.#options.mostBytes ?? MOST_BYTES,
    );
    return 2 ** Math.floor(Math.log2(most));
  }

  /** Latencies of chains through twice as much each time. */
  async #chased(most: number): Promise<void> {
    const shader = chase(most);
    const failed = await refused(() =>
      this.#with(shader, async (bench) => {
        for (let bytes = LEAST_BYTES; bytes <= most; bytes *= 2) {
          this.#tell();
          const lines = bytes / LINE_BYTES;
          await bench.chain([0, lines]);
          // Begun anywhere, so that lines that the last sample met are not met again.
          const begin = (): number => Math.floor(this.#random() * lines);
          const slope = await this.#slope(shader, bench, () => [lines, begin()]);
          this.#latencies.push({ bytes, ...foundBy(slope) });
          if ('slopes' in slope)
            this.#points.push({ bytes, middle: slope.estimate.middle, slopes: slope.slopes });
        }
        return undefined;
      }),
    );
    if (failed) this.#latencies.push({ bytes: most, ...failed });
  }

  /** Bytes in a nanosecond, which are GB/s, that all lanes read of a footprint. */
  async #streamed(bytes: number, footprint: number): Promise<Estimate | { readonly none: string }> {
    const cells = footprint / 16;
    const lanes = Math.min(LANES, cells);
    // No group soon reads what it, or another of its unit, has read.
    const further = (lanes + FURTHER) % cells;
    const shader = stream(bytes);
    const found = await this.#with(shader, async (bench) =>
      foundBy(await this.#slope(shader, bench, () => [cells, further], Math.ceil(lanes / GROUP))),
    );
    if ('none' in found) return found;
    const rate = (nanoseconds: number): number => (16 * lanes) / nanoseconds;
    return { middle: rate(found.middle), low: rate(found.high), high: rate(found.low) };
  }

  async #lanes(): Promise<Estimate | { readonly none: string }> {
    if (!this.#device.hasSubgroups) return { none: 'shaders cannot speak of subgroups here' };
    const left = await this.#with(SUBGROUP, async (bench) => {
      await bench.sample([1], 1);
      return bench.left();
    });
    const sizes = left.subarray(0, SUBGROUP_ITEMS);
    const answers = left.subarray(SUBGROUP_ITEMS, 2 * SUBGROUP_ITEMS);
    const [size = 0] = sizes;
    const agree = size > 0 && [...sizes, ...answers].every((each) => each === size);
    if (!agree) return { none: 'lanes do not agree how many they are' };
    return { middle: size, low: size, high: size };
  }

  /** The stride from which lanes that read at once take no longer: all of them are in one bank. */
  #banks(): Promise<Estimate | { readonly none: string }> {
    return this.#with(BANKS, async (bench) => {
      const times: Estimate[] = [];
      for (const stride of STRIDES) {
        const found = foundBy(await this.#slope(BANKS, bench, () => [stride]));
        if ('none' in found) return { none: `stride ${stride}: ${found.none}` };
        times.push(found);
      }
      return banksOf(times);
    });
  }

  /** Groups that are on the device at once. */
  #resident(items: number): Promise<Estimate | { readonly none: string }> {
    const { maxComputeWorkgroupsPerDimension: most } = this.#device.limits;
    const shader = resident(items);
    return this.#with(shader, async (bench) => {
      await bench.sample([4 * UNROLLED], 1);
      expectLeft(await bench.left(), shader.leaves(4 * UNROLLED));
      return firstStep((steps, groups) => bench.sample([steps], groups), {
        check: this.#check,
        random: this.#random,
        unit: UNROLLED,
        most,
      });
    });
  }

  #level(slopes: readonly number[] | undefined): Promise<Estimate | { readonly none: string }> {
    const none = { none: 'no level of its own among the latencies' };
    if (slopes === undefined || scatterOf(slopes) > TOLERATED) return Promise.resolve(none);
    return Promise.resolve(estimateOf(slopes, Math.floor(this.#random() * 2 ** 31)) ?? none);
  }
}

function expectLeft([left]: Uint32Array, expected: number): void {
  if (left !== expected)
    throw new SubmissionFailed(`its steps lead to ${left}, where ${expected} is right`);
}

async function refused<T>(work: () => Promise<T>): Promise<T | { readonly none: string }> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SubmissionFailed)) throw error;
    return { none: error.message };
  }
}

const foundBy = (slope: Slope): Estimate | { readonly none: string } =>
  'none' in slope ? slope : slope.estimate;
