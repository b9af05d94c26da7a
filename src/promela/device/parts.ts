import { NUMBERED, process as inBaton } from '../processes/body.ts';
import * as p from '../syntax/index.ts';

/** The baton passes at every level of this model. */
export const process = (...[models, type]: Parameters<typeof p.process>): p.Process =>
  inBaton({ baton: true }, models, type);

/** The number of the unit's process. */
export const BASE = p.declare('byte', 'base');
/** The number of a process among those of its kind in the unit. */
export const ME = p.declare('byte', 'me');

export const chans = (...names: string[]): p.Declaration[] => p.variables('chan', ...names);

/** A server's request: message, warp, cycles, step of the warp's program. */
export const SERVED = [...NUMBERED, 'int', 'int'];
