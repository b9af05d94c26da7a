import { configurations } from '../../kernel/index.ts';
import type { SessionEnvironment } from '../environment.ts';
import type { Problem } from '../../checker/index.ts';
import type { LiveView, Settings } from '../state.ts';

/** More configurations than this are not tuned by themselves: the search takes seconds. */
const MOST_CONFIGURATIONS = 20_000;
/** After the last edit, in milliseconds. */
const PAUSE = 500;

/** How the page tunes by itself. */
const LIVE = { level: 'accelerated', method: 'branch-and-bound' } as const;

export interface LivePort extends Pick<SessionEnvironment, 'pause' | 'exampleText'> {
  readonly settings: () => Settings;
  /** The problem that settings pose. */
  readonly problem: (settings: Settings) => Problem | undefined;
  /** Whether a verifier of this needs no compiler, or there is one already. */
  readonly hasToolsFor: (problem: Problem) => boolean;
  readonly publish: (view: LiveView) => void;
  readonly start: (problem: Problem, settings: Settings) => void;
  /** Ends the run in progress, of what was before the edit. */
  readonly cancelRun: () => void;
}

/** Tunes by itself once edits pause, where that is wanted and quickly done. */
export class LiveTuning {
  readonly #port: LivePort;
  #controller: AbortController | undefined;

  constructor(port: LivePort) {
    this.#port = port;
  }

  cancel(): void {
    this.#controller?.abort();
  }

  /** Something has changed: tunes after a while without a further change. */
  async soon(): Promise<void> {
    this.cancel();
    const { settings, problem, exampleText, pause, publish } = this.#port;
    if (!settings().live) return;
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    await pause(PAUSE, signal);
    if (signal.aborted) return;
    const posed: Settings = { ...settings(), ...LIVE };
    const found = problem(posed);
    if (!found) return publish({ on: true });
    const shipped = exampleText(posed.example) === posed.kernelText;
    const held = costly(found, shipped || this.#port.hasToolsFor(found));
    publish({ on: true, ...(held !== undefined && { held }) });
    if (held === undefined) this.#port.start(found, posed);
    else this.#port.cancelRun();
  }
}

/** Why a problem is not tuned by itself, in one sentence; nothing where it is quickly done. `atHand`: the
 * verifier of its model needs no compiler, or the compiler has been fetched. */
function costly(problem: Problem, atHand: boolean): string | undefined {
  if (!atHand) {
    return 'This kernel needs a verifier of its own: press Tune once to fetch the compiler.';
  }
  let count = 0;
  for (const _ of configurations(problem.kernel, { ...problem.constants })) {
    count += 1;
    if (count > MOST_CONFIGURATIONS) {
      return `More than ${MOST_CONFIGURATIONS.toLocaleString('en')} configurations: press Tune.`;
    }
  }
  return undefined;
}
