import { Failure } from '../base/failure.ts';
import {
  atLevel,
  combinations,
  ModelChecker,
  type Problem,
  problemConfigurations,
} from '../checker/index.ts';
import type { Toolchain } from '../spin/toolchain.ts';
import { type Configuration, type Finish, type FinishTable, keyOf } from '../tuning/index.ts';
import { isCensus } from './space.ts';

/** Configurations run for a first bound, and milliseconds after which no more start. */
const MOST_RUN = 8;
const PATIENCE = 20_000;
/** Steps that are simulated in some seconds. */
const MOST_STEPS = 3_000_000;
/** Combinations examined fully at the fast level. */
const MOST_IN_CENSUS = 200_000;

/** Times of real runs at the problem's level, likely best ones first: slower configurations need no
 * search. */
export async function knownTimes(
  problem: Problem,
  toolchain: Toolchain,
  memoryMB: number,
  signal?: AbortSignal,
): Promise<readonly Finish[]> {
  // A census wants all times, so no bound.
  if (isCensus(problem)) return [];
  const known: Finish[] = [];
  const checker = new ModelChecker(toolchain, problem, { memoryMB });
  const hints = (await fastest(problem, toolchain, memoryMB, signal)) ?? someOf(problem);
  const began = performance.now();
  for (const values of hints) {
    if (performance.now() - began > PATIENCE) break;
    if (checker.estimate(values) > MOST_STEPS && problem.model.level !== 'free') continue;
    const { finish } = await checker.simulate(values, 1, signal);
    if (finish) known.push(finish);
  }
  return known;
}

/** Candidates: the fastest at level accelerated. */
async function fastest(
  problem: Problem,
  toolchain: Toolchain,
  memoryMB: number,
  signal: AbortSignal | undefined,
): Promise<readonly Configuration[] | undefined> {
  if (combinations(problem) > MOST_IN_CENSUS) return undefined;
  const quick = atLevel(problem, 'accelerated');
  const checker = quick && new ModelChecker(toolchain, quick, { memoryMB });
  if (!checker?.census) return undefined;
  try {
    const { finishes } = await checker.census({ signal });
    return bestOf(finishes);
  } catch (error) {
    // It is only for a hint.
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** A few per best time, so the runner-up is among them. */
function bestOf(finishes: FinishTable): readonly Configuration[] {
  const rows = Array.from({ length: finishes.size }, (_, row) => row).toSorted((one, other) => {
    const difference = BigInt(finishes.time(one)) - BigInt(finishes.time(other));
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  });
  const ofTime = new Map<string, number>();
  return rows
    .filter((row) => {
      const time = String(finishes.time(row));
      const before = ofTime.get(time) ?? 0;
      ofTime.set(time, before + 1);
      return before < MOST_RUN / 4;
    })
    .slice(0, MOST_RUN)
    .map((row) => finishes.values(row));
}

/** Some valid configurations, at growing distances. */
function someOf(problem: Problem): readonly Configuration[] {
  const some = new Map<string, Configuration>();
  let valid = 0;
  let looked = 0;
  for (const { values, reason } of problemConfigurations(problem)) {
    looked += 1;
    if (looked > MOST_IN_CENSUS || some.size === MOST_RUN) break;
    if (reason !== undefined) continue;
    valid += 1;
    if ((valid & (valid - 1)) === 0) some.set(keyOf(values), values);
  }
  return [...some.values()];
}
