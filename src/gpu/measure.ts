import { Cancelled } from '../base/failure.ts';
import { randomNumbers, shuffled } from '../base/random.ts';
import type { Span } from '../base/span.ts';
import type { WgslModule } from '../wgsl/index.ts';
import {
  type AdapterFacts,
  type Contents,
  type Device,
  DeviceLost,
  type Prepared,
  SubmissionFailed,
  type Timer,
} from './device.ts';
import { clockStep } from './statistics.ts';

/** A configuration to measure. */
export interface Candidate {
  readonly module: WgslModule;
  readonly before: Contents;
  /** Where the results are others than those of the run of values; undefined where they are the same. */
  readonly wrong: (found: Contents) => string | undefined;
  /** Another order of work-items may leave something else. */
  readonly isOrdered?: boolean;
}

/** A candidate, as far as it has come. */
export interface Measured {
  readonly state: 'waiting' | 'checked' | 'timed' | 'failed';
  /** Why it failed, and its place. */
  readonly message?: string;
  readonly span?: Span;
  /** Nanoseconds of one launch by round, the empty kernel's taken off. */
  readonly times: readonly (number | undefined)[];
}

/** A measurement as far as it has come. */
export interface Measurement {
  readonly facts: AdapterFacts;
  readonly measured: readonly Measured[];
  readonly round: number;
  readonly rounds: number;
  /** Times that the device was lost. */
  readonly lost: number;
}

export interface MeasureOptions {
  /** @throws where there is none. */
  readonly open: () => Promise<Device>;
  readonly tell: (measurement: Measurement) => void;
  readonly signal: AbortSignal;
  readonly rounds?: number;
  readonly seed?: number;
}

/** Nanoseconds that nothing longer than is submitted at once, and those that samples take. */
const MOST = 100e6;
const USUAL_MOST = 80e6;
const LEAST = 10e6;
/** Steps of the clock in a sample. */
const STEPS = 400;
const MOST_LAUNCHES = 20_000;
const MOST_LOST = 3;
const ROUNDS = 20;

interface Ready {
  readonly prepared: Prepared;
  readonly launches: number;
}

/** Checks each candidate, then times them in rounds, each time in another order.
 * @throws {Cancelled} by its signal; what was told stays. */
export async function measure(
  candidates: readonly Candidate[],
  options: MeasureOptions,
): Promise<Measurement> {
  const run = new Run(candidates, options, await options.open());
  try {
    await run.all();
    return run.told();
  } finally {
    run.close();
  }
}

class Run {
  readonly #candidates: readonly Candidate[];
  readonly #options: MeasureOptions;
  readonly #measured: Measured[];
  readonly #ready = new Map<number, Ready>();
  readonly #random: () => number;
  readonly #rounds: number;
  #device: Device;
  #round = 0;
  #lost = 0;

  constructor(candidates: readonly Candidate[], options: MeasureOptions, device: Device) {
    this.#candidates = candidates;
    this.#options = options;
    this.#device = device;
    this.#random = randomNumbers(options.seed ?? 1);
    this.#rounds = options.rounds ?? ROUNDS;
    this.#measured = candidates.map(() => ({ state: 'waiting', times: [] }));
  }

  told(): Measurement {
    return {
      facts: this.#device.facts,
      measured: [...this.#measured],
      round: this.#round,
      rounds: this.#rounds,
      lost: this.#lost,
    };
  }

  close(): void {
    this.#device.close();
  }

  async all(): Promise<void> {
    this.#tell();
    for (const index of this.#candidates.keys()) {
      await this.#attempt(index, () => this.#begin(index));
      this.#tell();
    }
    // The first round only warms up.
    for (const index of this.#order())
      await this.#attempt(index, async () => void (await this.#sample(index)));
    for (let round = 1; round <= this.#rounds; round += 1) {
      for (const index of this.#order())
        await this.#attempt(index, async () => this.#note(index, round, await this.#sample(index)));
      this.#round = round;
      this.#tell();
    }
    for (const [index, { state, times }] of this.#measured.entries()) {
      const seen = times.filter((time) => time !== undefined && time > 0).length;
      if (state === 'timed' && seen < times.length / 2)
        this.#fail(
          index,
          'It takes no longer than a launch that does nothing: there is no time to see.',
        );
    }
  }

  #tell(): void {
    this.#options.tell(this.told());
  }

  #order(): readonly number[] {
    const going = [...this.#candidates.keys()].filter(
      (index) => this.#measured[index]?.state !== 'failed',
    );
    return shuffled(going, going.length, this.#random);
  }

  #change(index: number, change: Partial<Measured>): void {
    const before = this.#measured[index];
    if (before !== undefined) this.#measured[index] = { ...before, ...change };
  }

