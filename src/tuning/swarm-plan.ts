import { addTicks, type Ticks } from '../base/ticks.ts';
import { randomNumbers, shuffled } from '../base/random.ts';
import type {
  Configuration,
  ListedConfiguration,
  SearchReport,
  SearchRequest,
} from './verifier.ts';

/** A worker's next search. */
export type Plan = Pick<
  SearchRequest,
  'bound' | 'configuration' | 'all' | 'improve' | 'seconds'
> & { readonly seed: number };

/** The best time and the effort of finding it. */
export interface Standing {
  readonly time: Ticks;
  /** Seconds of its search. */
  readonly seconds: number;
  /** True if the configuration is known to reach that time. */
  readonly reached: (values: Configuration) => boolean;
}

/** Every search gets at least these seconds. */
const LEAST_SECONDS = 0.5;
/** Configurations that are searched one by one at most. */
const MOST_IN_DECK = 4096;
/** One in so many searches covers all configurations. */
const WHOLE_EVERY = 4;

/** Plans a swarm's searches. While searches of all configurations finish, they repeat in new orders
 * until a round improves nothing; otherwise each configuration gets its own turn, in random order. */
export class SwarmPlan {
  readonly #workers: number;
  readonly #random: () => number;
  readonly #configurations: readonly Configuration[];
  #standing: Standing | undefined;
  /** Searches since the best was found. */
  #fruitless = 0;
  #phase: 'whole' | 'one-by-one' | 'gathering' | 'over' = 'whole';
  /** The round's remaining configurations or searches. */
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

  /** `wait` if the choice depends on running searches. */
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
      // Gathering would leave no time for the others.
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
    // Until something finishes, there is no measure for a search.
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
