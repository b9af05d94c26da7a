import { addTicks, type Ticks } from '../base/ticks.ts';
import { randomNumbers, shuffled } from './random.ts';
import type {
  Configuration,
  ListedConfiguration,
  SearchReport,
  SearchRequest,
} from './verifier.ts';

/** What a worker is to search for next. */
export type Plan = Pick<
  SearchRequest,
  'bound' | 'configuration' | 'all' | 'improve' | 'seconds'
> & { readonly seed: number };

/** The best time so far, and what was needed to find it. */
export interface Standing {
  readonly time: Ticks;
  /** Seconds of its search. */
  readonly seconds: number;
  /** Whether a configuration is known to have that time. */
  readonly reached: (values: Configuration) => boolean;
}

/** A search may at least take so many seconds to find something. */
const LEAST_SECONDS = 0.5;
/** Configurations that are searched one by one at most. */
const MOST_IN_DECK = 4096;
/** Of so many searches one is of all configurations together while they are searched one by one. */
const WHOLE_EVERY = 4;

/** Decides what the workers of a swarm do. As long as searches of all configurations together come to
 * their end they are repeated, each in another order, until a round of them finds nothing better. Where
 * they do not, a search stays with the configuration it begins with: then each configuration has a turn
 * of its own, in random order, until a whole round has found nothing better. */
export class SwarmPlan {
  readonly #workers: number;
  readonly #random: () => number;
  readonly #configurations: readonly Configuration[];
  #standing: Standing | undefined;
  /** Searches since the best was found. */
  #fruitless = 0;
  #phase: 'whole' | 'one-by-one' | 'gathering' | 'over' = 'whole';
  /** What is left of the round: configurations, or searches. */
  #deck: Configuration[] = [];
  #left = 0;
  #turn = 0;
  #running = 0;

  constructor(workers: number, seed: number, listed: Iterable<ListedConfiguration> | undefined) {
    this.#workers = workers;
    this.#random = randomNumbers(seed);
    const valid = function* (): Generator<Configuration> {
      for (const { values, reason } of listed ?? []) if (reason === undefined) yield values;
    };
    this.#configurations = shuffled(valid(), MOST_IN_DECK, this.#random);
  }

  /** The next search; `wait` while what comes next depends on the searches that run. */
  next(): Plan | 'wait' | 'over' {
    const plan = this.#choose();
    if (plan) {
      this.#running += 1;
      return plan;
    }
    return this.#running > 0 && this.#phase !== 'over' ? 'wait' : 'over';
  }

  /** Something better than all before was found. */
  improved(standing: Standing): void {
    this.#standing = standing;
    this.#fruitless = 0;
    if (this.#phase === 'gathering') this.#phase = 'whole';
    if (this.#phase === 'one-by-one') this.#deck = [...this.#configurations];
  }

  /** A search has ended. */
  ended(plan: Plan, { cut, finishes }: Pick<SearchReport, 'cut' | 'finishes'>): void {
    this.#running -= 1;
    this.#fruitless += 1;
    const whole = this.#phase === 'whole';
    if (whole && this.#standing && cut === 'time' && plan.configuration === undefined) {
      // In gathering there would be no time for the others either.
      if (this.#configurations.length > 0) {
        this.#phase = 'one-by-one';
        this.#deck = [...this.#configurations];
      }
    }
    if (whole && this.#fruitless >= this.#patience() && finishes.length === 0) {
      this.#phase = this.#standing && cut !== 'time' ? 'gathering' : 'over';
      this.#left = 2 * this.#workers;
    }
  }

  #patience(): number {
    return Math.max(8, 4 * this.#workers);
  }

  #choose(): Plan | undefined {
    const seed = 1 + Math.floor(this.#random() * 0x7ffffffe);
    const standing = this.#standing;
    if (this.#phase === 'over') return undefined;
    // There is nothing to measure a search by before one has found a way to the end.
    if (!standing) return { seed, bound: 'none' };
    const { time } = standing;
    const seconds = Math.max(LEAST_SECONDS, 2 * standing.seconds);
    const below = { seed, seconds, bound: addTicks(time, -1) };
    if (this.#phase === 'whole') return { ...below, improve: true, all: true };
    if (this.#phase === 'gathering') {
      if (this.#left === 0) return undefined;
      this.#left -= 1;
      return { seed, seconds, bound: time, all: true };
    }
    this.#turn += 1;
    if (this.#deck.length === 0) return undefined;
    if (this.#turn % WHOLE_EVERY === 0) return { ...below, improve: true, all: true };
    const configuration = this.#deck.pop();
    if (!configuration) return undefined;
    if (standing.reached(configuration)) return { ...below, configuration };
    return { ...below, bound: time, configuration };
  }
}
