import type { Batch } from './batch.ts';
import type { Outcome } from './refused.ts';

/** A program that measures a batch and adds the times to its file. */
export interface Script {
  readonly id: string;
  readonly label: string;
  readonly help: string;
  /** Of the program's file. */
  readonly ending: string;
  readonly type: string;
  write(batch: Batch): Outcome<string>;
}
