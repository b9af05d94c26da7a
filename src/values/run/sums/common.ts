import type { Interval } from '../../../base/interval.ts';
import type { Scalar } from '../../../front/scalar.ts';
import type { Instruction, ValueProgram } from '../../program.ts';
import type { Scope } from '../machine.ts';
import type { Held } from './evaluate.ts';
import type { Literal, Sum } from './sum.ts';
import type { Facts, Symbols } from './symbols.ts';

/** An access, and what is known where it is made. */
export interface Made {
  readonly at: number;
  readonly item: number;
  readonly group: number;
  readonly object: number;
  readonly place: Sum;
  readonly facts: Facts;
}

export type Atomic = Extract<Instruction, { kind: 'atomic' }>;

/** The one word that is only added to. */
export interface Counter {
  readonly object: number;
  /** Nothing else is written there; or it has to be shown yet. */
  readonly isSure: boolean;
}

/** State shared by all groups. */
export interface Common {
  readonly program: ValueProgram;
  readonly symbols: Symbols;
  /** Objects that somebody writes. */
  readonly written: ReadonlySet<number>;
  /** Objects whose accesses are kept. */
  readonly kept: ReadonlySet<number>;
  readonly made: Made[];
  readonly counterOf: (step: Atomic) => Counter | undefined;
  /** Bytes of words that are counters if nothing else is written there. */
  readonly taken: Map<number, Interval>;
  /** Amounts added to counters, once for all lanes that one of them leads. */
  readonly drawn: Map<string, { readonly counter: number; readonly range: Interval }>;
  /** Loads of what lanes hand on: whether what they read has been written, wherever they lead. */
  readonly handed: Map<number, boolean>;
  /** Where the sides of a branch meet. */
  readonly meetingOf: (branch: number) => number | undefined;
  /** An item can come from there to a meeting. */
  readonly meetsBehind: (at: number) => boolean;
  /** Sides of conditions that are come to. */
  readonly ways: Set<number>;
  readonly spend: (steps: number) => void;
}

/** Conditions on an item's way. */
export interface Path {
  readonly literals: readonly Literal[];
  /** Those whose other side meets again. */
  readonly open: readonly Literal[];
  readonly facts: Facts;
}

/** An item waits for others. */
export interface Stop {
  readonly at: number;
  readonly path: Path;
}

export type Cells = Map<string, { readonly type: Scalar; readonly held: Held }>;

export interface Item {
  readonly index: number;
  registers: (Held | undefined)[];
  readonly own: Cells;
  /** Times that it came to an atomic access. */
  readonly counts: Map<number, number>;
  /** Lanes that met last. */
  met: Sum | undefined;
}

/** A side of a condition as a number. */
export const wayOf = (instruction: number, isTrue: boolean): number =>
  instruction * 2 + (isTrue ? 1 : 0);

/** Places that items come to by sums: of a scan, of the bits of a ballot, behind a number that a counter gave. */
export interface SumPlaces {
  /** Two items never meet there, whatever memory holds. */
  readonly areApart: (first: number, second: number, scope: Scope) => boolean;
  /** Bytes into its object where an access can lead. */
  readonly reached: (access: number) => Interval | undefined;
  /** A load of what lanes hand to each other that is always there. */
  readonly isHanded: (access: number) => boolean;
  /** Items may go a condition's side. */
  readonly mayGo: (instruction: number, isTrue: boolean) => boolean;
  /** All meetings of lanes are of those who have to come, and who is asked is there, whatever memory holds. */
  readonly areMeetingsSure: () => boolean;
}
