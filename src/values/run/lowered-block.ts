import type { Operation } from './registers.ts';

/** The way on when a block's operations are done. */
export type Exit =
  | { readonly kind: 'jump'; readonly to: number }
  | {
      readonly kind: 'branch';
      readonly condition: number;
      readonly isShadowed: boolean;
      /** Registers of a comparison's sides, where inputs that nobody states may decide it. */
      readonly sides?: readonly [number, number];
      readonly then: number;
      readonly otherwise: number;
    }
  /** All items of the group meet here. Arguments are computed for the entered item. */
  | {
      readonly kind: 'collective';
      readonly prepare: Operation;
      readonly operands: readonly number[];
      readonly to: number;
    }
  | { readonly kind: 'end' };

export interface LoweredBlock {
  readonly operations: readonly Operation[];
  /** Instructions in it. */
  readonly steps: number;
  /** Its last instruction. */
  readonly last: number;
  readonly exit: Exit;
  /** Begins with an access before which others may come. */
  readonly yields: boolean;
}
