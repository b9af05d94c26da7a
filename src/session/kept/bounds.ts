import * as v from 'valibot';
import { sha256 } from '../../base/digest.ts';
import { compareTicks, parseTicks, type Ticks } from '../../base/ticks.ts';
import { packTrail, unpackTrail } from '../../base/packed-trail.ts';
import {
  type KnownBounds,
  methodOf,
  type Task,
  type TuningEvent,
  type TuningResult,
} from '../../tuning/index.ts';
import { keepIn, keptIn, type TextStorage } from './page-storage.ts';

const KEY = 'overtime.bounds.1';

/** Problems that are kept, the last ones first. */
const MOST_KEPT = 4;
/** Bytes of a packed trail; longer ones are searched for again. */
const MOST_TRAIL = 100_000;
/** Milliseconds after which a run is worth keeping. */
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

const load = (storage: TextStorage): readonly Kept[] => keptIn(storage, KEY, keptSchema) ?? [];

/** Keeps one problem's bounds; undefined forgets them. */
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
  // With full or refused storage the next run starts anew.
  keepIn(storage, KEY, JSON.stringify(written));
}

/** Keeps proved bounds after a second, for the next run. */
export class BoundsKeeper {
  /** An earlier run's bounds. */
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
      // An equally good path may bring the missing trail.
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

  /** A solved problem needs no continuation. */
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

/** Undefined for methods without bounds, or without Web Crypto.
 * @param essence everything that the proved bounds depend on.
 * @param pause settles after some milliseconds, or early when aborted. */
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
