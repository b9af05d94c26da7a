import { firstIndex } from '../base/search.ts';
import type { ValueTrace } from '../values/index.ts';
import type { Run } from './run.ts';
import { type Stage, stageOf } from './stage.ts';
import { StagePlayer, type StageState } from './stage-state.ts';
import { stepInWords } from './stage-words.ts';
import { valueRun } from './value-run.ts';

/** A run with all that the stage needs to play it. */
export interface Played {
  readonly run: Run;
  readonly stage: Stage;
  /** @param event of the run. */
  stateAt(event: number): StageState;
  /** The step just made, one sentence without its full stop.
   * @param hidesVerdict no race is named. */
  wordsOf(state: StageState, hidesVerdict: boolean): string;
}

/** A run of a kernel with its data, on the stage. @param text the kernel's. */
export function playedValues(trace: ValueTrace, text: string): Played {
  const stage = stageOf(trace, text);
  const player = new StagePlayer(stage);
  return {
    run: valueRun(trace),
    stage,
    stateAt: (event) => player.stateAt(Math.min(event, trace.events.length) - 1),
    wordsOf: (state, hidesVerdict) => stepInWords(stage, state, hidesVerdict),
  };
}

/** The last step that is over at an event of the run; -1 before the first. */
export const stepAt = ({ steps }: Stage, event: number): number =>
  firstIndex(steps.length, (at) => (steps[at]?.event ?? Infinity) > event) - 1;
