import { Cancelled, Failure } from '../../base/failure.ts';
import type { PackedTrail } from '../../base/packed-trail.ts';
import { type PanProblem, parseProblem } from '../../spin/pan-output.ts';
import type { ToolchainEvent } from '../../spin/toolchain.ts';
import { NO_PROGRESS, type SearchProgress } from '../../tuning/index.ts';

/** Prefix of pan's lines about errors. */
export const PAN_LINES = 'pan:';

/** Results of a search so far. */
interface Told {
  /** The verifier began; before, it was being made. */
  readonly begun: boolean;
  readonly progress: SearchProgress;
  readonly problems: readonly PanProblem[];
  readonly trail?: PackedTrail | undefined;
}

const NOTHING: Told = { begun: false, progress: NO_PROGRESS, problems: [] };

/** Listens to a search, so that a cut one leaves what it found. */
export class Heard {
  readonly #shortest: boolean;
  #best = NOTHING;
  #now = NOTHING;

  /** @param shortest later trails replace earlier ones. */
  constructor(shortest: boolean) {
    this.#shortest = shortest;
  }

  /** The search starts again: optimised, or deeper. */
  again(): void {
    this.#best = this.told;
    this.#now = NOTHING;
  }

  progress(progress: SearchProgress): void {
    this.#now = { ...this.#now, progress };
  }

  event(event: ToolchainEvent): void {
    const now = this.#now;
    if (event.kind === 'stage' && event.stage === 'search') this.#now = { ...now, begun: true };
    if (event.kind === 'trail' && (this.#shortest || !now.trail))
      this.#now = { ...now, trail: event.trail.packed };
    const problem = event.kind === 'output' ? parseProblem(event.line) : undefined;
    if (problem && problem.kind !== 'depth-limit')
      this.#now = { ...now, problems: [...now.problems, problem] };
  }

  /** The run that came furthest. */
  get told(): Told {
    const [best, now] = [this.#best, this.#now];
    const found = best.problems.length - now.problems.length;
    const isBetter = found > 0 || (found === 0 && best.progress.states > now.progress.states);
    return isBetter || !now.begun ? { ...best, begun: best.begun || now.begun } : now;
  }
}

/** The cause that ended a search: a limit, or its worker's end, in its own words. */
export type CutOff =
  { readonly by: 'limit' | 'memory' } | { readonly by: 'worker'; readonly said: string };

/** The cause behind an error. @throws it where the model or a tool is at fault. */
export function cutBy(error: unknown, signal: AbortSignal | undefined): CutOff {
  if (error instanceof Cancelled && signal?.aborted === true) return { by: 'limit' };
  if (!(error instanceof Failure) || error.place !== 'worker') throw error;
  // The host's memory ends its worker.
  if (/memory/i.test(error.message)) return { by: 'memory' };
  return { by: 'worker', said: error.message.replace(/\.$/, '') };
}

/** The cause as the start of a sentence. */
export function whatCut(cut: CutOff, begun: boolean, signal: AbortSignal | undefined): string {
  switch (cut.by) {
    case 'worker':
      return cut.said;
    case 'memory':
      return begun ? 'The verifier ran out of memory' : 'The memory did not suffice';
    case 'limit':
      return isStopped(signal) ? 'It was stopped' : 'The time limit was reached';
  }
}

/** One sentence on a cut search. */
export function whyCut(
  cut: CutOff,
  { begun, progress }: Pick<Told, 'begun' | 'progress'>,
  signal: AbortSignal | undefined,
): string {
  const ended = whatCut(cut, begun, signal);
  if (!begun) return `${ended} before the search began.`;
  return progress.states > 0 ? `${ended}.` : `${ended} before the search told of its first states.`;
}

const isStopped = (signal: AbortSignal | undefined): boolean =>
  signal?.reason instanceof DOMException && signal.reason.name === 'AbortError';
