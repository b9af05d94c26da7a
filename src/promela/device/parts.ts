import * as p from '../syntax/index.ts';

/** A process of the device model, which is there from the beginning or waits for work without keeping the program
 * from its end. */
export const process = (
  name: string,
  type: Pick<p.Process, 'models' | 'locals' | 'body'> & Partial<p.Process>,
): p.Process => ({ name, parameters: [], idle: true, atomic: true, ...type });

/** What a process of a unit needs to know of it: the number of the unit's process. */
export const BASE = p.declare('byte', 'base');
/** The number of a process among those of its kind in the unit. */
export const ME = p.declare('byte', 'me');

export const chans = (...names: string[]): p.Declaration[] =>
  names.map((name) => p.declare('chan', name));

/** What a server is asked: message, warp, cycles of service, step of the warp's program. */
export const SERVED = ['mtype', 'byte', 'int', 'int'];
