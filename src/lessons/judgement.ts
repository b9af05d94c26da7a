import type { Ticks } from '../base/ticks.ts';
import type { TimeSplit } from '../trace/index.ts';
import type { WorkEvidence } from './work.ts';

/** The checker's response. */
export interface Judgement {
  readonly right: boolean;
  readonly words: string;
  /** Made of the counterexample. */
  readonly hint?: string | undefined;
  /** Time splits of the answer and of its comparison: the difference is a hint. */
  readonly splits?: readonly [TimeSplit, TimeSplit] | undefined;
  /** Evidence for a right answer to a puzzle. */
  readonly evidence?: Partial<WorkEvidence> | undefined;
  /** Time split of an answer that is too slow. */
  readonly spent?: TimeSplit | undefined;
  /** Proved least times of a right answer to a task with a par. */
  readonly timed?: { readonly time: Ticks; readonly par: Ticks };
}
