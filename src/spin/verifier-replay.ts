import { type PackedTrail, stepsOf, trailUpTo, unpackTrail } from '../base/packed-trail.ts';
import { type Replay, ReplayReader } from './replay-reader.ts';
import type { OnEvent } from './toolchain-event.ts';
import type { StepRun } from './step-run.ts';
import { parseVerifierSteps, type VerifierStepsOptions } from './verifier-steps.ts';
import { runProgram } from './verifier.ts';
import type { ProgramFiles, ProgramRun, VerifierMemory } from './verifier-run.ts';

/** A trail followed by the verifier that wrote it. */
export interface VerifierReplay extends ProgramRun {
  readonly replay: Replay;
}

export interface ReplayTrailOptions {
  readonly memory?: VerifierMemory;
  /** Stops after this step, from 1, without events; absent to follow the whole trail with events. */
  readonly until?: number;
  /** Runs to the end without events, as fast as possible. */
  readonly silent?: boolean;
  /** Prefix of the model's lines to report; default `@finish`. */
  readonly outputPrefix?: string;
  /** Those of the search that wrote the trail. */
  readonly files?: ProgramFiles | undefined;
}

export interface ReplayRequest extends ReplayTrailOptions {
  readonly module: WebAssembly.Module;
  readonly trail: PackedTrail;
  /** The search's words: they parametrise the model. */
  readonly words: readonly string[];
}

/** pan's smallest hash table, as a power of two: replays store nothing, and the default takes 64 MB. */
const SMALL_TABLE = '-w10';
/** Past any trail's end: steps have 32 bits. */
const LAST_STEP = 2 ** 31 - 1;

/** Replays a trail synchronously in a fresh instance (`pan -r trail`; see `replayUnit`). */
export function replayTrail(request: ReplayRequest, onEvent: OnEvent): VerifierReplay {
  const { module, trail, words, memory, files, silent, outputPrefix } = request;
  const { until = silent === true ? LAST_STEP : undefined } = request;
  const reader = new ReplayReader(outputPrefix);
  const mode = until === undefined ? '@events' : `@until=${until}`;
  const onStdout = (bytes: Uint8Array): void => reader.write(bytes);
  const program = { memory, files: { ...files, trail }, lineBuffered: false, onStdout };
  const args = ['-r', 'trail', SMALL_TABLE, ...words, mode];
  return { ...runProgram(module, args, program, onEvent), replay: reader.end() };
}

export interface VerifierStepsRequest extends VerifierStepsOptions {
  readonly module: WebAssembly.Module;
  readonly trail: PackedTrail;
  readonly words: readonly string[];
}

/** Steps of which all variables are told. */
const MOST_TOLD = 4000;

/** pan's own replay, with all variables at every step, for models whose C SPIN cannot simulate. */
export function tellVerifierSteps(request: VerifierStepsRequest, onEvent: OnEvent): StepRun {
  const { module, trail, words, ...options } = request;
  const isCut = stepsOf(trail) > MOST_TOLD;
  const text = unpackTrail(isCut ? trailUpTo(trail, MOST_TOLD) : trail);
  const decoder = new TextDecoder();
  let told = '';
  runProgram(
    module,
    ['-r', 'trail', '-v', SMALL_TABLE, ...words],
    {
      files: { trail: new TextEncoder().encode(text) },
      lineBuffered: false,
      onStdout: (bytes) => (told += decoder.decode(bytes, { stream: true })),
    },
    onEvent,
  );
  return { ...parseVerifierSteps(told, options), ...(isCut && { isCut }) };
}
