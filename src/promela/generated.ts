import type { DeviceProgram } from '../device/program.ts';
import type { Constants, Folding, StandsFor } from '../platform/index.ts';
import type { MadeProgram } from './device/programs.ts';
import type { Level } from './levels.ts';
import type { LineSource } from './print/printer.ts';
import type { Ranges, RunParameters } from './words.ts';

/** Files by name. */
export type ProgramFiles = Readonly<Record<string, Uint8Array<ArrayBuffer>>>;

/** A group cut into warps. */
export interface WarpShape {
  /** Work-items of the group. */
  readonly items: number;
  /** Lanes of a warp. */
  readonly lanes: number;
  /** Schedulers of a unit. */
  readonly schedulers: number;
}

/** A generated Promela model. */
export interface Model {
  /** The verified model. All numbers are read at run time (see `runWords`). */
  readonly text: string;
  /** The source of each line of `text`; index 0 is line 1. */
  readonly sources: readonly LineSource[];
  /** Promela name of each tuning parameter. */
  readonly parameterNames: ReadonlyMap<string, string>;
  /** Items of a group might meet different barriers: a search for deadlocks is due. */
  readonly canDiverge: boolean;
  readonly folding: Folding;
  /** Why a configuration cannot be run although the kernel's constraints allow it. */
  invalid(values: Readonly<Record<string, number>>, constants: Constants): string | undefined;
  readonly level: Level;
  readonly wide: boolean;
  /** Why SPIN's simulator and plain Promela cannot count the time of a valid configuration. */
  uncountable(values: Readonly<Record<string, number>>, constants: Constants): string | undefined;
  /** Processes of the platform behind the model's, in a valid configuration. */
  standsFor(values: Readonly<Record<string, number>>, constants: Constants): StandsFor;
  /** None where elements schedule no warps. */
  warps?(values: Readonly<Record<string, number>>, constants: Constants): WarpShape | undefined;
  /** About how many steps a path of a configuration takes (see `estimatedSteps`). */
  steps(values: Readonly<Record<string, number>>, constants: Constants): number;
  /** The model for SPIN's simulator, where it needs no C, with a run's values in its text.
   * @param initial begins variables with the values, so that statements are numbered as in the
   * verifier's model. */
  simulation?(run: RunParameters, initial?: boolean): Pick<Model, 'text' | 'sources'>;
  /** Files that the verifier reads besides its words, for the configurations of some ranges. */
  files?(constants: Constants, ranges: Ranges): ProgramFiles;
  /** Makes their contents with pauses, so that others need not wait. */
  prepare?(constants: Constants, ranges: Ranges, signal?: AbortSignal): Promise<void>;
  /** A warp's program in a configuration.
   * @throws {ExprError} */
  program?(values: Readonly<Record<string, number>>, constants: Constants): DeviceProgram;
  /** Each is made when first asked for, or given beforehand. */
  readonly programs?: {
    areGiven(constants: Constants): boolean;
    give(constants: Constants, made: Iterable<MadeProgram>): void;
  };
}
