import { randomNumbers } from '../base/random.ts';
import { type Candidates, isTimed, type Observation, type Timed } from './candidates.ts';
import { type ExpertId, expertsOf, type Informed, informed, says } from './expert.ts';
import { chancesToFail } from './fails.ts';
import { differences, type Features, featuresOf } from './features.ts';
import { below, expectedImprovement, normal } from './normal.ts';
import type { Posterior } from './process.ts';

export interface ProposalOptions {
  /** How many to propose. */
  readonly count: number;
  readonly seed: number;
  /** Relative variance of a measurement, where repeats tell it. */
  readonly noise?: number | undefined;
  /** Without the guides. */
  readonly parametersAlone?: boolean | undefined;
}

/** One to measure next. */
export interface Proposed {
  readonly row: number;
  /** Who proposes it. */
  readonly by: ExpertId;
  readonly expected: Expected | undefined;
  /** Chance to run at all. */
  readonly runs: number;
  /** Chance to be faster than the best measured. */
  readonly chance: number | undefined;
  /** Expected gain over the best measured, in milliseconds. */
  readonly gain: number | undefined;
}

/** Milliseconds, and the range in which two of three lie. */
export interface Expected {
  readonly time: number;
  readonly from: number;
  readonly to: number;
}

export interface Proposal {
  readonly next: readonly Proposed[];
  readonly best: Timed | undefined;
  /** Milliseconds by which the best is expected to fall by all that is proposed. */
  readonly gain: number | undefined;
  /** So little that more measuring is hardly worth it. */
  readonly isEnough: boolean;
  readonly says: readonly { readonly id: ExpertId; readonly share: number }[];
  /** Of each candidate, logarithm of milliseconds; undefined before the first time. */
  readonly belief: { readonly mean: Float64Array; readonly deviation: Float64Array } | undefined;
}

/** The least say of an expert. */
const LEAST_SAY = 0.04;

/** Most observations that processes learn from; the fastest and the latest of more. */
const MOST_LEARNT = 300;

/** Guides whose times differ by less than this tell no difference. */
const ALIKE = 1.15;

/** A gain of less than this share is little, once so many were measured. */
const LITTLE = 0.01;
const LEAST_MEASURED = 10;

/** Below any time's error. */
const JITTER = 1e-6;

/** Proposes what to measure next; the same for the same seed.
 * Experts take turns, by how well each foretold what was measured: expected improvement (Jones,
 * Schonlau and Welch, 1998) of processes, and the order of each guide. A batch is kept apart by
 * taking each choice as measured where it is expected. */
export function proposal(
  candidates: Candidates,
  observations: readonly Observation[],
  options: ProposalOptions,
): Proposal {
  const random = randomNumbers(options.seed);
  const jitter = Float64Array.from({ length: candidates.count }, () => random() * JITTER);
  const guides = options.parametersAlone === true ? [] : candidates.guides;
  const timed = observations.filter(isTimed);
  const learnt = mostTelling(timed);
  const experts = expertsOf({ ...candidates, guides }, jitter).map((expert) =>
    informed(expert, learnt, options.noise),
  );
  const shares =
    timed.length === 0 && experts.length > 1 ? atFirst(experts) : says(experts, LEAST_SAY);
  const belief = timed.length === 0 ? undefined : beliefOf(experts, shares);
  const features = featuresOf(candidates.parameters, candidates.count);
  const fails = chancesToFail(features, observations);
  const best = timed.reduce<Timed | undefined>(
    (least, one) => (least !== undefined && least.time <= one.time ? least : one),
    undefined,
  );
  const turns = new Turns({ experts, shares, fails, best, random, observations, features });
  const chosen = Array.from({ length: options.count }, () => turns.next()).flatMap(
    (one) => one ?? [],
  );
  const next = chosen.map(({ row, by }) => ({
    row,
    by,
    runs: 1 - (fails[row] ?? 0),
    ...outlook(row, belief, best),
  }));
  const gain = best && belief ? gainOf(next, belief, best.time, options.seed) : undefined;
  return {
    next,
    best,
    gain,
    isEnough:
      best !== undefined &&
      gain !== undefined &&
      timed.length >= LEAST_MEASURED &&
      gain < LITTLE * best.time,
    says: experts.map(({ id }, at) => ({ id, share: shares[at] ?? 0 })),
    belief,
  };
}

