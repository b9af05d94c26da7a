import { readFileSync } from 'node:fs';
import { Cancelled } from '../../src/base/failure.ts';
import { openModel } from '../../src/checker/index.ts';
import { PAPERS_TUNING, withTuningClaim } from '../../src/promela/index.ts';
import { createNodeToolchain } from '../../src/spin/node-toolchain.ts';
import type { PanReport } from '../../src/spin/pan-output.ts';
import type { Toolchain } from '../../src/spin/toolchain.ts';
import { compileNatively } from '../../src/testing/native-verifier.ts';
import { sourcesOf } from '../../src/testing/spin-tools.ts';
import { classics } from './classics.ts';
import { type Findings, rounded, target } from './report.ts';

const modelOf = (name: string): string =>
  readFileSync(new URL(`../../src/testing/promela/${name}.pml`, import.meta.url), 'utf8');
const DEFINES = ['SAFETY', 'VECTORSZ=32768'];
const MOST_RATIO = 1.5;

/** Limits of a search, so that a busy machine holds nothing up. */
const LIMITS = { seconds: 600, memoryMB: 4096, nativeKB: 8_000_000 };
/** Rounds of a search; beyond these seconds in all, only one. */
const ROUNDS = { most: 3, seconds: 30 };

interface Case {
  readonly model: string;
  readonly what: string;
  readonly given: readonly string[];
  readonly bound: number;
  /** SPIN's compressions. */
  readonly compressed?: readonly string[];
}

const SIZE_16 = { model: 'tiles', given: ['N=4'], bound: 155 };
const SIZE_32 = { model: 'tiles', given: ['N=5'], bound: 583 };

/** Searches without a find: the bound is the minimum less one. */
const CASES: readonly Case[] = [
  { model: 'tiles', what: 'tiles, size 8', given: ['N=3'], bound: 43 },
  { ...SIZE_16, what: 'tiles, size 16' },
  { ...SIZE_16, what: 'tiles, size 16, COLLAPSE', compressed: ['COLLAPSE'] },
  { ...SIZE_16, what: 'tiles, size 16, HC4', compressed: ['HC4'] },
  { model: 'minimum', what: 'minimum, size 8', given: ['SIZE=8', 'NP=4'], bound: 11 },
  { model: 'minimum', what: 'minimum, size 16', given: ['SIZE=16', 'NP=4'], bound: 19 },
  { model: 'minimum', what: 'minimum, 6 elements', given: ['SIZE=16', 'NP=6'], bound: 12 },
  { ...SIZE_32, what: 'tiles, size 32' },
];
/** Those of a quick run. */
const QUICK = new Set(['tiles, size 8', 'minimum, size 8', 'minimum, size 16']);

/** A case's processor seconds, the least of some rounds, and megabytes. */
interface Measured {
  readonly counted: Pick<PanReport, 'states' | 'transitions'>;
  readonly seconds: Record<Side, number>;
  /** The first run here, which includes making machine code. */
  readonly first: number;
  readonly memoryMB: Record<Side, number>;
}
type Side = 'native' | 'ours';

/** Handwritten models like the papers', with `xr` and `xs`, below their minima. Native SPIN gets the
 * same text and claim. */
export async function anyPromela(quick: boolean): Promise<Findings> {
  const toolchain = await createNodeToolchain();
  const rows: (string | number | null)[][] = [];
  const worst = { seconds: 0, memory: 0 };
  const unended: string[] = [];
  try {
    for (const one of CASES.filter(({ what }) => !quick || QUICK.has(what))) {
      const what = `${one.what}, T = ${one.bound}`;
      const measured = await measure(toolchain, one, quick ? 1 : ROUNDS.most);
      if (typeof measured === 'string') {
        unended.push(`${what}: ${measured}`);
        rows.push([`${what}: ${measured}`, null, null, null, null, null, null, null]);
        continue;
      }
      const { counted, seconds, first, memoryMB } = measured;
      const ratio = {
        seconds: seconds.ours / seconds.native,
        memory: memoryMB.ours / memoryMB.native,
      };
      rows.push([
        what,
        counted.states,
        counted.transitions,
        rounded(seconds.native),
        rounded(ratio.seconds),
        rounded(first / seconds.native),
        rounded(memoryMB.native),
        rounded(ratio.memory),
      ]);
      console.error(rows.at(-1)?.join(' | '));
      worst.seconds = Math.max(worst.seconds, ratio.seconds);
      worst.memory = Math.max(worst.memory, ratio.memory);
    }
    const columns = [
      'search',
      'states',
      'transitions',
      'native s',
      'ours',
      'ours, first run',
      'native MB',
      'ours (MB)',
    ];
    const known = await classics(quick ? 1 : ROUNDS.most);
    const missing = unended.length === 0 ? '' : `; not measured: ${unended.join(', ')}`;
    return {
      title: 'Models of anybody against native SPIN',
      method: METHOD,
      tables: [{ columns, rows }, known],
      targets: [
        target(
          `at most ${MOST_RATIO} times native time`,
          `${rounded(worst.seconds)} at worst${missing}`,
          worst.seconds <= MOST_RATIO && unended.length === 0,
        ),
        target(
          `at most ${MOST_RATIO} times native memory`,
          `${rounded(worst.memory)} at worst${missing}`,
          worst.memory <= MOST_RATIO && unended.length === 0,
        ),
      ],
    };
  } finally {
    toolchain.dispose();
  }
}

