import { exampleText, kernelOf, platform, problemOf } from '../../src/testing/engine.ts';
import { ModelChecker } from '../../src/checker/index.ts';
import { createNodeToolchain } from '../../src/spin/node-toolchain.ts';
import { type Emit, swarm as swarmOf, type TuningResult } from '../../src/tuning/index.ts';
import { type Findings, rounded, target } from './report.ts';

const LEAST_GAIN = 1.6;

interface SwarmRun {
  readonly states: number;
  readonly result: TuningResult;
}

/** A swarm on an inexhaustible space, cut by its time limit. */
async function swarmRun(workers: number, seconds: number, seed: number): Promise<SwarmRun> {
  const toolchains = await Promise.all(
    Array.from({ length: workers }, () => createNodeToolchain()),
  );
  try {
    const [first, ...others] = toolchains;
    if (!first) throw new Error('a swarm needs a worker');
    const problem = problemOf({
      kernel: kernelOf(exampleText('abstract')),
      ...({ semantics: 'published', level: 'free' } as const),
      constants: platform({ size: 64 }),
    });
    const checker = new ModelChecker(first, problem, { memoryMB: 1024 });
    await checker.verifier('random'); // not in the time limit
    const verifiers = others.map((toolchain) => checker.beside(toolchain));
    let states = 0;
    const emit: Emit = (event) => {
      if (event.type === 'run') states += event.run.states;
    };
    const { signal } = new AbortController();
    const result = await swarmOf(checker, emit, signal, { others: verifiers, seconds, seed });
    return { states, result };
  } finally {
    for (const toolchain of toolchains) toolchain.dispose();
  }
}

/** Measures the gain of a second worker. */
export async function swarm(quick: boolean): Promise<Findings> {
  const seconds = quick ? 8 : 20;
  const found: Record<1 | 2, SwarmRun[]> = { 1: [], 2: [] };
  for (let round = 1; round <= (quick ? 1 : 3); round += 1) {
    for (const workers of [1, 2] as const)
      found[workers].push(await swarmRun(workers, seconds, round));
  }
  const most = (workers: 1 | 2): number => Math.max(...found[workers].map(({ states }) => states));
  const gain = most(2) / most(1);
  const cut = [...found[1], ...found[2]].map(({ result }) => result);
  const kept = cut.every(({ status, trail }) => status === 'sampled' && trail !== undefined);
  return {
    title: 'Swarm: two workers against one',
    method: `The published abstract kernel of size 64 at level free, which a swarm cannot exhaust, cut by its time limit of ${seconds} s. States of all random searches; of several runs the one that had most.`,
    tables: [
      {
        columns: ['workers', 'states', 'best time found'],
        rows: ([1, 2] as const).map((workers) => [
          workers,
          most(workers),
          Math.min(...found[workers].map(({ result }) => Number(result.minTime))),
        ]),
      },
    ],
    targets: [
      target(
        `two workers do at least ${LEAST_GAIN} times the states of one`,
        rounded(gain).toString(),
        gain >= LEAST_GAIN,
      ),
      target(
        'a swarm cut by its time limit returns its best trail',
        kept ? 'always' : cut.map(({ status }) => status).join(', '),
        kept,
      ),
    ],
  };
}