/** Share of first proposals without a guide, whose own choices cannot show that it is wrong: none of the first five,
 * which a right guide has more use for. */
const UNGUIDED = 0.05;

/** Share of the guided ones that follow an order alone, which keeps them less apart. */
const ORDERED = 0.1;

/** Until so many were measured, proposals without a guide are drawn: those of a guide lie together. */
const DRAWN_FIRST = 10;

/** Guides have equal shares of the first proposals. */
function atFirst(experts: readonly Informed[]): readonly number[] {
  const guides = experts.filter(({ id }) => isOrder(id)).length;
  return experts.map(({ id }) => {
    if (id === 'parameters') return UNGUIDED;
    return ((1 - UNGUIDED) * (isOrder(id) ? ORDERED : 1 - ORDERED)) / guides;
  });
}

/** Share of the candidates that a guide takes for the slowest. */
const SLOW = 0.05;

/** The fastest half and the latest half of what is too much. */
function mostTelling(timed: readonly Timed[]): readonly Timed[] {
  if (timed.length <= MOST_LEARNT) return timed;
  const half = MOST_LEARNT / 2;
  const fastest = new Set(timed.toSorted((left, right) => left.time - right.time).slice(0, half));
  const late = timed.filter((one) => !fastest.has(one)).slice(-half);
  const kept = new Set([...fastest, ...late]);
  return timed.filter((one) => kept.has(one));
}

/** What all experts together believe: their mixture's mean and deviation. */
function beliefOf(experts: readonly Informed[], shares: readonly number[]) {
  const rows = experts[0]?.posterior.mean.length ?? 0;
  const mean = new Float64Array(rows);
  const squares = new Float64Array(rows);
  experts.forEach(({ posterior, hyper }, at) => {
    const share = shares[at] ?? 0;
    for (let row = 0; row < rows; row += 1) {
      const own = posterior.mean[row] ?? 0;
      const variance = (posterior.variance[row] ?? 0) + hyper.noise;
      mean[row] = (mean[row] ?? 0) + share * own;
      squares[row] = (squares[row] ?? 0) + share * (variance + own * own);
    }
  });
  const deviation = squares.map((square, row) =>
    Math.sqrt(Math.max(1e-9, square - (mean[row] ?? 0) ** 2)),
  );
  return { mean, deviation };
}

type Belief = NonNullable<Proposal['belief']>;

/** A share of the time that no clock tells. */
const UNTOLD = 1e-4;

function outlook(row: number, belief: Belief | undefined, best: Timed | undefined) {
  if (!belief || !best) return { expected: undefined, chance: undefined, gain: undefined };
  const [mean, deviation] = [belief.mean[row] ?? 0, belief.deviation[row] ?? 0];
  const least = Math.log(best.time);
  const share = expectedImprovement(least, mean, deviation ** 2);
  return {
    expected: {
      time: Math.exp(mean),
      from: Math.exp(mean - deviation),
      to: Math.exp(mean + deviation),
    },
    chance: below((least - mean) / deviation),
    gain: share < UNTOLD ? 0 : best.time * (1 - Math.exp(-share)),
  };
}

const DRAWS = 500;

/** Expected fall of the best, the proposed being independent. */
function gainOf(
  next: readonly Proposed[],
  { mean, deviation }: Belief,
  best: number,
  seed: number,
): number {
  const random = randomNumbers(seed + 1);
  let sum = 0;
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const least = next.reduce(
      (fastest, { row }) =>
        Math.min(fastest, Math.exp((mean[row] ?? 0) + (deviation[row] ?? 0) * normal(random))),
      best,
    );
    sum += best - least;
  }
  return sum / DRAWS;
}

/** One of so many choices differs from the fastest by one parameter: it has what makes that one fast, known or not. */
const BESIDE = 5;

interface Table {
  readonly experts: readonly Informed[];
  readonly shares: readonly number[];
  readonly fails: Float64Array;
  readonly best: Timed | undefined;
  readonly random: () => number;
  readonly observations: readonly Observation[];
  readonly features: Features;
}

/** Experts choose in turns by their say. */
class Turns {
  readonly #table: Table;
  readonly #taken: Set<number>;
  readonly #credit: number[];
  #least: number | undefined;

  constructor(table: Table) {
    this.#table = table;
    this.#taken = new Set(table.observations.map(({ row }) => row));
    this.#credit = table.shares.map(() => 0);
    this.#least = table.best && Math.log(table.best.time);
  }