const METHOD = [
  'Models written by hand in the manner of the papers (src/testing/promela/tiles.pml and minimum.pml), with processes that interleave freely, below their minima, so that everything is searched. Partial order reduction is on, for it is sound for them.',
  '- The same text, claim, directives and options are given to native SPIN with `gcc -O2` and to SPIN and clang as WebAssembly in Node.\n- States, transitions and depth are equal, but with HC4: it keeps 32 bits of a state, and which states are missed is chance; here it missed fewer.\n- Processor time is the least of several runs in turn (of one alone where they take long), and memory what pan reports. The first run has the making of machine code.',
  'The second table has the classics of examples/promela with all that they say of themselves, from the text to the answer, in milliseconds of the clock. Native SPIN has `gcc -O2` for each search. Here clang compiles at -O0 on a first visit, and later the verifiers come from the cache.',
].join('\n\n');

/** Both sides in turn.
 * @returns why there are no figures, where one of them does not end. */
async function measure(
  toolchain: Toolchain,
  { model: name, given, bound, compressed = [] }: Case,
  rounds: number,
): Promise<Measured | string> {
  const { text, facts } = await openModel(toolchain, { text: modelOf(name), defines: given });
  const model = withTuningClaim(text, facts, PAPERS_TUNING);
  const args = ['-E', '-A', '-n', '-m1000000', '-w22', `T=${bound}`];
  const defines = [...DEFINES, ...compressed];
  const limits = { memory: LIMITS.nativeKB, time: LIMITS.seconds * 1000 };
  const native = compileNatively(model, defines, { ...limits, optimise: '-O2' });
  try {
    const sources = await sourcesOf(toolchain, model);
    const { module } = await toolchain.compile({ sources, optimise: '-O2', defines });
    const times: Record<Side, number[]> = { native: [], ours: [] };
    const began = performance.now();
    for (;;) {
      const there = native.run(args);
      times.native.push(there.seconds);
      const before = process.cpuUsage();
      const memory = { maxMB: LIMITS.memoryMB };
      const signal = AbortSignal.timeout(LIMITS.seconds * 1000);
      const run = await toolchain.verify({ module, args, memory }, { signal });
      const { user, system } = process.cpuUsage(before);
      times.ours.push((user + system) / 1e6);
      if (!run.report.ok || run.outcome !== 'done') return `here it ends ${run.outcome}`;
      const { report } = run.report;
      const difference = differenceOf(there.report, report, compressed.includes('HC4'));
      if (difference !== undefined) throw new Error(`${name}: ${difference}`);
      const isLong = performance.now() - began > ROUNDS.seconds * 1000;
      if (times.ours.length < rounds && !isLong) continue;
      return {
        counted: there.report,
        first: times.ours[0] ?? Number.NaN,
        seconds: { native: Math.min(...times.native), ours: Math.min(...times.ours) },
        memoryMB: { native: there.report.memoryMB, ours: report.memoryMB },
      };
    }
  } catch (error) {
    if (error instanceof Cancelled) return `here it takes more than ${LIMITS.seconds} s`;
    if (isTimeout(error)) return `natively it takes more than ${LIMITS.seconds} s`;
    throw error;
  } finally {
    native.dispose();
  }
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ETIMEDOUT';

/** Hash compaction misses states by chance: only the errors must agree. */
function differenceOf(theirs: PanReport, ours: PanReport, isCompact: boolean): string | undefined {
  const told = ({ states, transitions, depth, errors }: PanReport): string =>
    `${isCompact ? '' : `${states} ${transitions} ${depth} `}${errors}`;
  return told(ours) === told(theirs) ? undefined : `${told(ours)} here, ${told(theirs)} natively`;
}
