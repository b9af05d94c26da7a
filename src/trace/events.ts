import type { Span } from '../base/span.ts';
import type { Space } from '../kernel/ir.ts';
import type { ProcessName } from '../promela/index.ts';

/** A process of a replayed run, in order of creation. */
export interface TraceProcess {
  /** SPIN's process number. */
  readonly pid: number;
  readonly name: ProcessName | (string & {});
  /** Index of a processing element in its unit. */
  readonly index?: number;
  /** `pex 0`, `host` */
  readonly label: string;
}

interface At {
  /** Model time, in ticks. */
  readonly tick: number;
  /** Step of SPIN's replay, counted from 1; several events can belong to one step. */
  readonly step: number;
  /** Line of the Promela model, counted from 1. */
  readonly line: number;
  /** The piece of the kernel that the line models. */
  readonly kernel?: Span;
}

export type TraceEvent =
  /** A rendezvous; `message` is the mtype (`go`, `done`, `stop`, `wait`, `tick`). `wait` and `tick` hand
   * the baton to and from: `wait` answers "nothing more to do now". */
  | (At & {
      readonly kind: 'message';
      readonly from: number;
      readonly to: number;
      readonly channel: string;
      readonly message: string;
      readonly value?: number;
    })
  /** A phase of work of a process, from `tick` to `until`. */
  | (At & {
      readonly kind: 'work';
      readonly pid: number;
      readonly space: Space;
      readonly until: number;
    })
  /** A process was created. */
  | (At & { readonly kind: 'start'; readonly pid: number })
  /** Time moved on, to `tick`. */
  | (At & { readonly kind: 'time'; readonly since: number })
  /** The program has finished, with the values of the tuning parameters. */
  | (At & { readonly kind: 'finish'; readonly values: Readonly<Record<string, number>> });

/** A replayed counterexample. Events are in the order SPIN took the steps, so ticks never decrease. */
export interface Trace {
  readonly processes: readonly TraceProcess[];
  readonly events: readonly TraceEvent[];
  /** Model time at the end, in ticks. */
  readonly endTick: number;
  /** Global variables at the end. */
  readonly variables: Readonly<Record<string, number>>;
}
