import type { GivenInputs, SteeredRun } from '../../values/index.ts';
import type { Job, JobView } from './job.ts';

/** A run whose schedule the user chooses. */
export interface SteeringView extends JobView {
  /** The chosen work-items, in order. */
  readonly choices: readonly number[];
  /** Elements of the inputs that were chosen too. */
  readonly given?: GivenInputs;
  readonly run?: SteeredRun;
}

export const STEERING: Job<SteeringView> = { id: 'steering', none: { phase: 'none', choices: [] } };

/** SPIN's search for an access order with a wrong result. */
export interface OrdersView extends JobView {
  /** Every order was tried, or one was found. */
  readonly exhaustive?: boolean;
  /** The finding, where an order goes wrong. */
  readonly found?: string;
  readonly states?: number;
  readonly seconds?: number;
}

export const ORDERS: Job<OrdersView> = { id: 'orders', none: { phase: 'none' } };
