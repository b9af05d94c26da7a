import { Cancelled } from '../../src/base/failure.ts';
import {
  branchAndBound,
  type Emit,
  type SearchRun,
  type TuningResult,
} from '../../src/tuning/index.ts';
import { ModelChecker, type Problem, VerifierPool } from '../../src/checker/index.ts';
import type { Toolchain } from '../../src/spin/toolchain.ts';

/** A branch-and-bound run, as a table's row. */
export interface Tuned {
  readonly result: TuningResult;
  readonly runs: readonly SearchRun[];
  /** All searches together, without getting the verifier. */
  readonly searchSeconds: number;
  readonly configurations: number;
}

const pool = new VerifierPool();

/** Tunes in limited time, with the verifier at hand. */
export async function tuneTimed(
  toolchain: Toolchain,
  problem: Problem,
  limits: { readonly memoryMB: number; readonly seconds: number },
): Promise<Tuned> {
  const { memoryMB, seconds } = limits;
  const checker = new ModelChecker(toolchain, problem, { memoryMB, pool });
  await checker.verifier();
  const runs: SearchRun[] = [];
  let configurations = 0;
  const began = performance.now();
  const end = (result: TuningResult): Tuned => ({
    result,
    runs,
    searchSeconds: (performance.now() - began) / 1000,
    configurations,
  });
  try {
    const emit: Emit = (event) => {
      if (event.type === 'run') runs.push(event.run);
      if (event.type === 'configurations') configurations += event.results.length;
    };
    return end(await branchAndBound(checker, emit, AbortSignal.timeout(seconds * 1000)));
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    return end({ status: 'cancelled', optima: [], reason: `not within ${seconds} s` });
  }
}

/** The run that searched most: the proof. */
export const proofOf = ({ runs }: Tuned): SearchRun | undefined =>
  runs.reduce<SearchRun | undefined>(
    (most, run) => (most && most.transitions >= run.transitions ? most : run),
    undefined,
  );
