import { compareTicks } from '../base/ticks.ts';
import { NO_PROGRESS } from './search.ts';
import type { Plan } from './swarm-plan.ts';
import type { SwarmState } from './swarm-state.ts';
import type { Finish, Found, SearchReport, Trail, Verifier } from './verifier.ts';

/** One worker of a swarm: searches, one after the other, until there is nothing more to do or it is
 * stopped. */
export async function work(
  verifier: Verifier,
  worker: number,
  state: SwarmState,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const plan = state.plan.next();
    if (plan === 'over') return;
    if (plan === 'wait') {
      await state.change();
      continue;
    }
    const trails = await searchFor(verifier, worker, state, plan, signal);
    for (const { finish, trail } of trails) {
      if (signal.aborted) return;
      try {
        await replay(verifier, state, finish, trail, signal);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    }
  }
}

/** A path with its trail. */
type Written = Found & { readonly trail: Trail };

/** Makes one search, and tells what it finds as it finds it. */
async function searchFor(
  verifier: Verifier,
  worker: number,
  state: SwarmState,
  plan: Plan,
  signal: AbortSignal,
): Promise<Written[]> {
  const written: Written[] = [];
  const finishes: Finish[] = [];
  let heard = NO_PROGRESS;
  const report = await verifier
    .search({
      ...plan,
      signal,
      onProgress: (progress) => {
        heard = progress;
        state.progress(worker, plan, progress);
      },
      onFound: (found) => {
        finishes.push(found.finish);
        if (found.trail) written.push({ ...found, trail: found.trail });
        state.found(found);
      },
    })
    .catch((error: unknown): SearchReport => {
      if (!signal.aborted) throw error;
      const verdict = finishes.length > 0 ? 'violated' : 'incomplete';
      return { ...heard, verdict, cut: 'cancelled', finishes, deadlock: false };
    });
  state.ended(worker, plan, report);
  return written;
}

/** Follows a trail to its end, as a check on what its search said of it. */
export async function replay(
  verifier: Verifier,
  state: SwarmState,
  finish: Finish,
  trail: Trail,
  signal: AbortSignal | undefined,
): Promise<void> {
  const end = await verifier.replayFinish(trail, signal);
  if (compareTicks(end.time, finish.time) !== 0) {
    throw new Error(`a trail of ${finish.time} ticks takes ${end.time} when it is replayed`);
  }
  state.replayed(finish, trail);
}
