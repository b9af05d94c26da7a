import type { Kernel } from '../kernel/ir.ts';
import type { Lines, ProcessName } from './writer.ts';
import type { RunParameters } from './words.ts';

/** The text of one process type. */
export interface Section {
  readonly process: ProcessName;
  readonly lines: Lines;
}

/** What the initial step and the report of a model are made from. */
export interface RunTime {
  readonly kernel: Kernel;
  /** Promela name of each tuning parameter. */
  readonly parameters: ReadonlyMap<string, string>;
  /** The values of the run, where the text is to hold them: SPIN's simulator runs no C. Otherwise the
   * verifier reads them from the words of its command line. */
  readonly run?: RunParameters;
}

/** A model whose declarations and statements are Promela, or Promela and C. */
export interface Made {
  readonly globals: Lines;
  readonly processes: readonly Section[];
}
