import type { ModelContext } from '../context.ts';
import * as p from '../syntax/index.ts';

/** With a baton, the body is one atomic sequence after a blocking receive: control passes with
 * messages, and nothing else interleaves. */
export const process = (
  { baton }: Pick<ModelContext, 'baton'>,
  models: p.ProcessName,
  type: Pick<p.Process, 'body'> & Partial<p.Process>,
): p.Process => p.process(models, { idle: true, atomic: baton, ...type });

/** Messages that carry a process's number. */
export const NUMBERED = ['mtype', 'byte'];

/** Stopped processes stay here: the orders of their ends would multiply the states. */
export const STOPPED = p.labelled('end_stopped', p.NEVER);

/** A process's wake-up time, for the clock to see.
 * @param what such as `the tick this unit` */
export const wakeOf = (what: string): p.Declaration =>
  p.declare('long', 'wake', { initial: -1, comment: `${what} waits for, -1 for none` });

/** The clock's order to a process whose time has come. */
export const TICK = p.receive('clk_p', 'tick', p.value('_pid'));

/** The answer to the clock, which then wakes the next. */
export const ANSWER_CLOCK = p.send('p_clk', 'wait', '_pid');

/** The clock knows processes by their number, unit and barrier by their index. */
export const HAND_BACK = p.send('back', 'wait', 'back == p_clk ? _pid : me');

/** Handing the baton back until the clock returns it. */
export const SLEEP: readonly p.Simple[] = [HAND_BACK, TICK, p.assign('back', 'p_clk')];

/** The clock gets the baton back from a process, finally from the host. */
export const handedBack = (from: p.Value | p.Pattern): p.Statement =>
  p.choose(
    p.option(p.receive('p_clk', 'wait', from)),
    p.option(p.receive('hst_clk', 'wait')),
    p.short(p.receive('hst_clk', 'stop'), p.goto('end_stopped')),
  );

/** A path that passes the bound ends here: it has no counterexample. */
export function pastBound(time: 'time' | 'next', forgets: boolean): p.Option {
  const late = p.wait(`prune && ${time} > T`);
  const why = 'over time: no counterexample this way';
  const end = p.labelled('end_late', p.NEVER);
  return forgets
    ? p.option(p.remark(why, late), p.call('forget'), end)
    : p.short(late, p.remark(why, end));
}

/** The program ends: it is reported and held against the bound. */
export const FINISH: p.Block = [
  p.atomic(p.assign('FIN', 'true'), p.call('finish')),
  p.remark('the over-time property: [] (FIN -> time > T)', p.assert('time > T')),
  p.call('lower_bound'),
];
