import { shellWords } from '../base/shell-words.ts';
import { sha256 } from '../base/digest.ts';
import { unpackTrail } from '../base/packed-trail.ts';
import { addTicks, compareTicks, type Ticks } from '../base/ticks.ts';
import { type ProgramFiles, runWords } from '../promela/index.ts';
import { SPIN_VERSION } from '../spin/spin-version.ts';
import type { CompiledVerifier } from '../spin/toolchain.ts';
import type { SearchRun, Trail, TuningResult } from '../tuning/index.ts';
import { DEFINES, panOptions } from './pan-options.ts';
import { boundedRun, type Problem, rangesOf, unboundedRun } from './problem.ts';

/** A reproducible finding of a search. */
export interface ProofSearch {
  /** T in ticks, one below the minimum; `deadlock`: a search for stuck runs. */
  readonly bound: Ticks | 'deadlock';
  /** pan's options and the words for the model. */
  readonly pan: readonly string[];
  /** Figures of the run's own search: repeating it gives the same. */
  readonly figures?: Figures | undefined;
}

export interface Figures {
  readonly states: number;
  readonly transitions: number;
  readonly depth: number;
}

/** Everything needed to check an answer elsewhere. */
export interface Evidence {
  readonly versions: {
    readonly overtime: string;
    readonly spin: string;
    /** Absent where no verifier was needed. */
    readonly clang?: string | undefined;
  };
  /** Hexadecimal SHA-256 of model, verifier and program table; absent without Web Crypto. */
  readonly sha256: {
    readonly model?: string | undefined;
    readonly verifier?: string | undefined;
    readonly programs?: string | undefined;
  };
  /** Compiler flags and defines, starting with `-O0`. */
  readonly build: readonly string[];
  readonly semantics: string;
  readonly level: string;
  /** Absent where the answer proves nothing. */
  readonly proof?: ProofSearch | undefined;
}

/** The search behind a claim; undefined if nothing is proved. */
export function proofSearchOf(
  problem: Problem,
  { status, minTime }: Pick<TuningResult, 'status' | 'minTime'>,
  runs: readonly SearchRun[] = [],
): ProofSearch | undefined {
  const { level } = problem.model;
  const depth = Math.max(LEAST_DEPTH, ...runs.map((run) => 2 * run.depth));
  if (status === 'deadlock') {
    const words = runWords(unboundedRun(problem, rangesOf(problem)));
    return {
      bound: 'deadlock',
      pan: [...panOptions({ bound: 'deadlock' }, level, depth), ...words],
    };
  }
  if (status !== 'proved' || minTime === undefined || compareTicks(minTime, 1) < 0)
    return undefined;
  const bound = addTicks(minTime, -1);
  const made = runs.find(
    (run) => run.purpose === 'over-time' && run.bound === bound && run.verdict === 'satisfied',
  );
  return {
    bound,
    pan: [...panOptions({ bound }, level, depth), ...runWords(boundedRun(problem, bound, false))],
    ...(made && {
      figures: { states: made.states, transitions: made.transitions, depth: made.depth },
    }),
  };
}

/** Steps on a path that every search allows. */
const LEAST_DEPTH = 100_000;

/** Provides the verifier of a result. */
interface Holder {
  verifier(): Promise<CompiledVerifier>;
  programFiles(signal?: AbortSignal): Promise<ProgramFiles | undefined>;
}

/** See `Checker.evidence`. */
export async function evidenceOf(
  problem: Problem,
  result: TuningResult,
  runs: readonly SearchRun[],
  checker: Holder,
  overtime: string,
  signal?: AbortSignal,
): Promise<Evidence> {
  const { semantics, model } = problem;
  const proof = proofSearchOf(problem, result, runs);
  // A simulation needs no verifier, and may have none.
  const isBySearch = proof !== undefined || result.trail !== undefined;
  const verifier = isBySearch ? await checker.verifier() : undefined;
  const files = isBySearch && model.files ? await checker.programFiles(signal) : undefined;
  const [programs] = Object.values(files ?? {});
  return {
    versions: { overtime, spin: SPIN_VERSION, ...(verifier && { clang: verifier.compiler }) },
    sha256: {
      model: await sha256(model.text),
      ...(verifier && { verifier: verifier.sha256 }),
      ...(programs && { programs: await sha256(programs) }),
    },
    build: verifier ? [verifier.optimise, ...DEFINES.map((define) => `-D${define}`)] : [],
    semantics,
    level: model.level,
    ...(proof && { proof }),
  };
}

/** Files and commands to check a claim with native SPIN and a C compiler. */
export interface NativeCheck {
  readonly files: readonly {
    readonly name: string;
    readonly content: string | Uint8Array<ArrayBuffer>;
  }[];
  readonly commands: readonly NativeCommand[];
}

interface NativeCommand {
  readonly command: string;
  /** Expected output, in words. */
  readonly shows?: string;
}

/** A claim to reproduce natively. */
interface Found {
  readonly trail?: Trail | undefined;
  readonly time?: Ticks | undefined;
}

/** Commands for the files of `nativeCheck`. */
export function nativeCommands(
  { proof }: Pick<Evidence, 'proof'>,
  { trail, time }: Found,
): readonly NativeCommand[] {
  const pan = (words: readonly string[]): string => shellWords(['./pan', ...words]);
  const defines = DEFINES.map((define) => `-D${define}`);
  return [
    { command: 'spin -a model.pml' },
    { command: ['gcc -O2 -w', ...defines, '-o pan pan.c -lm'].join(' ') },
    // The trail first: a failing search overwrites it.
    ...(trail
      ? [
          {
            command: pan(['-r', TRAIL, ...trail.words]),
            ...(time !== undefined && { shows: `the run, and in it: @finish time=${time}` }),
          },
        ]
      : []),
    ...(proof ? [{ command: pan(proof.pan), shows: shownBy(proof) }] : []),
  ];
}

/** Native check: unchanged model and trail, pan's own commands. */
export const nativeCheck = (
  { model }: Pick<Problem, 'model'>,
  evidence: Pick<Evidence, 'proof'>,
  found: Found,
  programs: ProgramFiles = {},
): NativeCheck => ({
  files: [
    { name: 'model.pml', content: model.text },
    ...(found.trail ? [{ name: TRAIL, content: unpackTrail(found.trail.packed) }] : []),
    ...Object.entries(programs).map(([name, content]) => ({ name, content })),
  ],
  commands: nativeCommands(evidence, found),
});

const TRAIL = 'model.pml.trail';

function shownBy({ bound, figures }: ProofSearch): string {
  if (bound === 'deadlock') return 'errors: 1, an invalid end state: the program can stop half way';
  const states = figures ? `, ${figures.states} states, stored` : '';
  return `errors: 0${states}: no run finishes within ${bound} ticks`;
}
