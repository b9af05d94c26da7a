import type { Ticks } from '../base/ticks.ts';
import type { Span } from '../base/span.ts';
import type { Space } from '../kernel/ir.ts';
import type { ProcessName } from '../promela/index.ts';
import type { DeviceWork } from './device-work.ts';

/** A process of a replayed run, in order of creation. */
export interface TraceProcess {
  /** SPIN's process number. */
  readonly pid: number;
  readonly name: ProcessName | (string & {});
  /** Index of a processing element in its unit; of a scheduler, the barrier of a resident group, a warp. */
  readonly index?: number;
  /** The device and the unit that it is part of, counted from 0 in the order of creation. */
  readonly device?: number;
  readonly unit?: number;
  /** The resident group that a warp is of, counted from 0. */
  readonly group?: number;
  /** `pex 0`, `host` */
  readonly label: string;
  /** Counts itself and those of the platform it stands for. */
  readonly count: number;
}

/** Equal warps of a scheduler's phase, one after the other. */
export interface WarpPart {
  /** The first of them. */
  readonly warp: number;
  readonly count: number;
  readonly ticks: number;
  /** Lanes that took part, of each warp on the average of these ticks; the others were masked. */
  readonly lanes: number;
}

interface At {
  /** Model time, in ticks. */
  readonly tick: Ticks;
  /** Step of SPIN's trail, counted from 1; several events can belong to one step. */
  readonly step: number;
  /** Line of the Promela model, counted from 1. */
  readonly line: number;
  /** The piece of the kernel that the line models. */
  readonly kernel?: Span;
}

export type TraceEvent =
  /** A rendezvous; `message` is the mtype. `tick` hands the baton over, and `wait` hands it back. */
  | (At & {
      readonly kind: 'message';
      readonly from: number;
      readonly to: number;
      readonly channel: string;
      readonly message: string;
      /** Fields after its name. */
      readonly values: readonly number[];
    })
  /** A phase of work of a process, from `tick` to `until`; in the device semantics it may begin later than `tick`. */
  | (At & {
      readonly kind: 'work';
      readonly pid: number;
      readonly space: Space;
      readonly until: Ticks;
      readonly device?: DeviceWork;
      /** Warps that a scheduler ran. */
      readonly warps?: readonly WarpPart[];
    })
  /** Goes on as since `began`, `count` times, without steps of the model. A unit's elements do too. */
  | (At & {
      readonly kind: 'repeat';
      readonly pid: number;
      readonly began: Ticks;
      readonly count: number;
      readonly until: Ticks;
    })
  /** A process takes its first step. */
  | (At & { readonly kind: 'start'; readonly pid: number })
  /** Time moved on, to `tick`. */
  | (At & { readonly kind: 'time'; readonly since: Ticks })
  /** Nobody can go on, for ever. `pid` took the last step. */
  | (At & { readonly kind: 'stuck'; readonly pid: number })
  /** The program has finished, with the values of the tuning parameters. */
  | (At & { readonly kind: 'finish'; readonly values: Readonly<Record<string, number>> });
