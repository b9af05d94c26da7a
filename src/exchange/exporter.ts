import type { Tunable } from '../checker/index.ts';
import type { ConfigurationResult } from '../tuning/index.ts';
import type { Outcome } from './refused.ts';

/** A configuration, with its model time if known. */
export interface Listed {
  readonly values: Readonly<Record<string, number>>;
  readonly time?: number | bigint | undefined;
}

/** An answer, as exporters write it. */
export interface Answered {
  readonly subject: Tunable;
  readonly results: Iterable<ConfigurationResult>;
  /** Configurations worth measuring, described in one line. */
  readonly list?:
    { readonly claim: string; readonly configurations: readonly Listed[] } | undefined;
  /** `overtime 0.1.0` and the like. */
  readonly tools: readonly string[];
  readonly date: Date;
  /** The name of its machine. */
  readonly preset?: string | undefined;
}

/** The text of a file, or why there is none. */
export type Write = (answered: Answered) => Outcome<string>;

/** A file format; page and command line read the table. */
export interface Exporter {
  readonly id: string;
  /** On a button. */
  readonly label: string;
  /** `the results (T4)` */
  readonly help: string;
  /** By which the command line tells them apart. */
  readonly ending: string;
  /** Its media type. */
  readonly type: string;
  /** Input needed: the subject alone, results, or a shortlist. */
  readonly of: 'space' | 'results' | 'list';
  /** Its writer comes when it is first used. */
  readonly write: (answered: Answered) => Promise<Outcome<string>>;
}
