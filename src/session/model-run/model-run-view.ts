import type { WalkChoice } from '../../spin/spin-walk.ts';
import type { Automaton, ModelTrace } from '../../trace/index.ts';

/** The run of a model of its own that is looked at: one that a search has found, or a simulation. */
export interface ModelRunView {
  readonly phase: 'none' | 'loading' | 'ready' | 'failed';
  /** What went wrong, and what to do. */
  readonly message?: string | undefined;
  /** `ltl served: violated`, `simulated, seed 3` */
  readonly title: string;
  readonly origin: 'trail' | 'simulation';
  readonly trace?: ModelTrace | undefined;
  /** The run of the trail, which a simulation can be guided by. */
  readonly trail?: ModelTrace | undefined;
  /** What the processes can do, state by state; absent until it is read. */
  readonly automata?: readonly Automaton[] | undefined;
  /** The steps that can be taken where the user chooses. */
  readonly choices?: readonly RunChoice[] | undefined;
  /** What was chosen so far, with what had no alternative. */
  readonly taken: readonly number[];
  /** Simulating one step more: what is seen stays until then. */
  readonly isBusy: boolean;
  /** The model has C of its own, which SPIN's simulator does not run. */
  readonly hasC: boolean;
}

/** A step that can be taken. */
export interface RunChoice extends WalkChoice {
  /** The run so far is that of the trail, which goes on with this. */
  readonly isOfTrail: boolean;
}

/** What a simulation does: chooses by a seed, as the user says, or goes along the trail up to a step of it. */
export type ModelPlan =
  { readonly seed: number } | { readonly choices: readonly number[] } | { readonly upTo: number };

export const NO_MODEL_RUN: ModelRunView = {
  ...{ phase: 'none', title: '', origin: 'trail', taken: [], isBusy: false, hasC: false },
};
