import * as v from 'valibot';
import { sha256 } from '../../base/digest.ts';
import { compareTicks, parseTicks, type Ticks } from '../../base/ticks.ts';
import { packTrail, unpackTrail } from '../../base/packed-trail.ts';
import { runWords } from '../../promela/index.ts';
import {
  type KnownBounds,
  methodOf,
  type Task,
  type TuningEvent,
  type TuningResult,
} from '../../tuning/index.ts';
import { quietly, type TextStorage } from './page-storage.ts';
import { boundedRun, type Problem } from '../../checker/index.ts';

const KEY = 'overtime.bounds.1';

/** Problems that are kept, the last ones first. */
const MOST_KEPT = 4;
/** Bytes of a packed trail: what is longer is searched for again at the end. */
const MOST_TRAIL = 100_000;
/** Milliseconds of a run from which on it is worth keeping. */
const WORTH = 1000;

const time = v.pipe(
  v.string(),
  v.maxLength(20),
  v.transform(parseTicks),
  v.check((value) => value !== undefined),
  v.transform((value): Ticks => value ?? 0),
);

const keptSchema = v.array(
  v.object({
    key: v.string(),
    low: time,
    best: v.object({ time, values: v.record(v.string(), v.pipe(v.number(), v.integer())) }),
    trail: v.exactOptional(
      v.pipe(
        v.object({
          words: v.array(v.string()),
          text: v.pipe(v.string(), v.regex(/^(-?\d+:-?\d+:-?\d+\n)+$/)),
        }),
        v.transform(({ words, text }) => ({ words, packed: packTrail(text) })),
      ),
    ),
  }),
);

type Kept = v.InferOutput<typeof keptSchema>[number];

/** What makes two runs the same: everything that the proved bounds depend on. It is of the model, not of
 * the kernel's text, so that nothing proved of an older model counts for a newer one. */
export function essenceOf(problem: Problem): readonly unknown[] {
  const words = runWords(boundedRun(problem, 0, false));
  // In the device semantics the model does not say what the warps do: the kernel and the machine do.
  const beside = problem.machine && [problem.machine, problem.kernel];
  return [problem.model.text, words, ...(beside ?? [])];
}

function load(storage: TextStorage): readonly Kept[] {
  const kept = quietly((): unknown => JSON.parse(storage.getItem(KEY) ?? '[]'));
  const parsed = v.safeParse(keptSchema, kept);
  return parsed.success ? parsed.output : [];
}

/** Keeps the bounds of one problem, or with none forgets them. */
function save(storage: TextStorage, key: string, bounds: KnownBounds | undefined): void {
  const others = load(storage).filter((each) => each.key !== key);
  const kept = bounds ? [{ key, ...bounds }, ...others].slice(0, MOST_KEPT) : others;
  const written = kept.map(({ low, best, trail, ...rest }) => ({
    ...rest,
    low: String(low),
    best: { ...best, time: String(best.time) },
    ...(trail &&
      trail.packed.length <= MOST_TRAIL && {
        trail: { words: trail.words, text: unpackTrail(trail.packed) },
      }),
  }));
  // With a full or refused storage the next run begins anew.
  quietly(() => storage.setItem(KEY, JSON.stringify(written)));
}

/** What the run of a problem has proved so far, kept from a second on, so that the next run of the same
 * can go on from there: after a reload, or when this one was cut off. */
export class BoundsKeeper {
  /** What an earlier run left. */
  readonly from: KnownBounds | undefined;
  readonly #storage: TextStorage;
  readonly #key: string;
  #bounds: KnownBounds | undefined;
  #worth = false;

  constructor(storage: TextStorage, key: string) {
    this.#storage = storage;
    this.#key = key;
    const kept = load(storage).find((each) => each.key === key);
    if (!kept) return;
    const { key: _, ...bounds } = kept;
    this.from = bounds;
    this.#bounds = bounds;
  }

  /** From here on it is worth it. */
  begin(): void {
    this.#worth = true;
    this.#keep();
  }

  see(event: TuningEvent): void {
    const { low = -1, best } = this.#bounds ?? {};
    if (event.type === 'best') {
      // A path as good as the one before may have come with the trail that that had not.
      const { finish, trail } = event;
      if (!best || compareTicks(finish.time, best.time) <= 0)
        this.#bounds = { low, best: finish, ...(trail && { trail }) };
    } else if (event.type === 'interval' && this.#bounds) {
      this.#bounds = { ...this.#bounds, low: event.low };
    } else {
      return;
    }
    if (this.#worth) this.#keep();
  }

  /** A problem that is solved need not be gone on with. */
  end({ status }: TuningResult): void {
    const open = status === 'bounded' || status === 'cancelled' || status === 'out-of-memory';
    if (open) return;
    this.#bounds = undefined;
    save(this.#storage, this.#key, undefined);
  }

  #keep(): void {
    if (this.#bounds) save(this.#storage, this.#key, this.#bounds);
  }
}

/** The keeper of a run's bounds; nothing for methods that prove none, or where nothing can be kept: there may be no
 * Web Crypto.
 * @param essence everything that the proved bounds depend on.
 * @param pause settles after some milliseconds, or as soon as the signal says so. */
export async function keeperFor(
  storage: TextStorage,
  essence: readonly unknown[],
  task: Task,
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<BoundsKeeper | undefined> {
  if (methodOf(task).goesOn !== true) return undefined;
  const key = await sha256(JSON.stringify([task, ...essence]));
  if (key === undefined) return undefined;
  const keeper = new BoundsKeeper(storage, key);
  void pause(WORTH, signal).then(() => {
    if (!signal.aborted) keeper.begin();
  });
  return keeper;
}