  #fail(index: number, message: string, span?: Span): void {
    this.#change(index, { state: 'failed', message, ...(span && { span }) });
  }

  #note(index: number, round: number, time: number | undefined): void {
    const times = [...(this.#measured[index]?.times ?? [])];
    times[round - 1] = time;
    this.#change(index, { state: 'timed', times: Array.from(times) });
  }

  /** Work on a candidate, which fails alone; a lost device is opened again. */
  async #attempt(index: number, work: () => Promise<void>): Promise<void> {
    for (;;) {
      if (this.#options.signal.aborted) throw new Cancelled();
      try {
        return await work();
      } catch (error) {
        if (error instanceof SubmissionFailed) return this.#fail(index, error.message, error.span);
        if (!(error instanceof DeviceLost)) throw error;
        await this.#reopen(error);
      }
    }
  }

  async #reopen(error: DeviceLost): Promise<void> {
    this.#lost += 1;
    this.#device.close();
    this.#ready.clear();
    if (this.#lost > MOST_LOST) throw error;
    this.#device = await this.#options.open();
  }

  async #sample(index: number): Promise<number> {
    const { prepared, launches } = await this.#readyFor(index);
    const whole = await prepared.kernel.sample(launches);
    const empty = await prepared.empty.sample(launches);
    return (whole - empty) / launches;
  }

  /** Prepared once, and again on a new device. */
  async #readyFor(index: number): Promise<Ready> {
    const known = this.#ready.get(index);
    if (known !== undefined) return known;
    await this.#begin(index);
    const made = this.#ready.get(index);
    if (made === undefined) throw new SubmissionFailed('It could not be prepared again.');
    return made;
  }

  /** Predicts how long it takes, checks what it leaves, and finds how often to launch it. */
  async #begin(index: number): Promise<void> {
    const candidate = this.#candidates[index];
    if (candidate === undefined) return;
    const prepared = await this.#device.prepare(candidate.module, candidate.before);
    const tooLong = await predictedTooLong(prepared, () => this.#checkCancelled());
    if (tooLong !== undefined) {
      prepared.release();
      return this.#fail(index, tooLong);
    }
    const wrong = candidate.wrong(await prepared.results());
    if (wrong !== undefined) {
      prepared.release();
      return this.#fail(
        index,
        candidate.isOrdered === true
          ? `Its result cannot be compared: ${wrong}.`
          : `Its result is wrong on this device: ${wrong}.`,
      );
    }
    const launches = await launchesFor(prepared.kernel, () => this.#checkCancelled());
    this.#ready.set(index, { prepared, launches });
    if (this.#measured[index]?.state === 'waiting') this.#change(index, { state: 'checked' });
  }

  #checkCancelled(): void {
    if (this.#options.signal.aborted) throw new Cancelled();
  }
}

/** Grows from one group, so that nothing long is ever submitted unforeseen. */
async function predictedTooLong(
  { kernel, allGroups }: Prepared,
  check: () => void,
): Promise<string | undefined> {
  for (let groups = 1; groups < allGroups;) {
    check();
    const next = Math.min(allGroups, groups * 4);
    const predicted = ((await kernel.sample(1, groups)) * next) / groups;
    if (predicted > MOST)
      return `One launch would take about ${Math.round(((predicted / next) * allGroups) / 1e6)} ms, more than the ${MOST / 1e6} ms that are submitted at once. Take a smaller size.`;
    groups = next;
  }
  return undefined;
}

/** Launches in a sample: enough for the clock's steps, and not too long. */
async function launchesFor(kernel: Timer, check: () => void): Promise<number> {
  const seen: number[] = [];
  let launches = 1;
  for (;;) {
    check();
    const time = await kernel.sample(launches);
    seen.push(time);
    const wanted = Math.min(USUAL_MOST, Math.max(LEAST, STEPS * clockStep(seen)));
    if (time >= wanted / 4 || launches >= MOST_LAUNCHES) {
      const fitting = Math.round((launches * wanted) / Math.max(time, 1));
      return Math.max(1, Math.min(MOST_LAUNCHES, fitting));
    }
    const most = time > 0 ? Math.floor((launches * USUAL_MOST) / time) : Infinity;
    launches = Math.max(launches + 1, Math.min(launches * 8, most, MOST_LAUNCHES));
  }
}
