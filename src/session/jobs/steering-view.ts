import type { SteeredRun } from '../../values/index.ts';
import type { JobView } from './side-job.ts';

/** A run in which the user says which work-item goes on. */
export interface SteeringView {
  readonly phase: 'none' | 'ready' | 'failed';
  /** The work-items that were told to go on, in order. */
  readonly choices: readonly number[];
  readonly run?: SteeredRun;
  /** Why it cannot be steered, or has failed. */
  readonly message?: string;
}

export const NO_STEERING: SteeringView = { phase: 'none', choices: [] };

/** Whether any order of all accesses leads to a wrong result, as SPIN found out. */
export interface OrdersView extends JobView {
  /** Whether every order was tried, or one was found. */
  readonly exhaustive?: boolean;
  /** What goes wrong, in the words of the finding, where an order was found. */
  readonly found?: string;
  readonly states?: number;
  readonly seconds?: number;
}

export const NO_ORDERS: OrdersView = { phase: 'none' };
