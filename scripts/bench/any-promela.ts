import { readFileSync } from 'node:fs';
import { openModel } from '../../src/checker/index.ts';
import { PAPERS_TUNING, withTuningClaim } from '../../src/promela/index.ts';
import { createNodeToolchain } from '../../src/spin/node-toolchain.ts';
import { compileNatively } from '../../src/testing/native-verifier.ts';
import { sourcesOf } from '../../src/testing/spin-tools.ts';
import { type Findings, rounded, target } from './report.ts';

const modelOf = (name: string): string =>
  readFileSync(new URL(`../../src/testing/promela/${name}.pml`, import.meta.url), 'utf8');
const DEFINES = ['SAFETY', 'VECTORSZ=32768'];
const MOST_RATIO = 1.5;

interface Case {
  readonly model: string;
  readonly what: string;
  readonly given: readonly string[];
  readonly bound: number;
  /** SPIN's compressions. */
  readonly compressed?: readonly string[];
}

/** Searches that find nothing: the bound is one less than the minimum. */
const CASES: readonly Case[] = [
  { model: 'tiles', what: 'tiles, size 8', given: ['N=3'], bound: 43 },
  { model: 'tiles', what: 'tiles, size 16', given: ['N=4'], bound: 155 },
  {
    ...{ model: 'tiles', what: 'tiles, size 16, collapsed', given: ['N=4'], bound: 155 },
    compressed: ['COLLAPSE'],
  },
  { model: 'minimum', what: 'minimum, size 8', given: ['SIZE=8', 'NP=4'], bound: 11 },
  { model: 'minimum', what: 'minimum, size 16', given: ['SIZE=16', 'NP=4'], bound: 19 },
  { model: 'minimum', what: 'minimum, 6 elements', given: ['SIZE=16', 'NP=6'], bound: 12 },
];
/** Those of a quick run. */
const QUICK = new Set(['tiles, size 8', 'minimum, size 8', 'minimum, size 16']);

/** Models written by hand in the manner of the papers', with `xr` and `xs` on their handshakes, below their
 * minima: the same text with the same claim for native SPIN. */
export async function anyPromela(quick: boolean): Promise<Findings> {
  const toolchain = await createNodeToolchain();
  const rows: (string | number)[][] = [];
  const worst = { seconds: 0, memory: 0 };
  try {
    const cases = CASES.filter(({ what }) => !quick || QUICK.has(what));
    for (const { model: name, what, given, bound, compressed = [] } of cases) {
      const source = { text: modelOf(name), defines: given };
      const { text, facts } = await openModel(toolchain, source);
      const model = withTuningClaim(text, facts, PAPERS_TUNING);
      const args = ['-E', '-A', '-n', '-m1000000', '-w22', `T=${bound}`];
      const defines = [...DEFINES, ...compressed];
      const native = compileNatively(model, defines);
      const sources = await sourcesOf(toolchain, model);
      const request = { sources, optimise: '-O2', defines } as const;
      const { module } = await toolchain.compile(request);
      const times: Record<'native' | 'ours', number[]> = { native: [], ours: [] };
      let memory = { native: 0, ours: 0 };
      let counted = { states: 0, transitions: 0 };
      for (let round = 0; round < (quick ? 1 : 3); round += 1) {
        const there = native.run(args);
        times.native.push(there.seconds);
        const before = process.cpuUsage();
        const run = await toolchain.verify({ module, args });
        const { user, system } = process.cpuUsage(before);
        times.ours.push((user + system) / 1e6);
        if (!run.report.ok) throw new Error(run.report.reason);
        const { report } = run.report;
        const [ours, theirs] = [report, there.report].map(
          ({ states, transitions, depth, errors }) => `${states} ${transitions} ${depth} ${errors}`,
        );
        if (ours !== theirs) throw new Error(`${what}: ${ours} here, ${theirs} natively`);
        memory = { native: there.report.memoryMB, ours: report.memoryMB };
        counted = report;
      }
      native.dispose();
      const least = { native: Math.min(...times.native), ours: Math.min(...times.ours) };
      rows.push([
        ...[`${what}, T = ${bound}`, counted.states, counted.transitions],
        ...[rounded(least.native), rounded(least.ours / least.native)],
        ...[rounded(memory.native), rounded(memory.ours / memory.native)],
      ]);
      worst.seconds = Math.max(worst.seconds, least.ours / least.native);
      worst.memory = Math.max(worst.memory, memory.ours / memory.native);
    }
  } finally {
    toolchain.dispose();
  }
  const columns = ['search', 'states', 'transitions', 'native s', 'ours', 'native MB', 'ours (MB)'];
  return {
    title: 'Models of anybody against native SPIN',
    method:
      'Models written by hand in the manner of the papers (src/testing/promela/tiles.pml and minimum.pml), with processes that interleave freely, below their minima, so that everything is searched; partial order reduction is on, for it is sound for them. The same text, claim, directives and options for native SPIN with `gcc -O2` and for SPIN and clang as WebAssembly in Node; states, transitions and depth are equal. Processor time, the least of several runs, and the memory that pan reports.',
    tables: [{ columns, rows }],
    targets: [
      target(
        `at most ${MOST_RATIO} times native time`,
        `${rounded(worst.seconds)} at worst`,
        worst.seconds <= MOST_RATIO,
      ),
      target(
        `at most ${MOST_RATIO} times native memory`,
        `${rounded(worst.memory)} at worst`,
        worst.memory <= MOST_RATIO,
      ),
    ],
  };
}
