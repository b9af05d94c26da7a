import type { Scalar } from '../../front/scalar.ts';
import type { Store } from './store.ts';

/** Kinds of memory access, for the recorder. */
export type Told = 'read' | 'write' | 'atomic';

/** Told of what happens, for a trace. */
export interface Tracer {
  /** @param offset in bytes from the object's beginning, maybe outside it. */
  accessed(instruction: number, kind: Told, store: Store, offset: number, type: Scalar): void;
  /** A register of a name has a new value. */
  changed(instruction: number, register: number): void;
  /** A step with the whole group; item -1 is the group. */
  met(kind: 'start' | 'arrive' | 'leave' | 'copy' | 'wait' | 'end', item: number, at: number): void;
  /** A copy writes for its group. */
  copied(instruction: number, kind: 'read' | 'write', store: Store, offset: number): void;
}
