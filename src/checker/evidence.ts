import { sha256 } from '../base/digest.ts';
import { unpackTrail } from '../base/packed-trail.ts';
import { addTicks, compareTicks, type Ticks } from '../base/ticks.ts';
import { type ProgramFiles, runWords } from '../promela/index.ts';
import { SPIN_VERSION } from '../spin/spin-version.ts';
import type { SearchRun, Trail, TuningResult } from '../tuning/index.ts';
import type { ModelChecker } from './model-checker.ts';
import { DEFINES, panOptions } from './pan-options.ts';
import { boundedRun, type Problem, rangesOf, unboundedRun } from './problem.ts';

/** What a search found that somebody else can make again. */
export interface ProofSearch {
  /** T in ticks, one below the minimum; `deadlock`: a search for runs that stop half way. */
  readonly bound: Ticks | 'deadlock';
  /** pan's options and the words for the model. */
  readonly pan: readonly string[];
  /** What it came to, where the run itself made it: the same search of the same model has the same figures. */
  readonly figures?: Figures | undefined;
}

export interface Figures {
  readonly states: number;
  readonly transitions: number;
  readonly depth: number;
}

/** What an answer rests on, so that it can be checked again elsewhere. */
export interface Evidence {
  readonly versions: {
    readonly overtime: string;
    readonly spin: string;
    /** Absent where no verifier was needed. */
    readonly clang?: string | undefined;
  };
  /** SHA-256, in hexadecimal: of the model's text, of the verifier as WebAssembly, and of the table of programs
   * that the verifiers of the device semantics read. Absent where there is no Web Crypto. */
  readonly sha256: {
    readonly model?: string | undefined;
    readonly verifier?: string | undefined;
    readonly programs?: string | undefined;
  };
  /** How the verifier was compiled: `-O0`, and what was defined. */
  readonly build: readonly string[];
  readonly semantics: string;
  readonly level: string;
  /** Absent where the answer proves nothing. */
  readonly proof?: ProofSearch | undefined;
}

/** The search that shows again what a result claims; nothing where it claims no proof. */
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

/** What a result rests on. It needs the verifier, which the result was found with.
 * @param overtime the version of Overtime. */
export async function evidenceOf(
  problem: Problem,
  result: TuningResult,
  runs: readonly SearchRun[],
  checker: ModelChecker,
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
    ...{ semantics, level: model.level },
    ...(proof && { proof }),
  };
}

/** A proof and a counterexample as files and commands for native SPIN and a C compiler. */
export interface NativeCheck {
  readonly files: readonly {
    readonly name: string;
    readonly content: string | Uint8Array<ArrayBuffer>;
  }[];
  readonly commands: readonly NativeCommand[];
}

interface NativeCommand {
  readonly command: string;
  /** What it should print, in words. */
  readonly shows?: string;
}

/** What is claimed, to be found again natively. */
interface Found {
  readonly trail?: Trail | undefined;
  readonly time?: Ticks | undefined;
}

/** The commands that check a claim natively, once the files of `nativeCheck` are there. */
export function nativeCommands(
  { proof }: Pick<Evidence, 'proof'>,
  { trail, time }: Found,
): readonly NativeCommand[] {
  const pan = (words: readonly string[]): string => ['./pan', ...words].join(' ');
  const defines = DEFINES.map((define) => `-D${define}`);
  return [
    { command: 'spin -a model.pml' },
    { command: ['gcc -O2 -w', ...defines, '-o pan pan.c -lm'].join(' ') },
    // The trail first: a search that finds an error writes one of its own in its place.
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

/** What is run natively: model and trail as they are, with pan's own commands. */
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