  /** The next choice; undefined where none is left. */
  next(): Pick<Proposed, 'row' | 'by'> | undefined {
    const { experts, shares } = this.#table;
    shares.forEach((share, at) => {
      this.#credit[at] = (this.#credit[at] ?? 0) + share;
    });
    const turn = this.#credit.reduce(
      (most, each, at, all) => (each > (all[most] ?? 0) ? at : most),
      0,
    );
    this.#credit[turn] = (this.#credit[turn] ?? 0) - 1;
    const expert = experts[turn];
    if (expert === undefined) return undefined;
    const row = this.#choice(expert);
    if (row === undefined) return undefined;
    this.#taken.add(row);
    for (const { posterior, id } of experts) {
      const mean = posterior.mean[row] ?? 0;
      if (id === expert.id && this.#least !== undefined) this.#least = Math.min(this.#least, mean);
      posterior.observe(row, mean);
    }
    return { row, by: expert.id };
  }

  #choice({ id, posterior }: Informed): number | undefined {
    const { experts } = this.#table;
    if (isOrder(id)) {
      const apart = experts.find((one) => !isOrder(one.id))?.posterior ?? posterior;
      return this.#firstOf(posterior, apart);
    }
    const known = experts.length > 1 ? DRAWN_FIRST : 1;
    const knowsNothing = id === 'parameters' && this.#table.observations.length < known;
    if (knowsNothing) return this.#drawnBy(experts.find((one) => isOrder(one.id)));
    const least = this.#least ?? this.#leastOf(posterior);
    return this.#mostOf((row) =>
      expectedImprovement(least, posterior.mean[row] ?? 0, posterior.variance[row] ?? 0),
    );
  }

  /** By chance; but from a guide's slow end while none is of there: two ends tell a slope best (Elfving, 1952). */
  #drawnBy(guide: Informed | undefined): number | undefined {
    const { random } = this.#table;
    const mean = guide?.posterior.mean ?? new Float64Array();
    const limit = mean.toSorted()[Math.floor((1 - SLOW) * (mean.length - 1))] ?? Infinity;
    const isSlow = (row: number): boolean => (mean[row] ?? 0) >= limit;
    const isKnown = [...this.#taken].some(isSlow);
    return this.#mostOf((row) => random() + (!isKnown && isSlow(row) ? 1 : 0));
  }

  /** Among those that a guide cannot tell from its first, the one least known. */
  #firstOf(order: Posterior, apart: Posterior): number | undefined {
    const { fails } = this.#table;
    const first = this.#mostOf((row) => Math.exp(-(order.mean[row] ?? 0)));
    if (first === undefined) return undefined;
    const limit = (order.mean[first] ?? 0) + Math.log(ALIKE);
    return this.#mostOf((row) =>
      (order.mean[row] ?? 0) <= limit && (fails[row] ?? 0) < 0.5 ? (apart.variance[row] ?? 0) : -1,
    );
  }

  #leastOf({ mean }: Posterior): number {
    let least = Infinity;
    for (const value of mean) least = Math.min(least, value);
    return least;
  }

  /** The free row with the most of something, times its chance to run. */
  #mostOf(worth: (row: number) => number): number | undefined {
    const { size } = this.#taken;
    const isBeside = size >= DRAWN_FIRST && size % BESIDE === BESIDE - 1;
    return (
      (isBeside ? this.#mostAmong((row) => this.#isBesideBest(row), worth) : undefined) ??
      this.#mostAmong(() => true, worth)
    );
  }

  /** One parameter alone is another than that of the fastest. */
  #isBesideBest(row: number): boolean {
    const { best, features } = this.#table;
    return best !== undefined && differences(features, row, best.row) === 1;
  }

  #mostAmong(isOpen: (row: number) => boolean, worth: (row: number) => number): number | undefined {
    const { fails } = this.#table;
    let [most, found]: [number, number | undefined] = [-Infinity, undefined];
    for (let row = 0; row < fails.length; row += 1) {
      if (this.#taken.has(row) || !isOpen(row)) continue;
      const own = worth(row) * (1 - (fails[row] ?? 0));
      if (own > most) [most, found] = [own, row];
    }
    return found;
  }
}

const isOrder = (id: ExpertId): boolean => id.endsWith(' order');
