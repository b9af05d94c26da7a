import type { WalkChoice } from '../../spin/spin-walk.ts';
import type { Automaton, ModelTrace } from '../../trace/index.ts';
import type { Job, JobView } from '../jobs/job.ts';

/** A model's run from a search or a simulation, looked at also while the next step is simulated. */
export interface ModelRunView extends JobView {
  /** `ltl served: violated`, `simulated, seed 3` */
  readonly title: string;
  readonly origin: 'trail' | 'simulation';
  readonly trace?: ModelTrace | undefined;
  /** The trail's run, which may guide a simulation. */
  readonly trail?: ModelTrace | undefined;
  /** State tables; absent until they are read. */
  readonly automata?: readonly Automaton[] | undefined;
  /** The possible steps where the user chooses. */
  readonly choices?: readonly RunChoice[] | undefined;
  /** Choices so far, forced ones included. */
  readonly taken: readonly number[];
  /** SPIN's simulator does not run the model's own C. */
  readonly hasC: boolean;
}

/** A step that can be taken. */
export interface RunChoice extends WalkChoice {
  /** The run follows the trail so far, whose next step is this. */
  readonly isOfTrail: boolean;
}

/** By a seed, by the user's choices, or along the trail. */
export type ModelPlan =
  { readonly seed: number } | { readonly choices: readonly number[] } | { readonly upTo: number };

export const MODEL_RUN: Job<ModelRunView> = {
  id: 'modelRun',
  none: { phase: 'none', title: '', origin: 'trail', taken: [], hasC: false },
};
