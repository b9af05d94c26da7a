import type { Scalar } from '../scalar.ts';
import type { Store } from './store.ts';

/** What an item did to memory, for whoever writes it down. */
export type Told = 'read' | 'write' | 'atomic';

/** Told of what happens, for a trace. */
export interface Tracer {
  /** @param offset in bytes from the beginning of the object, which may be outside of it. */
  accessed(instruction: number, kind: Told, store: Store, offset: number, type: Scalar): void;
  /** A register of a name has a new value. */
  changed(instruction: number, register: number): void;
  /** What an item does with its whole group; an item of -1 is the group. */
  met(kind: 'start' | 'arrive' | 'leave' | 'copy' | 'wait' | 'end', item: number, at: number): void;
  /** A copy writes for its group. */
  copied(instruction: number, kind: 'read' | 'write', store: Store, offset: number): void;
}
