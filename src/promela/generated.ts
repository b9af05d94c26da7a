import type { DeviceProgram } from '../device/program.ts';
import type { Constants, Folding, StandsFor } from '../platform/index.ts';
import type { MadeProgram } from './device/programs.ts';
import type { Level } from './levels.ts';
import type { LineSource } from './print/printer.ts';
import type { Ranges, RunParameters } from './words.ts';

/** Files by name. */
export type ProgramFiles = Readonly<Record<string, Uint8Array<ArrayBuffer>>>;

/** How a group is cut into warps. */
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
  /** The model that is verified. Everything numeric is read at run time (see `runWords`). */
  readonly text: string;
  /** The source of each line of `text`; index 0 is line 1. */
  readonly sources: readonly LineSource[];
  /** Promela name of each tuning parameter. */
  readonly parameterNames: ReadonlyMap<string, string>;
  /** Whether items of a group might meet different barriers, so that a search for deadlocks is due. */
  readonly canDiverge: boolean;
  /** What stands for what at this level. */
  readonly folding: Folding;
  /** Why a configuration cannot be run although the kernel's constraints allow it. */
  invalid(values: Readonly<Record<string, number>>, constants: Constants): string | undefined;
  readonly level: Level;
  /** Whether the verified model counts in 64 bits. */
  readonly wide: boolean;
  /** Why 32 bits may not count the time of a valid configuration: SPIN's simulator cannot, nor can a
   * model in plain Promela. */
  uncountable(values: Readonly<Record<string, number>>, constants: Constants): string | undefined;
  /** How many processes of the platform those of the model stand for in a valid configuration. */
  standsFor(values: Readonly<Record<string, number>>, constants: Constants): StandsFor;
  /** How a group is cut into warps in a valid configuration; none where elements are no schedulers of warps. */
  warps?(values: Readonly<Record<string, number>>, constants: Constants): WarpShape | undefined;
  /** About how many steps a path of a configuration takes (see `estimatedSteps`). */
  steps(values: Readonly<Record<string, number>>, constants: Constants): number;
  /** The same model for SPIN's simulator, which runs no C: the initial step assigns the values
   * instead of reading them, and the result is printed by Promela's own printf.
   * @param initial has the variables begin with the values instead. A trail names statements by their
   * number in the text: with one statement where the verifier's model has one, they are the same.
   * Absent where the model cannot do without C. */
  simulation?(run: RunParameters, initial?: boolean): string;
  /** Files that the verifier reads besides its words, by name, for the configurations of some ranges; none where
   * there are none. */
  files?(constants: Constants, ranges: Ranges): ProgramFiles;
  /** Computes what stands in them, with pauses, so that whoever waits for something else need not wait for all. */
  prepare?(constants: Constants, ranges: Ranges, signal?: AbortSignal): Promise<void>;
  /** What a warp does in a configuration, in the device semantics. @throws {ExprError} */
  program?(values: Readonly<Record<string, number>>, constants: Constants): DeviceProgram;
  /** The programs of all configurations: each is made when it is first asked for, unless they are given beforehand. */
  readonly programs?: {
    areGiven(constants: Constants): boolean;
    give(constants: Constants, made: Iterable<MadeProgram>): void;
  };
}
