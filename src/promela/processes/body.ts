import type { ModelContext } from '../context.ts';
import * as p from '../syntax/index.ts';

/** A process type. At level baton its whole body is one atomic sequence that begins with a blocking receive,
 * so that control passes with the messages and nothing else interleaves. */
export const process = (
  context: ModelContext,
  name: string,
  type: Pick<p.Process, 'models' | 'locals' | 'body'> & Partial<p.Process>,
): p.Process => ({ name, parameters: [], idle: true, atomic: context.baton, ...type });

/** Where a process stays once it has been told to stop. It does not terminate: the orders in which
 * processes terminate would multiply the states. */
export const STOPPED = p.labelled('end_stopped', p.NEVER);

/** The tick that a process waits for; the clock looks at it. */
export const wakeOf = (who: string): p.Declaration =>
  p.declare('long', 'wake', {
    initial: -1,
    comment: `the tick this ${who} waits for, -1 for none`,
  });

/** The order of the clock to a process whose time has come. */
export const TICK = p.receive('clk_p', 'tick', p.value('_pid'));

/** The answer to the clock, which then wakes the next. */
export const ANSWER_CLOCK = p.send('p_clk', 'wait', '_pid');

/** The clock knows processes by their number, the unit and the barrier by their index. */
export const HAND_BACK = p.send('back', 'wait', 'back == p_clk ? _pid : me');

/** Handing the baton back until the clock returns it. */
export const SLEEP: readonly p.Simple[] = [HAND_BACK, TICK, p.assign('back', 'p_clk')];
