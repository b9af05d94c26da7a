import { readFileSync } from 'node:fs';
import { openModel } from '../../src/checker/index.ts';
import { PAPERS_TUNING, withTuningClaim } from '../../src/promela/index.ts';
import { createNodeToolchain } from '../../src/spin/node-toolchain.ts';
import { compileNatively } from '../../src/testing/native-verifier.ts';
import { sourcesOf } from '../../src/testing/spin-tools.ts';
import { type Findings, rounded, target } from './report.ts';

const MODEL = new URL('../../src/testing/promela/minimum.pml', import.meta.url);
const DEFINES = ['SAFETY', 'VECTORSZ=32768'];
const MOST_RATIO = 1.5;

/** Searches that find nothing: the bound is one less than the minimum. */
const CASES = [
  { size: 8, elements: 4, bound: 11 },
  { size: 16, elements: 4, bound: 19 },
  { size: 16, elements: 6, bound: 12 },
];

/** A model written by hand in the manner of the papers', with `xr` and `xs` on its handshakes, below its
 * minimum: the same text with the same claim for native SPIN. */
export async function anyPromela(quick: boolean): Promise<Findings> {
  const toolchain = await createNodeToolchain();
  const rows: (string | number)[][] = [];
  const worst = { seconds: 0, memory: 0 };
  try {
    for (const { size, elements, bound } of quick ? CASES.slice(0, 2) : CASES) {
      const given = {
        text: readFileSync(MODEL, 'utf8'),
        defines: [`SIZE=${size}`, `NP=${elements}`],
      };
      const { text, facts } = await openModel(toolchain, given);
      const model = withTuningClaim(text, facts, PAPERS_TUNING);
      const args = ['-E', '-A', '-n', '-m1000000', '-w22', `T=${bound}`];
      const native = compileNatively(model, DEFINES);
      const sources = await sourcesOf(toolchain, model);
      const request = { sources, optimise: '-O2', defines: DEFINES } as const;
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
        if (ours !== theirs) throw new Error(`size ${size}: ${ours} here, ${theirs} natively`);
        memory = { native: there.report.memoryMB, ours: report.memoryMB };
        counted = report;
      }
      native.dispose();
      const least = { native: Math.min(...times.native), ours: Math.min(...times.ours) };
      rows.push([
        ...[
          `size ${size}, ${elements} elements, T = ${bound}`,
          counted.states,
          counted.transitions,
        ],
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
    title: 'A model of anybody against native SPIN',
    method:
      'A model written by hand in the manner of the papers (src/testing/promela/minimum.pml), with processes that interleave freely, below its minimum, so that everything is searched. The same text, claim, directives and options for native SPIN with `gcc -O2` and for SPIN and clang as WebAssembly in Node; states, transitions and depth are equal. Processor time, the least of several runs, and the memory that pan reports.',
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
